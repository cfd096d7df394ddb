// Which actions of a coordinator are shown (rest.md 7, action filter grammar).
#include <algorithm>
#include <array>
#include <string>

#include "base/text.hpp"
#include "http/errors.hpp"
#include "http/filter_text.hpp"
#include "http/filters.hpp"
#include "time/datetime.hpp"

namespace foliot::http {

bool action_filter::takes_all() const {
  return only.empty() && without.empty() && !from && !after && !until && !before && at.empty() &&
         not_at.empty();
}

bool action_filter::takes(model::status state, instant nominal) const {
  const auto has = [](const auto& list, const auto& x) {
    return std::find(list.begin(), list.end(), x) != list.end();
  };
  if (!only.empty() && !has(only, state)) return false;
  if (has(without, state)) return false;
  if (!at.empty() && !has(at, nominal)) return false;
  if (has(not_at, nominal)) return false;
  if (from && nominal < *from) return false;
  if (after && nominal <= *after) return false;
  if (until && nominal > *until) return false;
  return !before || nominal < *before;
}

namespace {

failure bad_actions(std::string_view filter, const std::string& why) {
  return refuse("E0421", "the filter [" + std::string(filter) + "] is not valid: " + why,
                "Write status=KILLED;nominaltime>=2009-01-01T00:00Z");
}

result<void> add_status(action_filter& out, std::string_view filter, std::string_view op,
                        std::string_view value) {
  const auto state = model::status_named(upper(value));
  if (!state) return bad_actions(filter, "'" + std::string(value) + "' is no status");
  if (op == "=")
    out.only.push_back(*state);
  else if (op == "!=")
    out.without.push_back(*state);
  else
    return bad_actions(filter, "a status is compared with = or != only");
  return {};
}

result<void> add_nominal(action_filter& out, std::string_view filter, std::string_view op,
                         std::string_view value) {
  const auto when = time::parse_datetime(value, {}, dialect::oozie);
  if (!when) return bad_actions(filter, "'" + std::string(value) + "' is no time");
  if (op == "=") return out.at.push_back(*when), result<void>{};
  if (op == "!=") return out.not_at.push_back(*when), result<void>{};
  auto& slot = op == ">=" ? out.from : op == ">" ? out.after : op == "<=" ? out.until : out.before;
  // E0603: Oozie fails inside its store there (rest.md 7).
  if (slot)
    return refuse("E0603",
                  "the filter [" + std::string(filter) + "] holds '" + std::string(op) + "' twice",
                  "Give one bound of a kind");
  slot = *when;
  return {};
}

}  // namespace

result<action_filter> parse_action_filter(std::string_view text) {
  static constexpr std::array<std::string_view, 6> operators{">=", ">", "<=", "<", "!=", "="};
  action_filter out;
  for (std::string_view piece : pieces_of(text)) {
    size_t at = std::string_view::npos;
    std::string_view op;
    for (std::string_view candidate : operators) {
      at = piece.find(candidate);
      op = candidate;
      if (at != std::string_view::npos) break;
    }
    if (at == std::string_view::npos)
      return bad_actions(text, "'" + std::string(piece) + "' holds no comparison");
    const std::string key = lower(trim(piece.substr(0, at)));
    const std::string_view value = trim(piece.substr(at + op.size()));
    if (key != "status" && key != "nominaltime")
      return bad_actions(text, "there is no filter called '" + key + "'");
    auto added =
        key == "status" ? add_status(out, text, op, value) : add_nominal(out, text, op, value);
    if (!added) return std::move(added).error();
  }
  return out;
}

}  // namespace foliot::http
