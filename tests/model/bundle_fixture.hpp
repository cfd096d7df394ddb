// A bundle on its own, for the tests of its machine.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "model/bundle.hpp"
#include "tests/model/support.hpp"

namespace foliot::model::support {

/// A bundle that is fed events and must accept (or refuse) each.
struct bundle_fixture {
  bundle_definition definition;
  bundle_record record;
  std::vector<birth<coordinator_event>> births;

  explicit bundle_fixture(bundle_definition d) : definition(std::move(d)) {}

  bundle_context context() const { return {support::bundle_id, definition}; }

  bool feed(const bundle_event& event, instant now = support::day) {
    bundle_step out = advance(context(), record, event, now);
    EXPECT_FALSE(out.broken) << *out.broken;
    if (!out.accepted) return false;
    EXPECT_EQ(out.next.version, record.version + 1);
    EXPECT_EQ(out.next.modified, now);
    EXPECT_EQ(out.next.since, out.next.state == record.state ? record.since : now);
    record = out.next;
    for (auto& b : out.births) births.push_back(b);
    return true;
  }
  std::vector<bundle_effect> owes(instant now = support::day) const {
    return owed(context(), record, now);
  }
};

inline bundle_events::created submission() {
  return {{1, 2}, "ann", "retail", "file:///apps/retail"};
}

inline bundle_events::coordinator_accepted accepted(uint16_t member) {
  return {member, {{3, 4}, "ann", "clean", "file:///apps/clean", 0}};
}

/// Started, with every coordinator created.
inline bundle_fixture running_bundle(const std::vector<std::string>& names) {
  bundle_fixture f(support::bundle(names));
  std::vector<job_number> ids;
  for (size_t i = 0; i < names.size(); ++i) ids.push_back(100 + i);
  EXPECT_TRUE(f.feed(submission()));
  EXPECT_TRUE(f.feed(bundle_events::started{ids}));
  for (size_t i = 0; i < names.size(); ++i) EXPECT_TRUE(f.feed(accepted(static_cast<uint16_t>(i))));
  return f;
}

/// The orders that it owes its coordinators.
inline std::vector<bundle_effects::order_coordinator> sent(const bundle_fixture& f,
                                                           instant now = day) {
  std::vector<bundle_effects::order_coordinator> out;
  for (const bundle_effect& effect : f.owes(now))
    if (const auto* each = std::get_if<bundle_effects::order_coordinator>(&effect))
      out.push_back(*each);
  return out;
}

/// "0 suspend, 1 suspend": what which member is owed.
inline std::string owed_text(const bundle_fixture& f) {
  std::string out;
  for (const bundle_effects::order_coordinator& each : sent(f))
    out += (out.empty() ? "" : ", ") + std::to_string(each.member) + " " +
           std::string(order_name(each.what));
  return out;
}

/// Every coordinator confirms all it is owed.
inline void confirm_all(bundle_fixture& f) {
  for (const bundle_effects::order_coordinator& each : sent(f))
    EXPECT_TRUE(f.feed(bundle_events::member_confirmed{each.member, each.kind, each.serial}));
  EXPECT_EQ(owed_text(f), "");
  for (const bundle_member& member : f.record.members) EXPECT_FALSE(member.pending);
}

inline void in_state(bundle_fixture& f, status s) { f.record.state = s; }

}  // namespace foliot::model::support
