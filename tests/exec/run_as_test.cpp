// Runs of another user with the real sudo, kernel and foliot-run-as: by root only, for the user
// daemon that every Debian has.
#include "tests/exec/archive_writer.hpp"
#include "tests/exec/run_as_fixture.hpp"

namespace foliot::exec {
namespace {

TEST_F(run_as_users, a_program_is_the_users_and_has_no_way_back) {
  run_spec spec = as_daemon(shell(
      "a",
      "id -u; id -g; id -G; echo $HOME $USER $LOGNAME; pwd; stat -c '%U %a' . conf; cat conf; "
      "echo $GIVEN $SUDO_UID.; grep -E '^(NoNewPrivs|CapPrm|CapEff|CapBnd|CapInh|CapAmb):' "
      "/proc/self/status; ls /proc/self/fd | tr '\\n' ' '; echo again > /dev/stderr; umask; "
      "cat; echo end"));
  spec.environment = {"GIVEN=secret"};
  spec.documents = {{"conf", "document\n"}};
  const run_ended end = run(spec);
  EXPECT_EQ(end.outcome, run_outcome::exited) << end.message << log("a", "stderr");
  EXPECT_EQ(end.exit_code, 0);
  const std::string none = "\t0000000000000000\n";
  EXPECT_EQ(log("a"), "1\n1\n1\n/usr/sbin daemon daemon\n" + work("a") +
                          "\ndaemon 700\ndaemon 600\ndocument\nsecret .\nCapInh:" + none +
                          "CapPrm:" + none + "CapEff:" + none + "CapBnd:" + none +
                          "CapAmb:" + none + "NoNewPrivs:\t1\n0 1 2 3 0022\nend\n");
  EXPECT_EQ(log("a", "stderr"), "again\n");
  expect_nothing_left("a");
}

TEST_F(run_as_users, the_status_and_the_signal_of_the_program_are_told) {
  EXPECT_EQ(run_as_daemon("a", "exit 7").exit_code, 7);
  const run_ended end = run_as_daemon("b", "kill -USR1 $$");
  EXPECT_EQ(end.outcome, run_outcome::signalled) << end.exit_code;
  EXPECT_EQ(end.signal, SIGUSR1);
}

TEST_F(run_as_users, what_is_captured_is_read_as_the_user) {
  run_spec spec = as_daemon(shell("a", "echo x=1 > out"));
  spec.output_file = "out";
  spec.output_bytes_max = 100;
  EXPECT_EQ(run(spec).output, "x=1\n");
  write(path("secret"), "of root");
  ::chmod(path("secret").c_str(), 0600);
  for (const std::string& script :
       {"ln -s " + path("secret") + " out",
        "mkdir d; ln -s / d/root; ln -s d/root" + path("secret") + " out"}) {
    spec.name += "b";
    spec.arguments = {"-c", script};
    const run_ended end = run(spec);
    EXPECT_EQ(end.output, "");
    EXPECT_NE(end.message.find("leads out of the work directory"), std::string::npos)
        << end.message;
  }
  spec.name = "c";
  spec.arguments = {"-c", "head -c 500 /dev/zero > out"};
  EXPECT_EQ(run(spec).output.size(), 101U);
  spec.name = "d";
  spec.arguments = {"-c", "mkfifo out"};
  EXPECT_EQ(run(spec).output, "");
}

TEST_F(run_as_users, a_file_that_the_user_may_not_read_is_not_shown_to_them) {
  write(path("secret.sh"), "#!/bin/sh\necho secret\n");
  ::chmod(path("secret.sh").c_str(), 0600);
  run_spec spec = as_daemon(program("a", "secret.sh", {{path("secret.sh"), "secret.sh"}}));
  const run_ended end = run(spec);
  EXPECT_EQ(end.outcome, run_outcome::not_started);
  EXPECT_EQ(end.code, "");
  EXPECT_EQ(log("a").find("secret\n"), std::string::npos);
  write_archive(path("own.tar"), archive_kind::tar, {{"in", "packed\n"}});
  ::chmod(path("own.tar").c_str(), 0600);
  spec = as_daemon(shell("b", "cat t/in"));
  spec.archives = {{path("own.tar"), "t"}};
  EXPECT_EQ(run(spec).outcome, run_outcome::not_started);
  ::chmod(path("own.tar").c_str(), 0644);
  spec.name = "c";
  EXPECT_EQ(run(spec).exit_code, 0);
  EXPECT_EQ(log("c"), "packed\n");
  for (const char* each : {"a", "b", "c"}) expect_nothing_left(each);
}

TEST_F(run_as_users, a_program_that_is_not_there_is_an_error_of_its_own) {
  run_spec spec = as_daemon(program("a", "no-such-program"));
  spec.environment = {"PATH=/usr/bin:/bin"};  // root's may lead where daemon cannot look
  const run_ended end = run(spec);
  EXPECT_EQ(end.outcome, run_outcome::not_started);
  EXPECT_EQ(end.code, "");
  EXPECT_NE(end.message.find("neither in the work directory nor in PATH"), std::string::npos);
  expect_nothing_left("a");
}

TEST_F(run_as_users, a_kill_leaves_nobody) {
  fifo ready{path("ready")};
  ::chmod(path("ready").c_str(), 0666);
  client_->start(
      as_daemon(shell("a", "trap '' TERM INT HUP; env -i setsid /bin/sh -c 'echo $$ > " +
                               ready.file() + "; exec /bin/sleep 1000' & echo $$ > " +
                               ready.file() + "; mkdir -p x/y; chmod 0 x/y x; exec sleep 1000")));
  const pid_t one = std::stoi(ready.take());
  const pid_t two = std::stoi(ready.take());
  EXPECT_TRUE(lives_on(one));
  ASSERT_TRUE(inbox_->wait<run_started>("a"));
  client_->kill("a");
  EXPECT_EQ(end_of("a").outcome, run_outcome::killed);
  for (const pid_t pid : {one, two}) EXPECT_FALSE(lives_on(pid)) << pid;
  expect_nothing_left("a");
}

TEST_F(run_as_users, a_gentle_end_reaches_the_program_alone) {
  fifo ready{path("ready")};
  ::chmod(path("ready").c_str(), 0666);
  run_spec spec = as_daemon(shell(
      "a", "trap 'echo gently; exit 0' TERM; sh -c 'trap \"echo child; exit\" TERM; echo up > " +
               ready.file() + "; sleep 1000 & wait' & wait"));
  spec.end_gently_ms = 60'000;
  client_->start(spec);
  EXPECT_EQ(ready.take(), "up");
  ASSERT_TRUE(inbox_->wait<run_started>("a"));
  client_->kill("a");
  EXPECT_EQ(end_of("a").outcome, run_outcome::killed);
  EXPECT_EQ(log("a"), "gently\n");
}

TEST_F(run_as_users, a_run_whose_launcher_died_is_ended_gently_too) {
  fifo ready{path("ready")};
  ::chmod(path("ready").c_str(), 0666);
  fifo gone{path("gone")};
  ::chmod(path("gone").c_str(), 0666);
  run_spec spec =
      as_daemon(shell("a", "trap 'echo gently > " + gone.file() + "; exit 0' TERM; echo up > " +
                               ready.file() + "; sleep 1000 & wait"));
  spec.end_gently_ms = 60'000;
  client_->start(spec);
  EXPECT_EQ(ready.take(), "up");
  ASSERT_TRUE(inbox_->wait<run_started>("a"));
  const pid_t launcher = holder("a");
  ASSERT_GT(launcher, 0);
  client_.reset();
  ::kill(launcher, SIGKILL);
  reconnect();
  client_->kill("a");
  EXPECT_EQ(gone.take(), "gently");
  EXPECT_EQ(end_of("a").outcome, run_outcome::killed);
  expect_nothing_left("a");
}

TEST_F(run_as_users, nobody_else_is_run_as) {
  const std::vector<std::pair<std::string, std::string>> rows{
      {"root", "run_as"},      {"no-such-user-here", "knows no user"},
      {"-u", "no name"},       {"0", "no name"},
      {"#1", "no name"},       {"nobody", "run_as_group"},
      {"daemon\n", "no name"}, {"../daemon", "no name"}};
  for (size_t i = 0; i < rows.size(); ++i) {
    run_spec spec = shell("r" + std::to_string(i), "id");
    spec.user = rows[i].first;
    const run_ended end = run(spec);
    EXPECT_EQ(end.outcome, run_outcome::not_started) << rows[i].first;
    EXPECT_EQ(end.code, "JA002") << rows[i].first;
    EXPECT_NE(end.message.find(rows[i].second), std::string::npos) << end.message;
    EXPECT_EQ(log(spec.name), "");
    expect_nothing_left(spec.name);
  }
  write_rules("daemon", 2);
  const run_ended end = run_as_daemon("low", "id");
  EXPECT_EQ(end.code, "JA002");
  EXPECT_NE(end.message.find("run_as_uid_min"), std::string::npos) << end.message;
}

TEST_F(run_as_users, limits_are_the_programs) {
  reconnect({.open_files = 77, .file_bytes = 4096});
  EXPECT_EQ(run_as_daemon("a", "ulimit -n; ulimit -Hn").exit_code, 0);
  EXPECT_EQ(log("a"), "77\n77\n");
  EXPECT_NE(run_as_daemon("b", "head -c 10000 /dev/zero > out").exit_code, 0);
}

TEST_F(run_as_users, what_a_user_leaves_is_deleted_and_nothing_else) {
  std::filesystem::create_directory(path("precious"));
  write(path("precious/file"), "kept");
  ::chmod(path("precious").c_str(), 0777);
  ::chmod(path("precious/file").c_str(), 0666);
  const run_ended end = run_as_daemon(
      "a",
      "ln -s " + path("precious") + " link; mkdir d; ln -s " + path("precious") +
          " d/link; chmod 500 d; mkdir e; touch e/f; chmod 0 e; mkfifo p; i=0; "
          "while [ $i -lt 150 ]; do mkdir deep; cd deep; i=$((i+1)); done; touch end; chmod 0 .");
  EXPECT_EQ(end.exit_code, 0) << log("a", "stderr");
  expect_nothing_left("a");
  EXPECT_EQ(read(path("precious/file")), "kept");
}

TEST_F(run_as_users, without_a_way_they_are_refused) {
  connect();  // as an engine with run_as off
  const run_ended end = run_as_daemon("a", "id");
  EXPECT_EQ(end.outcome, run_outcome::not_started);
  EXPECT_EQ(end.code, "JA002");
  EXPECT_NE(end.message.find("run_as is off"), std::string::npos);
}

}  // namespace
}  // namespace foliot::exec
