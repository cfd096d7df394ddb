// The workflow that runs before a bundle's errors are retried (rulings 4.10). Its name stands in
// the bundle's record before it is made, so it is made once, whenever the engine dies.
#include <memory>
#include <utility>

#include <caf/send.hpp>

#include "actors/bundle.hpp"
#include "actors/entity_steps.hpp"
#include "actors/loader.hpp"
#include "actors/workflow.hpp"
#include "base/limits.hpp"
#include "model/bundle_policy.hpp"

namespace foliot::actors {

namespace {

constexpr std::string_view path_property = "oozie.wf.application.path";

}  // namespace

entity_id bundle_state::recovery_of(const model::bundle_record& durable) const {
  return {id.partition, entity_kind::workflow, 0, id.root, durable.recovery};
}

/// Whether there is nothing more to be done: it runs, or has ended and that was told.
bool bundle_state::follow_recovery(const model::bundle_record& durable) {
  if (recovery || reading_recovery) return true;
  const entity_id child = recovery_of(durable);
  auto stored = rt->ports.reader.record(child);
  if (!stored) {  // the store is ill; the alarm asks again
    ring_by(plus_ms(rt->ports.clock.now(), limits::read_again_ms));
    return true;
  }
  if (!*stored) return false;
  auto record = std::make_shared<const model::workflow_record>(
      std::get<model::workflow_record>(std::move(**stored)));
  if (model::is_terminal(record->state) && model::all_closed(*record)) {
    auto error = std::make_shared<const model::action_error>(
        model::action_error{record->error_code, record->error});
    recovery_told({child, record->version, record->state, false, std::move(error)}, because());
    return true;
  }
  workflow_start start;
  start.record = std::move(record);
  start.recovered = true;
  recovery_job = child.job;
  recovery = self->spawn(workflow, rt, child, self->address(), std::move(start));
  tell(recovery, msg::begin{});
  return true;
}

void bundle_state::recover(const model::bundle_record& durable) {
  if (follow_recovery(durable)) return;
  const auto policy = model::policy_of(*definition, durable.reading);
  FOLIOT_ASSERT(policy, "a bundle whose properties are wrong is refused");
  auto conf = std::make_shared<model::configuration>(definition->conf);
  conf->insert_or_assign(std::string(path_property), policy->recovery_path);
  reading_recovery = true;
  self->send(rt->staff.loader, msg::read_workflow{entity_actor{self}, policy->recovery_path,
                                                  std::move(conf), because(), recovery_member});
}

void bundle_state::end_recovery(const model::bundle_record& durable) {
  if (!follow_recovery(durable))  // never made
    return recovery_told({recovery_of(durable), 0, model::status::killed, false, nullptr},
                         because());
  if (recovery) tell(recovery, msg::ordered{model::orders::kill{}, {}});
}

void bundle_state::recovery_read(const msg::application_read& answer, const model::cause& why) {
  reading_recovery = false;
  if (newest.recovery == 0 || newest.recovered) return;
  const auto refuse = [&](const failure& problem) {
    failure sentence = problem;
    sentence.oozie.clear();
    auto error = std::make_shared<const model::action_error>(
        model::action_error{problem.oozie, sentence.text()});
    recovery_told({recovery_of(newest), 0, model::status::failed, false, std::move(error)}, why);
  };
  if (newest.recovery_void) return perform_now();
  if (!*answer.application) {
    const failure& problem = answer.application->error();
    if (!may_pass(problem)) return refuse(problem);
    return ring_by(plus_ms(rt->ports.clock.now(), limits::read_again_ms));
  }
  auto understood = rt->ports.definitions.workflow((*answer.application)->text);
  if (!understood) return refuse(understood.error());
  create_recovery(**answer.application, std::move(*understood));
}

void bundle_state::create_recovery(const parse::submission& application,
                                   std::shared_ptr<const model::workflow_definition> understood) {
  const entity_id child = recovery_of(newest);
  auto made = std::make_shared<const model::definition_text>(application.text);
  model::workflow_events::created birth;
  birth.definition = store::definition_change(id.partition, id.root, *made).first;
  birth.conf_base = newest.definition;
  birth.conf = application.defaults;
  birth.conf.insert_or_assign(std::string(path_property), application.text.app_path);
  birth.conf.insert_or_assign("oozie.bundle.id", rt->settings.ids.text(id));
  settle_rules(birth.conf, definition->conf, rt->settings);
  birth.user = newest.user;
  birth.name = application.name;
  birth.app_path = application.text.app_path;
  birth.parent = id;
  workflow_start start;
  start.record = std::make_shared<const model::workflow_record>();
  start.definition = std::move(understood);
  start.conf =
      std::make_shared<const model::configuration>(model::merged(definition->conf, birth.conf));
  recovery_job = child.job;
  recovery = self->spawn(workflow, rt, child, self->address(), std::move(start));
  // Weak: the answer lies in the workflow, which the bundle owns.
  const auto refused = [me = self->address(), child](const result<void>& born) {
    const auto strong = caf::actor_cast<caf::strong_actor_ptr>(me);
    if (born || !strong) return;
    auto error = std::make_shared<const model::action_error>(
        model::action_error{born.error().oozie, born.error().sentence});
    caf::anon_send(
        caf::actor_cast<entity_actor>(strong),
        msg::stimulus{msg::child_reported{child, 0, model::status::failed, false, std::move(error)},
                      {}});
  };
  tell(
      recovery,
      msg::create{std::make_shared<const model::any_event>(model::workflow_event(std::move(birth))),
                  std::move(made), refused});
}

void bundle_state::recovery_told(const msg::child_reported& report, const model::cause& why) {
  if (report.child.job != newest.recovery || !model::is_terminal(report.state)) return;
  model::bundle_events::recovery_ended event;
  event.workflow = report.child.job;
  event.state = report.state;
  if (report.error) {
    event.code = report.error->code;
    event.error = report.error->message;
  }
  if (report.version > 0 && event.state != model::status::succeeded)
    event.error =
        rt->settings.ids.text(report.child) + (event.error.empty() ? "" : ", " + event.error);
  feed(event, why);
}

}  // namespace foliot::actors
