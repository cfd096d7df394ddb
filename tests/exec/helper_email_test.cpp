// email actions at a mail server that keeps what it gets (tests/services/smtp).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "exec/helper/program.hpp"
#include "tests/exec/helper_fixture.hpp"

namespace foliot::exec::helper {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class email_action : public helper_fixture {
 protected:
  void SetUp() override {
    helper_fixture::SetUp();
    server_ = std::make_unique<service>("smtp", base_);
    if (server_->absent()) GTEST_SKIP() << "openssl is not installed";
    ASSERT_EQ(server_->said().substr(0, 6), "ready ") << server_->said();
    settings_ = {{"email_smtp_host", "localhost"},
                 {"email_smtp_port", server_->said().substr(6)},
                 {"email_from", "Foliot <foliot@example.org>"},
                 {"email_ca_file", path("tls.pem")}};
    write(path("password"), "secret\n");
    ::chmod(path("password").c_str(), 0600);
  }
  void TearDown() override {
    server_.reset();
    helper_fixture::TearDown();
  }

  static texts plan(const std::string& to, const texts& more = {}) {
    texts out{{"to", to}, {"subject", "Hello"}, {"body", "One\n.\nTwo"}, {"key", "j@a@0"}};
    out.insert(out.end(), more.begin(), more.end());
    return out;
  }
  void with(const texts& more) { settings_.insert(settings_.end(), more.begin(), more.end()); }
  std::string mail(int n = 1) const { return read(path(std::to_string(n) + ".eml")); }
  std::string facts(int n = 1) const { return read(path(std::to_string(n) + ".txt")); }

