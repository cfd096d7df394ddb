// The limits of a run, kept by the kernel or by its launcher, and gentle ends.
#include <sys/resource.h>

#include <thread>

#include "exec/launch_limits.hpp"
#include "exec/run_groups.hpp"
#include "tests/exec/run_fixture.hpp"

namespace foliot::exec {
namespace {

class launcher_limits : public run_fixture {
 protected:
  /// An engine side whose host has these limits.
  void limit(const run_limits& bounds) {
    client_.reset();
    launcher_options options;
    options.data_directory = data_;
    options.launcher_program = FOLIOT_LAUNCHER;
    options.bounds = bounds;
    auto opened = launcher_client::open(options);
    ASSERT_TRUE(opened);
    client_ = *std::move(opened);
    client_->deliver_to([this](run_news each) { inbox_->push(std::move(each)); });
  }

  run_ended run_within(const std::string& script, const run_limits& bounds) {
    limit(bounds);
    return run(shell("r" + std::to_string(++runs_), script));
  }
  std::string output() const { return read(data_ + "/logs/r" + std::to_string(runs_) + ".stdout"); }

  static void expect_ended_by(const run_ended& end, const std::string& words) {
    EXPECT_NE(end.message.find(words), std::string::npos) << end.message;
    EXPECT_NE(end.message.find("its standard error is in "), std::string::npos) << end.message;
  }

