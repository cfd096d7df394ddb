// Which URLs are called, and with what.
#include "model/notification.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/notice_check.hpp"
#include "tests/model/workflow_builder.hpp"

namespace foliot::model::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

configuration with(const std::string& url) { return {{"oozie.wf.workflow.notification.url", url}}; }

TEST(notification, of_a_job_replaces_all_placeholders) {
  const auto made = job_notice(with(" http://h/$jobId/$status/$parentId/$jobId "), "1-W", "0-C@1",
                               status::prep, status::running);
  ASSERT_TRUE(made);
  EXPECT_EQ(made->url, "http://h/1-W/RUNNING/0-C@1/1-W");
  EXPECT_EQ(made->timeout_ms, 10'000);
  EXPECT_EQ(made->proxy, "");
}

TEST(notification, only_of_what_changed) {
  const configuration conf = with("http://h/$status");
  EXPECT_FALSE(job_notice(conf, "1-W", "", status::running, status::running));
  EXPECT_FALSE(job_notice(conf, "1-W", "", status::none, status::prep));
  EXPECT_FALSE(job_notice({}, "1-W", "", status::none, status::running));
}

TEST(notification, says_why_a_url_is_not_called) {
  const auto refused = [](const std::string& url) {
    return refused_notices(with(url), entity_kind::workflow);
  };
  EXPECT_THAT(refused("http://h/$status"), IsEmpty());
  EXPECT_THAT(refused(" "), IsEmpty());
  EXPECT_THAT(
      refused("file:///etc/passwd"),
      ElementsAre("oozie.wf.workflow.notification.url is not called, it is neither http nor "
                  "https: file:///etc/passwd"));
  EXPECT_THAT(
      refused("ftp://ann:pw@h/a\n?token=x"),
      ElementsAre("oozie.wf.workflow.notification.url is not called, it is neither http nor "
                  "https: ftp://h/a\\n?..."));
  EXPECT_EQ(refused("http://h/a b").size(), 1U);
  EXPECT_EQ(refused("http://h/" + std::string(2'048, 'x')).size(), 1U);
  EXPECT_THAT(refused_notices(with("file:///x"), entity_kind::action), IsEmpty());
  EXPECT_EQ(
      refused_notices({{"oozie.coord.action.notification.url", "h"}}, entity_kind::action).size(),
      1U);
}

TEST(notification, only_http_of_a_bounded_length) {
  const auto called = [](const std::string& url) {
    return job_notice(with(url), "1-W", "", status::none, status::running).has_value();
  };
  EXPECT_TRUE(called("HTTPS://h"));
  for (const char* url : {"", "http://", "file:///etc/passwd", "gopher://h/x", "h/x",
                          "http://h/a b", "http://h/\r\nX: y", "http://h/\x80"})
    EXPECT_FALSE(called(url)) << url;
  const std::string longest = "http://h/" + std::string(notice_url_bytes_max - 9, 'x');
  EXPECT_TRUE(called(longest));
  EXPECT_FALSE(called(longest + "x"));
  std::string grows = "http://h/";
  while (grows.size() + 7 < notice_url_bytes_max) grows += "$status";
  EXPECT_TRUE(called(grows));
  std::string grows_more;
  while (grows_more.size() + 20 < notice_url_bytes_max) grows_more += "$jobId";
  EXPECT_FALSE(job_notice(with("http://h/" + grows_more), std::string(40, '1'), "", status::none,
                          status::running));
}

TEST(notification, proxy_and_timeout) {
  EXPECT_EQ(proxy_of("h:80"), "http://h:80");
  EXPECT_EQ(proxy_of("http@h:80"), "http://h:80");
  EXPECT_EQ(proxy_of("socks@h:1080"), "socks5://h:1080");
  for (const char* text : {"", "h", ":80", "h:", "h:x", "ftp@h:80", "h:800000", "h/x:80"})
    EXPECT_EQ(proxy_of(text), "") << text;
  configuration conf = with("http://h");
  conf["oozie.wf.workflow.notification.proxy"] = "p:3128";
  const auto timeout_of = [&conf](const char* text) {
    conf["oozie.notification.url.connection.timeout"] = text;
    return job_notice(conf, "1-W", "", status::none, status::running)->timeout_ms;
  };
  EXPECT_EQ(timeout_of("500"), 500);
  EXPECT_EQ(timeout_of("99999999"), 60'000);
  EXPECT_EQ(timeout_of("-1"), 10'000);
  EXPECT_EQ(timeout_of("x"), 10'000);
  EXPECT_EQ(job_notice(conf, "1-W", "", status::none, status::running)->proxy, "http://p:3128");
}

TEST(notification, of_nodes) {
  const configuration conf{
      {"oozie.wf.action.notification.url", "http://h/$jobId/$nodeName/$status"}};
  job j{flow{}
            .start("f")
            .split("f", {"a", "b"})
            .shell("a", "j")
            .shell("b", "j")
            .join("j", "end")
            .kill()
            .end()
            .build(),
        conf};
  told_nodes told;
  const auto news = [&] {
    std::vector<std::string> out;
    for (const notice& each : node_notices(*j.definition, j.conf, "1-W", j.record, told))
      out.push_back(each.url.substr(std::string("http://h/1-W/").size()));
    return out;
  };
  j.create();
  EXPECT_THAT(news(), ElementsAre(":start:/T:f", "f/T:*"));
  EXPECT_THAT(news(), IsEmpty());
  j.runs("a");
  EXPECT_THAT(news(), ElementsAre("a/S:RUNNING"));
  j.ends("a");
  EXPECT_THAT(news(), ElementsAre("a/T:j"));
  j.feed(workflow_events::killed{});
  EXPECT_THAT(news(), ElementsAre("b/S:KILLED", "j/S:KILLED"));
}

TEST(notification, of_actions_of_coordinators) {
  const configuration conf{{"oozie.coord.action.notification.url", "http://h/$actionId/$status"},
                           {"oozie.coord.action.notification.url.proxy", "socks@p:1"}};
  const auto made = action_notice(conf, "0-C@7", status::waiting, status::ready);
  ASSERT_TRUE(made);
  EXPECT_EQ(made->url, "http://h/0-C@7/READY");
  EXPECT_EQ(made->proxy, "socks5://p:1");
  EXPECT_FALSE(action_notice(conf, "0-C@7", status::ready, status::ready));
}

}  // namespace
}  // namespace foliot::model::testing
