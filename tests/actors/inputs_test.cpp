// Actions that wait for latest, future and input logic: what they ask, when they start, and with
// which URIs, also across a crash.
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "base/limits.hpp"
#include "tests/actors/passing.hpp"
#include "tests/actors/stage.hpp"

namespace foliot::actors {
namespace {

constexpr const char* flag = "/_SUCCESS";

/// Datasets a and b, hourly from the day before, below /data.
struct written {
  std::string events;
  std::string logic;
  std::string timeout = "120";
  std::string concurrency = "1";
  std::string every = "60";              ///< Of the datasets, minutes.
  std::string from = "2025-12-31";       ///< Of the datasets.
  std::string end = "2026-01-01T01:00";  ///< Of the job, which makes an action an hour.

  std::string xml() const {
    std::string sets;
    for (const std::string name : {"a", "b"})
      sets += "<dataset name='" + name + "' frequency='" + every + "' initial-instance='" + from +
              "T00:00Z' timezone='UTC'><uri-template>file:///data/" + name +
              "/${MONTH}${DAY}T${HOUR}${MINUTE}</uri-template></dataset>";
    return "<coordinator-app name='c' frequency='60' start='2026-01-01T00:00Z' end='" + end +
           "Z' timezone='UTC' xmlns='uri:oozie:coordinator:0.5'><controls><timeout>" + timeout +
           "</timeout><concurrency>" + concurrency + "</concurrency></controls><datasets>" + sets +
           "</datasets><input-events>" + events + "</input-events>" + logic +
           "<action><workflow><app-path>/app/workflow.xml</app-path><configuration><property>"
           "<name>in</name><value>${coord:dataIn('x')}</value></property></configuration>"
           "</workflow></action></coordinator-app>";
  }
};

std::string input(const std::string& name, const std::string& of, const std::string& instance) {
  return "<data-in name='" + name + "' dataset='" + of + "'><instance>${coord:" + instance +
         "}</instance></data-in>";
}

/// An engine that may crash and come back; no event of a file is lost unless asked for.
class inputs : public ::testing::Test {
 protected:
  inputs() {
    machine.on_execute = [](const exec::run_spec&) {};
    files.put("/app/workflow.xml", workflow_xml);
    start();
  }

  void start() {
    rehearsal::life_hooks hooks{[](const kv_batch&) {}, [](const wire_ids&) {},  {},
                                [] { return false; },   model::lost_rule::rerun, true};
    engine = std::make_unique<rehearsal::life>(rehearsal::surroundings{time, store, files, machine},
                                               luck.fork(), std::move(hooks));
    settle();
    ASSERT_TRUE(engine->recovered()) << engine->problem();
  }
  void crash() { engine.reset(); }

  void settle() {
    while (engine->has_job() || time.happen()) {
      if (engine->has_job()) engine->run_one(luck);
      engine->time_passed();  // an alarm that is due does not wait for anybody
    }
  }
  void pass(int64_t ms) {
    pass_time(*engine, time, ms, [this] { settle(); });
  }
  void pass_minutes(int64_t minutes) { pass(minutes * ms_per_minute); }