  int runs_ = 0;
};

TEST_F(launcher_limits, memory_of_all_processes_together) {
  // tail keeps a line without end in memory; it is a child of a child.
  const run_ended end = run_within("(head -c 2000000000 /dev/zero | tail | cat) ; echo survived",
                                   {.memory_bytes = 64 << 20});
  EXPECT_EQ(end.outcome, run_outcome::signalled);
  EXPECT_EQ(end.signal, SIGKILL);
  expect_ended_by(end, "ended by the memory limit of 64 MiB");
  EXPECT_EQ(output(), "");
  EXPECT_EQ(
      run_within("head -c 1000000 /dev/zero | tail | wc -c", {.memory_bytes = 64 << 20}).exit_code,
      0);
}

TEST_F(launcher_limits, cpu_time_of_all_processes_together) {
  // Two of them, neither of which takes as much by itself as both do.
  const std::string loop = "while :; do :; done";
  const run_ended end = run_within("(" + loop + ") & (" + loop + ") & wait", {.cpu_seconds = 1});
  EXPECT_EQ(end.outcome, run_outcome::signalled);
  expect_ended_by(end, "ended by the limit of 1 seconds of CPU time");
}

TEST_F(launcher_limits, cpu_time_of_children_that_have_ended) {
  const run_ended end =
      run_within("while :; do sh -c 'i=0; while [ $i -lt 3000 ]; do i=$((i+1)); done'; done",
                 {.cpu_seconds = 1});
  EXPECT_EQ(end.outcome, run_outcome::signalled);
  expect_ended_by(end, "seconds of CPU time");
}

TEST_F(launcher_limits, number_of_processes) {
  const run_ended end =
      run_within("for i in 1 2 3 4 5 6 7 8; do sleep 1000 & done; wait", {.processes = 4});
  EXPECT_EQ(end.outcome, run_outcome::signalled);
  expect_ended_by(end, "ended by the limit of 4 processes");
  EXPECT_EQ(run_within("for i in 1 2; do true & done; wait", {.processes = 4}).exit_code, 0);
}

TEST_F(launcher_limits, open_files_of_each_process) {
  const run_ended end = run_within(
      "ulimit -n; exec 3</dev/null 4</dev/null 5</dev/null 6</dev/null 7</dev/null 8</dev/null",
      {.open_files = 8});
  EXPECT_EQ(output(), "8\n");
  EXPECT_EQ(end.outcome, run_outcome::exited);
  EXPECT_NE(end.exit_code, 0);
  expect_ended_by(end, "");
}

TEST_F(launcher_limits, size_of_each_file) {
  const run_ended by_itself =
      run_within("exec head -c 2000000 /dev/zero > file", {.file_bytes = 1 << 20});
  EXPECT_EQ(by_itself.outcome, run_outcome::signalled);
  EXPECT_EQ(by_itself.signal, SIGXFSZ);
  expect_ended_by(by_itself, "ended by the limit of 1 MiB for a file");
  const run_ended by_child =
      run_within("head -c 2000000 /dev/zero > file; exit $?", {.file_bytes = 1'000'000});
  expect_ended_by(by_child, "ended by the limit of 1000000 bytes for a file");
  EXPECT_EQ(run_within("head -c 1000 /dev/zero > file", {.file_bytes = 1'000}).exit_code, 0);
}

TEST_F(launcher_limits, nice_values_are_added_and_end_at_19) {
  run_within("nice", {});
  const int before = std::stoi(output());
  run_within("nice", {.nice = 3});
  EXPECT_EQ(output(), std::to_string(std::min(before + 3, 19)) + "\n");
  run_within("nice", {.nice = 4'000'000'000});
  EXPECT_EQ(output(), "19\n");
}

TEST_F(launcher_limits, are_the_hosts_alone) {
  limit({.open_files = 20});
  run_spec spec = shell("r" + std::to_string(++runs_), "ulimit -n");
  spec.bounds.open_files = 30;
  run(spec);
  EXPECT_EQ(output(), "20\n");
}

TEST_F(launcher_limits, hold_for_a_run_whose_launcher_died) {
  fifo ready{path("ready")};
  fifo gate{path("gate")};
  const run_spec spec = shell("a", "echo up > " + ready.file() + "; read x < " + gate.file() +
                                       "; for i in 1 2 3 4 5 6; do sleep 1000 & done; wait");
  limit({.processes = 4});
  client_->start(spec);
  EXPECT_EQ(ready.take(), "up");
  ASSERT_TRUE(inbox_->wait<run_started>("a"));
  ::kill(holder("a"), SIGKILL);
  gate.give("go");
  const run_ended end = end_of("a");
  EXPECT_EQ(end.outcome, run_outcome::signalled);
  expect_ended_by(end, "ended by the limit of 4 processes");
}

TEST(run_limits, sizes_in_words) {
  EXPECT_EQ(size_text(512 << 20), "512 MiB");
  EXPECT_EQ(size_text(1ULL << 40), "1 TiB");
  EXPECT_EQ(size_text(3 << 10), "3 KiB");
  EXPECT_EQ(size_text(1'000), "1000 bytes");
  EXPECT_EQ(size_text(0), "0 bytes");
}

// -- gentle ends ---------------------------------------------------------------------------------

class gentle_kill : public run_fixture {
 protected:
  /// Tells its start, and notes in the ledger what it was sent.
  run_spec trapping(const std::string& name, const std::string& on_term, uint32_t ms) const {
    run_spec spec = shell(name, "trap '" + on_term + "' TERM; echo $$ > " + path("ready") +
                                    "; while :; do sleep 1000 & wait $!; done");
    spec.end_gently_ms = ms;
    return spec;
  }
  std::string note(const std::string& word) const {
    return "echo " + word + " >> " + path("ledger");
  }
};

constexpr uint32_t long_time_ms = 600'000;

TEST_F(gentle_kill, lets_the_program_end_itself) {
  fifo ready{path("ready")};
  client_->start(trapping("a", note("cleaned") + "; exit 0", long_time_ms));
  const pid_t pid = std::stoi(ready.take());
  client_->kill("a");
  EXPECT_EQ(end_of("a").outcome, run_outcome::killed);
  EXPECT_EQ(lines(path("ledger")), std::vector<std::string>{"cleaned"});
  EXPECT_FALSE(exists(pid));
}

TEST_F(gentle_kill, ends_what_does_not_obey_and_all_that_it_made) {
  fifo ready{path("ready")};
  client_->start(trapping("a", note("ignored"), 300));
  const pid_t pid = std::stoi(ready.take());
  client_->kill("a");
  EXPECT_EQ(end_of("a").outcome, run_outcome::killed);
  EXPECT_EQ(lines(path("ledger")), std::vector<std::string>{"ignored"});
  EXPECT_FALSE(exists(pid));
}

TEST_F(gentle_kill, reaches_the_program_alone_first) {
  fifo ready{path("ready")};
  fifo child{path("child")};
  run_spec spec =
      trapping("a", note("parent") + "; read x < " + path("child") + "; exit", long_time_ms);
  spec.arguments[1] =
      "(trap '" + note("child") + "' TERM; while :; do sleep 1000; done) & " + spec.arguments[1];
  client_->start(spec);
  ready.take();
  client_->kill("a");
  while (lines(path("ledger")).empty()) std::this_thread::yield();
  child.give("go");
  EXPECT_EQ(end_of("a").outcome, run_outcome::killed);
  EXPECT_EQ(lines(path("ledger")), std::vector<std::string>{"parent"});
}

TEST_F(gentle_kill, is_told_once_however_often_it_is_ordered) {
  fifo ready{path("ready")};
  fifo gate{path("gate")};
  client_->start(
      trapping("a", note("term") + "; read x < " + gate.file() + "; exit", long_time_ms));
  ready.take();
  for (int i = 0; i < 5; ++i) client_->kill("a");
  while (lines(path("ledger")).empty()) std::this_thread::yield();
  for (int i = 0; i < 5; ++i) client_->kill("a");
  connect();
  client_->kill("a");
  gate.give("go");
  EXPECT_EQ(end_of("a").outcome, run_outcome::killed);
  EXPECT_EQ(lines(path("ledger")).size(), 1u);
}

TEST_F(gentle_kill, goes_on_after_the_launcher_and_the_engine_died) {
  fifo ready{path("ready")};
  // It obeys the second time.
  client_->start(
      trapping("a", note("term") + "; n=$((n+1)); [ $n -lt 2 ] || exit 0", long_time_ms));
  const pid_t pid = std::stoi(ready.take());
  ASSERT_TRUE(inbox_->wait<run_started>("a"));
  const pid_t launcher = holder("a");
  client_->kill("a");
  while (lines(path("ledger")).empty()) std::this_thread::yield();
  client_.reset();
  ::kill(launcher, SIGKILL);
  // A new engine knows the name alone; the claim says how to end the run.
  connect();
  client_->kill("a");
  EXPECT_EQ(end_of("a").outcome, run_outcome::killed);
  EXPECT_FALSE(lives_on(pid));
  EXPECT_EQ(lines(path("ledger")), (std::vector<std::string>{"term", "term"}));
}

TEST_F(gentle_kill, of_a_queued_start_is_at_once) {
  connect(1);
  fifo gate{path("gate")};
  client_->start(shell("first", "read x < " + gate.file()));
  ASSERT_TRUE(inbox_->wait<run_started>("first"));
  client_->start(trapping("second", "true", long_time_ms));
  client_->kill("second");
  EXPECT_EQ(end_of("second").outcome, run_outcome::killed);
  gate.give("go");
  end_of("first");
}

}  // namespace
}  // namespace foliot::exec
