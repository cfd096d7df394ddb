#include "http/filters.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "base/text.hpp"
#include "http/errors.hpp"
#include "http/filter_text.hpp"
#include "time/datetime.hpp"

namespace foliot::http {

namespace {

failure bad_list(std::string_view filter, const std::string& why, std::string remedy = "") {
  return refuse("E0420", "the filter [" + std::string(filter) + "] is not valid: " + why,
                std::move(remedy));
}

bool list_knows(std::string_view name, entity_kind kind) {
  static constexpr std::array<std::string_view, 9> common{
      "text",           "user",  "name", "group", "status", "id", "startcreatedtime",
      "endcreatedtime", "sortby"};
  if (std::find(common.begin(), common.end(), name) != common.end()) return true;
  return kind == entity_kind::coordinator && (name == "frequency" || name == "unit");
}

/// Adds one pair to `out`; the name is known.
result<void> add_pair(list_filter& out, std::string_view filter, std::string_view name,
                      std::string_view value, const wire_ids& ids) {
  if (name == "user") {
    out.jobs.users.emplace_back(value);
  } else if (name == "name") {
    out.jobs.names.emplace_back(value);
  } else if (name == "status") {
    const auto state = model::status_named(value);
    if (!state)
      return bad_list(filter, "'" + std::string(value) + "' is no status",
                      "Write a status in capitals, for example RUNNING");
    out.jobs.states.push_back(*state);
  } else if (name == "id") {
    const auto parsed = ids.parse(value);
    if (parsed && parsed->node.empty() && parsed->kind != entity_kind::action)
      out.jobs.ids.push_back(parsed->job);
    else
      out.matches_nothing = true;
  } else if (name == "sortby") {
    if (lower(value) == "lastmodifiedtime")
      return bad_list(filter, "sorting by lastModifiedTime is not offered yet",
                      "Leave sortby out: the newest jobs come first");
  } else if (name != "group") {
    return bad_list(filter, "'" + std::string(name) + "' is not offered yet",
                    "Filter by user, name, status or id");
  }
  return {};
}

/// The statuses that are shown as one of those asked for.
void mean_what_is_shown(list_filter& out) {
  if (out.jobs.states.empty()) return;
  const std::vector<model::status> asked = std::exchange(out.jobs.states, {});
  for (size_t i = 1; i < model::status_count; ++i) {
    const auto state = static_cast<model::status>(i);
    if (std::find(asked.begin(), asked.end(), model::hiding_errors(state)) != asked.end())
      out.jobs.states.push_back(state);
  }
  if (out.jobs.states.empty()) out.matches_nothing = true;
}

}  // namespace

result<list_filter> parse_list_filter(std::string_view text, entity_kind kind, const wire_ids& ids,
                                      dialect reading) {
  list_filter out;
  for (std::string_view piece : pieces_of(text)) {
    const size_t equals = piece.find('=');
    if (equals == std::string_view::npos || equals + 1 == piece.size() ||
        piece.find('=', equals + 1) != std::string_view::npos)
      return bad_list(text, "'" + std::string(piece) + "' is not name=value",
                      "Write name=value;name=value");
    const std::string name = lower(piece.substr(0, equals));
    if (!list_knows(name, kind))
      return bad_list(text, "there is no filter called '" + name + "'",
                      "Filter by user, name, status or id");
    auto added = add_pair(out, text, name, piece.substr(equals + 1), ids);
    if (!added) return std::move(added).error();
  }
  // Alternatives that all match nothing; one good id among foreign ones still counts.
  if (!out.jobs.ids.empty()) out.matches_nothing = false;
  if (reading == dialect::oozie && kind != entity_kind::workflow) mean_what_is_shown(out);
  return out;
}

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
