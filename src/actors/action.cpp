#include "actors/action.hpp"

#include <algorithm>
#include <utility>

#include "actors/entity_steps.hpp"
#include "actors/loader.hpp"
#include "actors/notifier.hpp"
#include "actors/workflow.hpp"
#include "model/coordinator.hpp"
#include "model/notice_check.hpp"

namespace foliot::actors {

namespace {

// With CAF's own part the actor just fits the allocator's class of 1,280 bytes.
static_assert(sizeof(action_state) <= 248, "100,000 waiting actions would take 25 MB more");

model::order order_for(model::action_effects::order_workflow::verb verb) {
  using words = model::action_effects::order_workflow::verb;
  switch (verb) {
    case words::suspend: return model::orders::suspend{};
    case words::resume: return model::orders::resume{};
    case words::kill: break;
  }
  return model::orders::kill{};
}

}  // namespace

model::action_identity action_state::identity() const {
  return {rt->settings.ids.text(id), facts->user, newest.nominal, model::actual_time(newest),
          model::reading_of(facts->definition->conf)};
}

result<newborn> action_state::born(const model::birth<model::workflow_event>& birth,
                                   instant now) const {
  FOLIOT_ASSERT(starting != nullptr, "a workflow is born of an application that was read");
  const model::workflow_context in{birth.id, rt->settings.ids.text(birth.id), *starting->definition,
                                   *starting->conf, model::lost_rule_of(*starting->conf)};
  const model::workflow_record none;
  const model::workflow_record& before = starting->again ? *starting->again->before.record : none;
  model::workflow_step step = model::advance(in, before, birth.event, now);
  if (step.broken) return failure{errc::contract, *step.broken, "", "", ""};
  if (!step.accepted) return failure{errc::contract, "the workflow refused to be born", "", "", ""};
  if (before.version == 0)
    return newborn{birth.id, model::any_record(std::move(step.next)), std::nullopt};
  return newborn{birth.id, model::any_record(std::move(step.next)), model::any_record(before)};
}

void action_state::spawn(const std::vector<newborn>& children) {
  for (const newborn& child : children) {
    const auto& record = std::get<model::workflow_record>(child.record);
    rt->stored.add(id.root, record.definition);
    workflow_start start;
    start.record = std::make_shared<const model::workflow_record>(record);
    start.born = child.sequence;
    if (!starting->again)
      rt->pace.change([&](model::start_pace& pace) {
        pace.started(newest.nominal, starting->ready, rt->ports.clock.now());
      });
    start.definition = std::move(starting->definition);
    start.conf = std::move(starting->conf);
    starting.reset();
    workflow = self->spawn(actors::workflow, rt, child.id, self->address(), std::move(start));
  }
}

void action_state::perform(const model::action_record& durable) {
  namespace fx = model::action_effects;
  instant wake = never;
  for (const model::action_effect& effect :
       model::owed(context(), durable, rt->ports.clock.now())) {
    if (const auto* at = std::get_if<fx::wake_at>(&effect)) {
      wake = std::min(wake, at->at);
    } else if (std::get_if<fx::watch_inputs>(&effect)) {
      wait_for_inputs(because());
    } else if (const auto* order = std::get_if<fx::order_workflow>(&effect)) {
      if (workflow)
        tell(workflow, msg::ordered{order_for(order->what), {}});
      else
        look_at_workflow(durable);
    } else if (std::get_if<fx::rerun_workflow>(&effect)) {
      take_again(because());
    } else if (std::get_if<fx::clean_outputs>(&effect)) {
      clean_outputs();
    } else if (std::get_if<fx::announce_outputs>(&effect)) {
      auto uris = model::output_uris(*facts->definition, identity());
      if (uris && !uris->empty())
        self->send(rt->staff.registry, msg::announce{std::move(*uris), {}});
    } else if (std::get_if<fx::report>(&effect)) {
      report_up(durable);
    }
  }
  notify(durable);
  if (durable.state != model::status::waiting) inputs.end(*this);
  if (newest.version == durable.version) set_alarm(std::min(wake, inputs.look_again()));
  if (durable.state == model::status::waiting && !durable.held) inputs_are_there(because());
  rest_if_done();
}

/// Its workflow ended and was let go while the action was quarantined.
void action_state::look_at_workflow(const model::action_record& durable) {
  const auto stored =
      rt->ports.reader.record({id.partition, entity_kind::workflow, 0, id.root, durable.workflow});
  if (!stored || !*stored) return;
  const auto& record = std::get<model::workflow_record>(**stored);
  if (!model::is_terminal(record.state)) return;
  feed(model::action_events::workflow_changed{record.state, record.error_code, record.error},
       because());
}

void action_state::notify(const model::action_record& durable) {
  if (!rt->settings.call_out || notified == durable.state) return;
  if (notified == model::status::none)
    for (const std::string& each :
         model::refused_notices(facts->definition->conf, entity_kind::action))
      rt->ports.log.write(log_level::warn, "notifier.refused",
                          rt->settings.ids.text(id) + ": " + each);
  auto what = model::action_notice(facts->definition->conf, rt->settings.ids.text(id), notified,
                                   durable.state);
  notified = durable.state;
  if (what && take_place(rt->counters))
    self->send(rt->staff.notifier, msg::notify{std::move(*what)});
}

void action_state::was_quarantined() const {
  tell_owner(msg::child_reported{id, newest.version, newest.state, newest.pending, newest.error,
                                 newest.obeyed, true});
}

void action_state::report_up(const model::action_record& durable) const {
  tell_owner(msg::child_reported{id, durable.version, durable.state, durable.pending, durable.error,
                                 durable.obeyed});
}

void action_state::set_alarm(instant at) {
  if (at == never && !alarmed) return;
  alarmed = at != never;
  self->send(rt->staff.alarm, msg::wake{id, at, entity_actor{self}});
}

/// Files go one after another; what was deleted before a crash is no error.
void action_state::clean_outputs() {
  if (cleaning) return;
  msg::do_files order;
  order.to.who = entity_actor{self};
  order.again = true;
  for (std::string& uri : model::outputs_to_clean(*facts->definition, identity())) {
    exec::file_operation remove;
    remove.path = std::move(uri);
    order.operations.push_back(std::move(remove));
  }
  cleaning = true;
  self->send(rt->staff.file_worker, std::move(order));
}

void action_state::cleaned(const msg::workflow_told& told, const model::cause& why) {
  const auto* ended = std::get_if<model::workflow_events::run_ended>(told.event.get());
  if (ended == nullptr || !cleaning) return;
  cleaning = false;
  if (ended->outcome == model::workflow_events::run_end::ended) {
    feed(model::action_events::outputs_cleaned{}, why);
    return;
  }
  rt->ports.log.write(log_level::warn, "action.outputs-not-deleted",
                      rt->settings.ids.text(id) + ": " + ended->message);
  set_alarm(plus_ms(rt->ports.clock.now(), limits::read_again_ms));
}

void action_state::wait_for_inputs(const model::cause& why) {
  if (newest.state != model::status::waiting || (newest.extra && newest.extra->cleaning)) return;
  if (newest.held) inputs.hold(*this);
  if (auto moved = inputs.proceed(*this); !moved) refuse_start(moved.error(), why);
}

/// Something was heard of them. The cheapest case, fixed inputs, needs no alarm.
void action_state::inputs_moved(const model::cause& why) {
  wait_for_inputs(why);
  if (inputs.looks_itself() && !inputs.undecided() && newest.state == model::status::waiting)
    return rang(why);
  inputs_are_there(why);
}

/// Refused before the nominal time; the alarm then asks again.
void action_state::inputs_are_there(const model::cause& why) {
  if (inputs.all_there()) feed(model::action_events::inputs_found{inputs.resolved()}, why);
}

void action_state::rang(const model::cause& why) {
  const instant now = rt->ports.clock.now();
  if (std::exchange(retrying, false)) return take_slot(why);
  if (model::to_be_skipped(plan(), id.number, newest.nominal, now))
    feed(model::action_events::skipped{}, why);
  if (newest.state == model::status::waiting) {
    wait_for_inputs(why);
    inputs_are_there(why);
    if (inputs.undecided()) {  // data that is there wins over a time-out
      const bool due = model::timeout_at(*facts->definition, newest.nominal, newest.created) <= now;
      return due ? void() : perform_now();
    }
    if (newest.state == model::status::waiting) feed(model::action_events::timed_out{}, why);
  }
  perform_now();
}

void action_state::child_reported(const msg::child_reported& report, const model::cause& why) {
  if (report.child.job != newest.workflow) return;
  model::action_events::workflow_changed event;
  event.state = report.state;
  if (report.error) {
    event.error_code = report.error->code;
    event.error = report.error->message;
  }
  feed(event, why);
}

void action_state::rest_if_done() {
  if (resting || workflow || loading || !settled() || quarantined()) return;
  const bool gone = newest.state == model::status::none && newest.version > 0;
  if (!gone && (!model::is_terminal(newest.state) || newest.pending)) return;
  resting = true;
  set_alarm(never);
  tell_owner(msg::child_rests{id});
}

void action_state::receive(const msg::stimulus& stimulus) {
  const model::cause& why = stimulus.why;
  if (std::get_if<msg::begin>(&stimulus.what)) {
    perform_now();
    if (workflow) tell(workflow, msg::begin{});
  } else if (std::get_if<msg::rang>(&stimulus.what)) {
    rang(why);
  } else if (const auto* ready = std::get_if<msg::dataset_ready>(&stimulus.what)) {
    if (inputs.appeared(*this, ready->index, ready->round)) inputs_moved(why);
  } else if (std::get_if<msg::look_at_inputs>(&stimulus.what)) {
    inputs_moved(why);
  } else if (std::get_if<msg::inputs_checked>(&stimulus.what)) {
    inputs.looked_once();
    rang(why);
  } else if (std::get_if<msg::slot_granted>(&stimulus.what)) {
    if (turn == start_turn::none) turn = start_turn::slotted;
    if (!is_governed()) take_slot(why);
  } else if (std::get_if<msg::start_released>(&stimulus.what)) {
    if (turn == start_turn::queued) turn = start_turn::slotted, take_slot(why);
  } else if (const auto* read = std::get_if<msg::application_read>(&stimulus.what)) {
    start_workflow(*read, why);
  } else if (const auto* report = std::get_if<msg::child_reported>(&stimulus.what)) {
    child_reported(*report, why);
  } else if (std::get_if<msg::child_rests>(&stimulus.what)) {
    if (workflow) tell(workflow, msg::let_go{});
    workflow = nullptr;
  } else if (const auto* order = std::get_if<msg::ordered>(&stimulus.what)) {
    if (!std::holds_alternative<model::orders::kill>(order->what))
      refuse_order(*order);
    else if (outdated)
      feed_order(model::action_events::retired{}, why, *order);
    else
      feed_order(model::action_events::killed{}, why, *order);
  } else if (const auto* hold = std::get_if<msg::job_held>(&stimulus.what)) {
    const bool obeyed = feed(model::action_events::ordered{hold->serial, hold->hold}, why);
    if (quarantined())
      was_quarantined();  // it never will obey: nobody shall wait for that
    else if (!obeyed && settled())
      report_up(newest);  // it has obeyed, or ended: that is an answer
  } else if (std::get_if<msg::retire>(&stimulus.what)) {
    if (!quarantined()) feed(model::action_events::retired{}, why);
    outdated = quarantined();
  } else if (const auto* told = std::get_if<msg::workflow_told>(&stimulus.what)) {
    const auto* found = std::get_if<model::workflow_events::facts_found>(told->event.get());
    if (found == nullptr)
      cleaned(*told, why);
    else if (inputs.answered(*found))
      inputs_moved(why);
  } else if (const auto* news = std::get_if<msg::facts_changed>(&stimulus.what)) {
    facts = news->facts;
    perform_now();
  } else if (const auto* passed = std::get_if<msg::routed>(&stimulus.what)) {
    if (passed->path.empty())
      receive(*passed->inner);
    else if (workflow)
      hand_down(workflow, *passed, why);
    else
      refuse_routed(*passed);
  } else if (const auto* back = std::get_if<msg::returned>(&stimulus.what)) {
    const auto* below = std::get_if<msg::routed>(&back->inner->what);
    refuse_routed(below != nullptr ? *below : msg::routed{{}, back->inner});
  } else if (std::get_if<msg::back_to_work>(&stimulus.what)) {
    perform_now();
  } else if (std::get_if<msg::let_go>(&stimulus.what)) {
    return leave();
  }
  follow_governor();
  rest_if_done();
}

entity_actor::behavior_type action(entity_actor::stateful_pointer<action_state> self, runtime* rt,
                                   const entity_id& id, caf::actor_addr owner,
                                   std::shared_ptr<const coordinator_facts> facts,
                                   const model::action_record& record,
                                   std::shared_ptr<const recovered_tree> tree, uint64_t born) {
  action_state& state = self->state;
  state.init(self, rt, id, std::move(owner), record);
  state.facts = std::move(facts);
  if (tree) {
    state.notified = record.state;
    for (const auto& [child, child_record] : tree->of(id)) {
      if (child.job != record.workflow) continue;  // of a run before the rerun, and at rest
      workflow_start start;
      start.record = std::make_shared<const model::workflow_record>(
          std::get<model::workflow_record>(child_record));
      start.recovered = true;
      state.workflow = self->spawn(workflow, rt, child, self->address(), std::move(start));
    }
  } else {
    state.do_because({born, {}, {}, {}}, [&state] { state.perform_now(); });
  }
  return {[self](const msg::stimulus& stimulus) { self->state.hear(stimulus); },
          [self](const msg::durable& news) { self->state.on_durable(news); }};
}

}  // namespace foliot::actors
