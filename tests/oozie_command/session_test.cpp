// Log-in, versions, retries, refusals, polling.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/oozie_command/support.hpp"
#include "tools/oozie/token.hpp"

namespace foliot::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

const std::string base = "http://host:11000/oozie";
const std::string normal = R"({"systemMode":"NORMAL"})";

std::vector<std::string> requests(const outcome& of) {
  std::vector<std::string> out;
  for (const auto& one : of.sent) {
    std::string text = one.method + " " + one.url.substr(base.size());
    for (const auto& [name, value] : one.headers)
      if (name == "Cookie" || name == "Authorization") text += " " + name;
    out.push_back(text);
  }
  return out;
}

server answering(const std::string& body) {
  return friendly([body](const exec::http_call&) { return reply(200, body); });
}

TEST(session, logs_in_asks_for_versions_and_looks_whether_the_token_still_holds) {
  const auto got = run({"admin", "-status"}, answering(normal));
  EXPECT_EQ(got.out, "System mode: NORMAL\n");
  EXPECT_THAT(requests(got), ElementsAre("OPTIONS /versions", "OPTIONS /versions?user.name=root",
                                         "GET /versions Cookie", "OPTIONS /v2/admin/status Cookie",
                                         "GET /v2/admin/status Cookie"));
}

TEST(session, says_the_name_when_it_is_asked_to_and_keeps_no_token_of_basic) {
  EXPECT_THAT(requests(run({"admin", "-status", "-auth", "simple"}, answering(normal))),
              ElementsAre("OPTIONS /versions?user.name=root", "GET /versions Cookie",
                          "OPTIONS /v2/admin/status Cookie", "GET /v2/admin/status Cookie"));
  EXPECT_THAT(
      requests(run({"admin", "-status", "-username", "u", "-password", "p"}, answering(normal))),
      ElementsAre("GET /versions Authorization", "GET /v2/admin/status Authorization"));
}

TEST(session, a_server_without_tokens_is_told_the_name_each_time) {
  const auto bare = [](const exec::http_call& what) -> result<exec::http_reply> {
    if (what.method == "OPTIONS") return reply(200, "");
    if (what.url.find("/versions") != std::string::npos) return reply(200, "[0,1,2]");
    return reply(200, normal);
  };
  EXPECT_THAT(requests(run({"admin", "-status"}, bare)),
              ElementsAre("OPTIONS /versions", "OPTIONS /versions?user.name=root",
                          "GET /versions?user.name=root", "GET /v2/admin/status?user.name=root"));
}

TEST(session, a_token_is_kept_between_calls_and_dropped_when_refused) {
  const scratch home;
  const std::string file = oozie::token_file(home.path(), base);
  run({"admin", "-status"}, answering(normal), {}, home.path());
  EXPECT_THAT(oozie::read_token(file), HasSubstr("u=root"));
  const auto again = run({"admin", "-status"}, answering(normal), {}, home.path());
  EXPECT_THAT(requests(again),
              ElementsAre("OPTIONS /versions Cookie", "GET /versions Cookie",
                          "OPTIONS /v2/admin/status Cookie", "GET /v2/admin/status Cookie"));
  const auto strict = [](const exec::http_call& what) -> result<exec::http_reply> {
    if (what.method == "OPTIONS") return what.headers.empty() ? reply(200, "") : reply(401, "");
    return what.url.find("/versions") != std::string::npos ? reply(200, "[2]") : reply(200, normal);
  };
  run({"admin", "-status"}, strict, {}, home.path());
  EXPECT_EQ(oozie::read_token(file), "");
  run({"-Doozie.auth.token.cache=false", "admin", "-status"}, answering(normal), {}, home.path());
  EXPECT_EQ(oozie::read_token(file), "");
}

TEST(session, who_is_not_let_in_is_told) {
  const auto strict = [](const exec::http_call&) -> result<exec::http_reply> {
    return reply(403, "");
  };
  EXPECT_THAT(run({"jobs"}, strict).err, HasSubstr("Error: AUTHENTICATION : "));
  const auto kerberos = [](const exec::http_call&) -> result<exec::http_reply> {
    return reply(401, "", {{"WWW-Authenticate", "Negotiate"}});
  };
  const auto got = run({"jobs"}, kerberos);
  EXPECT_THAT(got.err, HasSubstr("Kerberos"));
  EXPECT_EQ(got.status, 255);
}