  std::unique_ptr<service> server_;
};

TEST_F(email_action, sends_to_everybody_in_tls) {
  EXPECT_EQ(
      run("email", plan("ann@example.org, Bob <bob@example.org>",
                        {{"cc", "carl@example.org"}, {"bcc", "dora@example.org,ann@example.org"}})),
      "ok")
      << result_.text("message");
  EXPECT_EQ(facts(),
            "from=foliot@example.org\nto=ann@example.org,bob@example.org,carl@example.org,"
            "dora@example.org\ntls=yes\nuser=\n");
  EXPECT_THAT(mail(), HasSubstr("To: ann@example.org,\r\n Bob <bob@example.org>\r\n"));
  EXPECT_THAT(mail(), HasSubstr("\r\n\r\nOne\r\n.\r\nTwo\r\n"));
  EXPECT_THAT(mail(), Not(HasSubstr("dora")));
}

TEST_F(email_action, signs_in) {
  EXPECT_EQ(run("email", plan("login@example.org")), "error EM007");
  with({{"email_username", "mailer"},
        {"email_password_file", path("password")},
        {"email_starttls", "required"}});
  EXPECT_EQ(run("email", plan("login@example.org")), "ok") << result_.text("message");
  EXPECT_THAT(facts(), HasSubstr("tls=yes\nuser=mailer\n"));
}

TEST_F(email_action, fails_where_the_server_refuses) {
  EXPECT_EQ(run("email", plan("ann@example.org,refused@example.org")), "error EM007");
  EXPECT_THAT(result_.text("message"),
              HasSubstr("it refused refused@example.org, it said: 550 5.1.1 no such mailbox"));
  EXPECT_EQ(mail(), "") << "nobody gets it where one does not";
  write(path("password"), "gu3ss\n");
  with({{"email_username", "mailer"}, {"email_password_file", path("password")}});
  EXPECT_EQ(run("email", plan("ann@example.org")), "error EM007");
  EXPECT_THAT(result_.text("message"), HasSubstr("email_password_file"));
  EXPECT_THAT(result_.text("message"), HasSubstr("535 5.7.8 wrong name or password"));
  EXPECT_THAT(result_.text("message"), Not(HasSubstr("gu3ss")));
}

TEST_F(email_action, trusts_no_certificate_that_it_does_not_know) {
  with({{"email_ca_file", ""}});
  EXPECT_EQ(run("email", plan("ann@example.org")), "error EM007");
  with({{"email_starttls", "off"}});
  EXPECT_EQ(run("email", plan("ann@example.org")), "ok");
  EXPECT_THAT(facts(), HasSubstr("tls=no"));
}

TEST_F(email_action, keeps_the_password_to_itself) {
  with({{"email_username", "mailer"}, {"email_password_file", path("password")}});
  ::chmod(path("password").c_str(), 0644);
  EXPECT_EQ(run("email", plan("ann@example.org")), "error EM007");
  EXPECT_THAT(result_.text("message"), HasSubstr("chmod"));
  std::filesystem::remove(path("password"));
  EXPECT_EQ(run("email", plan("ann@example.org")), "error EM007");
}

TEST_F(email_action, is_understood_by_others) {
  write(path("a b.txt"), std::string("\0\1\xFF", 3) + std::string(1'000, 'x'));
  write(path("übung.txt"), "one");
  EXPECT_EQ(run("email", {{"to", "\"Lée\" <ann@example.org>"},
                          {"subject", "Grüße — " + std::string(60, 'x') + "日本語"},
                          {"body", "<b>ü</b>\n"},
                          {"content_type", "text/html"},
                          {"attachment", "file://" + path("a b.txt") + "," + path("übung.txt")},
                          {"key", "k"}}),
            "ok")
      << result_.text("message");
  const auto read_by_python = run_program(
      {{"python3", "-c",
        "import email, email.policy, sys\n"
        "m = email.message_from_file(open(sys.argv[1]), policy=email.policy.default)\n"
        "print(m['subject'], m['to'].addresses[0].display_name, m['date'].datetime.tzinfo)\n"
        "b = m.get_body(('html',)); print(b.get_content_charset(), b.get_content().strip())\n"
        "for a in m.iter_attachments():\n"
        "  print(a.get_filename(), len(a.get_payload(decode=True)))\n"
        "print([str(d) for d in m.defects])\n",
        path("1.eml")},
       {"PYTHONIOENCODING=utf-8"},
       "",
       1U << 16,
       0},
      nullptr);
  ASSERT_TRUE(read_by_python);
  EXPECT_EQ(read_by_python->output, "Grüße — " + std::string(60, 'x') +
                                        "日本語 Lée UTC\nutf-8 <b>ü</b>\na b.txt 1003\n"
                                        "übung.txt 3\n[]\n")
      << read_by_python->errors << mail();
}

TEST_F(email_action, judges_addresses_texts_and_files) {
  EXPECT_EQ(run("email", plan(" , ")), "error EM001");
  EXPECT_EQ(run("email", plan("a b@c")), "error EM004");
  EXPECT_EQ(run("email", plan("a@b", {{"cc", "x\r\nBcc: y@z"}})), "error EM004");
  EXPECT_EQ(run("email", plan("a@b", {{"subject", "x\r\nBcc: y@z"}})), "error EM005");
  EXPECT_EQ(run("email", plan("a@b", {{"content_type", "text/x\r\nBcc: y@z"}})), "error EM005");
  EXPECT_EQ(run("email", plan("a@b", {{"attachment", path("none")}})), "error EM008");
  EXPECT_EQ(run("email", plan("a@b", {{"attachment", "hdfs://h/x"}})), "error EM008");
  EXPECT_EQ(run("email", plan("a@b", {{"attachment", base_}})), "error EM008");
  write(path("big"), std::string((1U << 20) + 1, 'x'));
  with({{"email_attachments_mib", "1"}});
  EXPECT_EQ(run("email", plan("a@b", {{"attachment", path("big")}})), "error EM008");
  with({{"email_attachments", "refused"}});
  EXPECT_EQ(run("email", plan("a@b", {{"attachment", path("big")}})), "ok");
  EXPECT_THAT(mail(), HasSubstr("sends no attachments"));
  with({{"email_from", "nobody at all"}});
  EXPECT_EQ(run("email", plan("a@b")), "error EM002");
}

TEST_F(email_action, fails_where_nobody_answers) {
  with({{"email_smtp_port", "1"}});
  EXPECT_EQ(run("email", plan("ann@example.org")), "error EM007");
  EXPECT_THAT(result_.text("message"), HasSubstr("localhost:1"));
}

TEST_F(email_action, gives_up_on_a_server_that_falls_silent) {
  fifo slow{path("slow")};
  with({{"email_timeout_seconds", "1"}});
  EXPECT_EQ(run("email", plan("slow@example.org")), "error EM007");
}

TEST_F(email_action, sends_nothing_once_it_is_killed) {
  ASSERT_EQ(::mkfifo(path("slow").c_str(), 0600), 0);
  const pid_t helper = start("email", plan("slow@example.org"));
  // The server opens it when it falls silent, and waits there for us.
  const unique_fd heard{::open(path("slow").c_str(), O_RDONLY | O_CLOEXEC)};
  ::kill(helper, SIGTERM);
  EXPECT_EQ(answer(status_of(helper)), "error EM007");
  EXPECT_THAT(result_.text("message"), HasSubstr("ended"));
  EXPECT_EQ(mail(), "");
}

}  // namespace
}  // namespace foliot::exec::helper
