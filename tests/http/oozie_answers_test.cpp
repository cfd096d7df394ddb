// What is answered in Oozie's dialect alone: exactly its members, its errors, its silence.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "tests/http/world.hpp"

namespace foliot::testing {
namespace {

using nlohmann::json;

const http::header_list xml{{"Content-Type", "application/xml"}};

json get(world& w, const std::string& address) {
  const http::response out = w.ask("GET", address);
  EXPECT_EQ(out.status, 200) << address << ": " << out.body;
  return out.status == 200 ? json::parse(out.body) : json();
}

/// The answer to an order that the engine answers with `outcome`.
http::response ordered(const std::string& address, const result<model::order_reply>& outcome) {
  world w(dialect::oozie);
  http::response out;
  w.api->handle(request_of("PUT", address, "", xml), [&](http::response r) { out = std::move(r); });
  EXPECT_EQ(w.commands.calls.size(), 1U) << address;
  if (!w.commands.orders.empty()) w.commands.orders.back()(outcome);
  return out;
}

TEST(oozie_answers, the_audit_names_orders_as_requests_do) {
  world w(dialect::oozie);
  const auto add = [&](model::any_event event, const char* address) {
    model::journal_entry entry;
    entry.sequence = w.reader.entries.size() + 1;
    entry.entity = coordinator_id;
    entry.version = entry.sequence;
    entry.now = at(2, 30);
    entry.event = std::move(event);
    entry.why = {0, "joe", address, "r1"};
    w.reader.entries.push_back(std::move(entry));
  };
  add(model::coordinator_events::created{}, "127.0.0.1:4711");
  add(model::coordinator_events::materialised{}, "");
  add(model::coordinator_events::rerun{}, "10.0.0.7:4712");
  const std::string id = coordinator_wire;
  EXPECT_EQ(w.ask("GET", "/oozie/v2/job/" + id + "?show=auditlog").body,
            "2026-01-05 02:30:00,000  INFO oozieaudit:520 - IP [127.0.0.1], USER [joe], "
            "GROUP [null], APP [ingest], JOBID [" +
                id +
                "], OPERATION [submit], PARAMETER [null], STATUS [SUCCESS], HTTPCODE [200], "
                "ERRORCODE [null], ERRORMESSAGE [null]\n"
                "2026-01-05 02:30:00,000  INFO oozieaudit:520 - IP [10.0.0.7], USER [joe], "
                "GROUP [null], APP [ingest], JOBID [" +
                id + "], OPERATION [coord-rerun], PARAMETER [" + id +
                "], STATUS [SUCCESS], HTTPCODE [200], ERRORCODE [null], ERRORMESSAGE [null]\n");
}

TEST(oozie_answers, times_of_a_log_are_ranges) {
  const std::string address =
      "/oozie/v2/job/" + coordinator_wire + "?show=log&type=date&scope=2026-01-05T00:00Z";
  world exact(dialect::oozie);
  EXPECT_EQ(http::find_header(exact.ask("GET", address).headers, "oozie-error-code"), "E0307");
  EXPECT_EQ(exact.ask("GET", address + "::2026-01-05T00:05Z").status, 200);
  EXPECT_EQ(
      http::find_header(exact.ask("GET", address + "::2026-01-05T00:05Z,2026-01-06T00:00Z").headers,
                        "oozie-error-code"),
      "E0307");
  EXPECT_EQ(world().ask("GET", address).status, 200) << "one time is plain enough";
}

TEST(oozie_answers, jobs_have_no_members_of_our_own) {
  world w(dialect::oozie);
  auto& bundle = std::get<model::bundle_record>(w.reader.records[bundle_id]);
  bundle.error_code = "E1001";
  bundle.error = "lost";
  bundle.state = model::status::failed;
  const json out = get(w, "/oozie/v2/job/" + bundle_wire);
  EXPECT_FALSE(out.contains("errorCode"));
  EXPECT_EQ(out.at("endTime"), nullptr) << "only a changed end is shown";
  EXPECT_TRUE(out.at("bundleCoordJobs")[0].at("conf").is_string()) << "coordinators are whole";
}

TEST(oozie_answers, properties_are_hadoops) {
  world w(dialect::oozie);
  w.reader.texts[bundle_hash].conf = {
      {"user.name", "joe"}, {"foliot.compat", "oozie"}, {"foliot.wf.parent.attempt", "1"}};
  const std::string conf = get(w, "/oozie/v2/job/" + bundle_wire).at("conf");
  EXPECT_NE(conf.find("<name>mapreduce.job.user.name</name>\r\n    <value>joe</value>"),
            std::string::npos);
  EXPECT_EQ(conf.find("foliot."), std::string::npos);
}

TEST(oozie_answers, a_coordinator_without_actions_has_no_next_time) {
  world w(dialect::oozie);
  std::get<model::coordinator_record>(w.reader.records[coordinator_id]).actions = 0;
  const json out = get(w, "/oozie/v2/job/" + coordinator_wire);
  EXPECT_EQ(out.at("nextMaterializedTime"), nullptr);
  EXPECT_EQ(out.at("lastAction"), nullptr);
}

TEST(oozie_answers, a_killed_action_does_not_tell_why) {
  world w(dialect::oozie);
  auto& action = std::get<model::action_record>(w.reader.records[action_of(coordinator_id, 1)]);
  action.state = model::status::killed;
  action.error = std::make_shared<model::action_error>(model::action_error{"E0729", "stopped"});
  EXPECT_EQ(get(w, "/oozie/v2/job/" + coordinator_wire + "@1").at("errorCode"), nullptr);
  action.state = model::status::failed;
  EXPECT_EQ(get(w, "/oozie/v2/job/" + coordinator_wire + "@1").at("errorMessage"),
            "E0729: stopped");
}

TEST(oozie_answers, orders_to_actions_list_them_with_their_properties) {
  const http::response out =
      ordered("/oozie/v2/job/" + coordinator_wire + "?action=kill&type=action&scope=1",
              model::order_reply{{}, "nothing was killed: the job is SUCCEEDED"});
  EXPECT_EQ(out.status, 200);
  const json rows = json::parse(out.body).at("actions");
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_TRUE(rows[0].at("createdConf").is_string());
  EXPECT_NE(rows[0].at("runConf").get<std::string>().find("<name>who</name>"), std::string::npos);
  EXPECT_FALSE(http::find_header(out.headers, "Foliot-Note"));
}

TEST(oozie_answers, reruns_empty_the_errors) {
  const http::response out =
      ordered("/oozie/v2/job/" + coordinator_wire + "?action=coord-rerun&type=action&scope=1",
              model::order_reply{{action_of(coordinator_id, 1)}, ""});
  EXPECT_EQ(json::parse(out.body).at("actions")[0].at("errorCode"), "");
  world w(dialect::oozie);
  auto& action = std::get<model::action_record>(w.reader.records[action_of(coordinator_id, 1)]);
  action.error = std::make_shared<model::action_error>();  // as the rerun leaves it
  EXPECT_EQ(get(w, "/oozie/v2/job/" + coordinator_wire + "@1").at("errorMessage"), "");
}

/// Action 1 as a rerun leaves it; `refreshed`: with refresh.
json rerun_row(bool refreshed) {
  world w(dialect::oozie);
  auto& action = std::get<model::action_record>(w.reader.records[action_of(coordinator_id, 1)]);
  action.state = model::status::waiting;
  action.workflow = 0;
  model::action_extra extra;
  if (refreshed) extra.actual = at(3, 0);
  action.extra = std::make_shared<const model::action_extra>(extra);
  http::response out;
  w.api->handle(
      request_of("PUT",
                 "/oozie/v2/job/" + coordinator_wire + "?action=coord-rerun&type=action&scope=1",
                 "", xml),
      [&](http::response r) { out = std::move(r); });
  w.commands.orders.back()(model::order_reply{{action_of(coordinator_id, 1)}, ""});
  return json::parse(out.body).at("actions").at(0);
}

TEST(oozie_answers, a_rerun_shows_what_the_run_before_was_given_until_it_is_refreshed) {
  const json kept = rerun_row(false);
  EXPECT_NE(kept.at("runConf"), kept.at("createdConf"));
  EXPECT_NE(kept.at("runConf").get<std::string>().find("<name>who</name>"), std::string::npos);
  EXPECT_EQ(kept.at("externalId"), nullptr);
  EXPECT_EQ(kept.at("missingDependencies"), "");
  const json anew = rerun_row(true);
  EXPECT_EQ(anew.at("runConf"), anew.at("createdConf"));
  EXPECT_EQ(anew.at("externalId"), nullptr);
}

TEST(oozie_answers, a_rerun_of_times_without_actions_is_e0605) {
  const http::response out = ordered(
      "/oozie/v2/job/" + coordinator_wire + "?action=coord-rerun&type=date&scope=2030-01-01T00:00Z",
      failure{errc::conflict, "not eligible", "E1018", "", ""});
  EXPECT_EQ(http::find_header(out.headers, "oozie-error-code"), "E0605");
}

TEST(oozie_answers, what_a_rerun_of_a_bundle_means_is_nobodys_error) {
  world w(dialect::oozie);
  const std::string base = "/oozie/v2/job/" + bundle_wire + "?action=";
  const http::response out =
      w.ask("PUT", base + "bundle-rerun&coord-scope=x&date-scope=yesterday", "", xml);
  EXPECT_EQ(out.status, 200);
  EXPECT_EQ(ordered(base + "rerun", failure{errc::bad_input, "nothing", "E1018", "", ""}).status,
            200);
}

TEST(oozie_answers, missing_values_are_arguments_that_are_none) {
  world w(dialect::oozie);
  const std::string base = "/oozie/v2/job/" + coordinator_wire + "?action=";
  for (const char* rest : {"change", "change&value=", "coord-rerun&type=action"})
    EXPECT_EQ(http::find_header(w.ask("PUT", base + rest, "", xml).headers, "oozie-error-code"),
              "E1603")
        << rest;
  EXPECT_EQ(w.ask("PUT", base + "coord-rerun", "", xml).status, 500);
}

TEST(oozie_answers, a_body_that_is_no_configuration_is_500_without_a_code) {
  world w(dialect::oozie);
  http::response out;
  w.api->handle(request_of("POST", "/oozie/v2/jobs", "<moon", xml),
                [&](http::response r) { out = std::move(r); });
  ASSERT_EQ(w.commands.submissions.size(), 1U);
  w.commands.submissions.back()(
      failure{errc::bad_input, "not well-formed", "E0700", "request body:1:1", ""});
  EXPECT_EQ(out.status, 500);
  EXPECT_FALSE(http::find_header(out.headers, "oozie-error-code"));
}

TEST(oozie_answers, submissions_tell_nothing_but_the_id) {
  world w(dialect::oozie);
  http::response out;
  w.api->handle(request_of("POST", "/oozie/v2/jobs", "<configuration/>", xml),
                [&](http::response r) { out = std::move(r); });
  ASSERT_EQ(w.commands.submissions.size(), 1U);
  w.commands.submissions.back()(http::submitted{"0000009-x-W", {"a warning"}});
  EXPECT_EQ(json::parse(out.body), json({{"id", "0000009-x-W"}}));
}

TEST(oozie_answers, a_waiting_action_tells_what_is_missing_by_its_events) {
  world w(dialect::oozie);
  auto definition = std::make_shared<model::coordinator_definition>(*w.definitions.coordinator_);
  model::dataset raw;
  raw.name = "raw";
  raw.every = {1, time::time_unit::hour, time::end_of::none};
  raw.initial = at(0, 0);
  raw.uri_template = "file:///no-such/${HOUR}";
  definition->datasets.push_back(raw);
  model::data_event event;
  event.name = "today";
  event.instances.push_back(*el::parse("${coord:current(0)}"));
  definition->inputs.push_back(event);
  w.definitions.coordinator_ = definition;
  const std::string base = "/oozie/v2/job/" + coordinator_wire;
  EXPECT_EQ(get(w, base + "@2").at("missingDependencies"), "file:///no-such/00/_SUCCESS");
  const json rows =
      get(w, base + "?show=missing-dependencies&action-list=1-2").at("missingDependencies");
  EXPECT_EQ(rows, json({{{"id", 2},
                         {"blockedOn", "file:///no-such/00/_SUCCESS"},
                         {"dataSets",
                          {{{"dataSet", "today"},
                            {"missingDependencies", {"file:///no-such/00/_SUCCESS"}}}}}}}));
}

}  // namespace
}  // namespace foliot::testing
