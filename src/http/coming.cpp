#include "http/coming.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "model/action_preview.hpp"
#include "model/nominal_times.hpp"
#include "model/tables.hpp"
#include "model/timetable.hpp"
#include "time/datetime.hpp"

namespace foliot::http {

using nlohmann::json;

namespace {

/// Which action of which coordinator.
struct coming_action {
  size_t coordinator = 0;
  uint64_t number = 0;
  instant nominal;
};

const char* order_name(model::execution_order order) {
  switch (order) {
    case model::execution_order::fifo: return "FIFO";
    case model::execution_order::lifo: return "LIFO";
    case model::execution_order::last_only: return "LAST_ONLY";
    default: return "NONE";
  }
}

json time_or_null(instant at) {
  return at == never ? json(nullptr) : json(time::format_datetime(at, {}));
}

model::timetable plan_of(const coming_coordinator& of) {
  return of.record ? model::timetable_of(*of.definition, *of.record)
                   : model::timetable(*of.definition);
}

json json_of(const wire_ids& ids, const coming_coordinator& of) {
  const model::coordinator_definition& job = *of.definition;
  const model::timetable plan = plan_of(of);
  json out{{"name", of.name},
           {"schedule", model::schedule_text(job)},
           {"start", time::format_datetime(job.start, {})},
           {"end", time::format_datetime(plan.end, {})},
           {"timezone", job.zone.id()},
           {"made", of.record ? of.record->actions : 0},
           {"expected", model::total_actions(plan)},
           {"timeoutMinutes", job.timeout_minutes},
           {"concurrency", of.record ? model::concurrency_of(job, *of.record) : job.concurrency},
           {"throttle", job.throttle},
           {"execution", order_name(job.order)},
           {"inputLogic", model::logic_text(job)}};
  out["id"] = of.record ? json(ids.text(of.id)) : json(nullptr);
  out["status"] = of.record ? json(model::name(of.record->state)) : json(nullptr);
  out["pauseTime"] = of.record ? time_or_null(of.record->pause_at) : json(nullptr);
  return out;
}

json json_of(const std::vector<model::previewed_event>& events) {
  json out = json::array();
  for (const model::previewed_event& each : events)
    out.push_back({{"name", each.name},
                   {"dataset", each.dataset},
                   {"uris", each.uris},
                   {"waitsFor", each.waits_for},
                   {"unresolved", each.open}});
  return out;
}

json worked_out(const wire_ids& ids, const coming_coordinator& of, const coming_action& action) {
  const std::string id = of.record
                             ? ids.text(action_of(of.id, static_cast<uint32_t>(action.number)))
                             : of.name + "@" + std::to_string(action.number);
  model::action_identity identity{id, of.user, action.nominal, action.nominal};
  identity.reading = model::reading_of(of.definition->conf);
  const model::previewed_action made = model::preview_action(*of.definition, identity);
  json conf = json::object();
  for (const auto& [name, value] : made.configuration) conf[name] = value;
  json out{{"id", of.record ? json(id) : json(nullptr)},
           {"coordinator", of.name},
           {"number", action.number},
           {"nominalTime", time::format_datetime(action.nominal, {})},
           {"inputs", json_of(made.inputs)},
           {"outputs", json_of(made.outputs)},
           {"configuration", std::move(conf)}};
  out["error"] = made.refused ? failure_json(*made.refused) : json(nullptr);
  return out;
}

std::vector<coming_action> in_window(const std::vector<coming_coordinator>& all,
                                     const coming_window& window) {
  std::vector<coming_action> out;
  for (size_t i = 0; i < all.size(); ++i) {
    const coming_coordinator& of = all[i];
    model::high_water_mark made = 0;
    if (of.record) {
      if (of.record->done || model::is_terminal(of.record->state)) continue;
      if (of.record->actions != 0) made = {of.record->actions, of.record->last_nominal};
    }
    // A corrected cron time may lie before the start.
    const instant from = window.from.value_or(instant{of.definition->start.ms - ms_per_day});
    const auto most = static_cast<uint32_t>(window.count) + 1;
    for (const model::numbered_time& at :
         model::nominal_times(plan_of(of), from, window.to.value_or(never), most, made))
      out.push_back({i, at.number, at.nominal});
  }
  std::stable_sort(out.begin(), out.end(),
                   [](const auto& a, const auto& b) { return a.nominal < b.nominal; });
  return out;
}

}  // namespace

json failure_json(const failure& of) {
  return {{"code", of.oozie.empty() ? std::string(name(of.code)) : of.oozie},
          {"sentence", of.sentence},
          {"place", of.place},
          {"remedy", of.remedy}};
}

json coming_json(const wire_ids& ids, const std::vector<coming_coordinator>& of,
                 const coming_window& window) {
  json coordinators = json::array();
  for (const coming_coordinator& each : of) coordinators.push_back(json_of(ids, each));
  std::vector<coming_action> coming = in_window(of, window);
  const bool more = coming.size() > window.count;
  if (more) coming.resize(window.count);
  json actions = json::array();
  for (const coming_action& each : coming)
    actions.push_back(worked_out(ids, of[each.coordinator], each));
  return {
      {"coordinators", std::move(coordinators)}, {"actions", std::move(actions)}, {"more", more}};
}

}  // namespace foliot::http
