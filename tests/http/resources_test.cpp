// The resources beside jobs: admin, callback, sla, validate; views of a job that few clients ask.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>

#include "http/log_filter.hpp"
#include "http/metrics_json.hpp"
#include "http/timezones.hpp"
#include "tests/http/world.hpp"

namespace foliot::testing {
namespace {

using nlohmann::json;

json get(world& w, const std::string& address) {
  const http::response out = w.ask("GET", address);
  EXPECT_EQ(out.status, 200) << address << ": " << out.body;
  return out.status == 200 ? json::parse(out.body) : json();
}

TEST(resources, options_are_answered_everywhere) {
  world w;
  const http::response out = w.ask("OPTIONS", "/oozie/v2/nothing?x=y");
  EXPECT_EQ(out.status, 200);
  EXPECT_EQ(http::find_header(out.headers, "Allow"), "TRACE, OPTIONS");
}

TEST(resources, the_root_leads_to_a_whole_address) {
  world w;
  const http::response out = w.ask("GET", "/", "", {{"Host", "here:11000"}});
  EXPECT_EQ(http::find_header(out.headers, "Location"), "http://here:11000/oozie");
}

TEST(resources, modes_are_kept_and_refuse_what_changes_something) {
  world w;
  EXPECT_EQ(w.ask("PUT", "/oozie/v0/admin/status?safemode=true").status, 200);
  EXPECT_EQ(get(w, "/oozie/v2/admin/status"), json({{"systemMode", "NOWEBSERVICE"}}));
  EXPECT_EQ(get(w, "/oozie/v0/admin/status"), json({{"safeMode", true}}));
  const http::response kill = w.ask("PUT", "/oozie/v2/job/" + bundle_wire + "?action=kill");
  EXPECT_EQ(kill.status, 503);
  EXPECT_EQ(http::find_header(kill.headers, "oozie-error-code"), "E0002");
  EXPECT_EQ(w.ask("GET", "/oozie/v2/jobs").status, 200);
  EXPECT_EQ(w.ask("PUT", "/oozie/v2/admin/status?systemmode=NORMAL").status, 200);
  EXPECT_EQ(get(w, "/oozie/v1/admin/status"), json({{"systemMode", "NORMAL"}}));
}

TEST(resources, admin_tells_settings_and_libraries) {
  world w;
  EXPECT_EQ(
      get(w, "/oozie/v1/admin/configuration"),
      json({{"run_slots", "7"},
            {"oozie.base.url", "http://here:11000/oozie"},
            {"oozie.system.id", "foliot"},
            {"oozie.credentials.credentialclasses", ""},
            {"oozie.services.ext", "org.apache.oozie.service.MetricsInstrumentationService"}}));
  EXPECT_EQ(get(w, "/oozie/v2/admin/available-oozie-servers"),
            json({{"foliot", "http://here:11000/oozie"}}));
  EXPECT_EQ(get(w, "/oozie/v2/admin/list_sharelib").at("sharelib").size(), 2U);
  const json hive = get(w, "/oozie/v2/admin/list_sharelib?lib=h.*").at("sharelib");
  EXPECT_EQ(hive, json({{{"name", "hive"}, {"files", {"file:/lib/hive/a.jar"}}}}));
  EXPECT_EQ(get(w, "/oozie/v2/admin/update_sharelib").at("sharelibUpdate").at("status"),
            "Successful");
  EXPECT_EQ(get(w, "/oozie/v1/admin/queue-dump").at("queueDump"), json::array());
  const json zones = get(w, "/oozie/v2/admin/available-timezones").at("available-timezones");
  EXPECT_NE(std::find(zones.begin(), zones.end(),
                      json({{"timezoneDisplayName", "PST (America/Los_Angeles)"},
                            {"timezoneId", "America/Los_Angeles"}})),
            zones.end());
}

TEST(resources, figures_are_gauges_and_counters) {
  const json out = http::metrics_json("# TYPE a counter\na{x=\"1\"} 3\n# TYPE b gauge\nb 2.5\n\n");
  EXPECT_EQ(out.at("counters"), json({{"a{x=\"1\"}", {{"count", 3}}}}));
  EXPECT_EQ(out.at("gauges"), json({{"b", {{"value", 2.5}}}}));
  EXPECT_EQ(out.at("version"), "3.0.0");
}

json of_histogram(const std::string& lines, const std::string& name) {
  return http::metrics_json("# TYPE a_b histogram\n" + lines).at("histograms").at(name);
}

TEST(resources, histograms_have_what_the_client_reads) {
  const json out = of_histogram(
      "a_b_count 10\na_b_sum 14\na_b_bucket{le=\"1\"} 5\na_b_bucket{le=\"2\"} 9\n"
      "a_b_bucket{le=\"4\"} 10\na_b_bucket{le=\"+Inf\"} 10\n",
      "a_b");
  // Five in the middle of 0 to 1, four of 1 to 2, one of 2 to 4: mean 1.4, squares 6.65.
  EXPECT_NEAR(out.at("stddev").get<double>(), std::sqrt(0.665), 1e-9);
  json others = out;
  others.erase("stddev");
  EXPECT_EQ(others, json({{"count", 10},
                          {"p50", 1},
                          {"p75", 2},
                          {"p95", 4},
                          {"p98", 4},
                          {"p99", 4},
                          {"p999", 4},
                          {"mean", 1.4},
                          {"min", 0},
                          {"max", 4}}));
}

TEST(resources, histograms_without_values_and_beyond_all_bounds) {
  const json none = of_histogram("a_b_count 0\na_b_sum 0\na_b_bucket{le=\"+Inf\"} 0\n", "a_b");
  EXPECT_EQ(none.size(), 11U);
  for (const auto& [name, value] : none.items()) EXPECT_EQ(value, 0) << name;
  const json large = of_histogram(
      "a_b_count{x=\"y\"} 1\na_b_sum{x=\"y\"} 9\na_b_bucket{x=\"y\",le=\"4\"} 0\n"
      "a_b_bucket{x=\"y\",le=\"+Inf\"} 1\n",
      "a_b{x=\"y\"}");
  EXPECT_EQ(large.at("p50"), 4);
  EXPECT_EQ(large.at("min"), 4);
  EXPECT_EQ(large.at("mean"), 9);
}

TEST(resources, callbacks_are_taken) {
  world w;
  EXPECT_EQ(w.ask("GET", "/oozie/callback?id=x&status=OK").status, 200);
  EXPECT_EQ(w.ask("POST", "/oozie/callback?id=x&status=OK", "a=b").status, 200);
  EXPECT_EQ(w.ask("POST", "/oozie/callback?id=x&status=OK", std::string(2049, 'b')).status, 400);
}

TEST(resources, service_levels_are_none) {
  world w;
  EXPECT_EQ(get(w, "/oozie/v2/sla?filter=id%3Dx"), json({{"slaSummaryList", json::array()}}));
  const http::response events = w.ask("GET", "/oozie/v1/sla?gt-sequence-id=4");
  EXPECT_NE(events.body.find("<last-sequence-id>4</last-sequence-id>"), std::string::npos);
}

TEST(resources, documents_are_validated) {
  world w;
  const http::header_list xml{{"Content-Type", "application/xml"}};
  const std::string address = "/oozie/v2/validate?file=w.xml&user=joe";
  EXPECT_EQ(json::parse(w.ask("POST", address, "<workflow-app/>", xml).body),
            json({{"validate", "Valid workflow-app"}}));
  const http::response bad = w.ask("POST", address, "<moon/>", xml);
  EXPECT_EQ(bad.status, 400);
  EXPECT_EQ(http::find_header(bad.headers, "oozie-error-code"), "E0701");
  EXPECT_EQ(w.ask("POST", address, "<workflow-app/>").status, 400);
}

TEST(resources, all_runs_of_an_action_are_its_workflows) {
  world w;
  const std::string base = "/oozie/v2/job/" + coordinator_wire;
  EXPECT_EQ(get(w, base + "@1?show=allruns").at("workflows")[0].at("id"), workflow_wire);
  EXPECT_EQ(get(w, base + "?show=allruns&type=action&scope=1").at("workflows").size(), 1U);
  EXPECT_EQ(get(w, base + "@2?show=allruns").at("workflows"), json::array());
  EXPECT_EQ(get(w, base + "?show=allruns").at("workflows"), json::array());
}

TEST(resources, nodes_of_the_workflows_of_actions) {
  world w;
  const json out =
      get(w, "/oozie/v2/job/" + coordinator_wire + "?show=wf-actions&action-name=load");
  EXPECT_EQ(out.at("coordJobId"), coordinator_wire);
  EXPECT_EQ(out.at("actions")[0].at("action").at("name"), "load");
  EXPECT_EQ(out.at("actions")[0].at("nullReason"), nullptr);
  EXPECT_EQ(out.at("actions")[1].at("action"), nullptr);
  EXPECT_TRUE(out.at("actions")[1].at("nullReason").is_string());
}

TEST(resources, a_graph_shows_what_was_passed) {
  world w;
  const http::response out =
      w.ask("GET", "/oozie/v2/job/" + workflow_wire + "?show=graph&format=DOT");
  EXPECT_EQ(out.status, 200);
  EXPECT_EQ(http::find_header(out.headers, "Content-Type"), "text/plain");
  EXPECT_EQ(out.body.substr(0, 12), "digraph {\ngr");
  const http::response svg =
      w.ask("GET", "/oozie/v2/job/" + workflow_wire + "?show=graph&format=svg");
  EXPECT_EQ(http::find_header(svg.headers, "Content-Type"), "image/svg+xml");
}

TEST(resources, dates_are_told_in_the_clients_zone) {
  json body{{"startTime", "Fri, 02 Jan 2009 00:00:00 GMT"},
            {"name", "Fri, 02 Jan 2009 00:00:00 GMT"},
            {"actions", {{{"endTime", "Thu, 02 Jul 2009 12:00:00 GMT"}}}}};
  http::show_in_zone(body, "America/Los_Angeles");
  EXPECT_EQ(body["startTime"], "Thu, 01 Jan 2009 16:00:00 PST");
  EXPECT_EQ(body["actions"][0]["endTime"], "Thu, 02 Jul 2009 05:00:00 PDT");
  EXPECT_EQ(body["name"], "Fri, 02 Jan 2009 00:00:00 GMT");
  json other{{"endTime", "Fri, 02 Jan 2009 00:00:00 GMT"}};
  http::show_in_zone(other, "Mars");
  EXPECT_EQ(other["endTime"], "Fri, 02 Jan 2009 00:00:00 GMT");
  http::show_in_zone(other, "GMT+05:30");
  EXPECT_EQ(other["endTime"], "Fri, 02 Jan 2009 05:30:00 GMT+05:30");
}

const char* const log =
    "2026-01-05 10:00:00,000 INFO a:1 - one\n"
    "2026-01-05 10:05:00,000 WARN b:2 - two\nmore of two\n"
    "2026-01-05 11:00:00,000 INFO c:3 - three\n";

std::string filtered(const std::string& text) {
  const auto out = http::parse_log_filter(text, at(10, 0), at(11, 1));
  EXPECT_TRUE(out) << text;
  return out ? out->applied(log) : "";
}

TEST(log_filter, takes_lines_by_level_time_text_and_number) {
  EXPECT_EQ(filtered(""), log);
  EXPECT_EQ(filtered("loglevel=WARN|ERROR"),
            "2026-01-05 10:05:00,000 WARN b:2 - two\nmore of two\n");
  EXPECT_EQ(filtered("limit=1"), "2026-01-05 10:00:00,000 INFO a:1 - one\n") << "as Oozie's";
  EXPECT_EQ(filtered("limit=1;loglevel=WARN"),
            "2026-01-05 10:05:00,000 WARN b:2 - two\nmore of two\n");
  EXPECT_EQ(filtered("limit=0"), "");
  EXPECT_EQ(filtered("text=th.ee"), "2026-01-05 11:00:00,000 INFO c:3 - three\n");
  EXPECT_EQ(filtered("recent=30m"), "2026-01-05 11:00:00,000 INFO c:3 - three\n");
  EXPECT_EQ(filtered("end=1m"), "2026-01-05 10:00:00,000 INFO a:1 - one\n");
  EXPECT_EQ(filtered("START=2026-01-05T10:30Z"), "2026-01-05 11:00:00,000 INFO c:3 - three\n");
}

TEST(log_filter, tells_what_is_shown_where_that_is_asked_for) {
  EXPECT_EQ(filtered("text=th.ee;debug"),
            "Log from 2026-01-05 10:00:00,000 to 2026-01-05 11:01:00,000, levels ALL, limit none, "
            "text yes\n2026-01-05 11:00:00,000 INFO c:3 - three\n");
  EXPECT_EQ(filtered("DEBUG;recent=30m;loglevel=WARN|ERROR;limit=2;end=2026-01-05T10:40Z"),
            "Log from 2026-01-05 10:31:00,000 to 2026-01-05 10:40:00,000, levels ERROR|WARN, limit "
            "2, text no\n");
}

TEST(log_filter, refuses_what_it_does_not_know) {
  for (const char* text : {"colour=red", "limit", "start=2h;end=1h", "loglevel=LOUD", "text=("})
    EXPECT_EQ(http::parse_log_filter(text, at(0, 0), at(1, 0)).error().oozie, "E0302") << text;
}

}  // namespace
}  // namespace foliot::testing
