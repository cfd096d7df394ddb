#include "actors/bundle.hpp"

#include <algorithm>

#include "actors/coordinator.hpp"
#include "actors/entity_steps.hpp"
#include "actors/loader.hpp"
#include "base/limits.hpp"
#include "model/bundle_policy.hpp"
#include "model/tables.hpp"

namespace foliot::actors {

result<void> bundle_state::understand() {
  auto stored = rt->ports.reader.definition(id.root, newest.definition);
  if (!stored) return std::move(stored).error();
  if (!*stored) return failure{errc::corrupt, "the definition is not in the store", "", "", ""};
  text = std::make_shared<const model::definition_text>(std::move(**stored));
  auto understood = rt->ports.definitions.bundle(*text);
  if (!understood) return std::move(understood).error();
  definition = std::move(*understood);
  return {};
}

result<newborn> bundle_state::born(const model::birth<model::coordinator_event>& birth,
                                   instant now) const {
  const auto read = hearing.candidates.find(birth.id.job);
  FOLIOT_ASSERT(read != hearing.candidates.end(),
                "a coordinator is born of an application that was read");
  model::coordinator_step step =
      model::advance(model::coordinator_context{birth.id, *read->second}, {}, birth.event, now);
  if (step.broken) return failure{errc::contract, *step.broken, "", "", ""};
  if (!step.accepted)
    return failure{errc::contract, "the coordinator refused to be born", "", "", ""};
  return newborn{birth.id, model::any_record(std::move(step.next)), std::nullopt};
}

void bundle_state::spawn(const std::vector<newborn>& children) {
  for (const newborn& child : children) {
    auto record = std::make_shared<const model::coordinator_record>(
        std::get<model::coordinator_record>(child.record));
    rt->stored.add(id.root, record->definition);
    entity_actor& handle = coordinators[child.id.job];
    handle = self->spawn(coordinator, rt, child.id, self->address(), std::move(record), nullptr);
    self->send(handle, msg::stimulus{msg::begin{}, {child.sequence, {}, {}, {}}});
  }
}

void bundle_state::perform(const model::bundle_record& durable) {
  namespace fx = model::bundle_effects;
  next_wake = never;
  bool must_start = false;
  bool must_pause = false;
  bool must_retry = false;
  bool must_name = false;
  end_loading(durable);
  end_awaiting(durable);
  for (const auto& effect : model::owed(context(), durable, rt->ports.clock.now())) {
    if (const auto* at = std::get_if<fx::wake_at>(&effect)) {
      next_wake = std::min(next_wake, at->at);
    } else if (std::get_if<fx::start>(&effect)) {
      must_start = true;
    } else if (std::get_if<fx::pause>(&effect)) {
      must_pause = true;
    } else if (std::get_if<fx::retry>(&effect)) {
      must_retry = true;
    } else if (std::get_if<fx::name_recovery>(&effect)) {
      must_name = true;
    } else if (std::get_if<fx::recover>(&effect)) {
      recover(durable);
    } else if (std::get_if<fx::end_recovery>(&effect)) {
      end_recovery(durable);
    } else if (const auto* wanted = std::get_if<fx::load_coordinator>(&effect)) {
      load(durable, wanted->member);
    } else if (const auto* order = std::get_if<fx::order_coordinator>(&effect)) {
      order_coordinator(*order);
    } else if (std::get_if<fx::kill_coordinators>(&effect)) {
      kill_coordinators();
    } else if (std::get_if<fx::ask_summary>(&effect)) {
      self->send(rt->staff.transition,
                 msg::attend{id, entity_actor{self}, asked, because().sequence});
    }
  }
  drop_shared(durable);
  self->send(rt->staff.alarm, msg::wake{id, next_wake, entity_actor{self}});
  if (must_start) start(because(), {model::orders::start{}, {}});
  if (must_pause) feed(model::bundle_events::pause_reached{}, because());
  if (must_name && settled())
    feed(model::bundle_events::recovery_named{make_job_number(rt->settings.epoch,
                                                              rt->ports.ids.next())},
         because());
  if (must_retry && settled()) retry();
  hear_members();
  rest_if_done();
}

/// Nothing that it waits for comes later because of this.
void bundle_state::ring_by(instant at) {
  next_wake = std::min(next_wake, at);
  self->send(rt->staff.alarm, msg::wake{id, next_wake, entity_actor{self}});
}

entity_id bundle_state::coordinator_of(const model::bundle_member& member) const {
  return {id.partition, entity_kind::coordinator, 0, id.root, member.coordinator};
}

/// The status on disk of a member's coordinator; none where there is none.
model::status bundle_state::state_of(const model::bundle_member& member) const {
  if (!member.created) return model::status::none;
  const auto stored = rt->ports.reader.record(coordinator_of(member));
  return stored && *stored ? model::state_of(**stored) : model::status::none;
}

void bundle_state::create(const msg::create& order, const model::cause& why) {
  text = order.text;
  auto understood = rt->ports.definitions.bundle(*text);
  if (!understood) return order.done(std::move(understood).error());
  definition = std::move(*understood);
  kv_batch extra;
  store::add_root_rows(id, *text, extra);
  feed(std::get<model::bundle_event>(*order.event), why, std::move(extra), order.done);
}

void bundle_state::hand_on(const msg::routed& passed, const model::cause& why) {
  if (passed.path.empty()) return receive(*passed.inner);
  if (recovery && passed.path.front().job == recovery_job) return hand_down(recovery, passed, why);
  auto found = coordinators.find(passed.path.front().job);
  const auto* order = std::get_if<msg::ordered>(&passed.inner->what);
  if (found == coordinators.end() && order != nullptr && model::may_revive(order->what))
    found = revive(passed.path.front());
  if (found == coordinators.end()) return refuse_routed(passed);
  hand_down(found->second, passed, why);
}

/// A coordinator that rests comes back for an order that may mean something to it.
std::map<job_number, entity_actor>::iterator bundle_state::revive(const entity_id& child) {
  if (quarantined() || child.kind != entity_kind::coordinator) return coordinators.end();
  auto stored = rt->ports.reader.record(child);
  if (!stored || !*stored) return coordinators.end();
  auto record = std::make_shared<const model::coordinator_record>(
      std::get<model::coordinator_record>(std::move(**stored)));
  return coordinators
      .emplace(child.job,
               self->spawn(coordinator, rt, child, self->address(), std::move(record), nullptr))
      .first;
}

/// It came to a coordinator that was let go meanwhile.
void bundle_state::returned(const msg::returned& back, const model::cause& why) {
  if (const auto* passed = std::get_if<msg::routed>(&back.inner->what)) {
    msg::routed again = *passed;
    again.path.insert(again.path.begin(), back.child);
    return hand_on(again, why);
  }
  hand_on({{back.child}, back.inner}, back.inner->why);
}

void bundle_state::rest_if_done() {
  if (resting || !coordinators.empty() || !loading.empty() || !gathered.empty() || !settled() ||
      quarantined())
    return;
  if (newest.version == 0 || !model::is_terminal(newest.state)) return;
  if (newest.retry_at != never || !shared.empty() || !leaving.empty()) return;
  if (newest.recovery != 0 || recovery || reading_recovery) return;
  if (model::is_pending(model::any_record(newest))) return;
  resting = true;
  self->send(rt->staff.alarm, msg::wake{id, never, entity_actor{self}});
  self->send(rt->staff.transition, msg::dismiss{id});
  tell_owner(msg::child_rests{id});
}

void bundle_state::child_rests(const entity_id& child) {
  if (child.job == recovery_job && recovery) {
    tell(recovery, msg::let_go{});
    recovery = nullptr;
  }
  const auto found = coordinators.find(child.job);
  if (found == coordinators.end()) return;
  tell(found->second, msg::let_go{});
  coordinators.erase(found);
  doomed.erase(child.job);
  leaving.insert(child.job);
}

/// Coordinators that are paused, told of before they obeyed the order to be suspended.
bool bundle_state::is_outdated(const model::child_summary& told) const {
  if (!newest.suspended || !told.all_paused) return false;
  return std::any_of(newest.members.begin(), newest.members.end(),
                     [](const model::bundle_member& member) { return member.state_order != 0; });
}

void bundle_state::receive(const msg::stimulus& stimulus) {
  if (came_too_late(stimulus, resting)) return;
  const model::cause& why = stimulus.why;
  if (gathered.empty()) gathered.why = why;
  if (std::get_if<msg::begin>(&stimulus.what)) {
    perform_now();
    for (const auto& [number, handle] : coordinators) tell(handle, msg::begin{});
    look_at_resting();
  } else if (const auto* birth = std::get_if<msg::create>(&stimulus.what)) {
    create(*birth, why);
  } else if (std::get_if<msg::rang>(&stimulus.what)) {
    perform_now();
  } else if (const auto* there = std::get_if<msg::dataset_ready>(&stimulus.what)) {
    application_appeared(*there);
  } else if (std::get_if<msg::inputs_checked>(&stimulus.what)) {
    applications_looked_for();
  } else if (const auto* summary = std::get_if<msg::summary_changed>(&stimulus.what)) {
    if (summary->serial >= asked && !is_outdated(summary->summary))
      feed(model::bundle_events::children_changed{summary->summary}, why);
  } else if (const auto* read = std::get_if<msg::application_read>(&stimulus.what)) {
    if (read->member == recovery_member)
      recovery_read(*read, why);
    else
      application_read(*read);
  } else if (const auto* report = std::get_if<msg::child_reported>(&stimulus.what)) {
    if (report->child.kind == entity_kind::workflow)
      recovery_told(*report, why);
    else
      child_reported(report->child, report->state);
  } else if (const auto* rests = std::get_if<msg::child_rests>(&stimulus.what)) {
    child_rests(rests->child);
  } else if (const auto* order = std::get_if<msg::ordered>(&stimulus.what)) {
    obey(*order, why);
  } else if (const auto* passed = std::get_if<msg::routed>(&stimulus.what)) {
    hand_on(*passed, why);
  } else if (const auto* back = std::get_if<msg::returned>(&stimulus.what)) {
    returned(*back, why);
  } else if (const auto* returns = std::get_if<msg::back_to_work>(&stimulus.what)) {
    member_is_back(returns->child);
  } else if (const auto* gone = std::get_if<msg::left>(&stimulus.what)) {
    leaving.erase(gone->child.job);
  } else if (const auto* answer = std::get_if<msg::member_answered>(&stimulus.what)) {
    member_answered(*answer);
  } else if (std::get_if<msg::let_go>(&stimulus.what)) {
    return leave();
  }
  hear_members();
  rest_if_done();
}

/// A bundle that comes back to life: its counters were forgotten when it rested.
void bundle_state::recount() {
  model::child_counts counts;
  for (const model::bundle_member& member : newest.members) {
    if (!member.created) continue;
    auto stored = rt->ports.reader.record(coordinator_of(member));
    if (!stored || !*stored) continue;
    model::child_change change;
    change.after = model::state_of(**stored);
    change.pending_after = model::is_pending(**stored);
    counts.apply(change);
  }
  self->send(rt->staff.transition, msg::counted{id, counts});
}

entity_actor::behavior_type bundle(entity_actor::stateful_pointer<bundle_state> self, runtime* rt,
                                   const entity_id& id, caf::actor_addr owner,
                                   std::shared_ptr<const model::bundle_record> record,
                                   std::shared_ptr<const recovered_tree> tree) {
  bundle_state& state = self->state;
  state.init(self, rt, id, std::move(owner), *record);
  if (record->version > 0) {
    const result<void> understood = state.understand();
    if (!understood) {
      state.set_quarantined();
      rt->ports.log.write(log_level::error, "bundle.not-understood",
                          rt->settings.ids.text(id) + ": " + understood.error().text());
    }
    if (!tree) state.recount();
    static const recovered_tree none;
    for (const auto& [child, child_record] : (tree ? *tree : none).of(id)) {
      if (child.kind != entity_kind::coordinator) continue;  // a recovery: as the record wants it
      auto shared = std::make_shared<const model::coordinator_record>(
          std::get<model::coordinator_record>(child_record));
      state.coordinators[child.job] =
          self->spawn(coordinator, rt, child, self->address(), std::move(shared), tree);
    }
  }
  return {[self](const msg::stimulus& stimulus) { self->state.hear(stimulus); },
          [self](const msg::durable& news) { self->state.on_durable(news); }};
}

}  // namespace foliot::actors
