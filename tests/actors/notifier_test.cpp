// Calls to the URLs that users give.
#include "actors/notifier.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "rehearsal/life.hpp"
#include "tests/actors/passing.hpp"
#include "tests/actors/stage.hpp"

namespace foliot::actors {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr int64_t minute = 60'000;

/// One engine whose calls are written down and answered with `status`.
class switchboard {
 public:
  switchboard() {
    machine.on_execute = [](const exec::run_spec&) {};
    files.put("/w/workflow.xml", workflow_xml);
    start();
  }

  /// The program of /w takes a day.
  void runs_for_long() {
    std::string xml = workflow_xml;
    const std::string takes = "takes:60000";
    xml.replace(xml.find(takes), takes.size(), "takes:86400000");
    files.put("/w/workflow.xml", xml);
  }
  void submit(const std::string& application,
              const std::vector<std::pair<std::string, std::string>>& more) {
    std::string xml = "<configuration>";
    const auto add = [&xml](const std::string& name, const std::string& value) {
      xml += "<property><name>" + name + "</name><value>" + value + "</value></property>";
    };
    add(application, "/w");
    add("user.name", "ann");
    for (const auto& [name, value] : more) add(name, value);
    engine->gate().submit(xml + "</configuration>", {}, true, [this](result<http::submitted> done) {
      ASSERT_TRUE(done) << done.error().text();
      id = done->id;
    });
    settle();
  }
  void crash() {
    engine.reset();
    store.crash();
    start();
  }
  void settle() { settle_now(*engine, time, luck); }
  void pass(int64_t ms) {
    pass_time(*engine, time, ms, [this] { settle(); });
  }
  std::vector<std::string> take() { return std::exchange(called, {}); }

  rehearsal::chance luck{7};
  rehearsal::virtual_time time{instant{1'767'225'600'000}};
  rehearsal::memory_store store;
  rehearsal::virtual_files files{time};
  rehearsal::virtual_machine machine{files, time, luck.fork()};
  std::unique_ptr<rehearsal::life> engine;
  std::string id;
  int status = 200;
  std::vector<std::string> called;

 private:
  void start() {
    rehearsal::life_hooks hooks{
        [](const kv_batch&) {}, [](const wire_ids&) {}, {}, [] { return false; }};
    hooks.call_out = [this](const model::notice& what) -> result<int> {
      called.push_back(what.url);
      if (status == 0) return failure{errc::unavailable, "nobody answers", "", "", ""};
      return status;
    };
    engine = std::make_unique<rehearsal::life>(rehearsal::surroundings{time, store, files, machine},
                                               luck.fork(), std::move(hooks));
    settle();
    EXPECT_TRUE(engine->recovered()) << engine->problem();
  }
};

constexpr const char* workflow_path = "oozie.wf.application.path";
const std::pair<std::string, std::string> job_url{"oozie.wf.workflow.notification.url",
                                                  "http://h/$jobId/$status?p=$parentId"};
const std::pair<std::string, std::string> node_url{"oozie.wf.action.notification.url",
                                                   "https://h/$nodeName/$status"};

TEST(notifier, tells_of_a_job_and_its_nodes) {
  switchboard on;
  on.submit(workflow_path, {job_url, node_url});
  on.pass(1'000);
  EXPECT_THAT(on.take(), ElementsAre("http://h/" + on.id + "/RUNNING?p=", "https://h/:start:/T:run",
                                     "https://h/run/S:RUNNING"));
  on.pass(2 * minute);
  EXPECT_THAT(on.take(), ElementsAre("https://h/run/T:end", "https://h/end/S:OK",
                                     "http://h/" + on.id + "/SUCCEEDED?p="));
  EXPECT_EQ(on.engine->counters().notices_sent, 6U);
  EXPECT_EQ(on.engine->counters().notices_waiting, 0U);
}

TEST(notifier, calls_nobody_whom_nobody_named) {
  switchboard on;
  on.submit(workflow_path, {{"oozie.wf.workflow.notification.url", "ftp://h/$jobId"}});
  on.submit(workflow_path, {});
  on.pass(2 * minute);
  EXPECT_THAT(on.called, IsEmpty());
}

TEST(notifier, tries_four_times_a_minute_apart) {
  for (const int answer : {0, 500}) {
    switchboard on;
    on.runs_for_long();
    on.status = answer;
    on.submit(workflow_path, {job_url});
    for (size_t calls = 1; calls <= 4; ++calls) {
      EXPECT_THAT(on.called, SizeIs(calls));
      EXPECT_EQ(on.engine->counters().notices_waiting, calls < 4 ? 1U : 0U);
      on.pass(minute - 1);
      EXPECT_THAT(on.called, SizeIs(calls));
      on.pass(1);
    }
    on.pass(10 * minute);
    EXPECT_THAT(on.called, SizeIs(4));
    EXPECT_EQ(on.engine->counters().notices_failed, 1U);
    EXPECT_EQ(on.engine->counters().notices_waiting, 0U);
  }
}

TEST(notifier, ends_its_tries_with_the_first_success) {
  switchboard on;
  on.status = 503;
  on.submit(workflow_path, {job_url});
  on.status = 200;
  on.pass(10 * minute);
  EXPECT_THAT(on.called, SizeIs(3));
  EXPECT_EQ(on.engine->counters().notices_sent, 2U);
}

TEST(notifier, does_not_say_after_a_start_what_was_said_before) {
  switchboard on;
  on.submit(workflow_path, {job_url, node_url});
  on.pass(1'000);
  on.take();
  on.crash();
  EXPECT_THAT(on.take(), IsEmpty());
  on.pass(2 * minute);
  EXPECT_THAT(on.take(), ElementsAre("https://h/run/T:end", "https://h/end/S:OK",
                                     "http://h/" + on.id + "/SUCCEEDED?p="));
}

TEST(notifier, drops_what_it_has_no_room_for) {
  engine_counters counters;
  counters.notices_waiting = notices_waiting_max - 1;
  EXPECT_TRUE(take_place(counters));
  EXPECT_FALSE(take_place(counters));
  EXPECT_EQ(counters.notices_dropped, 1U);
  EXPECT_EQ(counters.notices_waiting, notices_waiting_max);
}

TEST(notifier, tells_of_the_actions_of_a_coordinator) {
  switchboard on;
  on.files.put("/w/coordinator.xml",
               "<coordinator-app name='c' frequency='60' start='2026-01-01T00:00Z' "
               "end='2026-01-01T01:00Z' timezone='UTC' xmlns='uri:oozie:coordinator:0.4'>"
               "<action><workflow><app-path>/w</app-path></workflow></action></coordinator-app>");
  on.submit("oozie.coord.application.path",
            {{"oozie.coord.action.notification.url", "http://h/$actionId/$status"}});
  on.pass(2 * minute);
  const std::string action = "http://h/" + on.id + "@1/";
  const std::vector<std::string> called = on.take();
  ASSERT_GE(called.size(), 2U);
  EXPECT_EQ(called.front(), action + "WAITING");
  EXPECT_EQ(called.back(), action + "SUCCEEDED");
  EXPECT_EQ(std::count(called.begin(), called.end(), action + "RUNNING"), 1);
}

}  // namespace
}  // namespace foliot::actors
