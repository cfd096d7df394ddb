// What is found after launchers and engines died: the states of the protocol, one by one.
#include <poll.h>

#include <thread>

#include "exec/launch_tree.hpp"
#include "exec/launcher_process.hpp"
#include "tests/exec/endless_unpacker.hpp"
#include "tests/exec/run_fixture.hpp"

namespace foliot::exec {
namespace {

class launcher_crash : public run_fixture {
 protected:
  void crash_once_at(const std::string& point) {
    ::setenv("FOLIOT_TEST_CRASH", "1", 1);
    ::setenv("FOLIOT_CRASH_AT", point.c_str(), 1);
    ::setenv("FOLIOT_CRASH_ONCE", path("crashed").c_str(), 1);
  }
  bool crashed() const { return std::filesystem::exists(path("crashed")); }
  std::string ledger_script() const { return "echo ran >> " + path("ledger"); }
  size_t times_run() const { return lines(path("ledger")).size(); }
};

TEST_F(launcher_crash, a_claim_without_a_record_has_surely_not_run) {
  crash_once_at("claimed");
  EXPECT_EQ(run(shell("a", ledger_script())).outcome, run_outcome::exited);
  EXPECT_TRUE(crashed());
  EXPECT_EQ(times_run(), 1u);
}

TEST_F(launcher_crash, a_torn_record_is_none) {
  const std::string record = encode(pid_record{::getpid(), 1, boot_id(), "", 0});
  write(run_path("a.claim"), record.substr(0, record.size() - 1));
  EXPECT_EQ(run(shell("a", ledger_script())).outcome, run_outcome::exited);
  EXPECT_EQ(times_run(), 1u);
}

TEST_F(launcher_crash, after_the_record_a_dead_process_is_lost) {
  for (const char* point : {"pid-written", "before-exec"}) {
    std::filesystem::remove(path("crashed"));
    crash_once_at(point);
    EXPECT_EQ(run(shell(point, ledger_script())).outcome, run_outcome::lost);
    EXPECT_TRUE(crashed());
  }
  EXPECT_EQ(times_run(), 0u);
}

TEST_F(launcher_crash, after_the_exit_file_the_result_stands) {
  crash_once_at("exit-written");
  EXPECT_EQ(run(shell("a", ledger_script() + "; exit 3")).exit_code, 3);
  while (holder("a") != 0)
    std::this_thread::yield();  // the result is told before the launcher gets to that point
  connect();
  EXPECT_EQ(run(shell("a", ledger_script())).exit_code, 3);
  EXPECT_TRUE(crashed());
  EXPECT_EQ(times_run(), 1u);
}

TEST_F(launcher_crash, crash_points_need_their_switch) {
  crash_once_at("claimed");
  ::unsetenv("FOLIOT_TEST_CRASH");
  EXPECT_EQ(run(shell("a", ledger_script())).outcome, run_outcome::exited);
  EXPECT_FALSE(crashed());
}

TEST_F(launcher_crash, a_living_process_without_launcher_is_followed_and_then_lost) {
  fifo ready{path("ready")};
  fifo gate{path("gate")};
  client_->start(shell("a", "exec >/dev/null; echo $$ > " + ready.file() + "; read x < " +
                                gate.file() + "; " + ledger_script()));
  const pid_t pid = std::stoi(ready.take());
  ASSERT_TRUE(inbox_->wait<run_started>("a"));
  const pid_t first = holder("a");
  ASSERT_GT(first, 0);
  ::kill(first, SIGKILL);
  // The engine sees the end of the launcher and sends another, which takes the lock and follows.
  pid_t second = 0;
  while (second == 0 || second == first) {
    std::this_thread::yield();
    second = holder("a");
  }
  EXPECT_TRUE(exists(pid));
  EXPECT_EQ(inbox_->count<run_ended>(), 0u);
  gate.give("go");
  const run_ended end = end_of("a");
  EXPECT_EQ(end.outcome, run_outcome::lost);
  EXPECT_NE(end.message.find("cannot be known"), std::string::npos) << end.message;
  EXPECT_NE(end.message.find("/logs/a.stderr"), std::string::npos) << end.message;
  EXPECT_EQ(times_run(), 1u);
}

TEST_F(launcher_crash, a_gentle_end_goes_on_when_its_launcher_dies) {
  fifo ready{path("ready")};
  crash_once_at("ending");
  run_spec spec = shell("a", "trap '' TERM; " + ledger_script() + "; echo $$ > " + ready.file() +
                                 "; while :; do sleep 1000 & wait $!; done");
  spec.end_gently_ms = 200;
  client_->start(spec);
  const pid_t pid = std::stoi(ready.take());
  ASSERT_TRUE(inbox_->wait<run_started>("a"));
  client_->kill("a");
  EXPECT_EQ(end_of("a").outcome, run_outcome::killed);
  EXPECT_TRUE(crashed());
  EXPECT_FALSE(lives_on(pid));
  EXPECT_EQ(times_run(), 1u);
  client_->start(spec);
  EXPECT_EQ(end_of("a", 2).outcome, run_outcome::killed);
  EXPECT_EQ(times_run(), 1u);
}

TEST_F(launcher_crash, a_launcher_that_dies_while_it_unpacks_has_surely_not_run) {
  const fifo never{path("never")};
  launcher_ = with_endless_unpacker(path("bin"), never.file());
  connect();
  run_spec spec = shell("a", ledger_script());
  spec.archives = {{path("archive"), "x"}};
  client_->start(spec);
  const std::string link = work_directory(data_, "a") + "/x";
  while (!std::filesystem::exists(link)) std::this_thread::yield();
  const pid_t first = holder("a");
  ASSERT_GT(first, 0);
  ::kill(first, SIGKILL);
  while (holder("a") == 0 || holder("a") == first) std::this_thread::yield();
  client_->kill("a");
  EXPECT_EQ(end_of("a").outcome, run_outcome::killed);
  EXPECT_EQ(times_run(), 0u);
  EXPECT_EQ(inbox_->count<run_started>(), 0u);
}

TEST_F(launcher_crash, orders_of_the_format_before_this_one_are_understood) {
  std::string text = encode(launch_order{false, data_, ::getpid(), "", "", shell("a", "true")});
  const std::string now = "order 1\n2\n";
  ASSERT_TRUE(text.starts_with(now));
  EXPECT_TRUE(decode_order("order 1\n1\n" + text.substr(now.size())).ok());
  EXPECT_FALSE(decode_order("order 1\n4\n" + text.substr(now.size())).ok());
}

TEST_F(launcher_crash, an_order_carries_all_that_a_run_needs) {
  run_spec spec = shell("a", "true");
  spec.files = {{"/f", "l"}};
  spec.archives = {{"/one", "1"}, {"/two", "2"}};
  spec.documents = {{"d", std::string{"\0\n", 2}}, {"e", ""}};
  spec.output_file = "out";
  spec.end_gently_ms = 7;
  spec.bounds = {1ULL << 40, 2, 3, 4, 5, 6};
  const auto back = decode_order(encode(launch_order{true, data_, 8, "/unpack", "/group", spec}));
  ASSERT_TRUE(back);
  EXPECT_TRUE(back->kill);
  EXPECT_EQ(back->unpacker, "/unpack");
  EXPECT_EQ(back->group_root, "/group");
  ASSERT_EQ(back->spec.archives.size(), 2u);
  EXPECT_EQ(back->spec.archives[1].source, "/two");
  EXPECT_EQ(back->spec.archives[1].link_name, "2");
  EXPECT_EQ(back->spec.files.size(), 1u);
  EXPECT_EQ(back->spec.documents, spec.documents);
  EXPECT_EQ(back->spec.output_file, "out");
  EXPECT_EQ(back->spec.end_gently_ms, 7u);
  EXPECT_EQ(back->spec.bounds, spec.bounds);
  const claim_text claim = decode_claim(encode(pid_record{1, 2, "boot", "/group/a", 9}));
  ASSERT_TRUE(claim.record);
  EXPECT_EQ(claim.record->group, "/group/a");
  EXPECT_EQ(claim.record->end_gently_ms, 9u);
}

TEST_F(launcher_crash, launcher_and_process_dead_is_lost) {
  client_->start(shell("a", ledger_script() + "; sleep 1000"));
  const auto started = inbox_->wait<run_started>("a");
  ASSERT_TRUE(started);
  const pid_t launcher = holder("a");
  client_.reset();
  ::kill(launcher, SIGKILL);
  ::kill(static_cast<pid_t>(started->pid), SIGKILL);
  connect();
  EXPECT_EQ(run(shell("a", ledger_script())).outcome, run_outcome::lost);
  EXPECT_LE(times_run(), 1u);
}

TEST_F(launcher_crash, another_boot_is_lost_and_nobody_is_touched) {
  const auto self = look_process(::getpid());
  ASSERT_TRUE(self);
  write(run_path("a.claim"),
        encode(pid_record{::getpid(), self->start_ticks, "another-boot", "", 0}));
  client_->kill("a");
  const run_ended end = end_of("a");
  EXPECT_EQ(end.outcome, run_outcome::lost);
  EXPECT_NE(end.message.find("machine was restarted"), std::string::npos) << end.message;
}

TEST_F(launcher_crash, a_reused_process_number_is_not_taken_for_the_run) {
  const auto self = look_process(::getpid());
  ASSERT_TRUE(self);
  write(run_path("a.claim"),
        encode(pid_record{::getpid(), self->start_ticks + 1, boot_id(), "", 0}));
  client_->kill("a");
  EXPECT_EQ(end_of("a").outcome, run_outcome::lost);
}

TEST_F(launcher_crash, a_new_engine_follows_a_run_of_the_old_one) {
  fifo ready{path("ready")};
  fifo gate{path("gate")};
  const run_spec spec = shell(
      "a", "echo up > " + ready.file() + "; read x < " + gate.file() + "; " + ledger_script());
  client_->start(spec);
  EXPECT_EQ(ready.take(), "up");
  for (int restarts = 0; restarts < 3; ++restarts) {
    connect();
    client_->start(spec);
    EXPECT_TRUE(inbox_->wait<run_started>("a"));
  }
  gate.give("go");
  EXPECT_EQ(end_of("a").outcome, run_outcome::exited);
  EXPECT_EQ(times_run(), 1u);
}

TEST_F(launcher_crash, a_run_that_ended_without_an_engine_is_told_to_the_next) {
  fifo gate{path("gate")};
  client_->start(shell("a", "read x < " + gate.file() + "; exit 9"));
  ASSERT_TRUE(inbox_->wait<run_started>("a"));
  client_.reset();
  gate.give("go");
  connect();
  EXPECT_EQ(run(shell("a", ledger_script())).exit_code, 9);
  EXPECT_EQ(times_run(), 0u);
}

TEST_F(launcher_crash, an_order_of_a_dead_engine_is_void) {
  launch_order order;
  order.data_directory = data_;
  order.engine_pid = ::getpid() + 1;  // not our parent, as after the engine's death
  order.spec = shell("a", ledger_script());
  auto spawned = spawn_launcher(FOLIOT_LAUNCHER, order);
  ASSERT_TRUE(spawned);
  pollfd ended{spawned->pidfd.get(), POLLIN, 0};
  ASSERT_EQ(::poll(&ended, 1, 90'000), 1);
  EXPECT_EQ(reap_launcher(*spawned).exit, launcher_orphaned);
  EXPECT_EQ(times_run(), 0u);
  EXPECT_EQ(launcher_client::names_on_disk(data_), std::vector<std::string>{});
  EXPECT_EQ(run(shell("a", ledger_script())).outcome, run_outcome::exited);
}

TEST_F(launcher_crash, a_launcher_ignores_the_signals_of_the_engines_group) {
  fifo gate{path("gate")};
  client_->start(shell("a", "read x < " + gate.file()));
  ASSERT_TRUE(inbox_->wait<run_started>("a"));
  const pid_t launcher = holder("a");
  EXPECT_NE(::getsid(launcher), ::getsid(0));
  for (const int signal : {SIGHUP, SIGINT, SIGTERM, SIGQUIT}) ::kill(launcher, signal);
  gate.give("go");
  EXPECT_EQ(end_of("a").outcome, run_outcome::exited);
}

TEST_F(launcher_crash, an_order_that_is_cut_claims_nothing) {
  const std::string text =
      encode(launch_order{false, data_, ::getpid(), "", "", shell("a", "true")});
  for (size_t length = 0; length < text.size(); ++length) {
    EXPECT_FALSE(decode_order(text.substr(0, length)).ok()) << length;
  }
  EXPECT_TRUE(decode_order(text).ok());
  run_ended end{"a", run_outcome::exited, 3, 0, "out", "message"};
  const std::string exit_text = encode(end);
  for (size_t length = 0; length < exit_text.size(); ++length) {
    EXPECT_FALSE(decode_end(exit_text.substr(0, length)).ok()) << length;
  }
  EXPECT_EQ(decode_end(exit_text)->output, "out");
}

}  // namespace
}  // namespace foliot::exec
