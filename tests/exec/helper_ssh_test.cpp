// ssh actions on a real sshd of this host.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "exec/helper/ssh_scripts.hpp"
#include "tests/exec/helper_fixture.hpp"

namespace foliot::exec::helper {
namespace {

using ::testing::HasSubstr;

class remote_script : public helper_fixture {};

TEST_F(remote_script, starts_once_however_many_start_it) {
  fifo go{path("go")};
  remote_command command;
  command.directory = "there/a--ssh";
  command.id = "run0";
  command.look_seconds = 600;
  command.words = {"sh", "-c", "echo x >> " + path("count") + "; read x < " + go.file()};
  write(path("script"), "HOME=" + base_ + "\nexport HOME\n" + follow_script(command));
  std::vector<pid_t> all;
  std::vector<std::string> said;
  std::vector<unique_fd> ends;
  for (int n = 0; n < 6; ++n) {
    int out[2];
    ASSERT_EQ(::pipe2(out, O_CLOEXEC), 0);
    const unique_fd theirs{out[1]};
    ends.emplace_back(out[0]);
    all.push_back(spawn_in(base_, {"/bin/sh", path("script")}, {}, -1, theirs.get()));
  }
  for (const unique_fd& end : ends) {
    std::string line;
    for (char byte = 0; ::read(end.get(), &byte, 1) == 1 && byte != '\n';) line += byte;
    said.push_back(line);
  }
  go.give();
  for (const pid_t each : all) EXPECT_EQ(status_of(each), 0);
  EXPECT_THAT(said[0], ::testing::StartsWith("@foliot-ssh started "));
  EXPECT_THAT(said, ::testing::Each(said[0]));
  EXPECT_EQ(read(path("count")), "x\n");
}

class ssh_action : public helper_fixture {
 protected:
  void SetUp() override {
    helper_fixture::SetUp();
    server_ = std::make_unique<service>("sshd", base_);
    if (server_->absent()) GTEST_SKIP() << "OpenSSH's server is not installed";
    ASSERT_EQ(server_->said(), "ready");
    settings_ = {{"ssh_config_file", path("ssh_config")},
                 {"ssh_identity_file", path("user")},
                 {"ssh_known_hosts_file", path("known_hosts")},
                 {"ssh_host_keys", "strict"}};
    name_ = "foliot-test-" + base_.substr(base_.size() - 6);
  }
  void TearDown() override {
    if (const char* home = ::getenv("HOME")) {
      std::error_code ignored;
      if (!name_.empty()) std::filesystem::remove_all(std::string{home} + "/" + name_, ignored);
    }
    server_.reset();
    helper_fixture::TearDown();
  }

  texts plan(const std::vector<std::string>& words, const texts& more = {}) const {
    const char* user = ::getenv("USER");
    texts out{{"host", "remote"}, {"user", user != nullptr ? user : "root"}};
    out.emplace_back("directory", name_ + "/a--ssh");
    out.emplace_back("id", "run0");
    for (const auto& each : words) out.emplace_back("word", each);
    out.insert(out.end(), more.begin(), more.end());
    return out;
  }
  texts script(const std::string& text, const texts& more = {}) const {
    return plan({"sh", "-c", text}, more);
  }
  bool left_something() const {
    return std::filesystem::exists(std::string{::getenv("HOME")} + "/" + name_);
  }

