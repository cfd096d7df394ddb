#include "http/browser_guard.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "http/api.hpp"
#include "tests/http/world.hpp"

namespace foliot::http {
namespace {

using namespace foliot::testing;

bool taken(const std::string& method, header_list headers, const host_rules& rules = {}) {
  return check_browser(request_of(method, "/api/purge", "", std::move(headers)), rules).ok();
}

TEST(browser_guard, takes_orders_of_its_own_pages_only) {
  const auto order = [](const char* origin, const char* host) {
    return taken("POST", {{"Host", host}, {"Origin", origin}});
  };
  EXPECT_TRUE(order("http://127.0.0.1:11000", "127.0.0.1:11000"));
  EXPECT_TRUE(order("http://LOCALHOST:11000", "localhost:11000"));
  EXPECT_TRUE(order("https://jobs.example", "jobs.example"));
  EXPECT_TRUE(order("https://jobs.example", "jobs.example:443"));
  EXPECT_TRUE(order("http://jobs.example:80", "jobs.example."));
  EXPECT_TRUE(order("http://[::1]:11000", "[::1]:11000"));
  for (const char* origin :
       {"http://evil.example", "null", "", "http://127.0.0.1", "http://127.0.0.1:11001",
        "https://127.0.0.1", "http://127.0.0.1:11000.evil.example", "http://127.0.0.1:11000/",
        "http://evil.example@127.0.0.1:11000", "chrome-extension://abc", "http://"})
    EXPECT_FALSE(order(origin, "127.0.0.1:11000")) << origin;
}

TEST(browser_guard, looks_at_origin_where_something_would_change) {
  const header_list foreign{{"Host", "here"}, {"Origin", "http://evil.example"}};
  for (const char* method : {"POST", "PUT", "DELETE", "PATCH"})
    EXPECT_FALSE(taken(method, foreign)) << method;
  for (const char* method : {"GET", "HEAD", "OPTIONS"}) EXPECT_TRUE(taken(method, foreign));
  EXPECT_FALSE(taken("POST", {{"Origin", "http://evil.example"}})) << "without Host";
  EXPECT_TRUE(taken("POST", {})) << "no browser";
}

TEST(browser_guard, knows_the_names_of_its_host) {
  const host_rules own{true, {"Mill", "mill.example.org"}};
  const auto asked = [&](const char* host) { return taken("GET", {{"Host", host}}, own); };
  for (const char* host : {"localhost", "LOCALHOST:11000", "127.0.0.1:11000", "10.0.0.7", "[::1]",
                           "[::1]:11000", "mill:11000", "MILL.example.org.", "mill.example.org:1"})
    EXPECT_TRUE(asked(host)) << host;
  for (const char* host : {"evil.example", "evil.example:11000", "", ":11000", "localhost.evil",
                           "127.0.0.1.evil", "1.2.3", "[evil]", "[::1", "::1", "mill@evil"})
    EXPECT_FALSE(asked(host)) << host;
  EXPECT_TRUE(taken("PUT", {}, own)) << "HTTP/1.0";
  EXPECT_TRUE(taken("GET", {{"Host", "evil.example"}}, {false, {}})) << "others may connect too";
  EXPECT_TRUE(taken("GET", {{"Host", "any.example"}}, {true, {"*"}}));
}

TEST(browser_guard, refuses_before_anything_else_and_tells_the_audit) {
  world w;
  std::vector<std::string> lines;
  api_options options;
  options.hosts = {true, {}};
  options.audit = [&lines](const std::string& line) { lines.push_back(line); };
  api guarded(w.reader, w.definitions, w.commands, w.clock, std::move(options));
  const auto ask = [&](const char* method, const char* address, header_list headers) {
    response out;
    guarded.handle(request_of(method, address, "", std::move(headers)),
                   [&out](response given) { out = std::move(given); });
    return out;
  };
  const response page = ask("POST", "/api/purge?user.name=joe",
                            {{"Host", "127.0.0.1:1"}, {"Origin", "http://evil.example"}});
  EXPECT_EQ(page.status, 403);
  EXPECT_NE(page.body.find("a web page of 'http://evil.example'"), std::string::npos) << page.body;
  EXPECT_EQ(find_header(page.headers, "Set-Cookie"), std::nullopt) << "nobody is let in";
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_NE(lines[0].find("OPERATION [purge], STATUS [FAILED], HTTPCODE [403], ERRORCODE "),
            std::string::npos)
      << lines[0];
  const response rebound = ask("POST", "/oozie/v2/jobs?action=start&user.name=joe",
                               {{"Host", "evil.example"}, {"Origin", "http://evil.example"}});
  EXPECT_EQ(rebound.status, 403);
  EXPECT_NE(rebound.body.find("http_hosts"), std::string::npos) << rebound.body;
  for (const char* open : {"/api/health", "/oozie/versions", "/", "/metrics"})
    EXPECT_EQ(ask("GET", open, {{"Host", "evil.example"}}).status, 403) << open;
  EXPECT_TRUE(w.commands.calls.empty());
}

}  // namespace
}  // namespace foliot::http
