// Every command leaves one line: user, doAs user, address, command, outcome, request; also where it
// is refused before anybody looks at it.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "http/api.hpp"
#include "tests/http/world.hpp"

namespace foliot::http {
namespace {

using namespace foliot::testing;

struct audited {
  explicit audited(bool anonymous = true) {
    api_options options;
    simple_settings simple;
    simple.anonymous = anonymous;
    simple.sign = [](std::string_view text) { return std::to_string(text.size()); };
    options.authenticate = simple_authentication(std::move(simple));
    options.proxies = *read_proxy_users("hue hosts=* groups=*");
    options.ready = [this] { return w.ready; };
    options.safe_mode = [this] { return w.safe_mode; };
    options.commands_max = 0;
    options.groups = [](const std::string&) { return std::vector<std::string>{}; };
    options.audit = [this](const std::string& line) { lines.push_back(line); };
    options.remark = [this](const std::string& line) { remarks.push_back(line); };
    w.api = std::make_unique<api>(w.reader, w.definitions, w.commands, w.clock, std::move(options));
  }

  /// The only line of the audit that the request leaves, or what is wrong with their number.
  std::string line_of(const std::string& method, const std::string& address,
                      const std::string& body = "", header_list headers = {}) {
    lines.clear();
    request in = request_of(method, address, body, std::move(headers));
    in.id = "id-7";
    user = "";
    w.api->handle(std::move(in), [this](const response& out) { user = out.user; });
    return lines.size() == 1 ? lines[0] : std::to_string(lines.size()) + " lines";
  }