  std::unique_ptr<service> server_;
  std::string name_;
};

TEST_F(ssh_action, succeeds_and_brings_its_output_back) {
  EXPECT_EQ(run("ssh", script("echo a=1; echo b=2", {{"capture", "2048"}})), "ok");
  EXPECT_EQ(result_.text("data"), "a=1\nb=2\n");
  EXPECT_FALSE(left_something());
}

TEST_F(ssh_action, keeps_its_output_to_itself_unless_asked) {
  EXPECT_EQ(run("ssh", script("echo a=1")), "ok");
  EXPECT_EQ(result_.text("data"), "");
}

TEST_F(ssh_action, gives_every_argument_as_it_is) {
  const std::string nasty = "it's $HOME `id` \"$(id)\" ; * \\ \n\t&|<>#~ ä";
  EXPECT_EQ(run("ssh", plan({"printf", "%s|", nasty, "", "a b"}, {{"capture", "2048"}})), "ok");
  EXPECT_EQ(result_.text("data"), nasty + "||a b|");
}

TEST_F(ssh_action, fails_with_the_exit_code) {
  EXPECT_EQ(run("ssh", script("echo sorry >&2; exit 3")), "error E1111");
  EXPECT_EQ(result_.text("message"), "Exit code:3");
  EXPECT_THAT(read(path("log")), HasSubstr("sorry\n")) << "what the command said itself";
  EXPECT_FALSE(left_something());
  EXPECT_EQ(run("ssh", plan({"no-such-command"})), "error E1111");
  EXPECT_EQ(result_.text("message"), "Exit code:127");
}

TEST_F(ssh_action, keeps_the_last_words_of_a_command_that_failed) {
  EXPECT_EQ(run("ssh", script("seq 100000 >&2; echo that is why >&2; exit 1")), "error E1111");
  EXPECT_THAT(read(path("log")), HasSubstr("that is why\n"));
}

TEST_F(ssh_action, runs_again_after_it_failed) {
  const texts twice =
      script("[ -e " + path("mark") + " ] || { : > " + path("mark") + "; exit 1; }");
  for (const char* deletes : {"true", "false"}) {
    settings_.emplace_back("ssh_delete_remote_directory", deletes);
    std::filesystem::remove(path("mark"));
    EXPECT_EQ(run("ssh", twice), "error E1111");
    EXPECT_EQ(left_something(), std::string{deletes} == "false");
    EXPECT_EQ(run("ssh", twice), "ok");
  }
}

TEST_F(ssh_action, refuses_output_that_is_too_long) {
  EXPECT_EQ(run("ssh", script("printf 12345", {{"capture", "5"}})), "ok");
  EXPECT_EQ(run("ssh", script("printf 123456", {{"capture", "5"}})),
            "error ERR_OUTPUT_EXCEED_MAX_LEN");
}

TEST_F(ssh_action, is_found_again_after_its_helper_died) {
  fifo go{path("go")};
  fifo begun{path("begun")};
  const texts once =
      script("echo x >> " + path("count") + "; echo > " + begun.file() + "; read x < " + go.file());
  const pid_t first = start("ssh", once);
  begun.take();
  ::kill(first, SIGKILL);
  status_of(first);
  const pid_t second = start("ssh", once);
  go.give();
  EXPECT_EQ(answer(status_of(second)), "ok");
  EXPECT_EQ(read(path("count")), "x\n");
}

TEST_F(ssh_action, survives_its_connection) {
  fifo go{path("go")};
  fifo begun{path("begun")};
  const pid_t first = start("ssh", script("echo x >> " + path("count") + "; echo > " +
                                          begun.file() + "; read x < " + go.file()));
  begun.take();
  const std::string of = std::to_string(first);
  std::istringstream children{read("/proc/" + of + "/task/" + of + "/children")};
  pid_t client = 0;
  children >> client;
  ASSERT_GT(client, 0);
  ::kill(client, SIGKILL);
  go.give();
  EXPECT_EQ(answer(status_of(first)), "ok");
  EXPECT_EQ(read(path("count")), "x\n");
}

TEST_F(ssh_action, leaves_nothing_behind_when_it_is_killed) {
  fifo begun{path("begun")};
  // One that ignores SIGTERM, and one that left for a session of its own.
  const pid_t helper =
      start("ssh", script("trap '' TERM; setsid sleep 1000 & echo $! > " + begun.file() +
                          "; echo $$ > " + begun.file() + "; while :; do sleep 1000; done"));
  const std::string one = begun.take();
  const std::string other = begun.take();
  EXPECT_TRUE(lives(one));
  EXPECT_TRUE(lives(other));
  ::kill(helper, SIGTERM);
  EXPECT_EQ(answer(status_of(helper)), "error E1111");
  EXPECT_EQ(result_.text("message"), "it was killed");
  EXPECT_FALSE(lives(one));
  EXPECT_FALSE(lives(other));
  EXPECT_FALSE(left_something());
}

TEST_F(ssh_action, does_not_start_what_was_killed_before) {
  fifo connecting{path("connecting")};
  const std::string good = read(path("ssh_config"));
  write(path("ssh_config"),
        "Host remote\n  ProxyCommand sh -c 'echo > " + connecting.file() + "; exec sleep 1000'\n");
  const texts once = script("echo x >> " + path("count"));
  const pid_t helper = start("ssh", once);
  connecting.take();
  write(path("ssh_config"), good);
  ::kill(helper, SIGTERM);
  EXPECT_EQ(answer(status_of(helper)), "error E1111");
  EXPECT_EQ(result_.text("message"), "it was killed");
  EXPECT_TRUE(left_something()) << "the claim must stay for a start that is under way";
  EXPECT_EQ(run("ssh", once), "error E1111");
  EXPECT_EQ(read(path("count")), "");
}

TEST_F(ssh_action, tells_who_could_not_sign_in) {
  settings_ = {{"ssh_config_file", path("ssh_config")},
               {"ssh_identity_file", path("host")},  // a key that nobody authorised
               {"ssh_known_hosts_file", path("known_hosts")}};
  EXPECT_EQ(run("ssh", script("true")), "non_transient AUTH_FAILED");
}

TEST_F(ssh_action, does_not_believe_a_host_whose_key_changed) {
  const std::string known = read(path("known_hosts"));
  const std::string port = known.substr(0, known.find(' '));
  write(path("known_hosts"), port + " " + read(path("user.pub")));
  for (const char* rule : {"strict", "accept-new"}) {
    settings_.emplace_back("ssh_host_keys", rule);
    EXPECT_EQ(run("ssh", script("true")), "non_transient AUTH_FAILED");
  }
}

TEST_F(ssh_action, waits_for_hosts_that_are_not_there) {
  write(path("ssh_config"), "Host remote\n  HostName 127.0.0.1\n  Port 1\n");
  EXPECT_EQ(run("ssh", script("true")), "transient COULD_NOT_CONNECT");
  EXPECT_THAT(result_.text("message"), HasSubstr("refused"));
}

TEST_F(ssh_action, refuses_other_users_and_other_hosts) {
  settings_.emplace_back("ssh_user_at_host", "refused");
  texts other = script("true");
  other[0].second = "somebody@remote";
  EXPECT_EQ(run("ssh", other), "error ERR_USER_MISMATCH");
  other[0].second = "-oProxyCommand=touch " + path("owned");
  EXPECT_EQ(run("ssh", other), "error UNKNOWN_ERROR");
  EXPECT_FALSE(std::filesystem::exists(path("owned")));
  other[0].second = "remote\nfake line";
  EXPECT_EQ(run("ssh", other), "error UNKNOWN_ERROR");
  EXPECT_THAT(result_.text("message"), HasSubstr("@remote\\nfake line' is no host"));
  texts outside = script("true");
  outside[2].second = "../outside";
  EXPECT_EQ(run("ssh", outside), "error UNKNOWN_ERROR");
}

}  // namespace
}  // namespace foliot::exec::helper
