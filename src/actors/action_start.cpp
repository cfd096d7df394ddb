// How an action gets its slot, and its workflow a first or a further run.
#include <utility>

#include "actors/action.hpp"
#include "actors/entity_steps.hpp"
#include "actors/loader.hpp"
#include "actors/workflow.hpp"
#include "model/coordinator.hpp"

namespace foliot::actors {

bool action_state::is_governed() const {
  return facts->starts.own.limited() || rt->starts.look([](const model::start_governor& queue) {
    return queue.limit().limited();
  });
}

/// Stands in the governor's queue exactly while it could start.
void action_state::follow_governor() {
  if (turn == start_turn::none || !is_governed()) return;
  const bool ready = newest.state == model::status::ready;
  // One that is quarantined would come back for ever, each time with another's turn.
  const bool wants = ready && !newest.held && !loading && !retrying && !quarantined();
  if (wants != (turn == start_turn::queued)) {
    if (wants)
      self->send(rt->staff.governor,
                 msg::ask_start{{id, facts->starts.priority, newest.nominal, rt->ports.clock.now()},
                                facts->starts.own,
                                entity_actor{self}});
    else
      self->send(rt->staff.governor, msg::withdraw_start{id});
  }
  turn = wants ? start_turn::queued : ready ? start_turn::slotted : start_turn::none;
}

void action_state::take_slot(const model::cause& why) {
  const bool ready = newest.state == model::status::ready && !loading;
  if (ready && model::to_be_skipped(plan(), id.number, newest.nominal, rt->ports.clock.now())) {
    feed(model::action_events::skipped{}, why);
    return;
  }
  if (newest.extra && newest.extra->again != 0) return take_again(why);
  if (!ready) return;
  auto own = model::workflow_configuration(
      *facts->definition, identity(),
      newest.extra ? newest.extra->resolved : model::resolved_inputs{});
  if (!own) return refuse_start(own.error(), why);
  loading = true;
  starting = std::make_unique<candidate>();
  starting->ready = newest.modified;
  starting->conf =
      std::make_shared<const model::configuration>(model::merged(facts->definition->conf, *own));
  starting->own = std::move(*own);
  self->send(rt->staff.loader,
             msg::read_workflow{entity_actor{self}, facts->definition->workflow_path,
                                starting->conf, why});
}

/// The workflow of the run before is to go on: with a slot from its failed nodes, in a
/// configuration made anew; or as somebody asked of it directly.
void action_state::take_again(const model::cause& why) {
  const bool directly = newest.state == model::status::submitted && newest.workflow == 0;
  if ((!directly && newest.state != model::status::ready) || loading || !newest.extra) return;
  model::configuration given;
  if (!directly) {
    auto own =
        model::workflow_configuration(*facts->definition, identity(), newest.extra->resolved);
    if (!own) return refuse_start(own.error(), why);
    given = model::merged(facts->definition->conf, *own);
    given.insert_or_assign(std::string(model::rerun_failed_property), "true");
  }
  for (const auto& [key, value] : newest.extra->given) given.insert_or_assign(key, value);
  const entity_id child{id.partition, entity_kind::workflow, 0, id.root, newest.extra->again};
  auto before = load_ended(*rt, child);
  if (!before) return refuse_start(before.error(), why);
  auto plan = plan_rerun(std::move(*before), given, true);
  if (!plan) return refuse_start(plan.error(), why);
  loading = true;
  starting = std::make_unique<candidate>();
  starting->again = std::make_unique<planned_rerun>(std::move(*plan));
  self->send(
      rt->staff.loader,
      msg::read_workflow{entity_actor{self}, starting->again->app_path(),
                         std::make_shared<const model::configuration>(starting->again->conf), why});
}

void action_state::start_again(const parse::submission& application, const model::cause& why) {
  auto ready = finish_rerun(*rt, *starting->again, application, id.root);
  if (!ready) {
    starting.reset();
    return refuse_start(ready.error(), why);
  }
  starting->definition = std::move(ready->definition);
  starting->conf = std::move(ready->conf);
  model::action_events::workflow_rerun event{std::move(ready->event)};
  if (!feed(event, why, std::move(ready->extra))) starting.reset();
}

void action_state::start_workflow(const msg::application_read& answer, const model::cause& why) {
  if (!loading) return;
  loading = false;
  if (!*answer.application) {
    starting.reset();
    const failure& problem = answer.application->error();
    if (!may_pass(problem)) return refuse_start(problem, why);
    // The slot stays ours; the alarm asks again.
    retrying = true;
    return set_alarm(plus_ms(rt->ports.clock.now(), limits::read_again_ms));
  }
  const parse::submission& application = **answer.application;
  if (starting->again) return start_again(application, why);
  auto definition = rt->ports.definitions.workflow(application.text);
  if (!definition) {
    starting.reset();
    return refuse_start(definition.error(), why);
  }
  starting->definition = std::move(*definition);
  model::configuration& own = starting->own;
  const size_t given = own.size();
  for (const auto& [key, value] : application.defaults)
    if (!starting->conf->contains(key)) own.emplace(key, value);
  settle_rules(own, facts->definition->conf, rt->settings);
  if (own.size() != given)
    starting->conf =
        std::make_shared<const model::configuration>(model::merged(facts->definition->conf, own));

  auto [hash, change] = store::definition_change(rt->settings.partition, id.root, application.text);
  kv_batch extra;
  if (!rt->stored.has(id.root, hash)) extra.add(change);
  model::action_events::submitted event;
  event.workflow = make_job_number(rt->settings.epoch, rt->ports.ids.next());
  event.birth.definition = hash;
  event.birth.conf_base = facts->hash;
  event.birth.conf = std::move(own);
  event.birth.user = facts->user;
  event.birth.name = application.name;
  event.birth.app_path = application.text.app_path;
  event.birth.parent = id;
  if (!feed(event, why, std::move(extra))) starting.reset();
}

void action_state::refuse_start(const failure& problem, const model::cause& why) {
  failure sentence = problem;
  sentence.oozie.clear();
  const std::string code =
      problem.oozie.empty() ? std::string(foliot::name(problem.code)) : problem.oozie;
  feed(model::action_events::start_refused{code, sentence.text()}, why);
}

}  // namespace foliot::actors
