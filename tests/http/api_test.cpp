// What is answered when all is well.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/http/world.hpp"

namespace foliot::testing {
namespace {

using nlohmann::json;

json get(world& w, const std::string& address) {
  const http::response out = w.ask("GET", address);
  EXPECT_EQ(out.status, 200) << address << ": " << out.body;
  EXPECT_EQ(http::find_header(out.headers, "Content-Type"), "application/json; charset=\"UTF-8\"");
  EXPECT_EQ(http::find_header(out.headers, "X-Frame-Options"), "DENY");
  return out.status == 200 ? json::parse(out.body) : json();
}

TEST(api, greets) {
  world w;
  EXPECT_EQ(w.ask("GET", "/oozie/versions").body, "[0,1,2]");
  EXPECT_EQ(get(w, "/oozie/v1/admin/status"), json({{"systemMode", "NORMAL"}}));
  EXPECT_EQ(get(w, "/oozie/v0/admin/status"), json({{"safeMode", false}}));
  EXPECT_TRUE(get(w, "/oozie/v2/admin/build-version").at("buildInfo").is_object());
  w.safe_mode = true;
  EXPECT_EQ(get(w, "/oozie/v2/admin/status"), json({{"systemMode", "SAFEMODE"}}));
}

TEST(api, redirects_roots) {
  world w;
  EXPECT_EQ(w.ask("GET", "/").status, 302);
  EXPECT_EQ(http::find_header(w.ask("GET", "/").headers, "Location"), "/oozie");
  EXPECT_EQ(http::find_header(w.ask("GET", "/oozie").headers, "Location"), "/oozie/");
  EXPECT_EQ(w.ask("GET", "/oozie/").status, 200);
}

TEST(api, answers_options_everywhere) {
  world w;
  for (const char* address : {"/", "/oozie/versions", "/oozie/v2/job/x?show=moon", "/moon",
                              "/oozie/v2/jobs?filter=%ZZ"}) {
    const http::response out = w.ask("OPTIONS", address);
    EXPECT_EQ(out.status, 200) << address;
    EXPECT_EQ(out.body, "");
  }
}

TEST(api, finds_the_workflow_below_another_by_the_name_that_oozie_gives_it) {
  world w;
  const std::string called = std::string(workflow_wire) + "@load@0";
  const auto asked = [&w](const std::string& id) {
    return get(w, "/oozie/v2/jobs?external-id=" + id).at("id");
  };
  EXPECT_EQ(asked(called), "") << "nothing is below it";
  const entity_id below{0, entity_kind::workflow, 0, workflow_id.root, make_job_number(1, 70)};
  auto& above = std::get<model::workflow_record>(w.reader.records.at(workflow_id));
  above.nodes.edit(1).child = below.job;
  EXPECT_EQ(asked(called), "") << "it is not made yet";
  model::workflow_record child = above;
  child.conf = {{"oozie.wf.external.id", called}};
  w.reader.records[below] = child;
  EXPECT_EQ(asked(called), w.reader.ids().text(below));
  EXPECT_EQ(asked(std::string(workflow_wire) + "@load@1"), "") << "another run";
  EXPECT_EQ(asked(std::string(workflow_wire) + "@done@0"), "");
  EXPECT_EQ(asked(std::string(workflow_wire) + "@load"), "");
  EXPECT_EQ(asked("@@"), "");
  EXPECT_EQ(get(w, "/oozie/v2/jobs?jobtype=coord&external-id=" + called), json::object());
}

TEST(api, lists_by_time_text_and_frequency) {
  foliot::testing::world w;
  const auto total = [&](const std::string& type, const std::string& filter) {
    return get(w, "/oozie/v2/jobs?jobtype=" + type + "&filter=" + filter)["total"].get<int>();
  };
  EXPECT_EQ(total("wf", "startcreatedtime%3D-1h"), 1);  // born at 02:02, it is 03:00
  EXPECT_EQ(total("wf", "startcreatedtime%3D-50m"), 0);
  EXPECT_EQ(total("wf", "endcreatedtime%3D2026-01-05T02:02Z"), 1);
  EXPECT_EQ(total("wf", "endcreatedtime%3D2026-01-05T02:01Z"), 0);
  EXPECT_EQ(total("wf", "text%3Dst-w"), 1);
  EXPECT_EQ(w.reader.last_filter.text, "st-w");
  EXPECT_EQ(total("coord", "frequency%3D5"), 1);
  EXPECT_EQ(total("coord", "frequency%3D5;unit%3Ddays"), 0);
  EXPECT_EQ(total("coord", "frequency%3D10;frequency%3D5;user%3Djoe"), 1);
  EXPECT_EQ(total("coord", "frequency%3D5;user%3Dann"), 0);
  w.definitions.coordinator_refusal = failure{errc::bad_input, "not understood", "", "", ""};
  EXPECT_EQ(total("coord", "frequency%3D5"), 1) << "what it said once is remembered";
}

TEST(api, finds_jobs_by_external_id) {
  world w;
  w.reader.externals.emplace(std::pair{"day-5", "joe"}, workflow_id);
  w.reader.externals.emplace(std::pair{"day-5", "joe"}, bundle_id);
  const json workflow{{"id", workflow_wire}};
  EXPECT_EQ(get(w, "/oozie/v0/jobs?external-id=day-5&jobtype=bundle"), workflow);
  EXPECT_EQ(get(w, "/oozie/v1/jobs?external-id=day-5&user.name=joe"), workflow);
  EXPECT_EQ(get(w, "/oozie/v2/jobs?external-id=day-5&user.name=ann"), workflow);
  EXPECT_EQ(get(w, "/oozie/v2/jobs?external-id=day-5&jobtype=bundle&bulk=bundle%3Dx"),
            json({{"id", bundle_wire}}));
  EXPECT_EQ(get(w, "/oozie/v2/jobs?external-id=day-6"), json({{"id", ""}}));
  EXPECT_EQ(get(w, "/oozie/v2/jobs?external-id=day-5&jobtype=coord"), json::object());
  EXPECT_EQ(get(w, "/oozie/v2/jobs?external-id=day-6&jobtype=bundle"), json::object());
  const entity_id own{0, entity_kind::workflow, 0, make_job_number(1, 9), make_job_number(1, 9)};
  w.reader.externals.emplace(std::pair{"day-5", "zoe"}, own);
  EXPECT_EQ(get(w, "/oozie/v2/jobs?external-id=day-5&user.name=zoe"),
            json({{"id", "0000009-260105030000000-foliot-W"}}));
}

TEST(api, shows_metrics_and_health) {
  world w;
  const http::response metrics = w.ask("GET", "/metrics");
  EXPECT_EQ(metrics.body, "foliot_commits_total 3\n");
  EXPECT_EQ(http::find_header(metrics.headers, "Content-Type"),
            "text/plain; version=0.0.4; charset=utf-8");
  EXPECT_EQ(get(w, "/api/health").at("ready"), true);
}

TEST(api, shows_a_bundle_with_its_coordinators) {
  world w;
  const json out = get(w, "/oozie/v2/job/" + bundle_wire);
  EXPECT_EQ(out.at("bundleJobId"), bundle_wire);
  EXPECT_EQ(out.at("kickoffTime"), "Mon, 05 Jan 2026 01:00:00 GMT");
  ASSERT_EQ(out.at("bundleCoordJobs").size(), 1U);
  EXPECT_EQ(out.at("bundleCoordJobs")[0].at("coordJobId"), coordinator_wire);
  EXPECT_EQ(out.at("bundleCoordJobs")[0].at("actions"), json::array());
  EXPECT_EQ(out.at("bundleCoordJobs")[0].at("total"), 0);
}

TEST(api, pages_a_coordinators_actions_by_version) {
  world w;
  const std::string v2 = "/oozie/v2/job/" + coordinator_wire;
  EXPECT_EQ(get(w, v2).at("actions").size(), 0U);  // v2 shows none unless asked
  EXPECT_EQ(get(w, v2).at("total"), 2);
  EXPECT_EQ(get(w, v2 + "?len=-1").at("actions").size(), 2U);
  EXPECT_EQ(get(w, "/oozie/v1/job/" + coordinator_wire).at("actions").size(), 2U);
  const json second = get(w, v2 + "?len=1&offset=2").at("actions");
  ASSERT_EQ(second.size(), 1U);
  EXPECT_EQ(second[0].at("actionNumber"), 2);
  const json last = get(w, v2 + "?len=1&offset=0&order=desc").at("actions");
  EXPECT_EQ(last[0].at("actionNumber"), 2);
  EXPECT_EQ(get(w, v2 + "?len=5&offset=9").at("actions"), json::array());
}

TEST(api, filters_a_coordinators_actions) {
  world w;
  const std::string base = "/oozie/v2/job/" + coordinator_wire + "?len=10&filter=";
  json out = get(w, base + "status%3DWAITING");
  EXPECT_EQ(out.at("total"), 1);
  EXPECT_EQ(out.at("actions")[0].at("actionNumber"), 2);
  out = get(w, base + "nominaltime%3C2026-01-05T00:05Z");
  EXPECT_EQ(out.at("actions")[0].at("actionNumber"), 1);
  EXPECT_EQ(get(w, base + "status%3DKILLED").at("total"), 0);
  EXPECT_EQ(get(w, base + "status!%3DKILLED&order=desc").at("actions")[0].at("actionNumber"), 2);
}

TEST(api, shows_actions_and_nodes) {
  world w;
  const json first = get(w, "/oozie/v2/job/" + coordinator_wire + "%401");
  EXPECT_EQ(first.at("externalId"), workflow_wire);
  EXPECT_EQ(first.at("missingDependencies"), "");
  const json node = get(w, "/oozie/v2/job/" + workflow_wire + "@load");
  EXPECT_EQ(node.at("externalId"), "4711");
  EXPECT_EQ(get(w, "/oozie/v2/job/" + workflow_wire + "@:start:").at("type"), ":START:");
}

TEST(api, shows_a_workflow_with_its_nodes) {
  world w;
  const std::string address = "/oozie/v1/job/" + workflow_wire;
  const json out = get(w, address);
  ASSERT_EQ(out.at("actions").size(), 2U);
  EXPECT_EQ(out.at("parentId"), coordinator_wire + "@1");
  EXPECT_EQ(get(w, address + "?offset=2&len=1").at("actions")[0].at("name"), "load");
  EXPECT_EQ(get(w, address + "?offset=0&len=0").at("actions").size(), 2U);
  EXPECT_EQ(get(w, address + "?offset=7").at("actions"), json::array());
}

TEST(api, lists_nodes_in_the_order_of_their_start) {
  world w;
  auto& record = std::get<model::workflow_record>(w.reader.records[workflow_id]);
  // A rerun skipped "load": it ran before this run's first node.
  model::node_state start = *record.nodes.begin();
  model::node_state load = *std::next(record.nodes.begin());
  start.started = at(3, 0);
  load.started = at(2, 0);
  record.nodes = {start, load};
  const std::string address = "/oozie/v2/job/" + workflow_wire;
  EXPECT_EQ(get(w, address).at("actions")[0].at("name"), "load");
  EXPECT_EQ(get(w, address + "?offset=2&len=1").at("actions")[0].at("name"), ":start:");
  load.started = {};
  record.nodes = {load, start};
  EXPECT_EQ(get(w, address).at("actions")[1].at("name"), "load") << "it has not begun";
}

TEST(api, shows_status_and_definition) {
  world w;
  EXPECT_EQ(get(w, "/oozie/v2/job/" + bundle_wire + "?show=status"), json({{"status", "RUNNING"}}));
  EXPECT_EQ(get(w, "/oozie/v2/job/" + coordinator_wire + "@2?show=status"),
            json({{"status", "WAITING"}}));
  for (const auto& [id, text] :
       {std::pair{bundle_wire, "<bundle-app/>"}, std::pair{coordinator_wire, "<coordinator-app/>"},
        std::pair{workflow_wire, "<workflow-app/>"}}) {
    const http::response out = w.ask("GET", "/oozie/v2/job/" + id + "?show=definition");
    EXPECT_EQ(out.body, text);
    EXPECT_EQ(http::find_header(out.headers, "Content-Type"), "application/xml; charset=\"UTF-8\"");
  }
}

TEST(api, lists_jobs) {
  world w;
  const json workflows = get(w, "/oozie/v1/jobs");
  EXPECT_EQ(workflows.at("total"), 1);
  EXPECT_EQ(workflows.at("offset"), 1);
  EXPECT_EQ(workflows.at("len"), 50);
  EXPECT_EQ(workflows.at("workflows")[0].at("id"), workflow_wire);
  EXPECT_EQ(workflows.at("workflows")[0].at("actions"), json::array());
  EXPECT_EQ(get(w, "/oozie/v2/jobs?jobtype=coordinator").at("coordinatorjobs").size(), 1U);
  const json bundles = get(w, "/oozie/v2/jobs?jobtype=bundle&offset=2&len=7");
  EXPECT_EQ(bundles.at("bundlejobs"), json::array());
  EXPECT_EQ(bundles.at("total"), 1);
  EXPECT_EQ(bundles.at("len"), 7);
  EXPECT_EQ(w.reader.last_offset, 1U);
}

TEST(api, passes_list_filters_on) {
  world w;
  get(w, "/oozie/v2/jobs?jobtype=bundle&filter=user%3Djoe;status%3DRUNNING;status%3DPREP;name%3Dx");
  EXPECT_EQ(w.reader.last_filter.users, std::vector<std::string>{"joe"});
  EXPECT_EQ(w.reader.last_filter.names, std::vector<std::string>{"x"});
  EXPECT_EQ(w.reader.last_filter.states,
            (std::vector{model::status::running, model::status::prep}));
  const json none = get(w, "/oozie/v2/jobs?jobtype=bundle&filter=id%3Dmoon");
  EXPECT_EQ(none.at("total"), 0);
}

TEST(api, renders_the_journal_as_a_log) {
  world w;
  const auto add = [&](entity_id id, model::any_event event, uint64_t version) {
    model::journal_entry entry;
    entry.sequence = w.reader.entries.size() + 1;
    entry.entity = id;
    entry.version = version;
    entry.now = at(2, 30);
    entry.event = std::move(event);
    w.reader.entries.push_back(std::move(entry));
  };
  add(bundle_id, model::bundle_events::killed{}, 7);
  w.reader.entries.back().why = {0, "joe", "127.0.0.1:4711", "r1"};
  add(coordinator_id, model::coordinator_events::killed{}, 2);
  add(action_of(coordinator_id, 2), model::action_events::timed_out{}, 2);
  add(workflow_id, model::workflow_events::killed{}, 3);

  const auto lines = [&](const std::string& id) {
    const http::response out = w.ask("GET", "/oozie/v2/job/" + id + "?show=log");
    EXPECT_EQ(out.status, 200);
    EXPECT_EQ(http::find_header(out.headers, "Content-Type"), "text/plain; charset=\"UTF-8\"");
    return out.body;
  };
  const auto count = [](const std::string& text) {
    return std::count(text.begin(), text.end(), '\n');
  };
  EXPECT_EQ(count(lines(bundle_wire)), 4);
  EXPECT_EQ(count(lines(coordinator_wire)), 3);
  EXPECT_EQ(count(lines(coordinator_wire + "@1")), 1);
  EXPECT_EQ(count(lines(workflow_wire)), 1);
  const std::string whole = lines(bundle_wire);
  EXPECT_EQ(whole.find("2026-01-05 02:30:00,000  INFO bundle.killed:7 - SERVER["), 0U) << whole;
  EXPECT_NE(whole.find(" - SERVER[foliot] USER[joe] GROUP[-] TOKEN[] APP[retail] JOB[" +
                       bundle_wire + "] ACTION[-] "),
            std::string::npos)
      << whole;
  EXPECT_NE(whole.find("asked by joe from 127.0.0.1:4711\n"), std::string::npos) << whole;
  EXPECT_NE(whole.find("00,000  WARN "), std::string::npos) << whole;
  EXPECT_NE(whole.find("ACTION[" + coordinator_wire + "@2]"), std::string::npos) << whole;

  model::workflow_events::run_ended ended;
  ended.node = 1;
  add(workflow_id, ended, 4);
  w.reader.entries.back().definition = workflow_hash;
  EXPECT_NE(lines(workflow_wire).find("ACTION[" + workflow_wire + "@load] "), std::string::npos);
  ended.node = 77;
  w.reader.entries.back().event = model::workflow_event{ended};
  EXPECT_EQ(lines(workflow_wire).find("@load]"), std::string::npos) << "no such node";
}

TEST(api, tells_how_far_a_bundle_is) {
  world w;
  const json out = get(w, "/api/progress/" + bundle_wire);
  EXPECT_EQ(out.at("status"), "RUNNING");
  ASSERT_EQ(out.at("coordinators").size(), 1U);
  const json& one = out.at("coordinators")[0];
  EXPECT_EQ(one.at("name"), "ingest");
  EXPECT_EQ(one.at("counts"), json({{"SUCCEEDED", 1}, {"WAITING", 1}}));
  EXPECT_EQ(one.at("expected"), 24);
  EXPECT_EQ(one.at("reached"), "2026-01-05T00:00Z");
  EXPECT_EQ(get(w, "/api/progress/" + coordinator_wire).at("coordinators").size(), 1U);
  EXPECT_EQ(get(w, "/api/progress/" + workflow_wire).at("coordinators").size(), 0U);
}

}  // namespace
}  // namespace foliot::testing
