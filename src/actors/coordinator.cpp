#include "actors/coordinator.hpp"

#include <algorithm>
#include <utility>

#include "actors/entity_steps.hpp"
#include "base/limits.hpp"
#include "model/coordinator_update.hpp"

namespace foliot::actors {

namespace {

/// Statuses of a job in which READY actions may start (coordinator.md 5.5). FAILED, because an
/// action could not be made, it leaves those before that one to go on.
constexpr model::status_set starting_statuses{
    model::status::running, model::status::running_with_error, model::status::succeeded,
    model::status::paused,  model::status::paused_with_error,  model::status::failed};

/// Properties were checked when the job was submitted: those of an earlier version limit nothing.
std::shared_ptr<const coordinator_facts> facts_from(
    std::shared_ptr<const model::coordinator_definition> definition, const hash128& hash,
    const std::string& user, instant end) {
  const auto rule = model::start_rule_of(definition->conf);
  return std::make_shared<const coordinator_facts>(coordinator_facts{
      std::move(definition), hash, user, end, rule ? *rule : model::start_rule{}});
}

}  // namespace

result<std::shared_ptr<const model::coordinator_definition>> coordinator_state::definition(
    const hash128& hash) const {
  auto text = rt->ports.reader.definition(id.root, hash);
  if (!text) return std::move(text).error();
  if (!*text) return failure{errc::corrupt, "the definition is not in the store", "", "", ""};
  return rt->ports.definitions.coordinator(**text);
}

std::shared_ptr<const coordinator_facts> coordinator_state::facts_of(
    const hash128& hash, std::shared_ptr<const model::coordinator_definition> definition) const {
  const instant end = model::timetable_of(*definition, newest).end;
  return facts_from(std::move(definition), hash, newest.user, end);
}

result<void> coordinator_state::understand() {
  auto understood = definition(newest.definition);
  if (!understood) return std::move(understood).error();
  facts = facts_of(newest.definition, std::move(*understood));
  for (const model::former_definition& each : newest.former) {
    if (former_facts.contains(each.definition)) continue;
    auto former = definition(each.definition);
    if (!former) return std::move(former).error();
    former_facts.emplace(each.definition, facts_of(each.definition, std::move(*former)));
  }
  return {};
}

const std::shared_ptr<const coordinator_facts>& coordinator_state::facts_for(
    uint32_t number) const {
  const auto found = former_facts.find(model::definition_of(newest, number));
  return found == former_facts.end() ? facts : found->second;
}

/// A birth, or an event for an action at rest, whose record is on disk.
result<newborn> coordinator_state::born(const model::birth<model::action_event>& birth,
                                        instant now) const {
  const bool is_birth = std::holds_alternative<model::action_events::created>(birth.event) ||
                        std::holds_alternative<model::action_events::passed_over>(birth.event);
  std::optional<model::any_record> before;
  if (!is_birth) {
    auto stored = rt->ports.reader.record(birth.id);
    if (!stored) return std::move(stored).error();
    if (!*stored) return failure{errc::contract, "an action at rest is not on disk", "", "", ""};
    before = std::move(**stored);
  }
  const model::action_record none;
  const model::action_record& record = before ? std::get<model::action_record>(*before) : none;
  const std::shared_ptr<const coordinator_facts>& own = facts_for(birth.id.number);
  model::action_step step = model::advance(
      model::action_context{birth.id, *own->definition, own->end}, record, birth.event, now);
  if (step.broken) return failure{errc::contract, *step.broken, "", "", ""};
  if (!step.accepted)
    return failure{errc::contract, "the action refused its coordinator's step", "", "", ""};
  return newborn{birth.id, model::any_record(std::move(step.next)), std::move(before)};
}

void coordinator_state::spawn(const std::vector<newborn>& children) {
  for (const newborn& child : children) {
    const auto& record = std::get<model::action_record>(child.record);
    if (model::is_terminal(record.state)) continue;  // passed over or ignored: it needs no actor
    actions[child.id.number] =
        self->spawn(action, rt, child.id, self->address(), facts_for(child.id.number), record,
                    nullptr, child.sequence);
    note(child.id.number, record.version, record.state, record.pending);
    expect_ready(child.id.number, record);
  }
}

/// Several that are due at once become READY in any order, and the slots are for the first of them
/// all: nobody gets one before they are READY.
void coordinator_state::expect_ready(uint32_t number, const model::action_record& record) {
  const model::coordinator_definition& made_of = *facts_for(number)->definition;
  const bool waits_for_data = !made_of.inputs.empty() || made_of.logic;
  const bool cleans = record.extra && record.extra->cleaning;
  if (record.state == model::status::waiting && !waits_for_data && !cleans &&
      record.nominal <= rt->ports.clock.now())
    unlooked.insert(number);
}

void coordinator_state::perform(const model::coordinator_record& durable) {
  namespace fx = model::coordinator_effects;
  next_wake = never;
  wants_more = false;
  bool must_pause = false;
  share_changes(durable);
  if (reruns && settled()) {
    reruns = false;
    ask_for_summary();
  }
  for (const auto& effect : model::owed(context(), durable, rt->ports.clock.now())) {
    if (const auto* at = std::get_if<fx::wake_at>(&effect)) {
      next_wake = std::min(next_wake, at->at);
    } else if (std::get_if<fx::materialise>(&effect)) {
      wants_more = true;
    } else if (std::get_if<fx::kill_actions>(&effect)) {
      for (uint32_t number : roster.unfinished())
        tell(actions.at(number), msg::ordered{model::orders::kill{}, {}});
    } else if (const auto* order = std::get_if<fx::order_actions>(&effect)) {
      order_actions(order->serial, order->hold);
    } else if (std::get_if<fx::pause>(&effect)) {
      must_pause = true;
    } else if (std::get_if<fx::ask_summary>(&effect)) {
      self->send(rt->staff.transition,
                 msg::attend{id, entity_actor{self}, summary_asked, because().sequence});
    } else if (std::get_if<fx::report>(&effect)) {
      tell_owner(msg::child_reported{id, durable.version, durable.state, durable.pending, nullptr});
    }
  }
  self->send(rt->staff.alarm, msg::wake{id, next_wake, entity_actor{self}});
  if (must_pause) feed(model::coordinator_events::pause_reached{}, because());
  retry_deferred();
  retry_pruning();
  materialise();
  give_slots();
  rest_if_done();
}

/// Its actions live with the end that the job has now; those beyond it are taken away.
void coordinator_state::share_changes(const model::coordinator_record& durable) {
  const instant end = model::timetable_of(*facts->definition, durable).end;
  if (end != facts->end) {
    const auto moved = [end](std::shared_ptr<const coordinator_facts>& of) {
      coordinator_facts changed = *of;
      changed.end = end;
      of = std::make_shared<const coordinator_facts>(std::move(changed));
    };
    moved(facts);
    for (auto& [hash, former] : former_facts) moved(former);
    for (const auto& [number, handle] : actions)
      tell(handle, msg::facts_changed{facts_for(number)});
  }
  if (!settled()) return;
  for (auto at = actions.upper_bound(durable.actions); at != actions.end(); ++at)
    tell(at->second, msg::retire{});
}

void coordinator_state::order_actions(uint32_t serial, bool hold) {
  if (serial == told_orders) return;
  told_orders = serial;
  awaited.clear();
  for (uint32_t number : roster.unfinished()) {
    awaited.insert(number);
    tell(actions.at(number), msg::job_held{serial, hold});
  }
  if (awaited.empty()) ask_for_summary();
}

/// What the summary said before the last action had heard is history.
void coordinator_state::ask_for_summary() {
  ++summary_asked;
  self->send(rt->staff.transition,
             msg::attend{id, entity_actor{self}, summary_asked, because().sequence});
}

/// Only on a state that is on disk: the next range starts from its high-water mark.
void coordinator_state::materialise() {
  if (!wants_more || !settled() || quarantined()) return;
  if (!actions.empty() && actions.rbegin()->first > newest.actions)
    return;  // still being taken away
  const uint32_t room = model::room_for(context(), newest, roster.waiting(),
                                        limits::catch_up_step_max, rt->ports.clock.now());
  if (room == 0) return;  // a child's report asks again
  if (rt->settings.safe_mode()) {
    const instant later = plus_ms(rt->ports.clock.now(), limits::alarm_sleep_ms_max);
    next_wake = std::min(next_wake, later);  // not later than its pause time
    self->send(rt->staff.alarm, msg::wake{id, next_wake, entity_actor{self}});
    return;
  }
  wants_more = false;
  feed(model::coordinator_events::materialised{room}, because());
}

void coordinator_state::note(uint32_t number, uint64_t version, model::status state, bool pending) {
  roster.report(number, version, state);
  if (pending && roster.state_of(number) == model::status::suspended)
    resuming.insert(number);
  else
    resuming.erase(number);
}

void coordinator_state::give_slots() {
  if (!starting_statuses.has(newest.state) || !unlooked.empty()) return;
  // Actions that are still SUSPENDED though the job was resumed will want their slots.
  if (!awaited.empty() || !resuming.empty()) return;
  const int32_t concurrency = model::concurrency_of(*facts->definition, newest);
  for (uint32_t number : roster.grant(facts->definition->order, concurrency))
    tell(actions.at(number), msg::slot_granted{});
}

void coordinator_state::create(const msg::create& order, const model::cause& why) {
  const auto& event = std::get<model::coordinator_event>(*order.event);
  auto understood = rt->ports.definitions.coordinator(*order.text);
  if (!understood) return order.done(std::move(understood).error());
  const auto& birth = std::get<model::coordinator_events::created>(event);
  const instant end = (*understood)->end;
  facts = facts_from(std::move(*understood), birth.definition, birth.user, end);
  kv_batch extra;
  store::add_root_rows(id, *order.text, extra);
  feed(event, why, std::move(extra), order.done);
}

void coordinator_state::hand_on(const msg::routed& passed, const model::cause& why) {
  if (passed.path.empty()) return receive(*passed.inner);
  const auto found = actions.find(passed.path.front().number);
  if (found == actions.end()) return refuse_routed(passed);
  hand_down(found->second, passed, why);
}

void coordinator_state::rest_if_done() {
  if (resting || !actions.empty() || !settled() || quarantined() || !deferred.empty()) return;
  if (newest.version == 0 || !model::is_terminal(newest.state) || newest.pending) return;
  resting = true;
  self->send(rt->staff.alarm, msg::wake{id, never, entity_actor{self}});
  self->send(rt->staff.transition, msg::dismiss{id});
  tell_owner(msg::child_rests{id});
}

/// A job that comes back to life: its counters were forgotten when it rested.
result<void> coordinator_state::recount() {
  model::child_counts counts;
  const auto seen = rt->ports.reader.actions(
      id, 1, UINT32_MAX, [&](uint32_t number, const model::action_record& record) {
        model::child_change change;
        change.after = record.state;
        change.pending_after = record.pending;
        change.count_after = model::actions_in(record, number);
        counts.apply(change);
        return true;
      });
  if (!seen) return seen.error();
  model::count_gone(newest, counts);
  self->send(rt->staff.transition, msg::counted{id, counts});
  return {};
}

/// Once all have heard of the newest order, the summary tells of it.
void coordinator_state::heard_of(uint32_t number) {
  if (awaited.erase(number) > 0 && awaited.empty()) ask_for_summary();
}

void coordinator_state::child_rests(const entity_id& child) {
  const auto found = actions.find(child.number);
  if (found == actions.end()) return;
  tell(found->second, msg::let_go{});
  actions.erase(found);
  unlooked.erase(child.number);
  broken.erase(child.number);
  roster.release(child.number);
  resuming.erase(child.number);
  heard_of(child.number);
  retry_deferred();
  materialise();
  give_slots();  // it may have had one
}

void coordinator_state::retry_deferred() {
  if (!settled()) return;
  for (const msg::stimulus& order : std::exchange(deferred, {}))
    do_because(order.why, [&] { obey(order); });
}

void coordinator_state::receive(const msg::stimulus& stimulus) {
  if (came_too_late(stimulus, resting)) return;
  const model::cause& why = stimulus.why;
  if (std::get_if<msg::begin>(&stimulus.what)) {
    perform_now();
    for (const auto& [number, handle] : actions) tell(handle, msg::begin{});
  } else if (const auto* order = std::get_if<msg::create>(&stimulus.what)) {
    create(*order, why);
  } else if (std::get_if<msg::rang>(&stimulus.what)) {
    perform_now();
  } else if (const auto* summary = std::get_if<msg::summary_changed>(&stimulus.what)) {
    // At rest all actions are gone: what the summary says of them is history; so is what it says
    // of actions that have not heard of a suspension or its end, said before they had, or started
    // over since.
    const bool fresh = summary->serial >= summary_asked && !reruns;
    if (!resting && awaited.empty() && fresh)
      feed(model::coordinator_events::children_changed{summary->summary}, why);
  } else if (const auto* report = std::get_if<msg::child_reported>(&stimulus.what)) {
    note(report->child.number, report->version, report->state,
         report->pending && !report->quarantined);
    if (report->quarantined || report->state != model::status::waiting)
      unlooked.erase(report->child.number);
    if (report->quarantined || report->obeyed >= told_orders || model::is_terminal(report->state))
      heard_of(report->child.number);
    if (!report->quarantined)
      broken.erase(report->child.number);
    else if (broken.insert(report->child.number).second)
      retry_deferred();  // such a one never rests
    give_slots();
    materialise();
  } else if (const auto* rests = std::get_if<msg::child_rests>(&stimulus.what)) {
    child_rests(rests->child);
  } else if (std::get_if<msg::ordered>(&stimulus.what)) {
    obey(stimulus);
  } else if (const auto* passed = std::get_if<msg::routed>(&stimulus.what)) {
    hand_on(*passed, why);
  } else if (const auto* back = std::get_if<msg::back_to_work>(&stimulus.what)) {
    action_is_back(back->child.number);
  } else if (const auto* old = std::get_if<msg::prune>(&stimulus.what)) {
    prune(*old);
  } else if (std::get_if<msg::let_go>(&stimulus.what)) {
    for (const msg::prune& waits : std::exchange(pruning, {})) waits.done({});
    tell_owner(msg::left{id});
    return leave();
  }
  rest_if_done();
}

entity_actor::behavior_type coordinator(entity_actor::stateful_pointer<coordinator_state> self,
                                        runtime* rt, const entity_id& id, caf::actor_addr owner,
                                        std::shared_ptr<const model::coordinator_record> record,
                                        std::shared_ptr<const recovered_tree> tree) {
  coordinator_state& state = self->state;
  state.init(self, rt, id, std::move(owner), *record);
  if (record->version > 0) {
    result<void> known = state.understand();
    const bool revived = !tree && model::is_terminal(record->state);
    if (known && revived) known = state.recount();
    if (!known) {
      state.set_quarantined();
      rt->ports.log.write(log_level::error, "coordinator.not-understood",
                          rt->settings.ids.text(id) + ": " + known.error().text());
    } else if (tree) {
      for (const auto& [child, child_record] : tree->of(id)) {
        const auto& action_record = std::get<model::action_record>(child_record);
        state.actions[child.number] =
            self->spawn(action, rt, child, self->address(), state.facts_for(child.number),
                        action_record, tree, uint64_t{0});
        state.note(child.number, action_record.version, action_record.state, action_record.pending);
        if (!rt->quarantined_before.contains(child))
          state.expect_ready(child.number, action_record);
      }
    }
  }
  return {[self](const msg::stimulus& stimulus) { self->state.hear(stimulus); },
          [self](const msg::durable& news) {
            self->state.on_durable(news);
            if (self->state.quarantined()) self->state.retry_pruning();  // nothing goes
          }};
}

}  // namespace foliot::actors
