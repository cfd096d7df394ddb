#include "http/bulk_query.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "http/errors.hpp"
#include "http/filter_text.hpp"
#include "model/tables.hpp"
#include "time/datetime.hpp"

namespace foliot::http {

namespace {

failure bad_bulk(std::string_view piece, const std::string& why, std::string remedy = "") {
  return refuse("E0420", "the bulk query [" + std::string(piece) + "] is not valid: " + why,
                std::move(remedy));
}

result<void> add_status(bulk_query& out, std::string_view piece, std::string_view value) {
  const auto state = model::status_named(value);
  if (!state || !model::action_statuses.has(*state))
    return bad_bulk(piece, "'" + std::string(value) + "' is no status of an action",
                    "Write it in capitals, for example KILLED");
  out.states.push_back(*state);
  return {};
}

/// Alternatives of a bound: the widest one decides.
void widen(std::optional<instant>& bound, instant when, bool from) {
  if (!bound)
    bound = when;
  else
    bound = from ? std::min(*bound, when) : std::max(*bound, when);
}

/// The bound that `name` sets; null when it is none.
std::optional<instant>* bound_named(bulk_query& out, std::string_view name) {
  if (name == "startcreatedtime") return &out.created_from;
  if (name == "endcreatedtime") return &out.created_until;
  if (name == "startscheduledtime") return &out.nominal_from;
  if (name == "endscheduledtime") return &out.nominal_until;
  return nullptr;
}

result<void> add_value(bulk_query& out, std::string_view piece, std::string_view name,
                       std::string_view value) {
  if (name == "bundle") return out.bundles.emplace_back(value), result<void>{};
  if (name == "coordinators") return out.coordinators.emplace_back(value), result<void>{};
  if (name == "actionstatus") return add_status(out, piece, value);
  if (name == "filterlevel") return {};
  std::optional<instant>* bound = bound_named(out, name);
  if (bound == nullptr)
    return bad_bulk(piece, "there is no name '" + std::string(name) + "'",
                    "Use bundle, coordinators, actionstatus, startcreatedtime, endcreatedtime, "
                    "startscheduledtime, endscheduledtime");
  const auto when = time::parse_datetime(value, {}, dialect::oozie);
  if (!when)
    return bad_bulk(piece, "'" + std::string(value) + "' is no time",
                    "Write it in UTC, for example 2026-01-05T00:00Z");
  widen(*bound, *when, name.starts_with("start"));
  return {};
}

result<void> add_piece(bulk_query& out, std::string_view piece) {
  const size_t equals = piece.find('=');
  if (equals == std::string_view::npos || equals + 1 == piece.size() ||
      piece.find('=', equals + 1) != std::string_view::npos)
    return bad_bulk(piece, "it is not name=value", "Write name=value,value;name=value");
  const std::string name = lower(piece.substr(0, equals));
  for (std::string_view value : values_of(piece.substr(equals + 1))) {
    value = trim(value);
    if (value.empty()) return bad_bulk(piece, "a value is empty", "Remove one comma");
    if (auto added = add_value(out, piece, name, value); !added) return added;
  }
  return {};
}

}  // namespace

result<bulk_query> parse_bulk_query(std::string_view text) {
  bulk_query out;
  for (std::string_view piece : pieces_of(text))
    if (auto added = add_piece(out, piece); !added) return std::move(added).error();
  if (out.bundles.empty())
    return refuse("E0305", "the bulk query names no bundle: parameter [bundle] is missing",
                  "Add bundle=NAME, or bundle=ID");
  if (out.states.empty()) out.states = {model::status::killed, model::status::failed};
  return out;
}

bool bulk_query::takes(const model::action_record& action) const {
  if (std::find(states.begin(), states.end(), action.state) == states.end()) return false;
  if (created_from && action.created < *created_from) return false;
  if (created_until && action.created > *created_until) return false;
  if (nominal_from && action.nominal < *nominal_from) return false;
  return !nominal_until || action.nominal <= *nominal_until;
}

}  // namespace foliot::http
