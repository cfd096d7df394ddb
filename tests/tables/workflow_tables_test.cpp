// Holds the table of workflows against the model: every order and every kind of news in every
// status.
#include <gtest/gtest.h>

#include <cstdio>
#include <utility>
#include <variant>

#include "model/tables.hpp"
#include "model/workflow_orders.hpp"
#include "model/workflow_retry.hpp"
#include "tests/tables/workflow_pairs.hpp"

namespace foliot::tables {
namespace {

using namespace model::workflow_events;
using model::lost_rule;
using model::testing::flow;

/// a, then b; an error of a leads to c.
job new_job(const model::configuration& conf = {}) {
  return job{flow{}
                 .start("a")
                 .shell("a", "b", "c")
                 .shell("b", "end")
                 .shell("c", "end")
                 .kill()
                 .end()
                 .build(),
             conf};
}

/// The one of `job_stages` that a job is in.
std::string job_status(const job& j) {
  std::string out{name(j.record.state)};
  if (j.record.state == model::status::suspended && j.at("a").paused) return out + " at a point";
  if (j.state("a") == "START_MANUAL") return out + " for a person";
  if (j.record.state == model::status::killed && !all_closed(j.record)) return out + " ending";
  return out;
}

/// What was done to a job in the order given, beginning with a run.
stage job_in(std::string called, const std::function<void(job&)>& after,
             const model::configuration& conf = {}) {
  return {std::move(called), [after, conf] {
            job j = new_job(conf);
            j.create();
            after(j);
            return j;
          }};
}

void lose(job& j, lost_rule rule) {
  j.on_lost = rule;
  j.ends("a", run_end::lost);
}

std::vector<stage> job_stages() {
  return {
      {"PREP",
       [] {
         job j = new_job();
         j.create(true);
         return j;
       }},
      job_in("RUNNING", [](job&) {}),
      job_in("SUSPENDED", [](job& j) { j.feed(suspended{}); }),
      job_in("SUSPENDED at a point", [](job&) {},
             {{std::string(model::suspend_nodes_property), "a"}}),
      job_in("SUSPENDED for a person", [](job& j) { lose(j, lost_rule::hold); }),
      job_in("SUCCEEDED",
             [](job& j) {
               j.ends("a");
               j.ends("b");
             }),
      job_in("KILLED ending", [](job& j) { j.feed(killed{}); }),
      job_in("KILLED",
             [](job& j) {
               j.feed(killed{});
               j.ends("a", run_end::killed);
             }),
      job_in("FAILED", [](job& j) { lose(j, lost_rule::fail); }),
  };
}

/// One of each order, by its place in the variant, with the table's word for it.
std::vector<std::pair<std::string, model::order>> orders() {
  namespace o = model::orders;
  return {{"start", o::start{}},
          {"suspend", o::suspend{}},
          {"resume", o::resume{}},
          {"kill", o::kill{}},
          {"kill actions", o::kill_actions{}},
          {"ignore actions", o::ignore_actions{}},
          {"change", o::change{}},
          {"rerun actions", o::rerun{}},
          {"update", o::update{}},
          {"change bundle", o::change_bundle{}},
          {"rerun bundle", o::rerun_bundle{}},
          {"rerun", o::rerun_workflow{}},
          {"rerun child", o::rerun_child{}}};
}

deed ending(std::vector<std::pair<std::string, int32_t>> programs) {
  return {kind_of<run_ended>(), [programs](job& j) {
            for (const auto& [node, exit_code] : programs) j.ends(node, exit_code);
            return std::string();
          }};
}

deed losing(lost_rule rule) {
  return {kind_of<run_ended>(), [rule](job& j) {
            lose(j, rule);
            return std::string();
          }};
}

}  // namespace

deeds job_deeds() {
  deeds out{
      {"rerun", rerun_with({})},
      {"rerun from failed nodes", rerun_with({true, {}})},
      {"rerun skipping a node that never ran", rerun_with({false, {"c"}})},
      {"rerun below a parent that alone may",
       {kind_of<rerun>(),
        [](job& j) {
          j.record.parent = {0, entity_kind::workflow, 0, 1, 2};
          return rerun_with({}, false).play(j);
        }}},
      {"program starts", news<run_started>([](const job& j) {
         return run_started{j.index("a"), j.at("a").attempt, 4711};
       })},
      {"program succeeds", ending({{"a", 0}})},
      {"program fails", ending({{"a", 3}})},
      {"last program succeeds", ending({{"a", 3}, {"c", 0}})},
      {"last program fails", ending({{"a", 3}, {"c", 3}})},
      {"program is lost under fail", losing(lost_rule::fail)},
      {"program is lost under hold", losing(lost_rule::hold)},
      {"files are prepared", news<prepared>([](const job& j) {
         return prepared{j.index("a"), j.at("a").attempt, ""};
       })},
      {"retry is due", news<retry_due>()},
      {"answers that nobody waits for", news<facts_found>([](const job&) {
         return facts_found{{{{"fs:exists", {"/x"}}, el::value{true}}}};
       })},
      {"it is made again", news<created>()},
  };
  for (const auto& [called, order] : orders()) {
    const auto obey = [order = order](job& j) -> std::string {
      const auto event = model::obeyed(order, j.record.state);
      if (!event) return event.error().oozie;
      j.feed(*event);
      return "";
    };
    const auto event = model::obeyed(order, model::status::prep);
    out.emplace(called, deed{event ? event->index() : kind_of<rerun>(), obey});
  }
  return out;
}

namespace {

TEST(workflow_tables, of_jobs_hold) {
  expect_pairs("workflow_job.csv", job_stages(), job_deeds(), job_status);
}

TEST(workflow_tables, of_jobs_name_every_status_and_every_order) {
  std::set<std::string> named;
  for (const stage& each : job_stages()) named.insert(each.called.substr(0, each.called.find(' ')));
  size_t all = 0;
  for (size_t i = 0; i < model::status_count; ++i) {
    const auto each = static_cast<model::status>(i);
    if (!model::workflow_statuses.has(each)) continue;
    ++all;
    EXPECT_TRUE(named.contains(std::string(name(each)))) << name(each);
  }
  std::set<size_t> kinds;
  for (const auto& [called, order] : orders()) kinds.insert(order.index());
  EXPECT_EQ(kinds.size(), std::variant_size_v<model::order>);
  std::printf("workflow_job.csv: %zu of %zu statuses of workflows, %zu of %zu orders\n",
              named.size(), all, kinds.size(), std::variant_size_v<model::order>);
  EXPECT_EQ(named.size(), all);
}

TEST(workflow_tables, name_every_kind_of_event) {
  std::set<size_t> kinds;
  for (const deeds& table : {job_deeds(), node_deeds(), child_deeds()})
    for (const auto& [called, what] : table) kinds.insert(what.kind);
  std::printf("workflow tables: %zu of %zu kinds of event\n", kinds.size(),
              std::variant_size_v<model::workflow_event>);
  EXPECT_EQ(kinds.size(), std::variant_size_v<model::workflow_event>);
}

}  // namespace
}  // namespace foliot::tables
