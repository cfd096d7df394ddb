// Kill: before a start, while running, with all that a program made.
#include "exec/launch_tree.hpp"
#include "tests/exec/run_fixture.hpp"

namespace foliot::exec {
namespace {

using launcher_kill = run_fixture;

TEST_F(launcher_kill, before_the_start_takes_the_claim) {
  client_->kill("a");
  EXPECT_EQ(end_of("a").outcome, run_outcome::killed);
  client_->start(shell("a", "echo ran >> " + path("ledger")));
  EXPECT_EQ(end_of("a", 2).outcome, run_outcome::killed);
  connect();
  EXPECT_EQ(run(shell("a", "echo ran >> " + path("ledger"))).outcome, run_outcome::killed);
  EXPECT_FALSE(std::filesystem::exists(path("ledger")));
}

TEST_F(launcher_kill, of_a_queued_start_keeps_it_from_starting) {
  connect(1);
  fifo gate{path("gate")};
  client_->start(shell("first", "read x < " + gate.file()));
  ASSERT_TRUE(inbox_->wait<run_started>("first"));
  client_->start(shell("second", "echo ran >> " + path("ledger")));
  client_->kill("second");
  EXPECT_EQ(end_of("second").outcome, run_outcome::killed);
  gate.give("go");
  EXPECT_EQ(end_of("first").outcome, run_outcome::exited);
  EXPECT_FALSE(std::filesystem::exists(path("ledger")));
}

TEST_F(launcher_kill, at_once_after_the_start_ends_in_killed_or_never_ran) {
  for (int i = 0; i < 30; ++i) {
    const std::string name = "r" + std::to_string(i);
    client_->start(shell(name, "sleep 1000"));
    client_->kill(name);
    EXPECT_EQ(end_of(name).outcome, run_outcome::killed);
  }
}

TEST_F(launcher_kill, reaches_daemons_and_their_children) {
  fifo ready{path("ready")};
  client_->start(shell("a", "trap '' TERM INT HUP; echo $$ > " + ready.file() + "; setsid sh -c '" +
                                "echo $$ > " + ready.file() +
                                "; (setsid setsid sh -c \"echo \\$\\$ > " + ready.file() +
                                "; sleep 1000\" &) ; sleep 1000' & sleep 1000"));
  std::vector<pid_t> pids;
  for (int i = 0; i < 3; ++i) pids.push_back(std::stoi(ready.take()));
  for (const pid_t pid : pids) EXPECT_TRUE(exists(pid));
  client_->kill("a");
  EXPECT_EQ(end_of("a").outcome, run_outcome::killed);
  for (const pid_t pid : pids) EXPECT_FALSE(exists(pid)) << pid;
}

TEST_F(launcher_kill, reaches_a_run_of_an_earlier_engine) {
  fifo ready{path("ready")};
  client_->start(shell("a", "echo $$ > " + ready.file() + "; sleep 1000"));
  const pid_t pid = std::stoi(ready.take());
  connect();
  client_->kill("a");
  EXPECT_EQ(end_of("a").outcome, run_outcome::killed);
  EXPECT_FALSE(exists(pid));
}

TEST_F(launcher_kill, reaches_daemons_of_a_run_whose_launcher_died) {
  fifo ready{path("ready")};
  client_->start(shell("a", "setsid sh -c 'echo $$ > " + ready.file() +
                                "; sleep 1000' & echo $$ > " + ready.file() + "; sleep 1000"));
  const pid_t one = std::stoi(ready.take());
  const pid_t two = std::stoi(ready.take());
  ASSERT_TRUE(inbox_->wait<run_started>("a"));
  const unique_fd first{::open(("/proc/" + std::to_string(one)).c_str(), O_DIRECTORY)};
  client_.reset();
  const pid_t launcher = holder("a");
  ASSERT_GT(launcher, 0);
  ::kill(launcher, SIGKILL);
  connect();
  client_->kill("a");
  EXPECT_EQ(end_of("a").outcome, run_outcome::killed);
  for (const pid_t pid : {one, two}) {
    const auto facts = look_process(pid);  // whoever adopted it may not have reaped it yet
    EXPECT_TRUE(!facts || !facts->alive()) << pid;
  }
}

TEST_F(launcher_kill, at_the_end_of_a_program_its_background_processes_go_too) {
  fifo ready{path("ready")};
  client_->start(shell(
      "a", "setsid sh -c 'echo $$ > " + ready.file() + "; sleep 1000' & read x < " + path("gate")));
  fifo gate{path("gate")};
  const pid_t pid = std::stoi(ready.take());
  gate.give("go");
  end_of("a");
  EXPECT_FALSE(exists(pid));
}

TEST_F(launcher_kill, ends_a_program_that_never_stops_writing) {
  client_->start(shell("a", "exec yes"));
  ASSERT_TRUE(inbox_->wait<run_started>("a"));
  client_->kill("a");
  EXPECT_EQ(end_of("a").outcome, run_outcome::killed);
}

TEST_F(launcher_kill, of_an_ended_run_changes_nothing) {
  run(shell("a", "exit 4"));
  client_->kill("a");
  client_->start(shell("a", "exit 5"));
  EXPECT_EQ(end_of("a", 2).exit_code, 4);
}

}  // namespace
}  // namespace foliot::exec