TEST(session, a_refused_connection_is_tried_again_after_1_2_4_and_8_seconds) {
  const auto got = run({"jobs"});
  EXPECT_EQ(got.status, 255);
  EXPECT_THAT(got.pauses, ElementsAre(1000, 2000, 4000, 8000));
  EXPECT_EQ(got.sent.size(), 5U);
  EXPECT_THAT(got.err, HasSubstr("Connection exception has occurred [ java.net.ConnectException "
                                 "Connection refused ]. Trying after 4 sec. Retry count = 3\n"));
  EXPECT_THAT(got.err,
              HasSubstr("Error: IO_ERROR : java.io.IOException: Error while connecting Oozie "
                        "server. No of retries = 4. Exception = Connection refused\n"));
  EXPECT_THAT(
      run({"jobs"}, nobody, {{"OOZIE_CLIENT_OPTS", "-Doozie.connection.retry.count=1"}}).pauses,
      ElementsAre(1000));
  EXPECT_THAT(run({"-Doozie.connection.retry.count=0", "jobs"}).pauses, ElementsAre());
  const auto odd = run({"-Doozie.connection.retry.count=many", "jobs"});
  EXPECT_THAT(odd.err,
              HasSubstr("Unable to parse the retry settings. May be not an integer [many]\n"));
  EXPECT_THAT(odd.pauses, ElementsAre(1000, 2000, 4000, 8000));
  EXPECT_THAT(run({"-Doozie.connection.retry.count= 1 ", "jobs"}).pauses, ElementsAre(1000));
}

TEST(session, debugging_tells_how_one_logs_in) {
  const auto lines = [](std::map<std::string, std::string> environment) {
    return run({"job", "-start", "x-W", "-debug"},
               friendly([](const exec::http_call&) { return reply(200, ""); }),
               std::move(environment))
        .out;
  };
  const std::string request = "PUT http://host:11000/oozie/v2/job/x-W?action=start\n";
  EXPECT_EQ(lines({}), " Auth type : null\n" + request);
  EXPECT_EQ(lines({{"OOZIE_AUTH", "simple"}}), " Auth type : simple\n" + request);
  EXPECT_EQ(lines({{"OOZIE_DEBUG", "0"}}), " Auth type : null\n") << "the variable decides";
}

TEST(session, a_lost_connection_is_tried_again_when_nothing_is_ordered) {
  int sent = 0;
  const auto loses = [&](const exec::http_call& what) -> result<exec::http_reply> {
    if (what.method == "OPTIONS") return reply(200, "");
    if (what.url.find("/versions") != std::string::npos) return reply(200, "[2]");
    if (++sent > 1) return reply(200, normal);
    return failure{errc::unavailable, std::string(exec::lost_connection) + ": x", "", "", ""};
  };
  EXPECT_EQ(run({"admin", "-status"}, loses).out, "System mode: NORMAL\n");
  sent = 0;
  const auto got = run({"job", "-kill", "x-W"}, loses);
  EXPECT_EQ(sent, 1) << "the order may have been taken";
  EXPECT_THAT(got.err, HasSubstr("Error: IO_ERROR : the connection was lost: x ["));
}

TEST(session, the_address_comes_from_the_option_the_environment_or_this_host) {
  const auto at = [](const outcome& of) { return of.sent.front().url; };
  EXPECT_EQ(at(run({"jobs", "-oozie", "http://a:1/o/"}, nobody)), "http://a:1/o/versions");
  EXPECT_EQ(at(run({"jobs"}, nobody, {{"OOZIE_URL", "http://b/o"}})), "http://b/o/versions");
  EXPECT_EQ(at(run({"jobs"}, nobody, {{"OOZIE_URL", ""}})), "http://host:11000/oozie/versions");
  EXPECT_EQ(at(run({"jobs"}, nobody, {{"OOZIE_URL", " HTTP://b/o\n"}})), "HTTP://b/o/versions");
  EXPECT_TRUE(run({"jobs", "-oozie", "file:///etc"}, nobody).sent.empty());
  EXPECT_TRUE(run({"jobs", "-oozie", "http"}, nobody).sent.empty());
}

TEST(session, headers_of_ones_own_go_with_every_request_but_log_ins) {
  const auto got = run({"-Dheader:X-Team=blue", "admin", "-status"}, answering(normal));
  EXPECT_THAT(got.sent.back().headers, ::testing::Contains(::testing::Pair("X-Team", "blue")));
  for (const char* word : {"-Dheader:A=b\nEvil: 1", "-Dheader:A=b\r", "-Dheader:A B=c",
                           "-Dheader:A: b=c", "-Dheader:=b"}) {
    const auto refused = run({word, "admin", "-status"}, answering(normal));
    EXPECT_EQ(refused.status, 255) << word;
    EXPECT_THAT(refused.err, HasSubstr("is no header"));
    EXPECT_TRUE(refused.sent.empty()) << word;
  }
}

