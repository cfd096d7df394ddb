// Which entry of the journal a step names as its cause: the one that led to it, or none where it
// was time or a user.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tests/actors/stage.hpp"

namespace foliot::actors {
namespace {

using entries = std::vector<model::journal_entry>;

entries journal_of(const stage& on, const entity_id& root) {
  entries out;
  EXPECT_TRUE(on.engine.reader().journal(root.root, 0, [&](const model::journal_entry& entry) {
    out.push_back(entry);
    return true;
  }));
  return out;
}

std::string name_of(const model::journal_entry& entry) {
  return std::string(model::event_name(entry.event));
}

entries of(const entries& all, const std::string& event) {
  entries out;
  for (const model::journal_entry& each : all)
    if (name_of(each) == event) out.push_back(each);
  return out;
}

/// "coordinator.materialised", or "none"; "elsewhere" where the cause stands in another tree.
std::string cause_of(const model::journal_entry& entry, const entries& all) {
  if (entry.why.sequence == 0) return "none";
  for (const model::journal_entry& each : all)
    if (each.sequence == entry.why.sequence) return name_of(each);
  return "elsewhere";
}

const model::journal_entry& entry_at(const entries& all, uint64_t sequence) {
  static const model::journal_entry none;
  const auto found = std::find_if(
      all.begin(), all.end(), [sequence](const auto& each) { return each.sequence == sequence; });
  return found == all.end() ? none : *found;
}

/// Actions every ten minutes from `start` to `end`, one at a time, on the first of January 2026.
std::string coordinator_xml(const std::string& start, const std::string& end) {
  return "<coordinator-app name='c' frequency='10' start='" + start + "' end='" + end +
         "' timezone='UTC' xmlns='uri:oozie:coordinator:0.4'><controls><concurrency>1</concurrency>"
         "</controls><action><workflow><app-path>/w/workflow.xml</app-path></workflow></action>"
         "</coordinator-app>";
}

struct told : stage {
  told() { files.put("/w/workflow.xml", workflow_xml); }
  entity_id coordinator(const std::string& start, const std::string& end) {
    files.put("/c/coordinator.xml", coordinator_xml(start, end));
    return id_of(submit("oozie.coord.application.path", "/c/coordinator.xml"));
  }
  void order(const entity_id& job, model::order what) {
    engine.gate().order(job, std::move(what), {"ann", "10.0.0.1:7", "r"}, [](const auto&) {});
    settle();
  }
};

TEST(causes, of_what_is_made_is_the_step_that_made_it) {
  told on;
  const entity_id job = on.coordinator("2025-12-31T23:30Z", "2026-01-01T00:30Z");
  on.pass(40 * 60'000);
  const entries all = journal_of(on, job);
  const entries made = of(all, "coordinator.materialised");
  ASSERT_FALSE(made.empty());
  EXPECT_EQ(cause_of(made.front(), all), "coordinator.created");
  const entries born = of(all, "action.created");
  ASSERT_EQ(born.size(), 6U);
  for (const model::journal_entry& each : born) {
    EXPECT_EQ(cause_of(each, all), "coordinator.materialised") << each.sequence;
    EXPECT_EQ(entry_at(all, each.why.sequence).now, each.now);
  }
  for (const model::journal_entry& each : of(all, "workflow.created")) {
    EXPECT_EQ(cause_of(each, all), "action.submitted");
    EXPECT_EQ(each.why.sequence + 1, each.sequence);
  }
}

TEST(causes, of_what_time_brings_are_none) {
  told on;
  const entity_id job = on.coordinator("2026-01-01T00:00Z", "2026-01-01T01:30Z");
  on.pass(100 * 60'000);
  const entries all = journal_of(on, job);
  const entries made = of(all, "coordinator.materialised");
  ASSERT_GE(made.size(), 2U);
  EXPECT_EQ(cause_of(made.back(), all), "none") << "it was due";
  EXPECT_EQ(cause_of(of(all, "workflow.run-ended").front(), all), "none");
}

TEST(causes, of_a_birth_that_goes_on_at_once_is_the_birth) {
  told on;
  const entity_id job = on.coordinator("2025-12-31T23:30Z", "2025-12-31T23:50Z");
  on.pass(5 * 60'000);
  const entries all = journal_of(on, job);
  const entries found = of(all, "action.inputs-found");
  ASSERT_EQ(found.size(), 2U);
  for (const model::journal_entry& each : found) {
    EXPECT_EQ(cause_of(each, all), "action.created");
    EXPECT_EQ(entry_at(all, each.why.sequence).entity, each.entity);
  }
  const entries started = of(all, "action.submitted");
  ASSERT_EQ(started.size(), 2U);
  EXPECT_EQ(cause_of(started[0], all), "action.inputs-found");
  EXPECT_EQ(cause_of(started[1], all), "action.workflow-changed") << "its slot was free then";
  EXPECT_EQ(entry_at(all, started[1].why.sequence).entity, started[0].entity);
}

/// Trees whose steps are written in the same groups: their actions wait in vain for as long.
TEST(causes, of_what_a_parent_hears_is_the_step_of_its_child) {
  told on;
  on.files.put("/c/coordinator.xml",
               "<coordinator-app name='c' frequency='10' start='2026-01-01T00:10Z' "
               "end='2026-01-01T00:20Z' timezone='UTC' xmlns='uri:oozie:coordinator:0.4'>"
               "<controls><timeout>5</timeout></controls><datasets><dataset name='d' "
               "frequency='10' initial-instance='2026-01-01T00:00Z' timezone='UTC'>"
               "<uri-template>/data/${HOUR}${MINUTE}</uri-template></dataset></datasets>"
               "<input-events><data-in name='i' dataset='d'><instance>${coord:current(0)}"
               "</instance></data-in></input-events><action><workflow><app-path>"
               "/w/workflow.xml</app-path></workflow></action></coordinator-app>");
  std::vector<entity_id> jobs;
  for (int i = 0; i < 8; ++i)
    jobs.push_back(on.id_of(on.submit("oozie.coord.application.path", "/c/coordinator.xml")));
  on.pass(60 * 60'000);
  for (const entity_id& job : jobs) {
    const entries all = journal_of(on, job);
    const entries heard = of(all, "coordinator.children-changed");
    ASSERT_FALSE(heard.empty());
    EXPECT_EQ(cause_of(heard.back(), all), "action.timed-out");
  }
}

TEST(causes, of_orders_are_those_who_gave_them) {
  told on;
  const entity_id job = on.coordinator("2025-12-31T23:00Z", "2025-12-31T23:50Z");
  on.order(job, model::orders::kill_actions{{{{2, 2}}, {}}});
  const entries before = journal_of(on, job);
  const entries single = of(before, "action.killed");
  ASSERT_EQ(single.size(), 1U);
  EXPECT_EQ(cause_of(single[0], before), "none");
  EXPECT_EQ(single[0].why.user, "ann");
  EXPECT_EQ(single[0].why.address, "10.0.0.1:7");
  on.order(job, model::orders::suspend{});
  on.order(job, model::orders::kill{});
  const entries all = journal_of(on, job);
  EXPECT_EQ(of(all, "coordinator.killed").front().why.user, "ann");
  for (const model::journal_entry& each : of(all, "action.ordered"))
    EXPECT_EQ(cause_of(each, all), "coordinator.suspended");
  const entries killed = of(all, "action.killed");
  ASSERT_EQ(killed.size(), 5U);
  for (size_t i = 1; i < killed.size(); ++i)
    EXPECT_EQ(cause_of(killed[i], all), "coordinator.killed");
  for (const model::journal_entry& each : of(all, "workflow.suspended"))
    EXPECT_EQ(cause_of(each, all), "action.ordered");
}

TEST(causes, of_a_bundles_coordinator_is_the_step_that_accepted_it) {
  told on;
  on.files.put("/c/coordinator.xml", coordinator_xml("2025-12-31T23:30Z", "2025-12-31T23:50Z"));
  on.files.put("/b/bundle.xml",
               "<bundle-app name='b' xmlns='uri:oozie:bundle:0.2'><coordinator name='c'>"
               "<app-path>/c/coordinator.xml</app-path></coordinator></bundle-app>");
  const entity_id job = on.id_of(on.submit("oozie.bundle.application.path", "/b/bundle.xml"));
  on.pass(10 * 60'000);
  const entries all = journal_of(on, job);
  const auto cause = [&](const std::string& event) {
    const entries found = of(all, event);
    return found.empty() ? "no such event" : cause_of(found.front(), all);
  };
  EXPECT_EQ(cause("bundle.started"), "bundle.created");
  EXPECT_EQ(cause("bundle.coordinator-accepted"), "bundle.started");
  EXPECT_EQ(cause("coordinator.created"), "bundle.coordinator-accepted");
  EXPECT_EQ(cause("coordinator.materialised"), "coordinator.created");
  const entries heard = of(all, "bundle.children-changed");
  ASSERT_FALSE(heard.empty());
  for (const model::journal_entry& each : heard)
    EXPECT_EQ(entry_at(all, each.why.sequence).entity.kind, entity_kind::coordinator);
  EXPECT_EQ(cause_of(heard.back(), all), "coordinator.children-changed");
}

}  // namespace
}  // namespace foliot::actors
