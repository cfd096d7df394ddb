// git actions with the real git and repositories made on the spot.
#include <arpa/inet.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <array>

#include "exec/helper/program.hpp"
#include "tests/exec/helper_fixture.hpp"

namespace foliot::exec::helper {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class git_action : public helper_fixture {
 protected:
  void SetUp() override {
    helper_fixture::SetUp();
    if (!run_program({{"git", "--version"}, {}, "", 0, 0}, nullptr))
      GTEST_SKIP() << "git is not installed";
    program_call make;
    make.words = {"/bin/sh", "-seu"};
    make.input = "cd '" + base_ + R"('
      export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b
      git init -q -b main repo; cd repo
      mkdir sub; echo one > file; echo two > sub/file; ln -s file link
      git add .; git commit -q -m first; git tag v1
      git checkout -q -b other; echo three > file; git commit -q -a -m second
      git checkout -q main)";
    const auto made = run_program(make, nullptr);
    ASSERT_TRUE(made);
    ASSERT_EQ(made->status, 0) << made->errors;
  }
  std::string uri() const { return "file://" + path("repo"); }
  std::string there(const std::string& file) const { return read(path("out/") + file); }
};

TEST_F(git_action, clones_into_a_directory_that_is_not_there) {
  EXPECT_EQ(run("git", {{"uri", uri()}, {"destination", "file://" + path("deep/er/out")}}), "ok");
  EXPECT_EQ(read(path("deep/er/out/sub/file")), "two\n");
  EXPECT_TRUE(std::filesystem::is_symlink(path("deep/er/out/link")));
  EXPECT_TRUE(std::filesystem::exists(path("deep/er/out/.git/HEAD")));
}

TEST_F(git_action, takes_a_branch_and_nothing_else) {
  EXPECT_EQ(run("git", {{"uri", uri()}, {"branch", "other"}, {"destination", path("out")}}), "ok");
  EXPECT_EQ(there("file"), "three\n");
  for (const char* bad : {"v1", "nothing", "--upload-pack=touch owned"}) {
    EXPECT_EQ(run("git", {{"uri", uri()}, {"branch", bad}, {"destination", path("out2")}}),
              "error JA018")
        << bad;
    EXPECT_FALSE(std::filesystem::exists(path("out2")));
  }
}

TEST_F(git_action, puts_files_beside_and_over_what_is_there) {
  std::filesystem::create_directories(path("out/sub"));
  std::filesystem::create_directory(path("elsewhere"));
  write(path("out/file"), "old");
  write(path("out/mine"), "mine");
  write(path("out/sub/mine"), "mine");
  write(path("elsewhere/file"), "untouched");
  EXPECT_EQ(run("git", {{"uri", uri()}, {"destination", path("out")}}), "ok");
  EXPECT_EQ(there("file"), "one\n");
  EXPECT_EQ(there("sub/file"), "two\n");
  EXPECT_EQ(there("mine") + there("sub/mine"), "minemine");
  // A link in the way is replaced and not followed.
  std::filesystem::remove_all(path("out/sub"));
  std::filesystem::create_directory_symlink(path("elsewhere"), path("out/sub"));
  std::filesystem::remove_all(path("out/.git"));
  EXPECT_EQ(run("git", {{"uri", uri()}, {"destination", path("out")}}), "ok");
  EXPECT_EQ(there("sub/file"), "two\n");
  EXPECT_EQ(read(path("elsewhere/file")), "untouched");
}

TEST_F(git_action, refuses_what_would_run_something) {
  for (const std::string& bad :
       {"ext::touch " + path("owned"), std::string{"--upload-pack=x"}, path("repo"),
        std::string{"ssh://-oProxyCommand=x/y"}, std::string{"ssh://a@-oProxyCommand=x/y"},
        std::string{"git@host:path"}, std::string{"ftp://h/x"}, "file://a b" + path("repo")}) {
    EXPECT_EQ(run("git", {{"uri", bad}, {"destination", path("out")}}), "error JA018") << bad;
    EXPECT_FALSE(std::filesystem::exists(path("owned")));
  }
  EXPECT_EQ(run("git", {{"uri", uri()}, {"destination", "hdfs://h/x"}}), "error E0904");
  EXPECT_EQ(run("git", {{"uri", uri() + "-none"}, {"destination", path("out")}}), "error JA018");
  EXPECT_THAT(result_.text("message"), HasSubstr("repo-none"));
  write(path("taken"), "x");
  EXPECT_EQ(run("git", {{"uri", uri()}, {"destination", path("taken")}}), "error JA018");
}

TEST_F(git_action, uses_keys_that_nobody_else_may_read) {
  const texts plan{
      {"uri", "ssh://a@127.0.0.1:1/x"}, {"key", path("key")}, {"destination", path("out")}};
  EXPECT_EQ(run("git", plan), "error GIT011");
  write(path("key"), "no key");
  ::chmod(path("key").c_str(), 0644);
  EXPECT_EQ(run("git", plan), "error GIT012");
  ::chmod(path("key").c_str(), 0600);
  EXPECT_EQ(run("git", plan), "error JA018");  // nobody listens there
  EXPECT_THAT(result_.text("message"), HasSubstr("refused"));
}

