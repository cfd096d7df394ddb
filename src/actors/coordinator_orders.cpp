// How a coordinator obeys: each order is judged by the model, then fed as one step.
#include <algorithm>
#include <atomic>
#include <memory>

#include "actors/coordinator.hpp"
#include "actors/entity_steps.hpp"
#include "actors/rerun.hpp"
#include "actors/selection.hpp"
#include "model/moves.hpp"

namespace foliot::actors {

namespace {

/// Answers once, when the last of several has answered. From any thread.
class last_answer {
 public:
  last_answer(size_t expected, model::order_reply reply,
              std::function<void(result<model::order_reply>)> done)
      : left_(expected), reply_(std::move(reply)), done_(std::move(done)) {}

  void one() {
    if (left_.fetch_sub(1) == 1 && done_) done_(reply_);
  }

 private:
  std::atomic<size_t> left_;
  model::order_reply reply_;
  std::function<void(result<model::order_reply>)> done_;
};

}  // namespace

/// Takes the step that was judged good. Whether there was one.
bool coordinator_state::take(const result<model::order_verdict>& verdict,
                             const msg::stimulus& stimulus, std::vector<entity_id> chosen,
                             kv_batch extra) {
  const auto& order = std::get<msg::ordered>(stimulus.what);
  if (!verdict) return reply(order, verdict.error()), false;
  if (verdict->event) {
    const bool taken = feed_order(*verdict->event, stimulus.why, order,
                                  {std::move(chosen), verdict->note}, std::move(extra));
    if (taken) reruns |= std::holds_alternative<model::coordinator_events::rerun>(*verdict->event);
    return taken;
  }
  reply(order, model::order_reply{{}, verdict->note});
  // It stands where the order would lead: that confirms it, so the bundle shall hear it again.
  perform_now();
  return false;
}

void coordinator_state::obey(const msg::stimulus& stimulus) {
  namespace orders = model::orders;
  const auto& order = std::get<msg::ordered>(stimulus.what);
  if (refuse_quarantined(order)) return;
  std::visit(
      model::overloaded{
          [&](const orders::suspend&) { take(model::judge_suspend(newest), stimulus); },
          [&](const orders::resume&) { take(model::judge_resume(newest), stimulus); },
          [&](const orders::kill&) { take(model::judge_kill(newest), stimulus); },
          [&](const orders::change& change) {
            take(model::judge_change(context(), newest, change.values,
                                     [this](uint32_t number) { return roster.may_vanish(number); }),
                 stimulus);
          },
          [&](const orders::update&) { update(stimulus); },
          [&](const orders::kill_actions&) { select_and_judge(stimulus); },
          [&](const orders::ignore_actions&) { select_and_judge(stimulus); },
          [&](const orders::rerun&) { select_and_judge(stimulus); },
          [&](const orders::rerun_child&) { rerun_child(stimulus); },
          [&](const auto&) { refuse_order(order); }},
      order.what);
}

/// Its steps from here on see the new definition; the actions that exist keep the facts they have.
void coordinator_state::update(const msg::stimulus& stimulus) {
  const auto& order = std::get<msg::ordered>(stimulus.what);
  const auto& asked = std::get<model::orders::update>(order.what);
  auto understood = rt->ports.definitions.coordinator(*asked.text);
  if (!understood) return reply(order, std::move(understood).error());
  const auto [hash, text] = store::definition_change(id.partition, id.root, *asked.text);
  kv_batch extra;
  extra.add(text);
  const bool same_concurrency =
      (*understood)->concurrency == facts->definition->concurrency &&
      model::reading_of((*understood)->conf, rt->settings.parsing.reading) == dialect::lenient;
  // Oozie takes the definition's number again, even where nothing else is new.
  const bool undone = hash == facts->hash && !same_concurrency && newest.concurrency_changed;
  if (undone && asked.from == hash) {
    model::coordinator_change back;
    back.concurrency = facts->definition->concurrency;
    const model::coordinator_events::changed event{back, UINT32_MAX};
    take(model::order_verdict{event, {}}, stimulus, {}, std::move(extra));
    return;
  }
  const auto verdict =
      model::judge_update(newest, asked.from, {hash, asked.text->app_path}, same_concurrency);
  if (!take(verdict, stimulus, {}, std::move(extra))) return;
  former_facts.insert_or_assign(facts->hash, facts);
  former_facts.erase(hash);
  facts = facts_of(hash, std::move(*understood));
}

/// Orders about single actions: on what is on disk, once nothing is on its way there.
void coordinator_state::select_and_judge(const msg::stimulus& stimulus) {
  namespace orders = model::orders;
  const auto& order = std::get<msg::ordered>(stimulus.what);
  if (!settled()) {
    deferred.push_back(stimulus);
    return;
  }
  const auto* kill = std::get_if<orders::kill_actions>(&order.what);
  const auto* ignore = std::get_if<orders::ignore_actions>(&order.what);
  const auto* rerun = std::get_if<orders::rerun>(&order.what);
  const model::action_scope& scope = kill ? kill->scope : ignore ? ignore->scope : rerun->scope;
  const bool errors_if_many = rerun && rerun->options.errors_if_many;
  const auto chosen =
      select_actions(rt->ports.reader, id, model::timetable_of(*facts->definition, newest),
                     newest.actions, scope, errors_if_many);
  if (!chosen) return reply(order, chosen.error());
  if (kill != nullptr) return kill_actions(order, *chosen);
  for (const model::selected_action& action : *chosen)  // such a one would never rest
    if (refuse_quarantined_action(order, action.number, ignore ? "E1024" : "E1018")) return;
  // One that has ended but is still here is about to rest: only then is its record ours.
  const bool leaving = std::any_of(chosen->begin(), chosen->end(), [&](const auto& action) {
    return model::is_terminal(action.state) && actions.contains(action.number);
  });
  if (leaving) {
    deferred.push_back(stimulus);
    return;
  }
  take(ignore ? model::judge_ignore(newest, *chosen)
              : model::judge_rerun(newest, *chosen, rerun->options, rerun->serial),
       stimulus, ids_of(id, *chosen));
}

/// Whether it had to be refused: nothing steps an action that is quarantined.
bool coordinator_state::refuse_quarantined_action(const msg::ordered& order, uint32_t number,
                                                  const char* code) {
  const auto note = rt->ports.reader.quarantined(action_of(id, number));
  if (note && !*note && !broken.contains(number)) return false;  // its note may be on its way
  if (note)
    reply(order,
          failure{errc::conflict, "action @" + std::to_string(number) + " is quarantined", code,
                  rt->settings.ids.text(id), "Leave it out; `foliot why` shows the reason"});
  else
    reply(order, note.error());
  return true;
}

/// A workflow that was ordered to run again: judged as by itself, then its action starts over with
/// it at once.
void coordinator_state::rerun_child(const msg::stimulus& stimulus) {
  const auto& order = std::get<msg::ordered>(stimulus.what);
  const auto& what = std::get<model::orders::rerun_child>(order.what);
  if (!settled()) {
    deferred.push_back(stimulus);
    return;
  }
  const entity_id child{id.partition, entity_kind::workflow, 0, id.root, what.workflow};
  result<ended_workflow> before = load_ended(*rt, child);
  if (!before) return reply(order, before.error());
  const auto plan = plan_rerun(std::move(*before), what.given, rt->settings.rerun_of_children);
  if (!plan) return reply(order, plan.error());
  const entity_id parent = action_of(id, what.action);
  const auto stored = rt->ports.reader.record(parent);
  if (!stored) return reply(order, stored.error());
  const auto* action = *stored ? &std::get<model::action_record>(**stored) : nullptr;
  if (action == nullptr || action->workflow != what.workflow)
    return reply(order, failure{errc::conflict, "its action has gone on to another run", "E0805",
                                rt->settings.ids.text(parent), "Rerun the action"});
  if (refuse_quarantined_action(order, what.action, "E0805")) return;
  if (actions.contains(what.action)) {  // it is about to rest
    deferred.push_back(stimulus);
    return;
  }
  model::rerun_options options;
  options.failed = true;
  auto verdict = model::judge_rerun(newest, {{what.action, action->state, {0, 0}}}, options);
  if (verdict && verdict->event) {
    auto& event = std::get<model::coordinator_events::rerun>(*verdict->event);
    event.at_once = true;
    event.given = what.given;
  }
  take(verdict, stimulus, {parent});
}

void coordinator_state::kill_actions(const msg::ordered& order,
                                     const std::vector<model::selected_action>& chosen) {
  if (auto note = model::no_kill_of_actions(newest))
    return reply(order, model::order_reply{{}, std::move(*note)});
  std::vector<model::selected_action> alive;
  for (const model::selected_action& action : chosen)
    if (!model::is_terminal(action.state) && actions.contains(action.number))
      alive.push_back(action);
  model::order_reply told{ids_of(id, alive), {}};
  if (alive.empty()) {
    told.note = "nothing was killed: no selected action is unfinished";
    return reply(order, std::move(told));
  }
  auto answer = std::make_shared<last_answer>(alive.size(), std::move(told), order.done);
  for (const model::selected_action& action : alive)
    tell(actions.at(action.number),
         msg::ordered{model::orders::kill{},
                      [answer](const result<model::order_reply>&) { answer->one(); }});
}

}  // namespace foliot::actors