  void submit(const written& application) {
    files.put("/app/coordinator.xml", application.xml());
    const auto property = [](const std::string& name, const std::string& value) {
      return "<property><name>" + name + "</name><value>" + value + "</value></property>";
    };
    engine->gate().submit(
        "<configuration>" + property("user.name", "ann") +
            property("oozie.coord.application.path", "/app/coordinator.xml") + "</configuration>",
        {}, true,
        [&](result<http::submitted> done) { job = done ? done->id : done.error().text(); });
    settle();
    pass(1'000);
  }

  void data(const std::string& instance) { files.put("/data/" + instance + flag); }

  entity_id job_id() const {
    const auto parsed = engine->reader().ids().parse(job);
    if (!parsed) return {};
    const auto found = engine->reader().locate(entity_kind::coordinator, parsed->job);
    return found && *found ? **found : entity_id{};
  }
  model::action_record action(uint32_t number = 1) const {
    const auto record = engine->reader().record(action_of(job_id(), number));
    return record && *record ? std::get<model::action_record>(**record) : model::action_record{};
  }
  std::string state(uint32_t number = 1) const {
    return std::string(model::name(action(number).state));
  }
  /// What its workflow got of coord:dataIn('x').
  std::string given(uint32_t number = 1) const {
    const model::action_record record = action(number);
    if (record.workflow == 0) return "no workflow, " + state(number) + " in " + job;
    const auto found =
        engine->reader().record({0, entity_kind::workflow, 0, job_id().root, record.workflow});
    if (!found || !*found) return "no record";
    const auto& conf = std::get<model::workflow_record>(**found).conf;
    const auto value = conf.find("in");
    return value == conf.end() ? "nothing" : value->second;
  }
  void order(model::order what) {
    std::string refused;
    engine->gate().order(job_id(), std::move(what), {}, [&](result<model::order_reply> done) {
      if (!done) refused = done.error().text();
    });
    settle();
    EXPECT_EQ(refused, "");
  }
  http::announced ready(std::vector<std::string> uris) {
    http::announced out;
    engine->gate().datasets_ready(std::move(uris), {}, [&](result<http::announced> done) {
      if (done) out = *done;
    });
    pass(1'000);
    return out;
  }

  static std::string uri(const std::string& instance) { return "file:///data/" + instance; }

  rehearsal::chance luck{11};
  rehearsal::virtual_time time{instant{1'767'225'600'000}};  // 2026-01-01T00:00Z
  rehearsal::memory_store store;
  rehearsal::virtual_files files{time};
  rehearsal::virtual_machine machine{files, time, luck.fork()};
  std::unique_ptr<rehearsal::life> engine;
  std::string job;
};

// -- latest and future ----------------------------------------------------------------------------

TEST_F(inputs, latest_is_the_newest_that_is_there) {
  data("a/1231T1800");
  data("a/1231T2100");
  submit({input("x", "a", "latest(0)"), ""});
  EXPECT_EQ(given(), uri("a/1231T2100"));
  EXPECT_FALSE(action().extra) << "nothing is kept once its workflow has it";
}

TEST_F(inputs, latest_waits_for_as_many_as_it_wants) {
  data("a/1231T2100");
  submit({input("x", "a", "latest(-1)"), ""});
  EXPECT_EQ(state(), "WAITING");
  pass_minutes(5);
  data("a/1231T1500");
  pass(1'000);
  EXPECT_EQ(given(), uri("a/1231T1500"));
}

TEST_F(inputs, latest_counts_what_comes_between) {
  submit({input("x", "a", "latest(0)"), ""});
  EXPECT_EQ(state(), "WAITING");
  data("a/0101T0100");
  pass_minutes(2);
  EXPECT_EQ(state(), "WAITING") << "newer than its actual time";
  data("a/0101T0000");
  pass(1'000);
  EXPECT_EQ(given(), uri("a/0101T0000"));
}

TEST_F(inputs, future_takes_the_first_that_comes) {
  submit({input("x", "a", "future(0, 2)"), ""});
  data("a/1231T2300");
  pass_minutes(2);
  EXPECT_EQ(state(), "WAITING");
  data("a/0101T0200");
  pass(1'000);
  EXPECT_EQ(given(), uri("a/0101T0200"));
}

TEST_F(inputs, what_the_calendar_tells_is_waited_for_first) {
  data("a/1231T2200");
  submit({input("y", "b", "current(0)") + input("x", "a", "latest(0)"), ""});
  EXPECT_EQ(state(), "WAITING");
  data("a/1231T2300");
  pass_minutes(3);
  data("b/0101T0000");
  pass(1'000);
  EXPECT_EQ(given(), uri("a/1231T2300")) << "looked at when all else was there";
}

TEST_F(inputs, latest_is_looked_at_from_the_nominal_time_on) {
  data("a/1231T2200");
  // Made five minutes ahead: action 2, for 01:00.
  submit({input("x", "a", "latest(0)"), "", "120", "9", "60", "2025-12-31", "2026-01-01T02:00"});
  pass_minutes(58);
  ASSERT_EQ(state(2), "WAITING");
  data("a/0101T0000");
  pass_minutes(4);
  EXPECT_EQ(given(2), uri("a/0101T0000"));
}

TEST_F(inputs, a_long_gap_is_looked_at_in_turns) {
  // A minute's dataset for two days: 2,881 instances, of which the oldest comes.
  submit({input("x", "a", "latest(0)"), "", "600", "1", "1", "2025-12-30"});
  pass_minutes(3);
  ASSERT_EQ(state(), "WAITING");
  EXPECT_TRUE(engine->watches("/data/a/1231T2300/_SUCCESS"));
  EXPECT_FALSE(engine->watches("/data/a/1230T0000/_SUCCESS")) << "not all are watched";
  data("a/1230T0000");
  pass_minutes(1'881 / static_cast<int64_t>(limits::inputs_again_max) + 3);
  EXPECT_EQ(given(), uri("a/1230T0000"));
}

// -- input logic ----------------------------------------------------------------------------------

std::string both_events() { return input("a", "a", "current(0)") + input("b", "b", "current(0)"); }

std::string either(const std::string& of) { return "<input-logic>" + of + "</input-logic>"; }

TEST_F(inputs, of_an_or_one_suffices) {
  submit({both_events(), either("<or name='x'><data-in dataset='a'/><data-in dataset='b'/></or>")});
  EXPECT_EQ(state(), "WAITING");
  data("b/0101T0000");
  pass(1'000);
  EXPECT_EQ(given(), uri("b/0101T0000"));
}

TEST_F(inputs, a_combine_takes_each_from_where_it_is) {
  const auto range = [](const std::string& name) {
    return "<data-in name='" + name + "' dataset='" + name +
           "'><start-instance>${coord:current(-1)}</start-instance>"
           "<end-instance>${coord:current(0)}</end-instance></data-in>";
  };
  submit({range("a") + range("b"),
          either("<combine name='x'><data-in dataset='a'/><data-in dataset='b'/></combine>")});
  data("a/0101T0000");
  data("b/0101T0000");
  pass_minutes(1);
  EXPECT_EQ(state(), "WAITING");
  data("b/1231T2300");
  pass(1'000);
  EXPECT_EQ(given(), uri("a/0101T0000") + "," + uri("b/1231T2300"));
}

TEST_F(inputs, a_wait_ends_by_the_clock_with_what_suffices) {
  const std::string range =
      "<data-in name='a' dataset='a'><start-instance>${coord:current(-2)}</start-instance>"
      "<end-instance>${coord:current(0)}</end-instance></data-in>";
  data("a/1231T2300");
  submit({range, either("<data-in name='x' dataset='a' min='1' wait='10'/>")});
  pass_minutes(9);
  EXPECT_EQ(state(), "WAITING") << "more may come";
  data("a/0101T0000");
  pass_minutes(2);
  EXPECT_EQ(given(), uri("a/0101T0000") + "," + uri("a/1231T2300"));
}

TEST_F(inputs, logic_may_hold_latest) {
  data("b/1231T2200");
  submit({input("a", "a", "current(0)") + input("b", "b", "latest(0)"),
          either("<and name='x'><data-in dataset='a'/><data-in dataset='b'/></and>")});
  EXPECT_EQ(state(), "WAITING");
  data("a/0101T0000");
  pass(1'000);
  EXPECT_EQ(given(), uri("a/0101T0000") + "," + uri("b/1231T2200"));
}

// -- crashes, time-outs, orders -------------------------------------------------------------------

TEST_F(inputs, a_crash_between_ready_and_the_start_keeps_what_was_found) {
  data("a/1231T2100");
  files.fail_reads(true, "/app/workflow.xml");
  submit({input("x", "a", "latest(0)"), ""});
  ASSERT_EQ(state(), "READY");
  ASSERT_TRUE(action().extra);
  EXPECT_EQ(action().extra->resolved, (model::resolved_inputs{{"x", uri("a/1231T2100")}}));
  crash();
  data("a/1231T2300");
  files.remove("/data/a/1231T2100");
  files.fail_reads(false, "/app/workflow.xml");
  start();
  pass_minutes(1);
  EXPECT_EQ(given(), uri("a/1231T2100"));
}

TEST_F(inputs, a_crash_while_it_waits_loses_nothing) {
  submit({input("x", "a", "latest(0)"), ""});
  crash();
  data("a/1231T2100");
  start();
  pass(1'000);
  EXPECT_EQ(given(), uri("a/1231T2100"));
}

TEST_F(inputs, a_time_out_ends_the_waiting) {
  submit({input("x", "a", "latest(0)"), "", "10"});
  pass_minutes(10);
  EXPECT_EQ(state(), "WAITING");
  pass_minutes(2);
  EXPECT_EQ(state(), "TIMEDOUT");
  EXPECT_FALSE(engine->watches("/data/a/1231T2300/_SUCCESS"));
}

TEST_F(inputs, data_that_came_while_the_engine_was_down_wins_over_the_time_out) {
  for (int round = 0; round < 20; ++round) {  // in whatever order the actors get their turns
    submit({input("x", "a", "latest(0)"), "", "10"});
    crash();
    data("a/1231T2100");
    time.move_to(plus_ms(time.now(), 30 * ms_per_minute));
    start();
    pass(1'000);
    ASSERT_EQ(given(), uri("a/1231T2100")) << round;
    files.remove("/data");
  }
}

TEST_F(inputs, without_data_the_time_out_wins_after_an_outage) {
  submit({both_events(), either("<or name='x'><data-in dataset='a'/><data-in dataset='b'/></or>"),
          "10"});
  crash();
  time.move_to(plus_ms(time.now(), 30 * ms_per_minute));
  start();
  pass(1'000);
  EXPECT_EQ(state(), "TIMEDOUT");
}

TEST_F(inputs, what_comes_while_the_job_is_suspended_is_looked_at_afterwards) {
  submit({input("x", "a", "latest(0)"), ""});
  order(model::orders::suspend{});
  data("a/1231T2100");
  pass_minutes(1);
  EXPECT_EQ(state(), "WAITING");
  data("a/1231T2300");
  pass_minutes(1);
  order(model::orders::resume{});
  pass(1'000);
  EXPECT_EQ(given(), uri("a/1231T2300"));
}

TEST_F(inputs, a_rerun_with_refresh_names_latest_anew) {
  data("a/1231T2300");
  submit({input("x", "a", "latest(0)"), ""});
  pass_minutes(90);
  ASSERT_EQ(state(), "SUCCEEDED");
  data("a/0101T0100");
  model::orders::rerun again;
  again.scope.numbers = {{1, 1}};
  order(again);
  pass(1'000);
  EXPECT_EQ(given(), uri("a/1231T2300")) << "as of when it was made";
  pass_minutes(5);
  again.options.refresh = true;
  order(again);
  pass(1'000);
  EXPECT_EQ(given(), uri("a/0101T0100"));
}

// -- announcements --------------------------------------------------------------------------------

TEST_F(inputs, an_announcement_is_a_reason_to_look_and_no_proof) {
  submit({input("x", "a", "current(0)"), "", "120", "2", "60", "2025-12-31", "2026-01-01T02:00"});
  ASSERT_EQ(state(), "WAITING");
  EXPECT_EQ(ready({"file:///data/b/0101T0000"}).waiting, 0U);
  for (const char* each :
       {"file:///data/a/0101T0000", "/data/a/0101T0000/", "file:/data/a/0101T0000/_SUCCESS",
        "file:///data/a/0101T0000/_SUCCESS"}) {
    const http::announced told = ready({each, each});
    EXPECT_EQ(told.looked_at, 1U) << each;
    EXPECT_EQ(told.waiting, 1U) << each;
  }
  EXPECT_EQ(state(), "WAITING") << "it is not there";
}

TEST_F(inputs, an_announcement_reaches_latest_and_logic_too) {
  submit({input("x", "a", "latest(0)"), ""});
  EXPECT_EQ(ready({uri("a/1231T2300"), uri("a/1231T2200"), uri("b/1231T2200")}).looked_at, 2U);
  EXPECT_EQ(ready({uri("a/1231T2300"), uri("a/1231T2200")}).waiting, 1U) << "one action";
}

}  // namespace
}  // namespace foliot::actors