TEST_F(git_action, clones_through_ssh) {
  service server("sshd", base_);
  if (server.absent()) GTEST_SKIP() << "OpenSSH's server is not installed";
  settings_ = {{"ssh_config_file", path("ssh_config")},
               {"ssh_known_hosts_file", path("known_hosts")},
               {"ssh_host_keys", "strict"}};
  const texts plan{
      {"uri", "ssh://remote" + path("repo")}, {"key", path("user")}, {"destination", path("out")}};
  EXPECT_EQ(run("git", plan), "ok") << result_.text("message");
  EXPECT_EQ(there("file"), "one\n");
  EXPECT_FALSE(std::filesystem::exists(work_ + "/key"));
}

/// A listener that never says a word.
class silent_server {
 public:
  silent_server() {
    fd_.reset(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_in at{};
    at.sin_family = AF_INET;
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof at;
    EXPECT_EQ(::bind(fd_.get(), reinterpret_cast<sockaddr*>(&at), size), 0);
    EXPECT_EQ(::listen(fd_.get(), 8), 0);
    EXPECT_EQ(::getsockname(fd_.get(), reinterpret_cast<sockaddr*>(&at), &size), 0);
    port_ = std::to_string(ntohs(at.sin_port));
  }
  const std::string& port() const { return port_; }
  unique_fd accept() const {
    return unique_fd{::accept4(fd_.get(), nullptr, nullptr, SOCK_CLOEXEC)};
  }

 private:
  unique_fd fd_;
  std::string port_;
};

TEST_F(git_action, leaves_nothing_running_when_it_is_killed) {
  const silent_server server;
  const pid_t helper =
      start("git", {{"uri", "git://127.0.0.1:" + server.port() + "/x"}, {"destination", "/none"}});
  const unique_fd talk = server.accept();
  ::kill(helper, SIGTERM);
  EXPECT_EQ(answer(status_of(helper)), "error JA018");
  EXPECT_THAT(result_.text("message"), HasSubstr("killed"));
  // Whoever held the other end is gone: all that came is what git said first.
  std::array<char, 4096> bytes{};
  ssize_t got = 0;
  while ((got = ::read(talk.get(), bytes.data(), bytes.size())) > 0) continue;
  EXPECT_TRUE(got == 0 || errno == ECONNRESET);
}

TEST_F(git_action, shows_no_password_in_the_list_of_processes) {
  const silent_server server;
  const pid_t helper =
      start("git", {{"uri", "http://ann:s3cret%21@127.0.0.1:" + server.port() + "/x"},
                    {"destination", "/none"}});
  const unique_fd talk = server.accept();
  for (const auto& each : std::filesystem::directory_iterator{"/proc"})
    EXPECT_THAT(read(each.path() / "cmdline"), Not(HasSubstr("s3cret"))) << each.path();
  ::kill(helper, SIGTERM);
  EXPECT_EQ(answer(status_of(helper)), "error JA018");
  EXPECT_THAT(result_.text("message"), Not(HasSubstr("s3cret")));
}

/// What a client said up to the end of its request; answers 401 and hangs up.
std::string refuse(const unique_fd& talk) {
  std::string said;
  for (char byte = 0; said.find("\r\n\r\n") == std::string::npos;) {
    if (::read(talk.get(), &byte, 1) != 1) break;
    said += byte;
  }
  const std::string_view answer =
      "HTTP/1.1 401 No\r\nWWW-Authenticate: Basic realm=\"x\"\r\nContent-Length: 0\r\n"
      "Connection: close\r\n\r\n";
  EXPECT_EQ(::write(talk.get(), answer.data(), answer.size()), static_cast<ssize_t>(answer.size()));
  return said;
}

TEST_F(git_action, hands_a_token_over_and_shows_it_nowhere) {
  const struct {
    const char* userinfo;
    const char* basic;  ///< Of them, in base 64.
  } rows[] = {{"ghp_SECRET%21", "Z2hwX1NFQ1JFVCE6"},
              {"ghp_SECRET%21:x-oauth-basic", "Z2hwX1NFQ1JFVCE6eC1vYXV0aC1iYXNpYw=="}};
  for (const auto& row : rows) {
    const silent_server server;
    const pid_t helper = start("git", {{"uri", std::string{"http://"} + row.userinfo +
                                                   "@127.0.0.1:" + server.port() + "/x?t=QUERY"},
                                       {"destination", "/none"}});
    EXPECT_THAT(refuse(server.accept()), Not(HasSubstr("Authorization")));
    const unique_fd second = server.accept();
    for (const auto& each : std::filesystem::directory_iterator{"/proc"})
      EXPECT_THAT(read(each.path() / "cmdline"), Not(HasSubstr("ghp_SECRET"))) << each.path();
    EXPECT_THAT(refuse(second), HasSubstr(std::string{"Authorization: Basic "} + row.basic));
    EXPECT_EQ(answer(status_of(helper)), "error JA018");
    EXPECT_THAT(result_.text("message"), HasSubstr("127.0.0.1:" + server.port() + "/x"));
    for (const std::string& text : {result_.text("message"), read(path("log"))}) {
      EXPECT_THAT(text, Not(HasSubstr("ghp_SECRET")));
      EXPECT_THAT(text, Not(HasSubstr("QUERY")));
    }
  }
}

TEST_F(git_action, shows_no_secret_of_a_uri_that_it_refuses) {
  for (const char* bad :
       {"htps://ghp_SECRET@h/x", "ghp_SECRET@h:x", "https://a:ghp_SECRET%0A@h/x"}) {
    EXPECT_EQ(run("git", {{"uri", bad}, {"destination", path("out")}}), "error JA018") << bad;
    EXPECT_THAT(result_.text("message"), Not(HasSubstr("ghp_SECRET")));
  }
}

}  // namespace
}  // namespace foliot::exec::helper