TEST(session, old_servers_are_spoken_to_in_their_version) {
  const auto speaks = [](const std::string& versions) {
    return [versions](const exec::http_call& what) -> result<exec::http_reply> {
      if (what.method == "OPTIONS") return reply(200, "");
      return reply(200, what.url.find("/versions") != std::string::npos ? versions : normal);
    };
  };
  EXPECT_THAT(run({"admin", "-status"}, speaks("[0,1]")).sent.back().url, HasSubstr("/v1/admin"));
  EXPECT_THAT(run({"admin", "-status"}, speaks("[]")).err, HasSubstr("UNSUPPORTED_VERSION"));
  EXPECT_THAT(run({"sla"}, speaks("[0]")).err, HasSubstr("UNSUPPORTED_VERSION"));
  EXPECT_EQ(run({"admin", "-status"}, speaks("no list")).status, 255);
}

TEST(session, refusals_have_the_servers_code_or_the_status) {
  const auto refusing = [](int status, std::vector<std::pair<std::string, std::string>> headers) {
    return friendly(
        [status, headers](const exec::http_call&) { return reply(status, "", headers); });
  };
  const auto coded = refusing(400, {{"oozie-error-code", "E0604"},
                                    {"oozie-error-message", "E0604: Job does not exist [x-W]"}});
  const auto got = run({"job", "-info", "x-W"}, coded);
  EXPECT_EQ(got.err, "Error: E0604 : E0604: Job does not exist [x-W]\n");
  EXPECT_EQ(got.status, 255);
  EXPECT_EQ(run({"job", "-info", "x-W"}, refusing(500, {})).err,
            "Error: HTTP error code: 500 : Server Error\n");
  const scratch dir;
  EXPECT_EQ(run({"validate", dir.write("a.xml", "<a/>")}, coded).err,
            "Error: E0604: Job does not exist [x-W]\n");
  EXPECT_EQ(run({"validate", dir.path("a.xml")}, refusing(404, {})).status, 0);
  EXPECT_EQ(run({"admin", "-metrics"}, refusing(503, {})).out,
            "Metrics are unavailable.  Try Instrumentation (-instrumentation) instead\n");
}

TEST(session, debugging_shows_what_is_sent) {
  const auto got = run({"job", "-run", "-D", "a=b"},
                       friendly([](const exec::http_call&) { return reply(201, R"({"id":"1"})"); }),
                       {{"OOZIE_DEBUG", "1"}});
  EXPECT_EQ(got.out,
            "POST http://host:11000/oozie/v2/jobs?action=start&user=root\n"
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?><configuration>\n"
            "<property><name>a</name><value>b</value></property>\n"
            "<property><name>user.name</name><value>root</value></property>\n"
            "</configuration>\njob: 1\n");
}

TEST(session, polls_until_the_end_or_for_as_long_as_said) {
  int asked = 0;
  const auto ends = friendly([&](const exec::http_call&) {
    return reply(200, ++asked < 3 ? R"({"status":"RUNNING"})" : R"({"status":"SUCCEEDED"})");
  });
  const auto got = run({"job", "-poll", "x-W", "-verbose"}, ends);
  EXPECT_EQ(got.out, "RUNNING\nRUNNING\nSUCCEEDED\n");
  EXPECT_THAT(got.pauses, ElementsAre(300'000, 300'000));
  EXPECT_EQ(got.status, 0);
  const auto never = answering(R"({"status":"RUNNING"})");
  EXPECT_EQ(run({"job", "-poll", "x-W", "-timeout", "1", "-interval", "1", "-verbose"}, never).out,
            "RUNNING\nRUNNING\n");
  EXPECT_EQ(run({"job", "-poll", "x-C@1"}, answering(R"({"status":"SKIPPED"})")).out, "");
}

TEST(session, answers_that_are_no_json_are_told) {
  const auto got = run({"job", "-info", "x-W"}, answering("<html>"));
  EXPECT_EQ(got.status, 255);
  EXPECT_THAT(got.err, HasSubstr("no JSON"));
}

}  // namespace
}  // namespace foliot::testing
