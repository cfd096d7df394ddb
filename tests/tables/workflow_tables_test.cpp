// Holds the tables of workflows and their nodes against the model: every pair of a status and what
// may happen in it.
#include <gtest/gtest.h>

#include <cstdio>
#include <functional>
#include <set>
#include <sstream>

#include "model/workflow_rerun.hpp"
#include "tests/model/workflow_builder.hpp"
#include "tests/tables/table.hpp"

namespace foliot::tables {
namespace {

using namespace model::workflow_events;
using model::lost_rule;
using model::testing::flow;
using model::testing::job;

std::vector<std::string> parts(const std::string& text) {
  std::vector<std::string> out;
  std::istringstream in(text);
  for (std::string each; std::getline(in, each, '|');) out.push_back(each);
  return out;
}

/// Plays every pair that the table tells, and prints how many of all it does.
void expect_pairs(
    const std::string& file, const std::set<std::string>& statuses,
    const std::set<std::string>& events,
    const std::function<std::string(const std::string& from, const std::string& event)>& play) {
  std::set<std::pair<std::string, std::string>> covered;
  for (const row& each : read_table(file)) {
    const std::string& event = each.at("event");
    const std::string place = file + ":" + std::to_string(each.line) + ": ";
    EXPECT_TRUE(events.contains(event)) << place << event;
    for (const std::string& from : parts(each.at("statuses"))) {
      EXPECT_TRUE(statuses.contains(from)) << place << from;
      EXPECT_TRUE(covered.insert({from, event}).second) << place << from << " is told twice";
      EXPECT_EQ(play(from, event), each.at("outcome")) << place << from << ", " << event;
    }
  }
  const size_t all = statuses.size() * events.size();
  std::printf("%s: %zu of %zu pairs of status and event\n", file.c_str(), covered.size(), all);
  EXPECT_EQ(covered.size(), all) << file << " is not complete";
}

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

/// What a rerun answers: the code of the refusal, or "" once it is taken.
std::string rerun_of(job& j, const model::rerun_choice& choice) {
  const auto keep = model::judge_rerun(*j.definition, j.record, choice);
  if (!keep) return keep.error().oozie;
  rerun event;
  event.kept = model::carried_over(*j.definition, j.record, *keep, *j.definition);
  return j.feed(event) ? "" : "refused";
}

/// "RUNNING" of the job, "same" where its record changed all the same, "nothing" where it did not.
std::string after(const job& j, uint64_t version, const std::string& from, const std::string& to) {
  if (to != from) return to;
  return j.record.version != version ? "same" : "nothing";
}

// -- jobs -----------------------------------------------------------------------------------------

job job_in(const std::string& status) {
  job j = new_job();
  j.create(status == "PREP");
  j.runs("a");
  if (status == "SUSPENDED") j.feed(suspended{});
  if (status == "SUCCEEDED") {
    j.ends("a");
    j.ends("b");
  }
  if (status == "KILLED") {
    j.feed(killed{});
    j.ends("a", run_end::killed);
  }
  if (status == "FAILED") {
    j.on_lost = lost_rule::fail;
    j.ends("a", run_end::lost);
  }
  EXPECT_EQ(name(j.record.state), status);
  return j;
}

std::string job_outcome(const std::string& from, const std::string& event) {
  job j = job_in(from);
  const uint64_t version = j.record.version;
  if (event == "start") j.feed(started{});
  if (event == "suspend") j.feed(suspended{});
  if (event == "resume") j.feed(resumed{});
  if (event == "kill") j.feed(killed{});
  if (event == "program succeeds") j.ends("a");
  if (event == "program fails") j.ends("a", 3);
  if (event == "last program succeeds") {
    j.ends("a", 3);
    j.ends("c");
  }
  if (event == "program is lost under fail") {
    j.on_lost = lost_rule::fail;
    j.ends("a", run_end::lost);
  }
  if (event == "program is lost under hold") {
    j.on_lost = lost_rule::hold;
    j.ends("a", run_end::lost);
  }
  if (event == "retry is due") j.feed(retry_due{});
  std::string code;
  if (event == "rerun") code = rerun_of(j, {});
  if (event == "rerun from failed nodes") code = rerun_of(j, {true, {}});
  if (event == "rerun skipping a node that never ran") code = rerun_of(j, {false, {"c"}});
  return code.empty() ? after(j, version, from, std::string(name(j.record.state))) : code;
}

TEST(workflow_tables, of_jobs_hold) {
  expect_pairs(
      "workflow_job.csv", {"PREP", "RUNNING", "SUSPENDED", "SUCCEEDED", "KILLED", "FAILED"},
      {"start", "suspend", "resume", "kill", "program succeeds", "program fails",
       "last program succeeds", "program is lost under fail", "program is lost under hold",
       "retry is due", "rerun", "rerun from failed nodes", "rerun skipping a node that never ran"},
      job_outcome);
}

// -- nodes ----------------------------------------------------------------------------------------

const model::configuration two_retries{{"foliot.wf.retry.max", "2"},
                                       {"foliot.wf.retry.interval", "10"}};

/// A job whose node a has that status.
job node_in(const std::string& status) {
  job j = new_job(status == "USER_RETRY" ? two_retries : model::configuration{});
  j.create();
  if (status == "PREP") return j;
  j.runs("a");
  if (status == "OK") j.ends("a");
  if (status == "ERROR" || status == "USER_RETRY") j.ends("a", 3);
  if (status == "KILLED") j.feed(killed{});
  if (status == "FAILED" || status == "START_MANUAL") {
    j.on_lost = status == "FAILED" ? lost_rule::fail : lost_rule::hold;
    j.ends("a", run_end::lost);
  }
  EXPECT_EQ(j.state("a"), status);
  return j;
}

/// Does it; the code of a refusal.
std::string happen(job& j, const std::string& event) {
  if (event == "its program starts") j.runs("a");
  if (event == "its program succeeds") j.ends("a");
  if (event == "its program fails") j.ends("a", 3);
  if (event == "its program cannot be started") j.ends("a", run_end::not_started);
  if (event == "its program is killed from outside") j.ends("a", run_end::killed);
  if (event == "its program is lost") {
    j.on_lost = lost_rule::rerun;
    j.ends("a", run_end::lost);
  }
  if (event == "its program is lost under hold") {
    j.on_lost = lost_rule::hold;
    j.ends("a", run_end::lost);
  }
  if (event == "its program is lost under fail") {
    j.on_lost = lost_rule::fail;
    j.ends("a", run_end::lost);
  }
  if (event == "its program fails with a retry left") {
    for (model::node_state& node : j.record.nodes) node.retry.max = 9;
    j.ends("a", 3);
  }
  if (event == "its files cannot be prepared")
    j.feed(prepared{j.index("a"), j.at("a").attempt, "FS005: no"});
  if (event == "retry is not due") j.feed(retry_due{});
  if (event == "retry is due") {
    j.now.ms += 10 * ms_per_minute;
    j.feed(retry_due{});
  }
  if (event == "job is killed") j.feed(killed{});
  if (event == "job is suspended") j.feed(suspended{});
  if (event == "job is resumed") j.feed(resumed{});
  if (event == "job is rerun") return rerun_of(j, {});
  if (event == "job is rerun and it is skipped") return rerun_of(j, {false, {"a"}});
  return "";
}

std::string node_outcome(const std::string& from, const std::string& event) {
  job j = node_in(from);
  const uint64_t version = j.record.version;
  if (event.starts_with("job is rerun") && (from == "OK" || from == "ERROR")) {
    j.ends(from == "OK" ? "b" : "c");  // the job's end
  }
  if (event.starts_with("job is rerun") && from == "KILLED") j.ends("a", run_end::killed);
  const std::string code = happen(j, event);
  if (!code.empty()) return code;
  return after(j, version, from, j.state("a"));
}

TEST(workflow_tables, of_nodes_hold) {
  expect_pairs(
      "workflow_node.csv",
      {"PREP", "RUNNING", "OK", "ERROR", "KILLED", "FAILED", "START_MANUAL", "USER_RETRY"},
      {"its program starts", "its program succeeds", "its program fails",
       "its program fails with a retry left", "its program cannot be started",
       "its program is killed from outside", "its program is lost",
       "its program is lost under hold", "its program is lost under fail",
       "its files cannot be prepared", "retry is not due", "retry is due", "job is killed",
       "job is suspended", "job is resumed", "job is rerun", "job is rerun and it is skipped"},
      node_outcome);
}

}  // namespace
}  // namespace foliot::tables
