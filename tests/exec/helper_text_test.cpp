// The pieces of foliot-action that need nobody else: quoting, documents, messages, programs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "exec/helper/document.hpp"
#include "exec/helper/limits.hpp"
#include "exec/helper/mail_message.hpp"
#include "exec/helper/program.hpp"
#include "exec/helper/quote.hpp"
#include "exec/helper/ssh_client.hpp"
#include "tests/exec/helper_fixture.hpp"

namespace foliot::exec::helper {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

// -- quoting --------------------------------------------------------------------------------------

std::string without_nul(std::string text) {
  std::erase(text, '\0');
  return text;
}

/// What a real shell makes of a script, which comes through its standard input.
std::string shell_says(const std::string& script) {
  program_call call;
  call.words = {"/bin/sh", "-s"};
  call.input = script;
  call.output_bytes_max = 1U << 20;
  const auto end = run_program(call, nullptr);
  if (!end) return "cannot run: " + end.error().text();
  return end->output + end->errors;
}

RC_GTEST_PROP(shell_quoting, gives_back_every_word, (const std::vector<std::string>& any)) {
  std::vector<std::string> words{"'", "a b", "$(id)`id`\"\\\n;&|<>*?[~#!{}", ""};
  std::string expected;
  for (const std::string& each : any) words.push_back(without_nul(each));
  for (const std::string& each : words) expected += each + '\0';
  RC_ASSERT(shell_says("printf '%s\\0' " + shell_words(words)) == expected);
  // Twice: as the remote command stands in its file, itself quoted in a script.
  RC_ASSERT(shell_says("text=" + shell_quoted(shell_words(words)) +
                       "\neval \"printf '%s\\0' $text\"") == expected);
}

std::string ascii_of(std::string text) {
  for (char& c : text) c = static_cast<char>(c & 0x7F);
  return text;
}

RC_GTEST_PROP(java_property_text, is_read_back,
              (const std::string& anything, const std::string& bytes)) {
  const std::string any = ascii_of(anything);
  const std::string rest = ascii_of(bytes) + "\u00fc\u20ac";
  const std::string name = "n" + any;
  std::string text;
  add_java_property(text, name, rest);
  add_java_property(text, " =:#!\\\t\n\f", rest + any);
  const document back = document::parse(text);
  RC_ASSERT(back.text(name) == rest);
  RC_ASSERT(back.text(" =:#!\\\t\n\f") == rest + any);
}

TEST(document, keeps_order_and_reads_numbers) {
  const document of = document::parse("a=1\nb=x y\na=2\nc=3x\n");
  EXPECT_THAT(of.texts("a"), ::testing::ElementsAre("1", "2"));
  EXPECT_EQ(of.text("a"), "2");
  EXPECT_EQ(of.number("a", 7), 2);
  EXPECT_EQ(of.number("c", 7), 7);
  EXPECT_EQ(of.number("d", 7), 7);
  EXPECT_EQ(of.text("d", "else"), "else");
  EXPECT_TRUE(of.has("b"));
  EXPECT_FALSE(of.has("d"));
}

TEST(result_file, holds_all_and_bounds_the_message) {
  const outcome of{outcome_type::non_transient, "AUTH_FAILED",
                   "two\nlines " + std::string(2 * message_bytes_max, 'x'), "k=v\nl=w\n"};
  const document back = document::parse(encode(of));
  EXPECT_EQ(back.text("type"), "non_transient");
  EXPECT_EQ(back.text("code"), "AUTH_FAILED");
  EXPECT_EQ(back.text("data"), "k=v\nl=w\n");
  EXPECT_EQ(back.text("message").size(), message_bytes_max);
  EXPECT_THAT(back.text("message"), ::testing::StartsWith("two\nlines "));
}

// -- mail -----------------------------------------------------------------------------------------

TEST(mail_address, is_taken_apart) {
  EXPECT_EQ(parse_mail_address(" ann@example.org ")->spec, "ann@example.org");
  EXPECT_EQ(parse_mail_address("Ann Lee <ann@example.org>")->name, "Ann Lee");
  EXPECT_EQ(parse_mail_address("\"Lee, Ann\" <ann+x@[127.0.0.1]>")->name, "Lee, Ann");
  EXPECT_EQ(parse_mail_address("root")->spec, "root");
  for (const char* bad : {"", "a b", "a@", "@b", "a@b\r\nBcc: c@d", "a\n@b", "a@b>", "<a@b", "a@@b",
                          ".a@b", "a..b@c", "a@-b", "a@b..c", "x <a@b> y", "a,b@c", "ä@b", "a@b c"})
    EXPECT_FALSE(parse_mail_address(bad)) << bad;
  EXPECT_EQ(parse_mail_addresses(" a@b ,, c@d,")->size(), 2U);
  std::string many;
  for (size_t i = 0; i <= mail_recipients_max; ++i) many += "a@b,";
  EXPECT_EQ(parse_mail_addresses(many).error().code, errc::too_large);
}

mail simple() {
  mail out;
  out.from = {"", "foliot@example.org"};
  out.to = {{"", "ann@example.org"}};
  out.bcc = {{"", "secret@example.org"}};
  out.subject = "Hello";
  out.body = "One\nTwo";
  out.key = "job@a@0";
  out.date = instant{1'795'308'384'000};
  return out;
}

TEST(mail_text, of_a_simple_mail) {
  const std::string text = *compose(simple());
  EXPECT_THAT(text, HasSubstr("Date: Sun, 22 Nov 2026 00:46:24 +0000\r\n"));
  EXPECT_THAT(text, HasSubstr("From: foliot@example.org\r\nTo: ann@example.org\r\nSubject: Hello"));
  EXPECT_THAT(text, HasSubstr("text/plain; charset=UTF-8\r\nContent-Transfer-Encoding: 7bit\r\n\r\n"
                              "One\r\nTwo\r\n"));
  EXPECT_THAT(text, Not(HasSubstr("secret")));
  mail again = simple();
  again.date = instant{0};
  const auto id = [](const std::string& of) { return of.substr(of.find("Message-ID"), 60); };
  EXPECT_EQ(id(*compose(again)), id(text)) << "another attempt must be known by its Message-ID";
  again.key = "job@a@1";
  EXPECT_NE(id(*compose(again)), id(text));
}

TEST(mail_text, refuses_what_would_begin_a_header) {
  const struct {
    const char* code;
    void (*spoil)(mail&);
  } rows[] = {{"EM005", [](mail& m) { m.subject = "x\r\nBcc: e@f"; }},
              {"EM005", [](mail& m) { m.subject = "x\nBcc: e@f"; }},
              {"EM005", [](mail& m) { m.subject = std::string("x\0y", 3); }},
              {"EM005", [](mail& m) { m.subject = std::string(3'000, 'x'); }},
              {"EM005", [](mail& m) { m.content_type = "text/html\r\nX: y"; }},
              {"EM005", [](mail& m) { m.content_type = "html"; }},
              {"EM005", [](mail& m) { m.content_type = "text/"; }},
              {"EM005", [](mail& m) { m.content_type = "te xt/html"; }},
              {"EM008", [](mail& m) {
                 m.files = {{"a\r\nb", "x"}};
               }}};
  for (const auto& row : rows) {
    mail of = simple();
    row.spoil(of);
    const auto text = compose(of);
    ASSERT_FALSE(text) << *text;
    EXPECT_EQ(text.error().oozie, row.code);
  }
}

RC_GTEST_PROP(mail_text, has_only_its_own_headers,
              (const std::string& subject, const std::string& body, const std::string& name)) {
  mail of = simple();
  of.subject = subject;
  of.body = body + "\r\n.\r\n";
  of.files = {{name, body}};
  const auto text = compose(of);
  if (!text) return;
  const std::string head = text->substr(0, text->find("\r\n\r\n"));
  size_t lines = 0;
  for (size_t at = 0; at < head.size();) {
    const size_t end = std::min(head.find("\r\n", at), head.size());
    RC_ASSERT(head.substr(at, end - at).find_first_of("\r\n") == std::string::npos);
    if (head[at] != ' ') ++lines;
    at = end + 2;
  }
  RC_ASSERT(lines == 8U);
  for (size_t at = text->find('\n'); at != std::string::npos; at = text->find('\n', at + 1))
    RC_ASSERT((*text)[at - 1] == '\r');
}

// -- ssh ------------------------------------------------------------------------------------------

TEST(ssh_destination, is_no_option_and_no_command) {
  for (const char* good : {"host", "ann@host.example.org", "ann@10.0.0.1", "a.b-c_d@h", "ann@::1"})
    EXPECT_TRUE(is_destination(good)) << good;
  for (const char* bad : {"", "-oProxyCommand=x", "ann@-oProxyCommand=x", "a b", "a;b", "$(id)",
                          "a\nb", "@host", "ann@", "a/b", "a%h"})
    EXPECT_FALSE(is_destination(bad)) << bad;
}

TEST(ssh_errors, are_known_by_their_words) {
  const struct {
    const char* words;
    outcome_type type;
    const char* code;
  } rows[] = {{"ssh: Could not resolve hostname x: Name or service not known",
               outcome_type::transient, "COULD_NOT_RESOLVE_HOST"},
              {"ssh: connect to host x port 22: Connection timed out", outcome_type::transient,
               "COULD_NOT_CONNECT"},
              {"ssh: connect to host x port 22: Connection refused", outcome_type::transient,
               "COULD_NOT_CONNECT"},
              {"bash: exec: command not found", outcome_type::non_transient, "FNF"},
              {"a@x: Permission denied (publickey).", outcome_type::non_transient, "AUTH_FAILED"},
              {"Host key verification failed.", outcome_type::non_transient, "AUTH_FAILED"},
              {"what?", outcome_type::error, "UNKNOWN_ERROR"},
              {"", outcome_type::error, "UNKNOWN_ERROR"}};
  for (const auto& row : rows) {
    EXPECT_EQ(ssh_trouble(row.words).type, row.type) << row.words;
    EXPECT_EQ(ssh_trouble(row.words).code, row.code) << row.words;
  }
}

// -- programs -------------------------------------------------------------------------------------

TEST(program, search_path_holds_no_work_directory) {
  EXPECT_EQ(absolute_path_only(".:/usr/bin::bin:/bin:"), "/usr/bin:/bin");
  EXPECT_THAT(absolute_path_only(""), HasSubstr("/usr/bin"));
}

TEST(program, ends_with_its_time_and_takes_its_children_along) {
  program_call call;
  call.words = {"/bin/sh", "-c", "sleep 1000 & echo $!; wait"};
  call.timeout_ms = 300;
  const auto end = run_program(call, nullptr);
  ASSERT_TRUE(end);
  EXPECT_TRUE(end->timed_out);
  EXPECT_EQ(end->status, -1);
}

TEST(program, that_does_not_exist) {
  const auto end = run_program({{"no-such-program-here"}, {}, "", 0, 0}, nullptr);
  ASSERT_FALSE(end);
  EXPECT_EQ(end.error().code, errc::not_found);
}

TEST(program, takes_much_input_and_drops_what_is_too_long) {
  program_call call;
  call.words = {"/bin/sh", "-c", "cat; echo $X >&2; exit 3"};
  call.input = std::string(300'000, 'a');
  call.output_bytes_max = 200'000;
  call.environment = {"X=y"};
  const auto end = run_program(call, nullptr);
  ASSERT_TRUE(end);
  EXPECT_EQ(end->status, 3);
  EXPECT_EQ(end->output.size(), 200'000U);
  EXPECT_EQ(end->errors, "y\n");
}

}  // namespace
}  // namespace foliot::exec::helper
