// Launchers made by the resident one: what its death, its absence and many orders at once mean.
#include <poll.h>
#include <sys/resource.h>

#include <algorithm>
#include <thread>

#include "exec/launch_tree.hpp"
#include "exec/launcher_process.hpp"
#include "exec/resident_launcher.hpp"
#include "tests/exec/run_fixture.hpp"

namespace foliot::exec {
namespace {

std::string called(pid_t pid) { return slurp_file("/proc/" + std::to_string(pid) + "/comm"); }

class launcher_resident : public run_fixture {
 protected:
  /// The resident launcher of this process; 0 where there is none.
  static pid_t resident() {
    for (const pid_t each : descendants()) {
      const auto facts = look_process(each);
      if (facts && facts->parent == ::getpid() && called(each) == "foliot-resident\n") return each;
    }
    return 0;
  }
  static pid_t parent_of(pid_t pid) {
    const auto facts = look_process(pid);
    return facts ? facts->parent : 0;
  }
  run_spec waiting(const std::string& name, const fifo& gate, int exit) const {
    return shell(name, "echo " + name + " >> " + path("ledger") + "; read x < " + gate.file() +
                           "; exit " + std::to_string(exit));
  }
  /// A launcher program that does `script` first.
  std::string wrapped(const std::string& script) const {
    write(path("wrapped"),
          "#!/bin/sh\n" + script + "\nexec " + std::string{FOLIOT_LAUNCHER} + " \"$@\"\n");
    ::chmod(path("wrapped").c_str(), 0700);
    return path("wrapped");
  }
  void connect_to(const std::string& program) {
    client_.reset();
    launcher_options options;
    options.data_directory = data_;
    options.launcher_program = program;
    options.retry_ms = 1;
    auto opened = launcher_client::open(options);
    ASSERT_TRUE(opened);
    client_ = *std::move(opened);
    client_->deliver_to([this](run_news each) { inbox_->push(std::move(each)); });
  }
  static int end_after(const launcher_process& launcher) {
    pollfd ended{launcher.pidfd.get(), POLLIN, 0};
    EXPECT_EQ(::poll(&ended, 1, 90'000), 1);
    return reap_launcher(launcher).exit;
  }
  launch_order order(const run_spec& spec) const {
    launch_order out;
    out.data_directory = data_;
    out.engine_pid = ::getpid();
    out.spec = spec;
    return out;
  }
};

TEST_F(launcher_resident, makes_launchers_that_are_children_of_the_engine) {
  fifo gate{path("gate")};
  client_->start(waiting("a", gate, 3));
  ASSERT_TRUE(inbox_->wait<run_started>("a"));
  const pid_t first = resident();
  ASSERT_GT(first, 0);
  const pid_t launcher = holder("a");
  EXPECT_EQ(parent_of(launcher), ::getpid());
  EXPECT_EQ(called(launcher), "foliot-launcher\n");
  EXPECT_EQ(::getsid(launcher), launcher);
  client_->start(waiting("b", gate, 4));
  ASSERT_TRUE(inbox_->wait<run_started>("b"));
  EXPECT_EQ(resident(), first);  // one for both
  gate.give();
  gate.give();
  EXPECT_EQ(end_of("a").exit_code, 3);
  EXPECT_EQ(end_of("b").exit_code, 4);
}

TEST_F(launcher_resident, loses_nothing_when_it_is_killed) {
  fifo gate{path("gate")};
  client_->start(waiting("a", gate, 3));
  ASSERT_TRUE(inbox_->wait<run_started>("a"));
  const pid_t first = resident();
  ASSERT_GT(first, 0);
  for (int i = 0; i < 5; ++i) {  // more often than one that never answers is tried
    const pid_t before = resident();
    ASSERT_GT(before, 0);
    ASSERT_EQ(::kill(before, SIGKILL), 0);
    const std::string name = "b" + std::to_string(i);
    EXPECT_EQ(run(shell(name, "echo " + name + " >> " + path("ledger") + "; exit 5")).exit_code, 5);
    EXPECT_NE(resident(), before);
  }
  EXPECT_EQ(inbox_->count<run_ended>(), 5u);
  gate.give();
  EXPECT_EQ(end_of("a").exit_code, 3);
  const std::vector<std::string> wanted{"a", "b0", "b1", "b2", "b3", "b4"};
  EXPECT_EQ(lines(path("ledger")), wanted);
}

TEST_F(launcher_resident, goes_with_its_engine_and_leaves_the_runs) {
  fifo gate{path("gate")};
  client_->start(waiting("a", gate, 3));
  ASSERT_TRUE(inbox_->wait<run_started>("a"));
  const pid_t launcher = holder("a");
  client_.reset();
  EXPECT_EQ(resident(), 0);
  EXPECT_EQ(holder("a"), launcher);
  connect();
  client_->start(waiting("a", gate, 3));
  ASSERT_TRUE(inbox_->wait<run_started>("a"));
  EXPECT_EQ(holder("a"), launcher);
  EXPECT_EQ(resident(), 0);  // found by its lock, nothing had to be started
  gate.give();
  EXPECT_EQ(end_of("a").exit_code, 3);
  EXPECT_EQ(lines(path("ledger")), std::vector<std::string>{"a"});
}

TEST_F(launcher_resident, starts_two_hundred_at_once_each_exactly_once_while_it_is_killed) {
  std::vector<std::string> wanted;
  for (int i = 100; i < 300; ++i) {
    wanted.push_back("r" + std::to_string(i));
    client_->start(shell(wanted.back(), "echo " + wanted.back() + " >> " + path("ledger")));
    // Whatever it is doing: nothing, reading an order, or about to answer.
    if (const pid_t there = i % 10 == 0 ? resident() : 0; there != 0) ::kill(there, SIGKILL);
  }
  for (const auto& name : wanted) EXPECT_EQ(end_of(name).outcome, run_outcome::exited);
  auto ran = lines(path("ledger"));
  std::sort(ran.begin(), ran.end());
  EXPECT_EQ(ran, wanted);
  EXPECT_EQ(inbox_->count<run_started>(), wanted.size());
}

TEST_F(launcher_resident, an_order_that_it_took_to_its_death_is_given_to_another) {
  // It ends after reading, without an answer: nobody can tell whether it made a launcher.
  resident_launcher starter{wrapped("[ \"$1\" = --resident ] && exec head -c 1 >/dev/null")};
  auto started = starter.start(order(shell("a", "echo a >> " + path("ledger"))));
  ASSERT_TRUE(started);
  EXPECT_TRUE(started->perhaps_two);
  ASSERT_TRUE(started->pidfd);
  EXPECT_EQ(end_after(*started), launcher_done);
  EXPECT_EQ(lines(path("ledger")), std::vector<std::string>{"a"});
}

TEST_F(launcher_resident, gives_launchers_the_switches_of_the_day_of_their_order) {
  ::setenv("FOLIOT_TEST_CRASH", "1", 1);
  ::setenv("FOLIOT_CRASH_AT", "claimed", 1);
  ::setenv("FOLIOT_CRASH_ONCE", path("crashed").c_str(), 1);
  EXPECT_EQ(run(shell("a", "true")).outcome, run_outcome::exited);
  EXPECT_TRUE(std::filesystem::remove(path("crashed")));
  ::unsetenv("FOLIOT_CRASH_AT");
  EXPECT_EQ(run(shell("b", "true")).outcome, run_outcome::exited);
  EXPECT_FALSE(std::filesystem::exists(path("crashed")));
}

TEST_F(launcher_resident, is_done_without_where_the_program_cannot_be_resident) {
  connect_to(wrapped("echo \"$1\" >> " + path("tries") + "\n[ \"$1\" = --resident ] && exit 1"));
  for (int i = 0; i < 5; ++i) EXPECT_EQ(run(shell("r" + std::to_string(i), "exit 6")).exit_code, 6);
  EXPECT_EQ(resident(), 0);
  const auto tries = lines(path("tries"));
  EXPECT_EQ(std::count(tries.begin(), tries.end(), "--resident"), 3);  // not for ever
  EXPECT_EQ(std::count(tries.begin(), tries.end(), ""), 5);
}

TEST_F(launcher_resident, a_launcher_that_is_gone_is_the_hosts_reason) {
  std::filesystem::copy_file(FOLIOT_LAUNCHER, path("copy"));
  connect_to(path("copy"));
  EXPECT_EQ(run(shell("a", "exit 6")).exit_code, 6);
  std::filesystem::remove(path("copy"));
  EXPECT_EQ(run(shell("b", "exit 7")).exit_code, 7);  // the resident one is there
  const pid_t there = resident();
  ASSERT_GT(there, 0);
  ::kill(there, SIGKILL);
  const run_ended end = run(shell("c", "exit 8"));
  EXPECT_EQ(end.outcome, run_outcome::not_started);
  EXPECT_NE(end.message.find("cannot start the launcher " + path("copy")), std::string::npos)
      << end.message;
  std::filesystem::copy_file(FOLIOT_LAUNCHER, path("copy"));
  EXPECT_EQ(run(shell("d", "exit 9")).exit_code, 9);
}

TEST_F(launcher_resident, tells_the_sentence_of_a_launcher_that_fails) {
  resident_launcher starter{FOLIOT_LAUNCHER};
  auto started = starter.start(order(shell("../a", "true")));
  ASSERT_TRUE(started);
  pollfd ended{started->pidfd.get(), POLLIN, 0};
  ASSERT_EQ(::poll(&ended, 1, 90'000), 1);
  const launcher_end end = reap_launcher(*started);
  EXPECT_EQ(end.exit, launcher_usage);
  EXPECT_NE(end.sentence.find("cannot be the name of a run"), std::string::npos) << end.sentence;
}

TEST_F(launcher_resident, an_order_of_a_dead_engine_is_void) {
  resident_launcher starter{FOLIOT_LAUNCHER};
  launch_order late = order(shell("a", "echo a >> " + path("ledger")));
  late.engine_pid = ::getpid() + 1;  // not the launcher's parent, as after the engine's death
  auto started = starter.start(late);
  ASSERT_TRUE(started);
  EXPECT_EQ(end_after(*started), launcher_orphaned);
  EXPECT_EQ(launcher_client::names_on_disk(data_), std::vector<std::string>{});
  EXPECT_EQ(run(shell("a", "echo a >> " + path("ledger"))).outcome, run_outcome::exited);
  EXPECT_EQ(lines(path("ledger")).size(), 1u);
}

TEST_F(launcher_resident, without_a_descriptor_for_an_order_says_so_and_lives_on) {
  resident_launcher starter{FOLIOT_LAUNCHER};
  auto started = starter.start(order(shell("a", "true")));
  ASSERT_TRUE(started);
  EXPECT_EQ(end_after(*started), launcher_done);
  const pid_t there = resident();
  ASSERT_GT(there, 0);
  rlimit before{};
  rlimit none{3, 3};
  ASSERT_EQ(::prlimit(there, RLIMIT_NOFILE, nullptr, &before), 0);
  none.rlim_max = before.rlim_max;
  ASSERT_EQ(::prlimit(there, RLIMIT_NOFILE, &none, nullptr), 0);
  started = starter.start(order(shell("b", "true")));
  ASSERT_FALSE(started);
  EXPECT_NE(started.error().sentence.find("Too many open files"), std::string::npos);
  ASSERT_EQ(::prlimit(there, RLIMIT_NOFILE, &before, nullptr), 0);
  started = starter.start(order(shell("b", "true")));
  ASSERT_TRUE(started);
  EXPECT_EQ(end_after(*started), launcher_done);
  EXPECT_EQ(resident(), there);
}

// -- exit files that a power failure cut
// -----------------------------------------------------------

class launcher_power_failure : public launcher_resident {
 protected:
  void cut_exit_file(const std::string& name) const {
    const std::string whole = encode(run_ended{name, run_outcome::exited, 3, 0, "", ""});
    write(run_path(exit_name(name)), whole.substr(0, whole.size() / 2));
  }
  std::string note(const std::string& name) const { return "echo " + name + " >> " + path("led"); }
};

TEST_F(launcher_power_failure, half_an_exit_file_of_a_run_that_ran_is_a_lost_run) {
  for (const std::string& left :
       {std::string{"half"}, std::string{"empty"}, std::string{"other"}}) {
    const auto self = look_process(::getpid());
    ASSERT_TRUE(self);
    write(
        run_path(claim_name(left)),
        encode(pid_record{::getpid(), self->start_ticks, "another-boot", "", 0}) + started_mark());
    if (left == "half") cut_exit_file(left);
    if (left == "empty") write(run_path(exit_name(left)), "");
    if (left == "other")
      write(run_path(exit_name(left)), encode(run_ended{"x", run_outcome::exited, 3, 0, "", ""}));
    const run_ended end = run(shell(left, note(left)));
    EXPECT_EQ(end.outcome, run_outcome::lost) << left;
    EXPECT_NE(end.message.find("machine was restarted"), std::string::npos) << end.message;
  }
  EXPECT_TRUE(lines(path("led")).empty());
}

TEST_F(launcher_power_failure, half_an_exit_file_of_a_run_that_never_ran_is_none) {
  cut_exit_file("a");
  write(run_path(claim_name("a")), "");
  EXPECT_EQ(run(shell("a", note("a"))).exit_code, 0);
  EXPECT_EQ(lines(path("led")), std::vector<std::string>{"a"});
  connect();
  EXPECT_EQ(run(shell("a", note("a"))).exit_code, 0);
  EXPECT_EQ(lines(path("led")).size(), 1u);
}

}  // namespace
}  // namespace foliot::exec