  world w;
  std::vector<std::string> lines;
  std::vector<std::string> remarks;
  std::string user;
};

const std::string kill_it = "/oozie/v2/job/" + bundle_wire + "?action=kill";

std::string failed(const std::string& user, const std::string& job, const std::string& operation,
                   int status) {
  return "IP [127.0.0.1], USER [" + user + "], JOBID [" + job + "], OPERATION [" + operation +
         "], STATUS [FAILED], HTTPCODE [" + std::to_string(status) + "]";
}

TEST(audit, tells_commands_that_were_refused_at_the_door) {
  audited a;
  const std::map<std::pair<std::string, std::string>, std::string> rows{
      {{"PUT", kill_it + "&user.name=joe"}, failed("joe", bundle_wire, "kill", 503)},
      {{"PUT", kill_it + "&user.name=hue&doAs=ann"},
       failed("hue doAs ann", bundle_wire, "kill", 503)},
      {{"PUT", kill_it + "&user.name=joe&doAs=ann"}, failed("joe", bundle_wire, "kill", 401)},
      {{"PUT", kill_it + "&user.name=a%20b"}, failed("null", bundle_wire, "kill", 400)},
      {{"PUT", kill_it + "&x=%ZZ"}, failed("null", bundle_wire, "PUT", 400)},
      {{"PUT", "/oozie/v2/job/" + bundle_wire}, failed("null", bundle_wire, "PUT", 400)},
      {{"DELETE", "/oozie/v2/jobs?user.name=joe"}, failed("joe", "null", "DELETE", 400)},
      {{"POST", "/oozie/v9/jobs"}, failed("null", "null", "POST", 404)},
      {{"POST", "/oozie/v2/jobs?user.name=joe"}, failed("joe", "null", "submit", 400)},
      {{"POST", "/api/purge"}, failed("null", "null", "purge", 503)},
      {{"POST", "/api/health"}, failed("null", "null", "POST", 405)},
      {{"POST", "/api/datasets/ready"}, failed("null", "null", "datasets-ready", 415)},
      {{"PUT", "/oozie/v2/admin/status?systemmode=x"}, failed("null", "null", "systemmode=x", 400)},
      {{"PUT", "/oozie/v0/admin/status?safemode=x"}, failed("null", "null", "safemode=x", 400)},
      {{"PUT", "/oozie/v2/admin/purge?wf=x&action=kill"}, failed("null", "null", "purge", 400)},
      {{"DELETE", "/api/purge"}, failed("null", "null", "DELETE", 405)},
      {{"POST", "/oozie/v2/validate"}, failed("null", "null", "validate", 400)},
  };
  for (const auto& [what, line] : rows) {
    const std::string told = a.line_of(what.first, what.second);
    EXPECT_EQ(told.rfind(line, 0), 0U) << what.first << " " << what.second << "\n" << told;
    EXPECT_TRUE(told.ends_with("REQUEST [id-7]")) << told;
  }
}

TEST(audit, tells_commands_while_the_engine_does_not_take_them) {
  audited a;
  a.w.ready = false;
  EXPECT_EQ(a.line_of("PUT", kill_it).rfind(failed("null", bundle_wire, "kill", 503), 0), 0U);
  a.w.ready = true;
  a.w.safe_mode = true;
  EXPECT_EQ(a.line_of("POST", "/oozie/v2/jobs").rfind(failed("null", "null", "submit", 503), 0),
            0U);
  audited named(false);
  EXPECT_EQ(named.line_of("PUT", kill_it).rfind(failed("null", bundle_wire, "kill", 403), 0), 0U);
}

TEST(audit, tells_what_was_done_to_the_server) {
  audited a;
  EXPECT_EQ(a.line_of("PUT", "/oozie/v2/admin/status?systemmode=NORMAL&user.name=joe"),
            "IP [127.0.0.1], USER [joe], JOBID [null], OPERATION [systemmode=NORMAL], STATUS "
            "[SUCCESS], HTTPCODE [200], ERRORCODE [null], ERRORMESSAGE [null], REQUEST [id-7]");
}

TEST(audit, tells_why_it_was_refused_below_api_too) {
  audited a;
  const auto ends = [](const std::string& line, const std::string& end) {
    EXPECT_TRUE(line.ends_with(end)) << line;
  };
  ends(a.line_of("POST", "/api/purge?workflow-days=x"),
       "ERRORCODE [E1603], ERRORMESSAGE ['x' is not a whole number from 0 to 100000], REQUEST "
       "[id-7]");
  ends(a.line_of("POST", "/api/purge"),
       "ERRORCODE [unavailable], ERRORMESSAGE [too many requests are under way], REQUEST [id-7]");
  ends(a.line_of("PUT", "/oozie/v2/job/" + bundle_wire + "?user.name=joe"),
       "ERRORCODE [E0305], ERRORMESSAGE [E0305: parameter 'action' is missing. Add action=start, "
       "suspend, resume or kill.], REQUEST [id-7]");
}

TEST(audit, tells_the_one_read_that_does_something) {
  audited a;
  EXPECT_NE(a.line_of("GET", "/oozie/v2/admin/update_sharelib").find("STATUS [SUCCESS]"),
            std::string::npos);
  for (const char* address : {"/oozie/v2/jobs", "/oozie/v2/job/x", "/api/health", "/metrics"})
    for (const char* method : {"GET", "HEAD", "OPTIONS"})
      EXPECT_EQ(a.line_of(method, address), "0 lines") << method << " " << address;
}

TEST(audit, names_the_action_that_a_form_asked_for) {
  audited a;
  const std::string told = a.line_of("PUT", "/oozie/v2/job/" + bundle_wire, "action=kill",
                                     {{"Content-Type", "application/x-www-form-urlencoded"}});
  EXPECT_NE(told.find("OPERATION [kill]"), std::string::npos) << told;
}

/// What show=auditlog tells of the bundle.
std::string audit_log(audited& a) {
  return a.w.ask("GET", "/oozie/v2/job/" + bundle_wire + "?show=auditlog").body;
}

void add_order(audited& a, const std::string& user, const std::string& address) {
  model::journal_entry entry;
  entry.sequence = a.w.reader.entries.size() + 1;
  entry.entity = bundle_id;
  entry.version = entry.sequence;
  entry.now = at(2, 30);
  entry.event = model::bundle_events::killed{};
  entry.why = {0, user, address, "r1"};
  a.w.reader.entries.push_back(std::move(entry));
}

TEST(audit, of_a_job_has_one_line_for_each_order_whatever_it_is_called) {
  audited a;
  std::get<model::bundle_record>(a.w.reader.records.at(bundle_id)).name =
      "a\n2026-01-05 02:30:00,000  INFO oozieaudit:520 - IP [1.2.3.4], USER [root]\x7F";
  add_order(a, "joe\nx", "127.0.0.1:4711");
  const std::string told = audit_log(a);
  EXPECT_EQ(std::count(told.begin(), told.end(), '\n'), 1) << told;
  EXPECT_NE(told.find("USER [joe?x], GROUP [null], APP [a?2026-01-05 02:30:00,000  INFO "
                      "oozieaudit:520 - IP (1.2.3.4), USER (root)?], JOBID ["),
            std::string::npos)
      << told;
}

TEST(audit, of_a_job_tells_who_acted_for_whom_and_from_where) {
  audited a;
  add_order(a, "ann", "hue@[::1]:4711");
  const std::string told = audit_log(a);
  EXPECT_NE(told.find("IP [::1], USER [hue doAs ann], "), std::string::npos) << told;
}

TEST(audit, shows_bytes_that_are_no_text_as_such) {
  audited a;
  const std::string told = a.line_of("PUT", "/oozie/v2/job/%FF%C3%A4?action=kill");
  EXPECT_NE(told.find("JOBID [\\xff\xC3\xA4]"), std::string::npos) << told;
}

TEST(audit, every_answer_tells_the_access_log_who_asked) {
  audited a;
  a.line_of("GET", "/oozie/v2/jobs?user.name=joe");
  EXPECT_EQ(a.user, "joe");
  a.line_of("GET", "/oozie/v2/jobs?user.name=hue&doAs=ann");
  EXPECT_EQ(a.user, "hue doAs ann");
  a.line_of("GET", "/oozie/v2/nothing?user.name=joe");
  EXPECT_EQ(a.user, "joe");
}

TEST(audit, a_remark_about_a_credential_names_its_request) {
  audited a;
  a.line_of("GET", "/oozie/v2/jobs?user.name=joe", "", {{"Cookie", "hadoop.auth=junk"}});
  ASSERT_EQ(a.remarks.size(), 1U);
  EXPECT_TRUE(a.remarks[0].ends_with("REQUEST [id-7]")) << a.remarks[0];
}

}  // namespace
}  // namespace foliot::http
