// Holds the tables of a workflow's actions against the model: one that runs a program, and one that
// has another workflow below it.
#include <gtest/gtest.h>

#include <cstdio>
#include <limits>
#include <utility>

#include "model/workflow_retry.hpp"
#include "tests/tables/workflow_pairs.hpp"

namespace foliot::tables {
namespace {

using namespace model::workflow_events;
using model::configuration;
using model::lost_rule;
using model::testing::ex;
using model::testing::flow;

constexpr job_number child_number = 7;

const configuration retries{{"foliot.wf.retry.max", "2"}, {"foliot.wf.retry.interval", "10"}};
const configuration point{{std::string(model::suspend_nodes_property), "a"}};

/// The status of node a as the tables tell it.
std::string node_status(const job& j) {
  const model::node_state a = j.at("a");
  std::string out{name(a.state)};
  if (a.state == model::node_status::prep && a.paused)
    out = "POINT";
  else if (a.state == model::node_status::prep && a.plan.index() == 0)
    out = "ASKING";
  if (a.child != 0) out += " below";
  if (j.record.state == model::status::suspended) return out + "/S";
  return model::is_terminal(j.record.state) && all_closed(j.record) ? out + " ended" : out;
}

using doing = std::function<void(job&)>;

/// A job whose node a has done `before`.
stage in(std::string called, const std::function<job()>& made, const doing& before,
         bool suspends = false) {
  if (suspends) called += "/S";
  return {std::move(called), [made, before, suspends] {
            job j = made();
            j.create();
            before(j);
            if (suspends) j.feed(suspended{});
            return j;
          }};
}

void nothing(job&) {}

// -- a program ------------------------------------------------------------------------------------

/// a clones a repository, then b; an error of a leads to c.
job program_job(const configuration& conf, bool asks = false) {
  model::workflow_definition made = flow{}
                                        .start("a")
                                        .other("a", "git", "b", "c")
                                        .shell("b", "end")
                                        .shell("c", "end")
                                        .kill()
                                        .end()
                                        .build();
  model::action_body body;
  body.texts = {{"git-uri", ex("https://host/repository")},
                {"destination-uri", ex("/data/clone")},
                {"branch", ex(asks ? "${fs:exists('/x')}" : "main")}};
  body.prepare.push_back({"delete", ex("/data/clone")});
  made.nodes[made.find("a")].body = std::make_shared<const model::action_body>(std::move(body));
  return job{std::move(made), conf};
}

std::function<job()> plain(const configuration& conf = {}, bool asks = false) {
  return [conf, asks] { return program_job(conf, asks); };
}

/// The end of a's program, with what it says of itself.
void ends(job& j, int32_t exit_code, const std::string& type) {
  run_ended event = model::testing::end_of(j.index("a"), j.at("a").attempt, exit_code);
  event.output = "type=" + type + "\ncode=GIT001\nmessage=no\n";
  j.feed(event);
}

void loses(job& j, lost_rule rule) {
  j.on_lost = rule;
  j.ends("a", run_end::lost);
}

void fails(job& j) { ends(j, 1, "error"); }

std::vector<stage> program_stages() {
  const doing ok = [](job& j) { ends(j, 0, "ok"); };
  std::vector<stage> out;
  for (const bool suspends : {false, true}) {
    out.push_back(in("PREP", plain(), nothing, suspends));
    out.push_back(in("ASKING", plain({}, true), nothing, suspends));
    out.push_back(in(
        "RUNNING", plain(), [](job& j) { j.runs("a"); }, suspends));
    out.push_back(in("USER_RETRY", plain(retries), fails, suspends));
    out.push_back(in(
        "START_RETRY", plain(), [](job& j) { ends(j, 1, "transient"); }, suspends));
  }
  const auto suspended_then = [](const doing& what) {
    return [what](job& j) {
      j.feed(suspended{});
      what(j);
    };
  };
  out.push_back(in("OK", plain(), ok));
  out.push_back(in("OK/S", plain(), suspended_then(ok)));
  out.push_back(in("ERROR", plain(), fails));
  out.push_back(in("ERROR/S", plain(), suspended_then(fails)));
  out.push_back(in("POINT/S", plain(point), nothing));
  out.push_back(in("OK ended", plain(), [ok](job& j) {
    ok(j);
    j.ends("b", 1);
  }));
  out.push_back(in("ERROR ended", plain(), [](job& j) {
    fails(j);
    j.ends("c");
  }));
  out.push_back(in("KILLED", plain(), [](job& j) { j.feed(killed{}); }));
  out.push_back(in("KILLED ended", plain(), [](job& j) {
    j.feed(killed{});
    j.ends("a", run_end::killed);
  }));
  out.push_back(in("FAILED ended", plain(), [](job& j) { loses(j, lost_rule::fail); }));
  out.push_back(in("START_MANUAL/S", plain(), [](job& j) { loses(j, lost_rule::hold); }));
  return out;
}

/// Both tables: what is done to their job.
deeds common_deeds() {
  return {{"its questions are answered",
           {kind_of<facts_found>(),
            [](job& j) {
              j.answer(false);
              return std::string();
            }}},
          {"retry is not due", news<retry_due>()},
          {"retry is due",
           {kind_of<retry_due>(),
            [](job& j) {
              j.now.ms += 10 * ms_per_minute;
              j.feed(retry_due{});
              return std::string();
            }}},
          {"job is killed", news<killed>()},
          {"job is suspended", news<suspended>()},
          {"job is resumed", news<resumed>()},
          {"job is rerun", rerun_with({})},
          {"job is rerun and it is skipped", rerun_with({false, {"a"}})},
          {"job is rerun from failed nodes", rerun_with({true, {}})}};
}

/// An end of a's run or job; `before` changes what it finds.
template <class Event = run_ended>
deed after(doing before, doing what) {
  return {kind_of<Event>(), [before, what](job& j) {
            before(j);
            what(j);
            return std::string();
          }};
}

void retry_left(job& j) {
  for (size_t at = 0; at < j.record.nodes.size(); ++at) j.record.nodes.edit(at).retry.max = 9;
}

doing said(int32_t exit_code, const std::string& type) {
  return [exit_code, type](job& j) { ends(j, exit_code, type); };
}

doing came(run_end outcome) {
  return [outcome](job& j) { j.ends("a", outcome); };
}

doing lost_under(lost_rule rule) {
  return [rule](job& j) { loses(j, rule); };
}

std::function<prepared(const job&)> preparing(const std::string& message) {
  return [message](const job& j) { return prepared{j.index("a"), j.at("a").attempt, message}; };
}

}  // namespace

deeds node_deeds() {
  deeds out = common_deeds();
  const auto add = [&out](const char* called, deed what) { out.emplace(called, std::move(what)); };
  add("its program starts", news<run_started>([](const job& j) {
        return run_started{j.index("a"), j.at("a").attempt, 4711};
      }));
  add("its program succeeds", after(nothing, said(0, "ok")));
  add("its program fails", after(nothing, said(3, "error")));
  add("its program fails with a retry left", after(retry_left, said(3, "error")));
  add("its program fails for a passing reason", after(nothing, said(1, "transient")));
  add("its program fails for a passing reason once too often",
      after([](job& j) { j.conf["oozie.wf.action.max.retries"] = "0"; }, said(1, "transient")));
  add("its program needs a person", after(nothing, said(1, "non_transient")));
  add("its program fails the job", after(nothing, said(1, "failed")));
  add("its program fails the job with a retry left", after(retry_left, said(1, "failed")));
  add("its program cannot be started", after(nothing, came(run_end::not_started)));
  add("its program is killed from outside", after(nothing, came(run_end::killed)));
  add("its program is lost", after(nothing, lost_under(lost_rule::rerun)));
  add("its program is lost once too often",
      after(
          [](job& j) {
            for (size_t at = 0; at < j.record.nodes.size(); ++at)
              j.record.nodes.edit(at).lost = std::numeric_limits<uint8_t>::max();
          },
          lost_under(lost_rule::rerun)));
  add("its program is lost under hold", after(nothing, lost_under(lost_rule::hold)));
  add("its program is lost under fail", after(nothing, lost_under(lost_rule::fail)));
  add("its files are prepared", news<prepared>(preparing("")));
  add("its files cannot be prepared", news<prepared>(preparing("FS005: no")));
  add("another attempt ends", after(nothing, [](job& j) {
        j.feed(model::testing::end_of(j.index("a"), static_cast<uint16_t>(j.at("a").attempt + 1)));
      }));
  add("a job below is named", news<child_named>([](const job& j) {
        return child_named{j.index("a"), j.at("a").attempt, child_number};
      }));
  add("a job below is refused", news<child_refused>([](const job& j) {
        return child_refused{j.index("a"), j.at("a").attempt, "E0710", "there is none"};
      }));
  add("a job below ends", news<child_ended>([](const job&) {
        return child_ended{child_number, model::status::succeeded, "", ""};
      }));
  add("job is started", news<started>());
  return out;
}

namespace {

// -- a job below ----------------------------------------------------------------------------------

/// a has another workflow below it, then b; an error of a leads to c.
job child_job(const configuration& conf, bool asks, bool fails_to_plan) {
  model::action_body body;
  body.texts.push_back({"app-path", ex(asks            ? "/apps/${fs:exists('/x')}"
                                       : fails_to_plan ? "/apps/${nowhere}"
                                                       : "/apps/below")});
  return job{flow{}
                 .start("a")
                 .child("a", "b", "c", std::move(body))
                 .shell("b", "end")
                 .shell("c", "end")
                 .kill()
                 .end()
                 .build(),
             conf};
}

std::function<job()> above(const configuration& conf = {}, bool asks = false,
                           bool fails_to_plan = false) {
  return [=] { return child_job(conf, asks, fails_to_plan); };
}

void is_named(job& j) { j.feed(child_named{j.index("a"), j.at("a").attempt, child_number}); }

doing below_ended(model::status state, job_number which = child_number) {
  return [=](job& j) { j.feed(child_ended{which, state, "E0729", "no"}); };
}

/// The job of a run before was killed, and is to go on.
void goes_on(job& j) {
  is_named(j);
  below_ended(model::status::killed)(j);
  j.ends("c", 1);
  rerun_with({true, {}}).play(j);
}

std::vector<stage> child_stages() {
  const auto then = [](const doing& what) {
    return [what](job& j) {
      is_named(j);
      what(j);
    };
  };
  const auto suspended_then = [&](const doing& what) {
    return then([what](job& j) {
      j.feed(suspended{});
      what(j);
    });
  };
  const doing succeeds = below_ended(model::status::succeeded);
  const doing fails_below = below_ended(model::status::failed);
  std::vector<stage> out;
  for (const bool suspends : {false, true}) {
    out.push_back(in("PREP", above(), nothing, suspends));
    out.push_back(in("PREP below", above(), goes_on, suspends));
    out.push_back(in("ASKING", above({}, true), nothing, suspends));
    out.push_back(in("RUNNING below", above(), is_named, suspends));
    out.push_back(in("USER_RETRY below", above(retries), then(fails_below), suspends));
  }
  out.push_back(in("OK below", above(), then(succeeds)));
  out.push_back(in("OK below/S", above(), suspended_then(succeeds)));
  out.push_back(in("ERROR below", above(), then(fails_below)));
  out.push_back(in("ERROR below/S", above(), suspended_then(fails_below)));
  out.push_back(in("POINT/S", above(point), nothing));
  out.push_back(in("OK below ended", above(), then([succeeds](job& j) {
                     succeeds(j);
                     j.ends("b", 1);
                   })));
  out.push_back(in("ERROR below ended", above(), then([fails_below](job& j) {
                     fails_below(j);
                     j.ends("c");
                   })));
  out.push_back(in("KILLED", above(), [](job& j) { j.feed(killed{}); }));
  out.push_back(in("KILLED ended", above(), [](job& j) {
    j.feed(killed{});
    j.feed(child_refused{j.index("a"), j.at("a").attempt, "", ""});
  }));
  out.push_back(in("KILLED below", above(), then([](job& j) { j.feed(killed{}); })));
  out.push_back(in("KILLED below ended", above(), then([](job& j) {
                     j.feed(killed{});
                     below_ended(model::status::killed)(j);
                   })));
  out.push_back(in("FAILED ended", above({}, false, true), nothing));
  return out;
}

deed named(job_number child) {
  return news<child_named>([child](const job& j) {
    return child_named{j.index("a"), j.at("a").attempt, child};
  });
}

void is_refused(job& j) {
  j.feed(child_refused{j.index("a"), j.at("a").attempt, "E0710", "there is none"});
}

}  // namespace

deeds child_deeds() {
  deeds out = common_deeds();
  const auto add = [&out](const char* called, deed what) { out.emplace(called, std::move(what)); };
  add("its job is named", named(child_number));
  add("another number is told", named(child_number + 1));
  add("its job is refused", after<child_refused>(nothing, is_refused));
  add("its job is refused with a retry left", after<child_refused>(retry_left, is_refused));
  add("its job has SUCCEEDED", after<child_ended>(nothing, below_ended(model::status::succeeded)));
  add("its job was KILLED", after<child_ended>(nothing, below_ended(model::status::killed)));
  add("its job has FAILED", after<child_ended>(nothing, below_ended(model::status::failed)));
  add("its job has FAILED with a retry left",
      after<child_ended>(retry_left, below_ended(model::status::failed)));
  add("its job is RUNNING", after<child_ended>(nothing, below_ended(model::status::running)));
  add("another job ends",
      after<child_ended>(nothing, below_ended(model::status::succeeded, child_number + 1)));
  add("a program starts", after<run_started>(nothing, [](job& j) { j.runs("a"); }));
  add("a program ends", after(nothing, [](job& j) { j.ends("a"); }));
  add("files are prepared", news<prepared>(preparing("")));
  return out;
}

namespace {

TEST(workflow_tables, of_actions_hold) {
  expect_pairs("workflow_node.csv", program_stages(), node_deeds(), node_status);
}

TEST(workflow_tables, of_sub_workflows_hold) {
  expect_pairs("workflow_child.csv", child_stages(), child_deeds(), node_status);
}

TEST(workflow_tables, of_actions_name_every_status) {
  const std::set<std::string> named = node_statuses_in(program_stages());
  size_t all = 0;
  for (uint8_t i = 1; name(static_cast<model::node_status>(i)) != "UNKNOWN"; ++i, ++all)
    EXPECT_TRUE(named.contains(std::string(name(static_cast<model::node_status>(i)))))
        << name(static_cast<model::node_status>(i));
  std::printf("workflow_node.csv: %zu of %zu statuses of actions\n", named.size(), all);
  EXPECT_EQ(named.size(), all);
}

}  // namespace
}  // namespace foliot::tables
