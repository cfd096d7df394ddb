#include "actors/selection.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "base/limits.hpp"
#include "model/action_scope.hpp"

namespace foliot::actors {

namespace {

constexpr model::status_set bad_ends{model::status::failed, model::status::killed,
                                     model::status::timed_out};

/// Of those in `statuses`, one more than limits::order_actions_max at most.
result<std::vector<model::selected_action>> select_some(const model::reader& reader,
                                                        const entity_id& coordinator,
                                                        const model::timetable& plan, uint32_t made,
                                                        const model::action_scope& scope,
                                                        bool bad_only) {
  const std::pair<uint32_t, uint32_t> span = model::span_of(scope, made);
  const uint32_t first = span.first;
  const uint32_t last = span.second;
  std::vector<model::selected_action> out;
  if (first > last) return out;
  const auto take = [&](uint32_t number, const model::action_record& record) {
    const uint32_t through = number + model::actions_in(record, number) - 1;
    if (bad_only && !bad_ends.has(record.state)) return number < last;
    for (uint32_t at = std::max(number, first); at <= std::min(through, last); ++at) {
      const instant nominal = at == number ? record.nominal : model::nominal_numbered(plan, at);
      if (!model::selects(scope, at, nominal)) continue;
      if (out.size() == limits::order_actions_max + 1) return false;
      model::selected_action chosen{at, record.state, {0, 0}};
      if (through > number) chosen.range = {number, through};
      out.push_back(chosen);
    }
    return number < last;
  };
  auto seen = reader.actions(coordinator, first, uint64_t{last} - first + 1, take);
  if (!seen) return std::move(seen).error();
  return out;
}

}  // namespace

result<std::vector<model::selected_action>> select_actions(
    const model::reader& reader, const entity_id& coordinator, const model::timetable& plan,
    uint32_t made, const model::action_scope& scope, bool errors_if_many) {
  auto out = select_some(reader, coordinator, plan, made, scope, false);
  if (out && out->size() > limits::order_actions_max && errors_if_many)
    out = select_some(reader, coordinator, plan, made, scope, true);
  if (out && out->size() > limits::order_actions_max)
    return failure{
        errc::too_large,
        "more than " + std::to_string(limits::order_actions_max) + " actions are selected", "E0302",
        "", "Order fewer at a time"};
  return out;
}

std::vector<entity_id> ids_of(const entity_id& coordinator,
                              const std::vector<model::selected_action>& selected) {
  std::vector<entity_id> out;
  out.reserve(selected.size());
  for (const model::selected_action& action : selected)
    out.push_back(action_of(coordinator, action.number));
  return out;
}

}  // namespace foliot::actors
