// Submissions and orders: what reaches the engine, and when the answer goes out.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/http/world.hpp"

namespace foliot::testing {
namespace {

const http::header_list xml{{"Content-Type", "application/xml;charset=UTF-8"}};

struct mailbox {
  std::vector<http::response> answers;
  std::function<void(http::response)> slot() {
    return [this](http::response out) { answers.push_back(std::move(out)); };
  }
};

TEST(submission, is_answered_when_it_is_durable) {
  world w;
  mailbox box;
  w.api->handle(
      request_of("POST", "/oozie/v1/jobs?action=start&user.name=joe", "<configuration/>", xml),
      box.slot());
  ASSERT_EQ(w.commands.calls.size(), 1U);
  EXPECT_EQ(w.commands.calls[0].conf_xml, "<configuration/>");
  EXPECT_TRUE(w.commands.calls[0].run);
  EXPECT_EQ(w.commands.calls[0].who.user, "joe");
  EXPECT_EQ(w.commands.calls[0].who.address, "127.0.0.1:4711");
  EXPECT_FALSE(w.commands.calls[0].who.request_id.empty());
  EXPECT_TRUE(box.answers.empty()) << "answered before the commit";
  EXPECT_EQ(w.api->uncommitted(), 1U);

  w.commands.submissions[0](http::submitted{"0000003-x-B", {"bundle.xml:3: be careful."}});
  ASSERT_EQ(box.answers.size(), 1U);
  EXPECT_EQ(box.answers[0].status, 201);
  EXPECT_EQ(box.answers[0].body,
            R"({"id":"0000003-x-B","warnings":["bundle.xml:3: be careful."]})");
  EXPECT_EQ(w.api->uncommitted(), 0U);
}

TEST(submission, without_start_does_not_run) {
  world w;
  w.api->handle(request_of("POST", "/oozie/v2/jobs", "<configuration/>", xml),
                [](http::response) {});
  ASSERT_EQ(w.commands.calls.size(), 1U);
  EXPECT_FALSE(w.commands.calls[0].run);
  EXPECT_EQ(w.commands.calls[0].who.user, "");
}

TEST(submission, updates_answer_the_difference) {
  world w;
  mailbox box;
  const std::string path = "/oozie/v2/job/" + std::string(coordinator_wire) + "?action=update";
  const auto ask = [&](const std::string& query, const http::header_list& headers = xml) {
    box.answers.clear();
    w.api->handle(request_of("PUT", path + query, "<configuration/>", headers), box.slot());
  };
  ask("&user.name=joe&dryrun=&diff=");
  ASSERT_EQ(w.commands.calls.size(), 1U);
  EXPECT_EQ(w.commands.calls[0].conf_xml, "<configuration/>");
  EXPECT_EQ(w.commands.calls[0].job.kind, entity_kind::coordinator);
  EXPECT_EQ(w.commands.calls[0].who.user, "joe");
  EXPECT_FALSE(w.commands.calls[0].dry_run);
  w.commands.submissions[0](http::submitted{"+ a line\n", {}});
  ASSERT_EQ(box.answers.size(), 1U);
  EXPECT_EQ(box.answers[0].status, 200);
  EXPECT_EQ(box.answers[0].body, R"({"update":{"diff":"+ a line\n"}})");
  ask("&dryrun=true&diff=false");
  ASSERT_EQ(w.commands.calls.size(), 2U);
  EXPECT_TRUE(w.commands.calls[1].dry_run);
  w.commands.submissions[1](http::submitted{"+ a line\n", {"c.xml:1: odd."}});
  EXPECT_EQ(box.answers[0].body, R"({"update":{"diff":""},"warnings":["c.xml:1: odd."]})");
  ask("&dryrun=perhaps");
  EXPECT_EQ(box.answers[0].status, 400);
  ask("", {});
  EXPECT_EQ(box.answers[0].status, 400);
  w.api->handle(
      request_of("PUT", "/oozie/v1/job/" + std::string(coordinator_wire) + "?action=update",
                 "<configuration/>", xml),
      box.slot());
  EXPECT_EQ(box.answers[1].status, 400);
  EXPECT_EQ(w.commands.calls.size(), 2U) << "what is refused reaches nobody";
}

TEST(submission, dry_runs_keep_nothing) {
  world w;
  mailbox box;
  w.api->handle(request_of("POST", "/oozie/v1/jobs?action=dryrun", "<configuration/>", xml),
                box.slot());
  ASSERT_EQ(w.commands.calls.size(), 1U);
  EXPECT_TRUE(w.commands.calls[0].dry_run);
  w.commands.submissions[0](http::submitted{"<bundle-app/>\n", {}});
  ASSERT_EQ(box.answers.size(), 1U);
  EXPECT_EQ(box.answers[0].status, 201);
  EXPECT_EQ(box.answers[0].body, R"({"id":"<bundle-app/>\n","warnings":[]})");
  EXPECT_EQ(w.api->uncommitted(), 0U);
}

TEST(submission, refused_by_the_engine_keeps_code_and_place) {
  world w;
  mailbox box;
  w.api->handle(request_of("POST", "/oozie/v1/jobs", "<configuration/>", xml), box.slot());
  w.commands.submissions[0](
      failure{errc::bad_input, "no such element", "E0701", "bundle.xml:12:5", "Remove it"});
  ASSERT_EQ(box.answers.size(), 1U);
  EXPECT_EQ(box.answers[0].status, 400);
  EXPECT_EQ(http::find_header(box.answers[0].headers, "oozie-error-message"),
            "E0701: bundle.xml:12:5: no such element. Remove it.");
}

TEST(submission, needs_xml_and_known_parameters) {
  world w;
  struct {
    const char* address;
    http::header_list headers;
    const char* code;
  } rows[] = {{"/oozie/v1/jobs", {}, "E0300"},
              {"/oozie/v1/jobs", {{"Content-Type", "text/xml"}}, "E0300"},
              {"/oozie/v1/jobs?action=moon", xml, "E0303"},
              {"/oozie/v0/jobs?action=dryrun", xml, "E0303"},
              {"/oozie/v1/jobs?jobtype=moon", xml, "E0303"},
              {"/oozie/v1/jobs?filter=x", xml, "E0302"}};
  for (const auto& row : rows) {
    const http::response out = w.ask("POST", row.address, "<configuration/>", row.headers);
    EXPECT_EQ(out.status, 400) << row.address;
    EXPECT_EQ(http::find_header(out.headers, "oozie-error-code"), row.code) << row.address;
  }
  EXPECT_TRUE(w.commands.calls.empty());
}

TEST(order, reaches_its_job_and_answers_empty) {
  for (const std::string text : {"start", "suspend", "resume", "kill"}) {
    world w;
    mailbox box;
    w.api->handle(request_of("PUT", "/oozie/v2/job/" + bundle_wire + "?action=" + text),
                  box.slot());
    ASSERT_EQ(w.commands.calls.size(), 1U) << text;
    EXPECT_EQ(w.commands.calls[0].job, bundle_id);
    EXPECT_EQ(model::order_name(*w.commands.calls[0].order), text);
    EXPECT_TRUE(box.answers.empty());
    w.commands.orders[0](model::order_reply{});
    ASSERT_EQ(box.answers.size(), 1U);
    EXPECT_EQ(box.answers[0].status, 200);
    EXPECT_EQ(box.answers[0].body, "");
    EXPECT_FALSE(http::find_header(box.answers[0].headers, "Content-Type"));
  }
}

TEST(order, may_come_in_a_form) {
  world w;
  w.api->handle(request_of("PUT", "/oozie/v2/job/" + workflow_wire, "action=kill",
                           {{"Content-Type", "application/x-www-form-urlencoded"}}),
                [](http::response) {});
  ASSERT_EQ(w.commands.calls.size(), 1U);
  EXPECT_EQ(w.commands.calls[0].job, workflow_id);
}

TEST(order, refused_has_no_body) {
  world w;
  mailbox box;
  w.api->handle(request_of("PUT", "/oozie/v2/job/" + bundle_wire + "?action=start"), box.slot());
  w.commands.orders[0](failure{errc::conflict, "the job is KILLED", "E1100", "", ""});
  ASSERT_EQ(box.answers.size(), 1U);
  EXPECT_EQ(box.answers[0].status, 400);
  EXPECT_EQ(box.answers[0].body, "");
  EXPECT_EQ(http::find_header(box.answers[0].headers, "oozie-error-code"), "E1100");
}

TEST(commands, beyond_the_bound_are_turned_away) {
  world w;  // bound: 2
  const auto kill = request_of("PUT", "/oozie/v2/job/" + bundle_wire + "?action=kill");
  w.api->handle(kill, [](http::response) {});
  w.api->handle(kill, [](http::response) {});
  const http::response third = w.ask("PUT", "/oozie/v2/job/" + bundle_wire + "?action=kill");
  EXPECT_EQ(third.status, 503);
  EXPECT_EQ(http::find_header(third.headers, "Retry-After"), "1");
  EXPECT_EQ(w.ask("POST", "/oozie/v1/jobs", "<configuration/>", xml).status, 503);
  EXPECT_EQ(w.commands.calls.size(), 2U);
  w.commands.orders[0](model::order_reply{});
  w.api->handle(kill, [](http::response) {});
  EXPECT_EQ(w.commands.calls.size(), 3U);
}

TEST(commands, may_be_answered_after_the_api_has_gone) {
  world w;
  mailbox box;
  w.api->handle(request_of("PUT", "/oozie/v2/job/" + bundle_wire + "?action=kill"), box.slot());
  w.api.reset();
  w.commands.orders[0](model::order_reply{});
  EXPECT_EQ(box.answers.size(), 1U);
}

}  // namespace
}  // namespace foliot::testing
