// What holds for every sequence of events, tried with random ones.
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "model/aggregate.hpp"
#include "model/journal.hpp"
#include "model/tables.hpp"
#include "tests/model/support.hpp"

namespace foliot::model {
namespace {

using enum status;
using support::minutes;

rc::Gen<status> any_of(status_set members) {
  std::vector<status> list;
  for (size_t i = 1; i < status_count; ++i)
    if (members.has(static_cast<status>(i))) list.push_back(static_cast<status>(i));
  return rc::gen::elementOf(list);
}

rc::Gen<child_summary> any_summary(status_set members) {
  return rc::gen::map(rc::gen::pair(rc::gen::container<std::vector<status>>(any_of(members)),
                                    rc::gen::inRange<size_t>(0, 2)),
                      [](const std::pair<std::vector<status>, size_t>& drawn) {
                        return support::children(drawn.first, drawn.second);
                      });
}

/// Feeds random events and checks what holds of every step of every machine.
template <class Context, class Record, class Event, class Table>
void hold_the_rules(const Context& context, const Table& table,
                    const std::vector<rc::Gen<Event>>& events) {
  Record record;
  instant now = minutes(-90);
  const auto steps = *rc::gen::inRange<int>(1, 40);
  for (int i = 0; i < steps; ++i) {
    now = plus_ms(now, *rc::gen::inRange<int64_t>(0, 40 * ms_per_minute));
    const Event event = *rc::gen::join(rc::gen::elementOf(events));
    const auto out = advance(context, record, event, now);
    RC_ASSERT(!out.broken);
    if (!out.accepted) continue;
    RC_ASSERT(out.next.version == record.version + 1);
    RC_ASSERT(out.next.modified == now);
    if (is_terminal(record.state)) RC_ASSERT(out.next.state == record.state);
    if (out.next.state != record.state) RC_ASSERT(may_become(table, record.state, out.next.state));
    // Repeating the event that was just taken must not undo anything already durable.
    RC_ASSERT(!(out.next == record));
    record = out.next;
    static_cast<void>(owed(context, record, now));
  }
}

template <class Event, class T>
rc::Gen<Event> always(T event) {
  return rc::gen::just(Event{std::move(event)});
}

RC_GTEST_PROP(properties, actions_hold_the_rules, ()) {
  const coordinator_definition definition = support::coordinator(60, 4);
  const action_context context{action_of(support::coordinator_id, 1), definition, definition.end};
  const auto changed = rc::gen::map(any_of(workflow_statuses), [](status s) {
    return action_event{action_events::workflow_changed{s, "E1", "why"}};
  });
  hold_the_rules<action_context, action_record, action_event>(
      context, action_table,
      {always<action_event>(action_events::created{minutes(0)}),
       always<action_event>(action_events::inputs_found{}),
       always<action_event>(action_events::inputs_found{}),
       always<action_event>(action_events::submitted{9, {}}),
       always<action_event>(action_events::timed_out{}),
       always<action_event>(action_events::skipped{}),
       always<action_event>(action_events::start_refused{"E1", "why"}),
       always<action_event>(action_events::killed{}), changed, changed, changed});
}

RC_GTEST_PROP(properties, coordinators_hold_the_rules, ()) {
  const coordinator_definition definition = support::coordinator(7, 20);
  const coordinator_context context{support::coordinator_id, definition};
  const auto made = rc::gen::map(rc::gen::inRange<uint32_t>(0, 9), [](uint32_t room) {
    return coordinator_event{coordinator_events::materialised{room}};
  });
  const auto changed = rc::gen::map(any_summary(action_statuses), [](child_summary summary) {
    return coordinator_event{coordinator_events::children_changed{summary}};
  });
  hold_the_rules<coordinator_context, coordinator_record, coordinator_event>(
      context, coordinator_table,
      {always<coordinator_event>(coordinator_events::created{}), made, made, made, changed, changed,
       always<coordinator_event>(coordinator_events::killed{})});
}

RC_GTEST_PROP(properties, bundles_hold_the_rules, ()) {
  bundle_definition definition = support::bundle({"a", "b", "c"});
  definition.coordinators[2].critical = *rc::gen::arbitrary<bool>();
  const bundle_context context{support::bundle_id, definition};
  const auto member = rc::gen::inRange<uint16_t>(0, 4);
  const auto accepted = rc::gen::map(member, [](uint16_t m) {
    return bundle_event{bundle_events::coordinator_accepted{m, {}}};
  });
  const auto refused = rc::gen::map(member, [](uint16_t m) {
    return bundle_event{bundle_events::coordinator_refused{m, "E1", "why"}};
  });
  const auto confirmed = rc::gen::map(
      member, [](uint16_t m) { return bundle_event{bundle_events::member_confirmed{m}}; });
  const auto changed = rc::gen::map(any_summary(coordinator_statuses), [](child_summary summary) {
    return bundle_event{bundle_events::children_changed{summary}};
  });
  const auto told = rc::gen::map(member, [](uint16_t m) {
    const uint16_t next = m + 1;
    return bundle_event{bundle_events::members_told{
        {{m, {}}, {next, {}}}, {{next, "E1", "why"}}, {{m}, {next}}, {{m}}, {}}};
  });
  hold_the_rules<bundle_context, bundle_record, bundle_event>(
      context, bundle_table,
      {always<bundle_event>(bundle_events::created{}),
       always<bundle_event>(bundle_events::started{{1, 2, 3}}), accepted, accepted, accepted,
       refused, confirmed, told, changed, changed, always<bundle_event>(bundle_events::killed{})});
}

RC_GTEST_PROP(properties, every_nominal_time_gets_one_action_however_it_is_cut, ()) {
  coordinator_definition d = support::coordinator(*rc::gen::inRange(1, 90), 1);
  auto& every = std::get<time::frequency>(d.every);
  every.unit = *rc::gen::element(time::time_unit::minute, time::time_unit::day,
                                 time::time_unit::week, time::time_unit::month);
  every.flag = *rc::gen::element(time::end_of::none, time::end_of::day, time::end_of::month);
  d.end = plus_ms(d.start, *rc::gen::inRange<int64_t>(0, 200 * ms_per_day));
  if (every.unit == time::time_unit::minute) every.count *= 60;
  const coordinator_context context{support::coordinator_id, d};

  coordinator_record job = advance(context, {}, coordinator_events::created{}, minutes(-999)).next;
  std::vector<instant> made;
  instant now = minutes(-99);
  for (int i = 0; i < 500 && !job.done; ++i) {
    now = plus_ms(now, *rc::gen::inRange<int64_t>(0, 40 * ms_per_day));
    const auto room = *rc::gen::inRange<uint32_t>(1, 50);
    const coordinator_step step =
        advance(context, job, coordinator_events::materialised{room}, now);
    RC_ASSERT(!step.broken);
    if (!step.accepted) continue;
    RC_ASSERT(step.births.size() <= room);
    for (const auto& child : step.births) {
      RC_ASSERT(child.id.number == made.size() + 1);
      const instant nominal = std::get<action_events::created>(child.event).nominal;
      RC_ASSERT((made.empty() || nominal > made.back()));
      RC_ASSERT(nominal <= materialise_until(now));
      made.push_back(nominal);
    }
    RC_ASSERT(step.next.actions == made.size());
    job = step.next;
  }
  if (job.done) RC_ASSERT(made == materialise(d, 0, d.end, 1'000'000).nominal);
}

RC_GTEST_PROP(properties, counters_equal_a_recount, ()) {
  struct child {
    status state = none;
    bool pending = false;
  };
  std::vector<child> all(*rc::gen::inRange<size_t>(1, 12));
  child_counts counts;
  const auto steps = *rc::gen::inRange<int>(0, 80);
  for (int i = 0; i < steps; ++i) {
    child& c = all[*rc::gen::inRange<size_t>(0, all.size())];
    const child next{*any_of(action_statuses | coordinator_statuses), *rc::gen::arbitrary<bool>()};
    counts.apply({{}, {}, c.state, next.state, c.pending, next.pending});
    c = next;
  }
  std::vector<status> counted;  // without those IGNORED, and not born
  bool pending = false;
  for (const child& c : all) {
    if (c.state != none && c.state != ignored) counted.push_back(c.state);
    pending = pending || c.pending;
  }
  const auto every = [&](status_set members) {
    return std::all_of(counted.begin(), counted.end(), [&](status s) { return members.has(s); });
  };
  const auto some = [&](status_set members) {
    return std::any_of(counted.begin(), counted.end(), [&](status s) { return members.has(s); });
  };
  const child_summary s = summarise(counts);
  RC_ASSERT(s.total == counted.size());
  RC_ASSERT(s.all_ended == every(terminal_statuses));
  RC_ASSERT(s.all_good == every({succeeded, skipped}));
  RC_ASSERT(s.all_killed == (!counted.empty() && every({killed})));
  RC_ASSERT(s.all_failed == (!counted.empty() && every({failed})));
  RC_ASSERT(s.any_error == some({killed, failed, timed_out, done_with_error, running_with_error,
                                 suspended_with_error, paused_with_error}));
  RC_ASSERT(s.any_suspended == some({suspended, suspended_with_error}));
  RC_ASSERT(s.all_suspended_or_good == every({suspended, succeeded, skipped}));
  RC_ASSERT(s.all_suspended_or_ended ==
            every(terminal_statuses | status_set{suspended, suspended_with_error}));
  RC_ASSERT(s.all_paused == (!counted.empty() && every({paused, paused_with_error})));
  RC_ASSERT(s.pending == pending);
}

}  // namespace
}  // namespace foliot::model
