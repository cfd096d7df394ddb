// The ordinary life of a run.
#include <algorithm>
#include <thread>

#include "tests/exec/run_fixture.hpp"

namespace foliot::exec {
namespace {

using launcher = run_fixture;

TEST_F(launcher, tells_start_and_exit_status) {
  const run_ended end = run(shell("a@1", "exit 7"));
  EXPECT_EQ(end.outcome, run_outcome::exited);
  EXPECT_EQ(end.exit_code, 7);
  const auto started = inbox_->wait<run_started>("a@1");
  ASSERT_TRUE(started);
  EXPECT_GT(started->pid, 0);
}

TEST_F(launcher, tells_the_signal_that_ended_a_program) {
  const run_ended end = run(shell("a", "kill -SEGV $$"));
  EXPECT_EQ(end.outcome, run_outcome::signalled);
  EXPECT_EQ(end.signal, SIGSEGV);
}

TEST_F(launcher, says_why_a_program_cannot_be_started) {
  run_ended end = run(program("missing", "no-such-program-anywhere"));
  EXPECT_EQ(end.outcome, run_outcome::not_started);
  EXPECT_NE(end.message.find("'no-such-program-anywhere'"), std::string::npos) << end.message;
  EXPECT_NE(end.message.find("neither in the work directory nor in PATH"), std::string::npos);

  write(path("plain"), "text");
  end = run(program("plain", path("plain")));
  EXPECT_EQ(end.outcome, run_outcome::not_started);
  EXPECT_NE(end.message.find("not executable"), std::string::npos) << end.message;

  write(path("script"), "#!/no/such/interpreter\n");
  ::chmod(path("script").c_str(), 0700);
  end = run(program("script", path("script")));
  EXPECT_EQ(end.outcome, run_outcome::not_started);
  EXPECT_NE(end.message.find("interpreter"), std::string::npos) << end.message;

  end = run(program("file", "true", {{path("nowhere"), "x"}}));
  EXPECT_EQ(end.outcome, run_outcome::not_started);
  EXPECT_NE(end.message.find(path("nowhere")), std::string::npos) << end.message;
  EXPECT_EQ(inbox_->count<run_started>(), 0u);
}

TEST_F(launcher, refuses_names_that_are_no_file_names) {
  const run_ended end = run(shell("../a", "true"));
  EXPECT_EQ(end.outcome, run_outcome::not_started);
  EXPECT_NE(end.message.find("cannot be the name"), std::string::npos);
}

TEST_F(launcher, links_files_and_looks_for_programs_in_the_work_directory_first) {
  write(path("true"), "#!/bin/sh\ncat data; pwd\n");
  ::chmod(path("true").c_str(), 0700);
  write(path("source"), "linked\n");
  run_spec spec = program("a", "true");
  spec.files = {{path("true"), "true"}, {path("source"), "data"}};
  const run_ended end = run(spec);
  EXPECT_EQ(end.exit_code, 0);
  EXPECT_EQ(read(data_ + "/logs/a.stdout"), "linked\n" + data_ + "/work/a\n");
}

TEST_F(launcher, refuses_links_out_of_the_work_directory) {
  write(path("source"), "");
  const run_ended end = run(program("a", "true", {{path("source"), "../../x"}}));
  EXPECT_EQ(end.outcome, run_outcome::not_started);
}

TEST_F(launcher, gives_a_minimal_environment) {
  ::setenv("FOLIOT_SECRET", "s", 1);
  run_spec spec = program("a", "env");
  spec.environment = {"X=1", "LANG=xx", "X=2", "PATH=/usr/bin:/bin"};
  run(spec);
  ::unsetenv("FOLIOT_SECRET");
  auto found = lines(data_ + "/logs/a.stdout");
  std::erase_if(found, [](const std::string& line) {
    return line.starts_with("HOME=") || line.starts_with("USER=");
  });
  std::sort(found.begin(), found.end());
  const std::vector<std::string> wanted{"FOLIOT_RUN=a", "LANG=xx", "PATH=.:/usr/bin:/bin", "X=2"};
  EXPECT_EQ(found, wanted);
}

TEST_F(launcher, gives_the_program_no_descriptor_but_three) {
  run(shell("a", "ls /proc/self/fd | wc -l; readlink /proc/self/fd/0"));
  // Three, and the one with which ls reads the directory.
  EXPECT_EQ(read(data_ + "/logs/a.stdout"), "4\n/dev/null\n");
}

TEST_F(launcher, captures_output_cut_one_byte_above_the_limit) {
  run_spec spec = shell("a", "printf 0123456789; echo problem >&2");
  spec.output_bytes_max = 4;
  EXPECT_EQ(run(spec).output, "01234");
  spec.name = "b";
  spec.output_bytes_max = 100;
  EXPECT_EQ(run(spec).output, "0123456789");
  spec.name = "c";
  spec.output_bytes_max = 0;
  EXPECT_EQ(run(spec).output, "");
  EXPECT_EQ(read(data_ + "/logs/c.stdout"), "0123456789");
  EXPECT_EQ(read(data_ + "/logs/c.stderr"), "problem\n");
}

TEST_F(launcher, makes_a_log_for_what_is_written_and_for_what_failed) {
  run(shell("silent", "true"));
  EXPECT_FALSE(std::filesystem::exists(data_ + "/logs/silent.stdout"));
  EXPECT_FALSE(std::filesystem::exists(data_ + "/logs/silent.stderr"));
  const run_ended end = run(shell("failed", "exit 1"));
  EXPECT_NE(end.message.find("its standard error is in " + data_ + "/logs/failed.stderr"),
            std::string::npos);
  EXPECT_TRUE(std::filesystem::exists(data_ + "/logs/failed.stderr"));
  EXPECT_FALSE(std::filesystem::exists(data_ + "/logs/failed.stdout"));
}

TEST_F(launcher, starts_a_name_once_however_often_it_is_asked) {
  inbox other_news;
  auto other = open_client(10, other_news);
  const run_spec spec = shell("a", "echo ran >> " + path("ledger"));
  for (int i = 0; i < 20; ++i) {
    client_->start(spec);
    other->start(spec);
  }
  EXPECT_EQ(end_of("a").exit_code, 0);
  EXPECT_TRUE(other_news.wait<run_ended>("a"));
  connect();
  EXPECT_EQ(run(spec).outcome, run_outcome::exited);
  EXPECT_EQ(lines(path("ledger")).size(), 1u);
}

TEST_F(launcher, forgets_claim_result_and_work_directory_but_keeps_logs) {
  run(shell("a", "echo kept; touch left"));
  EXPECT_EQ(launcher_client::names_on_disk(data_), std::vector<std::string>{"a"});
  client_->forget("a");
  client_->forget("never-heard-of");
  // Requests are served in order: when b has ended, a was forgotten, if its launcher was gone.
  run(shell("b", "true"));
  client_.reset();
  inbox_ = std::make_unique<inbox>();
  client_ = open_client(10, *inbox_);
  client_->forget("a");
  run(shell("c", "true"));
  EXPECT_FALSE(std::filesystem::exists(run_path("a.claim")));
  EXPECT_FALSE(std::filesystem::exists(run_path("a.exit")));
  EXPECT_FALSE(std::filesystem::exists(data_ + "/work/a"));
  EXPECT_EQ(read(data_ + "/logs/a.stdout"), "kept\n");
}

TEST_F(launcher, makes_private_files) {
  run(shell("a", "echo x"));
  struct stat facts {};
  ASSERT_EQ(::stat(run_path("a.exit").c_str(), &facts), 0);
  EXPECT_EQ(facts.st_mode & 0777, 0600u);
  ASSERT_EQ(::stat(runs_directory(data_).c_str(), &facts), 0);
  EXPECT_EQ(facts.st_mode & 0777, 0700u);
  ASSERT_EQ(::stat((data_ + "/logs/a.stdout").c_str(), &facts), 0);
  EXPECT_EQ(facts.st_mode & 0777, 0600u);
}

TEST_F(launcher, runs_two_hundred_at_the_same_time) {
  fifo ready{path("ready")};
  fifo gate{path("gate")};
  for (int i = 0; i < 200; ++i) {
    client_->start(shell("r" + std::to_string(i),
                         "echo $$ > " + ready.file() + "; read x < " + gate.file() + "; exit 5"));
  }
  for (int i = 0; i < 200; ++i) EXPECT_NE(ready.take(), "");  // all live at this moment
  for (int i = 0; i < 200; ++i) gate.give("go");
  for (int i = 0; i < 200; ++i) EXPECT_EQ(end_of("r" + std::to_string(i)).exit_code, 5);
}

TEST_F(launcher, never_runs_more_than_its_slots) {
  connect(3);
  for (int i = 0; i < 30; ++i) {
    client_->start(shell("r" + std::to_string(i),
                         "echo + >> " + path("ledger") + "; echo - >> " + path("ledger")));
  }
  for (int i = 0; i < 30; ++i) end_of("r" + std::to_string(i));
  int now = 0;
  int most = 0;
  for (const auto& line : lines(path("ledger"))) {
    now += line == "+" ? 1 : -1;
    most = std::max(most, now);
  }
  EXPECT_EQ(now, 0);
  EXPECT_LE(most, 3);
}

TEST_F(launcher, takes_another_number_of_slots_while_it_runs) {
  connect(1);
  fifo gate{path("gate")};
  fifo ready{path("ready")};
  for (const char* name : {"a", "b", "c"})
    client_->start(shell(name, "echo x > " + ready.file() + "; read x < " + gate.file()));
  EXPECT_NE(ready.take(), "");
  while (client_->waiting() != 2) std::this_thread::yield();
  EXPECT_EQ(client_->slots(), 1u);
  client_->set_slots(3);
  EXPECT_NE(ready.take(), "");
  EXPECT_NE(ready.take(), "");  // all live at this moment
  EXPECT_EQ(client_->waiting(), 0u);
  client_->set_slots(1);  // who runs goes on
  client_->start(shell("d", "exit 3"));
  while (!client_->queued("d").waits) std::this_thread::yield();
  EXPECT_EQ(inbox_->count<run_ended>(), 0u);
  for (int i = 0; i < 3; ++i) gate.give("go");
  for (const char* name : {"a", "b", "c"}) end_of(name);
  EXPECT_EQ(end_of("d").exit_code, 3);
}

TEST_F(launcher, starts_in_the_order_of_asking_and_tells_who_waits) {
  connect(1);
  fifo gate{path("gate")};
  client_->start(shell("first", "read x < " + gate.file()));
  ASSERT_TRUE(inbox_->wait<run_started>("first"));
  EXPECT_FALSE(client_->queued("first").waits);
  std::vector<std::string> names;
  for (int i = 0; i < 5; ++i) {
    names.push_back("r" + std::to_string(i));
    client_->start(shell(names.back(), "echo " + names.back() + " >> " + path("ledger")));
  }
  while (!client_->queued("r4").waits) std::this_thread::yield();
  for (size_t i = 0; i < names.size(); ++i) {
    const run_queue place = client_->queued(names[i]);
    EXPECT_EQ(place.slots, 1u);
    EXPECT_TRUE(place.waits);
    EXPECT_EQ(place.before, i);
  }
  EXPECT_FALSE(client_->queued("nobody").waits);
  gate.give("go");
  for (const auto& name : names) end_of(name);
  EXPECT_EQ(lines(path("ledger")), names);
  EXPECT_FALSE(client_->queued("r4").waits);
}

TEST(launcher_options, refuses_a_missing_launcher_and_a_relative_directory) {
  launcher_options options;
  options.data_directory = ::testing::TempDir();
  options.launcher_program = "/no/such/launcher";
  EXPECT_EQ(launcher_client::open(options).error().code, errc::bad_input);
  options.launcher_program = FOLIOT_LAUNCHER;
  options.data_directory = "relative";
  EXPECT_EQ(launcher_client::open(options).error().code, errc::bad_input);
}

}  // namespace
}  // namespace foliot::exec
