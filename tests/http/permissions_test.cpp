#include "http/permissions.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "http/api.hpp"
#include "tests/http/world.hpp"

namespace foliot::http {
namespace {

using namespace foliot::testing;  // NOLINT: the world of these tests

std::vector<std::string> groups_of(const std::string& user) {
  if (user == "dan") return {"users", "staff"};
  if (user == "zoe") return {};
  return {"users"};
}

std::string change(const permissions& rules, const std::string& user, const std::string& acl,
                   entity_kind kind = entity_kind::workflow) {
  const auto out = may_change(rules, groups_of, user, {kind, "1-W", "ann", acl});
  return out ? "yes" : out.error().oozie;
}

TEST(permissions, off_lets_everybody) {
  EXPECT_EQ(change({}, "", ""), "yes");
  EXPECT_TRUE(may_administer({}, groups_of, ""));
}

TEST(permissions, on_lets_owner_admins_and_the_acl) {
  const permissions rules{true, read_names("eve"), read_names("wheel")};
  EXPECT_EQ(change(rules, "ann", ""), "yes");
  EXPECT_EQ(change(rules, "eve", ""), "yes");
  EXPECT_EQ(change(rules, "bob", ""), "E0508");
  EXPECT_EQ(change(rules, "bob", "", entity_kind::coordinator), "E0509");
  EXPECT_EQ(change(rules, "bob", "", entity_kind::bundle), "E0509");
  EXPECT_EQ(change(rules, "", "bob"), "E0508");
  EXPECT_EQ(change(rules, "bob", " cat , bob"), "yes");
  EXPECT_EQ(change(rules, "dan", "cat,staff"), "yes");
  EXPECT_EQ(change(rules, "bob", "cat,staff"), "E0508");
  EXPECT_EQ(change(rules, "bob", "*"), "E0508") << "an ACL knows no wildcard";
  EXPECT_EQ(change(rules, "zoe", "cat,zoe"), "yes");
  EXPECT_EQ(change(rules, "zoe", "cat,staff"), "E0501");
  EXPECT_EQ(change(rules, "zoe", ""), "E0508");
  EXPECT_FALSE(may_change(rules, groups_of, "", {entity_kind::workflow, "1-W", "", ""}))
      << "nobody owns nothing";
}

TEST(permissions, admins_may_be_groups_and_everybody_but_nobody) {
  EXPECT_TRUE(is_admin({true, {}, read_names("staff")}, groups_of, "dan"));
  EXPECT_FALSE(is_admin({true, {}, read_names("staff")}, groups_of, "bob"));
  EXPECT_TRUE(is_admin({true, read_names("*"), {}}, groups_of, "bob"));
  EXPECT_FALSE(is_admin({true, read_names("*"), {}}, groups_of, ""));
  const auto no = may_administer({true, {}, {}}, groups_of, "bob");
  ASSERT_FALSE(no);
  EXPECT_EQ(no.error().text().rfind("E0503: User [bob] does not have admin privileges", 0), 0U);
}

TEST(permissions, an_acl_has_an_old_name) {
  EXPECT_EQ(acl_of({{"group.name", "a"}}), "a");
  EXPECT_EQ(acl_of({{"group.name", "a"}, {"oozie.job.acl", "b"}}), "b");
  EXPECT_EQ(acl_of({}), "");
}

// -- through the interface ------------------------------------------------------------------------

/// The world of the other tests, where cookies are signed, hue acts for others and joe's jobs are
/// his.
struct guarded {
  explicit guarded(bool anonymous = true) {
    api_options options;
    simple_settings simple;
    simple.anonymous = anonymous;
    simple.sign = [](std::string_view text) { return std::to_string(text.size()); };
    options.authenticate = simple_authentication(std::move(simple));
    options.proxies = *read_proxy_users("hue hosts=* groups=*");
    options.permitted = {true, read_names("eve"), {}};
    options.groups = groups_of;
    options.audit = [this](const std::string& line) { lines.push_back(line); };
    w.api = std::make_unique<api>(w.reader, w.definitions, w.commands, w.clock, std::move(options));
  }

