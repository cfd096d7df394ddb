// How a bundle obeys, and how it passes orders on to its coordinators: each is judged by the model,
// fed as one step, owed until its coordinator has answered, and sent once in an engine's life.
#include <algorithm>
#include <memory>
#include <string>

#include <caf/send.hpp>

#include "actors/bundle.hpp"
#include "actors/entity_steps.hpp"
#include "model/bundle_change.hpp"
#include "model/moves.hpp"

namespace foliot::actors {

void bundle_state::obey(const msg::ordered& order, const model::cause& why) {
  namespace orders = model::orders;
  if (refuse_quarantined(order)) return;
  hear_members_now();
  std::visit(model::overloaded{
                 [&](const orders::start&) { start(why, order); },
                 [&](const orders::suspend&) { take(model::judge_suspend(newest), why, order); },
                 [&](const orders::resume&) { take(model::judge_resume(newest), why, order); },
                 [&](const orders::kill&) { take(model::judge_kill(newest), why, order); },
                 [&](const orders::change_bundle& what) { change(what.values, why, order); },
                 [&](const orders::rerun_bundle& what) {
                   const auto verdict = model::judge_rerun(context(), newest, what);
                   if (!verdict) return reply(order, verdict.error());
                   if (!verdict->event) return take(*verdict, why, order);
                   share(*verdict, model::member_order::rerun,
                         std::get<model::bundle_events::rerun>(*verdict->event).members, why,
                         order);
                 },
                 [&](const auto&) { refuse_order(order); }},
             order.what);
}

void bundle_state::take(const model::bundle_verdict& verdict, const model::cause& why,
                        const msg::ordered& order) {
  model::order_reply told{{}, verdict.note};
  if (verdict.event)
    feed_order(*verdict.event, why, order, std::move(told));
  else
    reply(order, std::move(told));
}

void bundle_state::change(const std::string& values, const model::cause& why,
                          const msg::ordered& order) {
  std::vector<model::status> states;
  for (const model::bundle_member& member : newest.members) states.push_back(state_of(member));
  const auto verdict = model::judge_change(context(), newest, values, states,
                                           rt->settings.parsing.zone, rt->ports.clock.now());
  if (!verdict) return reply(order, verdict.error());
  if (!verdict->event) return take(*verdict, why, order);
  share(*verdict, model::member_order::change,
        std::get<model::bundle_events::changed>(*verdict->event).members, why, order);
}

/// Takes the step; the answer waits for those of `members`.
void bundle_state::share(const model::bundle_verdict& verdict, model::member_order kind,
                         const std::vector<uint16_t>& members, const model::cause& why,
                         const msg::ordered& order) {
  shared_order collected;
  collected.kind = kind;
  collected.unreached = verdict.unreached;
  collected.left.insert(members.begin(), members.end());
  if (members.empty()) {
    collected.done = order.done;
    auto later = [this, collected](result<model::order_reply> written) {
      if (!written && collected.done) return collected.done(std::move(written));
      finish(collected);
    };
    feed_order(*verdict.event, why, {order.what, std::move(later)});
    return;
  }
  if (!feed(*verdict.event, why))
    return reply(order, failure{errc::conflict, "the job is quarantined", "E0606",
                                rt->settings.ids.text(id), "`foliot why` shows the reason"});
  collected.serial = model::unconfirmed(newest.members.at(members.front()), kind);
  collected.done = order.done;
  shared.push_back(std::move(collected));
}

void bundle_state::order_coordinator(const model::bundle_effects::order_coordinator& effect) {
  uint32_t& last = sent[{effect.member, effect.kind}];
  if (last == effect.serial && effect.serial != 0) return;
  last = effect.serial;
  const model::bundle_member& member = newest.members.at(effect.member);
  // Weak: the answer lies in the coordinator, which the bundle owns.
  const auto answer = [me = self->address(), effect](result<model::order_reply> outcome) {
    const auto strong = caf::actor_cast<caf::strong_actor_ptr>(me);
    if (!strong) return;
    auto shared_outcome = std::make_shared<const result<model::order_reply>>(std::move(outcome));
    caf::anon_send(caf::actor_cast<entity_actor>(strong),
                   msg::stimulus{msg::member_answered{effect.member, effect.kind, effect.serial,
                                                      std::move(shared_outcome)},
                                 {}});
  };
  auto found = coordinators.find(member.coordinator);
  if (found == coordinators.end() && effect.kind != model::member_order::state)
    found = revive(coordinator_of(member));
  // Let go already, so it has ended: that confirms the order.
  if (found == coordinators.end()) return answer(model::order_reply{});
  tell(found->second, msg::ordered{effect.what, answer});
}

/// Each once, until it rests. Nobody waits for the answers: the record says what is owed.
void bundle_state::kill_coordinators() {
  for (const auto& [job, handle] : coordinators)
    if (doomed.insert(job).second) tell(handle, msg::ordered{model::orders::kill{}, {}});
}

/// A newer order of the same kind says all that the older one did.
void bundle_state::answer_shared(uint16_t member, model::member_order kind, uint32_t serial,
                                 const std::string& unreached) {
  for (shared_order& each : shared) {
    if (each.kind != kind || each.serial > serial || each.left.erase(member) == 0) continue;
    if (!unreached.empty()) each.unreached.push_back({member, unreached});
  }
  const auto answered = std::stable_partition(
      shared.begin(), shared.end(), [](const shared_order& each) { return !each.left.empty(); });
  const std::vector<shared_order> complete(std::make_move_iterator(answered),
                                           std::make_move_iterator(shared.end()));
  shared.erase(answered, shared.end());
  for (const shared_order& each : complete) finish(each);
}

/// Orders that a kill made void before they were sent are answered by nobody else.
void bundle_state::drop_shared(const model::bundle_record& durable) {
  struct dropped_order {
    uint16_t member;
    model::member_order kind;
    uint32_t serial;
  };
  std::vector<dropped_order> dropped;
  for (const shared_order& each : shared) {
    if (durable.orders < each.serial) continue;
    for (uint16_t member : each.left) {
      const auto last = sent.find({member, each.kind});
      const bool was_sent = last != sent.end() && last->second >= each.serial;
      if (!was_sent && model::unconfirmed(durable.members.at(member), each.kind) == 0)
        dropped.push_back({member, each.kind, each.serial});
    }
  }
  for (const dropped_order& each : dropped)
    answer_shared(each.member, each.kind, each.serial, std::string(model::coordinator_is_killed));
}

void bundle_state::finish(const shared_order& order) const {
  if (!order.done) return;
  std::vector<model::unchanged_coordinator> list;
  for (const model::unreached_member& each : order.unreached) {
    const model::bundle_member& member = newest.members.at(each.member);
    const std::string called = member.created ? rt->settings.ids.text(coordinator_of(member))
                                              : definition->coordinators.at(member.index).name;
    list.push_back({called, each.why});
  }
  if (order.kind == model::member_order::change) {
    const auto report = model::report_bundle_change(list);
    return order.done(report ? result<model::order_reply>(model::order_reply{})
                             : result<model::order_reply>(report.error()));
  }
  model::order_reply told;
  for (const auto& each : list)
    told.note += (told.note.empty() ? "not rerun: " : "; ") + each.id + " : " + each.why;
  order.done(std::move(told));
}

/// What -rerun does, for the coordinators that did not SUCCEED.
void bundle_state::retry() {
  model::bundle_events::retried event;
  constexpr model::status_set left_alone{model::status::succeeded, model::status::ignored};
  for (size_t i = 0; i < newest.members.size(); ++i)
    if (newest.members[i].created && !left_alone.has(state_of(newest.members[i])))
      event.members.push_back(static_cast<uint16_t>(i));
  feed(event, because());
}

}  // namespace foliot::actors
