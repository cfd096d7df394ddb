// jobs?bulk=: the language, and what a small store answers (rest.md 6.2).
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "http/bulk_query.hpp"
#include "tests/http/world.hpp"

namespace foliot::testing {
namespace {

using http::parse_bulk_query;
using model::status;
using nlohmann::json;

TEST(bulk_query, reads_every_name_in_any_case) {
  const auto out = parse_bulk_query(
      "BUNDLE=a, b ;;Coordinators=c;actionStatus=KILLED,WAITING;startCreatedTime=2026-01-05T01:00Z;"
      "endcreatedtime=2026-01-05T02:00Z;startscheduledtime=2026-01-05T03:00Z;"
      "endscheduledtime=2026-01-05T04:00Z;filterlevel=action");
  ASSERT_TRUE(out) << out.error().text();
  EXPECT_EQ(out->bundles, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(out->coordinators, std::vector<std::string>{"c"});
  EXPECT_EQ(out->states, (std::vector{status::killed, status::waiting}));
  EXPECT_EQ(out->created_from, at(1, 0));
  EXPECT_EQ(out->created_until, at(2, 0));
  EXPECT_EQ(out->nominal_from, at(3, 0));
  EXPECT_EQ(out->nominal_until, at(4, 0));
}

TEST(bulk_query, asks_for_killed_and_failed_unless_told) {
  const auto out = parse_bulk_query("bundle=a");
  ASSERT_TRUE(out);
  EXPECT_EQ(out->states, (std::vector{status::killed, status::failed}));
  EXPECT_TRUE(out->coordinators.empty());
}

TEST(bulk_query, takes_alternatives_of_a_bound) {
  const auto out = parse_bulk_query(
      "bundle=a;startscheduledtime=2026-01-05T03:00Z,2026-01-05T02:00Z;"
      "endscheduledtime=2026-01-05T03:00Z,2026-01-05T04:00Z");
  ASSERT_TRUE(out);
  EXPECT_EQ(out->nominal_from, at(2, 0));
  EXPECT_EQ(out->nominal_until, at(4, 0));
}

TEST(bulk_query, includes_its_bounds) {
  const auto out = parse_bulk_query(
      "bundle=a;startcreatedtime=2026-01-05T01:00Z;endcreatedtime=2026-01-05T02:00Z;"
      "startscheduledtime=2026-01-05T01:00Z;endscheduledtime=2026-01-05T02:00Z");
  ASSERT_TRUE(out);
  const auto takes = [&](instant created, instant nominal, status state) {
    model::action_record action;
    action.created = created;
    action.nominal = nominal;
    action.state = state;
    return out->takes(action);
  };
  EXPECT_TRUE(takes(at(1, 0), at(2, 0), status::killed));
  EXPECT_TRUE(takes(at(2, 0), at(1, 0), status::failed));
  EXPECT_FALSE(takes(at(1, 0), at(2, 0), status::timed_out));
  EXPECT_FALSE(takes(at(0, 59), at(2, 0), status::killed));
  EXPECT_FALSE(takes(at(2, 1), at(2, 0), status::killed));
  EXPECT_FALSE(takes(at(1, 0), at(0, 59), status::killed));
  EXPECT_FALSE(takes(at(1, 0), at(2, 1), status::killed));
}

TEST(bulk_query, refuses_what_it_does_not_understand) {
  for (const char* text :
       {"winniethepooh", "bundle=", "bundle=a=b", "=a", "bundle=aaa, ,bbb", "bundle=a,", "moon=1",
        "bundle=a;startcreatedtime=blah-blah", "bundle=a;startcreatedtime=-3h",
        "bundle=a;endscheduledtime=2026-01-05T01:00", "bundle=a;actionstatus=foo",
        "bundle=a;actionstatus=killed", "bundle=a;actionstatus=PAUSED", "bundle =a"}) {
    const auto out = parse_bulk_query(text);
    ASSERT_FALSE(out) << text;
    EXPECT_EQ(out.error().oozie, "E0420") << text;
  }
  for (const char* text : {"", ";", "filterlevel=foo", "coordinators=a"}) {
    const auto out = parse_bulk_query(text);
    ASSERT_FALSE(out) << text;
    EXPECT_EQ(out.error().oozie, "E0305") << text;
  }
}

/// Two bundles called "retail" and one called "other". The first: coordinators "ingest" (1
/// SUCCEEDED, 2 WAITING, 3 KILLED, 4 FAILED and created before the 3rd) and "report" (1 KILLED,
/// 2 SUCCEEDED). The second: "ingest" (1 FAILED). The third: nothing.
struct store : world {
  store() {
    auto& first = std::get<model::bundle_record>(reader.records[bundle_id]);
    first.members.push_back({1, make_job_number(1, 5), true, false, false, "", ""});
    first.members.push_back({2, make_job_number(1, 6), false, false, true, "E1001", "not read"});
    action(coordinator_id, 3, status::killed, at(2, 10));
    action(coordinator_id, 4, status::failed, at(2, 5));
    auto& failed = std::get<model::action_record>(reader.records[action_of(coordinator_id, 4)]);
    failed.error = std::make_shared<model::action_error>(model::action_error{"JA018", "broken"});
    failed.workflow = workflow_job;
    const entity_id report = coordinator(bundle_job, make_job_number(1, 5), "report");
    action(report, 1, status::killed, at(2, 0));
    action(report, 2, status::succeeded, at(2, 0));
    bundle(make_job_number(1, 7), "retail", make_job_number(1, 8));
    action(coordinator(make_job_number(1, 7), make_job_number(1, 8), "ingest"), 1, status::failed,
           at(2, 20));
    bundle(make_job_number(1, 9), "other", 0);
  }

  void bundle(job_number job, const std::string& name, job_number child) {
    model::bundle_record out = std::get<model::bundle_record>(reader.records[bundle_id]);
    out.name = name;
    out.members.clear();
    if (child != 0) out.members.push_back({0, child, true, false, false, "", ""});
    reader.records[{0, entity_kind::bundle, 0, job, job}] = out;
  }
  entity_id coordinator(job_number root, job_number job, const std::string& name) {
    auto out = std::get<model::coordinator_record>(reader.records[coordinator_id]);
    out.name = name;
    out.bundle = root;
    const entity_id id{0, entity_kind::coordinator, 0, root, job};
    reader.records[id] = out;
    return id;
  }
  void action(const entity_id& of, uint32_t number, status state, instant created) {
    auto out = std::get<model::action_record>(reader.records[action_of(coordinator_id, 1)]);
    out.state = state;
    out.created = created;
    out.nominal = at(0, static_cast<int>(number) * 5);
    out.workflow = 0;
    reader.records[action_of(of, number)] = out;
  }

  json answer(const std::string& query, const std::string& rest = "") {
    const http::response out = ask("GET", "/oozie/v2/jobs?bulk=" + escaped(query) + rest);
    EXPECT_EQ(out.status, 200) << query << ": " << out.body;
    return out.status == 200 ? json::parse(out.body) : json();
  }
  std::string code(const std::string& query, const std::string& rest = "") {
    const http::response out = ask("GET", "/oozie/v1/jobs?bulk=" + escaped(query) + rest);
    EXPECT_EQ(out.status, 400) << query;
    return std::string(http::find_header(out.headers, "oozie-error-code").value_or(""));
  }
  /// "ingest@3" and so on.
  std::vector<std::string> actions(const std::string& query, const std::string& rest = "") {
    std::vector<std::string> out;
    const json all = answer(query, rest);
    for (const json& row : all.at("bulkresponses"))
      out.push_back(row.at("bulkcoord").at("coordJobName").get<std::string>() + "@" +
                    std::to_string(row.at("bulkaction").at("actionNumber").get<int>()));
    return out;
  }
  static std::string escaped(std::string text) {
    for (size_t i = 0; i < text.size(); ++i)
      if (text[i] == '=') text.replace(i, 1, "%3D");
    return text;
  }
};

using names = std::vector<std::string>;

TEST(bulk_list, gives_actions_by_coordinator_and_time_of_creation) {
  store s;
  EXPECT_EQ(s.actions("bundle=" + bundle_wire), (names{"ingest@4", "ingest@3", "report@1"}));
  EXPECT_EQ(s.actions("bundle=retail;actionstatus=SUCCEEDED"), (names{"ingest@1", "report@2"}));
  EXPECT_EQ(s.actions("bundle=retail;coordinators=report,ingest;actionstatus=KILLED"),
            (names{"ingest@3", "report@1"}));
  EXPECT_EQ(s.actions("bundle=retail;coordinators=" + coordinator_wire),
            (names{"ingest@4", "ingest@3"}));
  EXPECT_EQ(s.actions("bundle=retail;startscheduledtime=2026-01-05T00:15Z"),
            (names{"ingest@4", "ingest@3"}));
}

TEST(bulk_list, counts_all_bundles_and_pages_each_by_itself) {
  store s;
  const json all = s.answer("bundle=retail");
  EXPECT_EQ(all.at("total"), 4);
  EXPECT_EQ(all.at("offset"), 1);
  EXPECT_EQ(all.at("len"), 50);
  EXPECT_EQ(s.actions("bundle=retail,other", "&len=1"), (names{"ingest@4", "ingest@1"}));
  EXPECT_EQ(s.actions("bundle=retail", "&offset=2&len=2"), (names{"ingest@3", "report@1"}));
  const json page = s.answer("bundle=retail", "&offset=9&len=0");
  EXPECT_EQ(page.at("bulkresponses"), json::array());
  EXPECT_EQ(page.at("total"), 4);
  EXPECT_EQ(page.at("offset"), 9);
}

TEST(bulk_list, is_empty_where_nothing_matches) {
  store s;
  EXPECT_EQ(s.actions("bundle=other"), names{});
  EXPECT_EQ(s.actions("bundle=retail;coordinators=moon"), names{});
  // Ids among ids that name nothing, and names among them, change nothing.
  EXPECT_EQ(s.actions("bundle=" + bundle_wire + ",moon;coordinators=" + coordinator_wire + ",moon"),
            (names{"ingest@4", "ingest@3"}));
}

TEST(bulk_list, refuses_with_oozies_codes) {
  store s;
  EXPECT_EQ(s.code("bundle=moon"), "E0603");
  EXPECT_EQ(s.code("bundle=0000009-260105030000001-foliot-B"), "E0603");
  EXPECT_EQ(s.code("coordinators=ingest"), "E0305");
  EXPECT_EQ(s.code("bundle=retail;actionstatus=foo"), "E0420");
  EXPECT_EQ(s.code("bundle=retail", "&len=x"), "E1603");
  s.reader.broken = failure{errc::io, "the disk is gone", "", "", ""};
  EXPECT_EQ(s.ask("GET", "/oozie/v2/jobs?bulk=bundle%3Dretail").status, 500);
}

TEST(bulk_list, does_not_exist_in_version_0) {
  store s;
  const json out = json::parse(s.ask("GET", "/oozie/v0/jobs?bulk=bundle%3Dretail").body);
  EXPECT_TRUE(out.contains("workflows"));
}

TEST(bulk_list, fills_few_members_of_whole_objects) {
  store s;
  const json row = s.answer("bundle=" + bundle_wire).at("bulkresponses").at(0);
  json bundle = row.at("bulkbundle");
  EXPECT_EQ(bundle.at("bundleJobId"), bundle_wire);
  EXPECT_EQ(bundle.at("bundleJobName"), "retail");
  EXPECT_EQ(bundle.at("user"), "joe");
  EXPECT_EQ(bundle.at("status"), "RUNNING");
  EXPECT_EQ(bundle.at("bundleCoordJobs"), json::array());
  for (const char* key : {"conf", "createdTime", "kickoffTime", "bundleJobPath"})
    EXPECT_TRUE(bundle.at(key).is_null()) << key;
  const json coordinator = row.at("bulkcoord");
  EXPECT_EQ(coordinator.at("coordJobId"), coordinator_wire);
  EXPECT_EQ(coordinator.at("frequency"), "0");
  EXPECT_EQ(coordinator.at("toString"),
            "Coordinator application id[" + coordinator_wire + "] status[RUNNING]");
  for (const char* key : {"user", "conf", "startTime", "bundleId", "coordJobPath"})
    EXPECT_TRUE(coordinator.at(key).is_null()) << key;
  const json action = row.at("bulkaction");
  EXPECT_EQ(action.at("id"), coordinator_wire + "@4");
  EXPECT_EQ(action.at("status"), "FAILED");
  EXPECT_EQ(action.at("errorCode"), "JA018");
  EXPECT_EQ(action.at("errorMessage"), "broken");
  EXPECT_EQ(action.at("externalId"), workflow_wire);
  EXPECT_EQ(action.at("createdTime"), "Mon, 05 Jan 2026 02:05:00 GMT");
  EXPECT_EQ(action.at("nominalTime"), "Mon, 05 Jan 2026 00:20:00 GMT");
  EXPECT_EQ(action.at("missingDependencies"), "");
  EXPECT_EQ(action.at("pushMissingDependencies"), "");
  EXPECT_TRUE(action.at("lastModifiedTime").is_null());
}

}  // namespace
}  // namespace foliot::testing