  world w;
  std::vector<std::string> lines;
};

std::string cookie_in(const response& out) {
  return std::string(find_header(out.headers, "Set-Cookie").value_or("none"));
}

TEST(guarded_api, sets_the_cookie_whatever_the_answer) {
  guarded g;
  for (const char* address : {"/oozie/versions?user.name=joe", "/oozie/v2/nothing?user.name=joe",
                              "/oozie/v2/job/x?user.name=joe&doAs=ann"})
    EXPECT_EQ(cookie_in(g.w.ask("GET", address)).rfind("hadoop.auth=\"u=joe&", 0), 0U) << address;
  EXPECT_EQ(cookie_in(g.w.ask("OPTIONS", "/oozie/v2/jobs?user.name=joe&doAs=x"))
                .rfind("hadoop.auth=\"u=joe&", 0),
            0U);
  EXPECT_EQ(cookie_in(g.w.ask("GET", "/oozie/versions")), "none");
  EXPECT_EQ(cookie_in(g.w.ask("GET", "/oozie/?user.name=joe")), "none");
}

TEST(guarded_api, lets_nobody_in_without_a_name) {
  guarded g(false);
  const auto refused = g.w.ask("GET", "/oozie/v2/jobs");
  EXPECT_EQ(refused.status, 403);
  EXPECT_NE(refused.body.find("Anonymous requests are disallowed"), std::string::npos);
  EXPECT_EQ(cookie_in(refused).rfind("hadoop.auth=;", 0), 0U);
  const auto put = g.w.ask("PUT", "/oozie/v2/job/" + bundle_wire + "?action=kill");
  EXPECT_EQ(put.status, 403);
  EXPECT_EQ(put.body, "");
  EXPECT_EQ(g.w.ask("OPTIONS", "/oozie/v2/jobs").status, 403);
  EXPECT_EQ(g.w.ask("GET", "/oozie/v2/jobs?%ZZ").status, 403);
  // A form cannot say who asks: its fields are no part of the address.
  EXPECT_EQ(g.w.ask("PUT", "/oozie/v2/job/" + bundle_wire, "action=kill&user.name=joe",
                    {{"Content-Type", "application/x-www-form-urlencoded"}})
                .status,
            403);
  EXPECT_EQ(g.w.ask("GET", "/api/health").status, 200);
  EXPECT_EQ(g.w.ask("GET", "/oozie/callback?id=1").status, 400) << "it is open";
  EXPECT_TRUE(g.w.commands.calls.empty());
}

TEST(guarded_api, tells_the_audit_both_users_and_the_outcome) {
  guarded g;
  const std::string kill = "/oozie/v2/job/" + bundle_wire + "?action=kill";
  const auto refused = g.w.ask("PUT", kill + "&user.name=hue&doAs=bob");
  EXPECT_EQ(refused.status, 401);
  ASSERT_EQ(g.lines.size(), 1U);
  EXPECT_EQ(g.lines[0].rfind("IP [127.0.0.1], USER [hue doAs bob], JOBID [" + bundle_wire +
                                 "], OPERATION [kill], STATUS [FAILED], HTTPCODE [401], ERRORCODE "
                                 "[E0509], ERRORMESSAGE [E0509: User (bob) not authorized for",
                             0),
            0U)
      << g.lines[0];
  g.w.api->handle(request_of("PUT", kill + "&user.name=hue&doAs=joe"), [](const response&) {});
  ASSERT_EQ(g.w.commands.calls.size(), 1U);
  EXPECT_EQ(g.w.commands.calls[0].who.user, "joe");
  EXPECT_EQ(g.w.commands.calls[0].who.address, "hue@127.0.0.1:4711");
  EXPECT_EQ(g.lines.size(), 1U) << "told when it is done";
  g.w.commands.orders[0](model::order_reply{});
  ASSERT_EQ(g.lines.size(), 2U);
  EXPECT_NE(g.lines[1].find("USER [hue doAs joe], "), std::string::npos) << g.lines[1];
  EXPECT_NE(g.lines[1].find("STATUS [SUCCESS], HTTPCODE [200]"), std::string::npos) << g.lines[1];
}

TEST(guarded_api, tells_the_audit_the_job_that_was_made) {
  guarded g;
  g.w.api->handle(request_of("POST", "/oozie/v2/jobs?user.name=joe", "<configuration/>",
                             {{"Content-Type", "application/xml"}}),
                  [](const response&) {});
  ASSERT_EQ(g.w.commands.submissions.size(), 1U);
  g.w.commands.submissions[0](submitted{workflow_wire, {}});
  ASSERT_EQ(g.lines.size(), 1U);
  EXPECT_NE(g.lines[0].find("JOBID [" + workflow_wire + "], OPERATION [submit]"), std::string::npos)
      << g.lines[0];
}

TEST(guarded_api, audits_refused_impersonation_of_reads_too_and_nothing_else_of_reads) {
  guarded g;
  g.w.ask("GET", "/oozie/v2/jobs?user.name=joe");
  g.w.ask("GET", "/oozie/v2/jobs?user.name=hue&doAs=joe");
  EXPECT_TRUE(g.lines.empty());
  g.w.ask("GET", "/oozie/v2/jobs?user.name=joe&doAs=ann");
  ASSERT_EQ(g.lines.size(), 1U);
  EXPECT_NE(g.lines[0].find("USER [joe]"), std::string::npos) << g.lines[0];
  EXPECT_NE(g.lines[0].find("ERRORCODE [E1400]"), std::string::npos) << g.lines[0];
}

TEST(guarded_api, no_request_can_break_a_line_of_the_audit) {
  guarded g;
  g.w.ask("PUT", "/oozie/v2/job/a%0Ab%5D,%20USER%20%5Beve?action=%0D%0Akill&user.name=joe");
  ASSERT_EQ(g.lines.size(), 1U);
  EXPECT_EQ(g.lines[0].find_first_of("\r\n"), std::string::npos);
  EXPECT_EQ(g.lines[0].find("[eve"), std::string::npos) << g.lines[0];
}

TEST(guarded_api, refuses_what_is_not_there_as_oozie_does) {
  guarded g;
  const auto put = [&](const std::string& id, const std::string& user) {
    const auto out = g.w.ask("PUT", "/oozie/v2/job/" + id + "?action=kill&user.name=" + user);
    return std::to_string(out.status) + " " +
           std::string(find_header(out.headers, "oozie-error-code").value_or(""));
  };
  EXPECT_EQ(put("0000099-260105030000000-foliot-W", "bob"), "401 E0605");
  EXPECT_EQ(put("0000099-260105030000000-foliot-C", "joe"), "401 E0604");
  EXPECT_EQ(put("junk", "bob"), "401 E0604");
  EXPECT_EQ(put("0000099-260105030000000-foliot-C", "eve"), "400 E0605");
  EXPECT_EQ(put(coordinator_wire + "@1", "bob"), "401 E0509");
  EXPECT_EQ(put(workflow_wire + "@load", "bob"), "401 E0508");
}

}  // namespace
}  // namespace foliot::http
