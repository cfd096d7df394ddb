// What consoles change of the engine while it runs, and who did so.
#include <caf/actor_cast.hpp>
#include <caf/send.hpp>

#include "actors/type_ids.hpp"
#include "http/audit_field.hpp"
#include "server/engine_desk.hpp"

namespace foliot::server {

namespace admin = actors::admin;

setting_effects engine_desk::effects() {
  setting_effects out;
  out.safe_mode = [this](bool on) {
    parts_.saving.force(on);
    parts_.saving.is_on();  // tells the log
  };
  out.run_slots = [this](uint32_t slots) { parts_.runs.set_slots(slots); };
  out.starts = [this](model::start_rate all) {
    const instant now = parts_.clock.now();
    parts_.rt.starts.change([&](model::start_governor& queue) { queue.limit(all, now); });
    // As if it had been woken: who may go now goes.
    caf::anon_send(parts_.rt.staff.governor, actors::msg::stimulus{actors::msg::rang{}, {}});
  };
  return out;
}

/// A line of the log, as HTTP leaves one of each command.
void engine_desk::audit(const std::string& console, const std::string& job,
                        const std::string& operation, const failure* refused) {
  using http::in_brackets;
  parts_.log.write(log_level::info, "console.audit",
                   "IP" + in_brackets("console:" + console) + ", USER" +
                       in_brackets(user_of(console)) + ", JOBID" + in_brackets(job) +
                       ", OPERATION" + in_brackets(operation) + ", STATUS" +
                       (refused == nullptr ? " [SUCCESS]" : " [FAILED]") + ", ERRORMESSAGE" +
                       in_brackets(refused == nullptr ? "" : refused->sentence));
}

admin::settings_report engine_desk::settings(const admin::ask&) {
  admin::settings_report out;
  for (const shown_setting& each : settings_.list())
    out.rows.push_back({each.name, admin::bounded(each.value), !each.bounds.empty(), each.bounds});
  return out;
}

admin::settings_report engine_desk::change(const std::string& console,
                                           const admin::change_setting& order) {
  const std::string operation = "set " + order.name + "=" + order.value;
  const auto done = settings_.change(order.name, order.value);
  audit(console, "", operation, done ? nullptr : &done.error());
  if (done) return settings({});
  admin::settings_report out;
  out.head = admin::refused(done.error());
  return out;
}

}  // namespace foliot::server
