// PUT jobs: which jobs an order to many is about, what is refused, what is answered; the audit and
// the backlog (rest.md 6.1, 6.3).
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/http/world.hpp"

namespace foliot::testing {
namespace {

using nlohmann::json;

const std::string kill_bundles = "/oozie/v2/jobs?action=kill&jobtype=bundle";

struct mailbox {
  std::vector<http::response> answers;
  std::function<void(http::response)> slot() {
    return [this](http::response out) { answers.push_back(std::move(out)); };
  }
};

model::audit_entry answered(const http::bulk_request& asked) {
  model::audit_entry entry;
  entry.number = make_job_number(3, 17);
  entry.asked = at(2, 0);
  entry.ended = at(2, 1);
  entry.user = "joe";
  entry.address = "10.0.0.1:99";
  entry.order = "kill";
  entry.kind = asked.kind;
  entry.filter = asked.filter;
  entry.matching = asked.matching;
  for (const entity_id& job : asked.jobs)
    entry.jobs.push_back({job, model::bulk_outcome::done, "", ""});
  return entry;
}

TEST(bulk_orders, tell_the_engine_which_jobs) {
  world w;
  mailbox box;
  w.api->handle(request_of("PUT", kill_bundles + "&filter=status%3DRUNNING&user.name=joe"),
                box.slot());
  ASSERT_EQ(w.commands.bulk_asked.size(), 1U);
  const auto& [asked, who] = w.commands.bulk_asked[0];
  EXPECT_EQ(model::order_name(asked.what), "kill");
  EXPECT_EQ(asked.kind, entity_kind::bundle);
  EXPECT_EQ(asked.filter, "status=RUNNING");
  EXPECT_EQ(asked.matching, 1U);
  EXPECT_EQ(asked.jobs, std::vector<entity_id>{bundle_id});
  EXPECT_EQ(who.user, "joe");
  EXPECT_TRUE(box.answers.empty()) << "answered before the commit";
  EXPECT_EQ(w.api->uncommitted(), 1U);
  w.commands.bulk_done[0](answered(asked));
  ASSERT_EQ(box.answers.size(), 1U);
  EXPECT_EQ(box.answers[0].status, 200);
  const json body = json::parse(box.answers[0].body);
  EXPECT_EQ(body["bundlejobs"].size(), 1U);
  EXPECT_EQ(body["bundlejobs"][0]["bundleJobId"], bundle_wire);
  EXPECT_EQ(body["total"], 1);
  EXPECT_EQ(body["offset"], 1);
  EXPECT_EQ(body["len"], 50);
  EXPECT_EQ(body["ids"], json::array());
  EXPECT_EQ(body["audit"], "3-17");
  EXPECT_EQ(body["outcomes"][0]["outcome"], "done");
}

TEST(bulk_orders, take_any_other_type_as_coordinators) {
  world w;
  w.api->handle(request_of("PUT", "/oozie/v1/jobs?action=suspend&jobtype=x&filter=;&len=5000"),
                [](http::response) {});
  ASSERT_EQ(w.commands.bulk_asked.size(), 1U);
  EXPECT_EQ(w.commands.bulk_asked[0].first.kind, entity_kind::coordinator);
  EXPECT_EQ(w.reader.last_length, limits::bulk_jobs_max);
}

TEST(bulk_orders, tell_of_refusals_job_by_job) {
  world w;
  mailbox box;
  w.api->handle(request_of("PUT", kill_bundles + "&filter=name%3Dx"), box.slot());
  model::audit_entry entry = answered(w.commands.bulk_asked.at(0).first);
  entry.jobs = {{bundle_id, model::bulk_outcome::refused, "E0606", "the job is quarantined"}};
  w.commands.bulk_done[0](entry);
  const json row = json::parse(box.answers.at(0).body)["outcomes"][0];
  EXPECT_EQ(row, (json{{"id", bundle_wire},
                       {"outcome", "refused"},
                       {"code", "E0606"},
                       {"message", "the job is quarantined"}}));
}

TEST(bulk_orders, may_be_tried_out) {
  world w;
  const json body = json::parse(w.ask("PUT", kill_bundles + "&filter=user%3Djoe&dryrun=true").body);
  EXPECT_TRUE(w.commands.bulk_asked.empty());
  EXPECT_EQ(body["preview"], true);
  ASSERT_EQ(body["outcomes"].size(), body["total"]);
  const std::string token = body["selection"];
  const auto same = [&](const std::string& selection) {
    mailbox box;
    w.api->handle(request_of("PUT", kill_bundles + "&filter=user%3Djoe&selection=" + selection),
                  box.slot());
    return box.answers.empty() ? 0 : box.answers[0].status;
  };
  EXPECT_EQ(same("0123"), 400);
  EXPECT_TRUE(w.commands.bulk_asked.empty());
  EXPECT_EQ(same(token), 0);
  EXPECT_EQ(w.commands.bulk_asked.size(), 1U);
}

TEST(bulk_orders, are_refused_as_oozie_does) {
  struct row {
    std::string address;
    int status;
    std::string code;
  };
  world w;
  for (const row& one : std::vector<row>{
           {"/oozie/v2/jobs", 500, ""},
           {"/oozie/v2/jobs?action=kill&filter=name%3Dx", 500, ""},
           {"/oozie/v0/jobs?action=kill&jobtype=wf&filter=name%3Dx", 500, ""},
           {"/oozie/v2/jobs?action=start&jobtype=wf&filter=name%3Dx", 400, "E0303"},
           {"/oozie/v2/jobs?action=kill&jobtype=wf", 400, "E1603"},
           {"/oozie/v2/jobs?action=kill&jobtype=wf&filter=name%3Dx&len=many", 400, "E1603"},
           {"/oozie/v2/jobs?action=kill&jobtype=wf&filter=nonsense", 400, "E0420"},
           {"/oozie/v2/jobs?action=kill&jobtype=coord&filter=frequency%3D5", 400, "E0420"},
           {"/oozie/v2/jobs?action=kill&jobtype=wf&filter=name%3Dx&external-id=a", 400, "E0302"}}) {
    const http::response got = w.ask("PUT", one.address);
    EXPECT_EQ(got.status, one.status) << one.address;
    EXPECT_EQ(http::find_header(got.headers, "oozie-error-code").value_or(""), one.code)
        << one.address;
    EXPECT_TRUE(got.body.empty()) << got.body;
  }
  EXPECT_TRUE(w.commands.bulk_asked.empty());
}

TEST(bulk_orders, are_told_to_come_again) {
  world w;
  mailbox box;
  w.api->handle(request_of("PUT", kill_bundles + "&filter=name%3Dx"), box.slot());
  w.commands.bulk_done[0](failure{errc::unavailable, "too many", "", "", ""});
  EXPECT_EQ(box.answers.at(0).status, 503);
  EXPECT_EQ(w.api->uncommitted(), 0U);
}

TEST(audit, is_listed_newest_first) {
  world w;
  for (uint32_t i = 1; i <= 3; ++i) {
    model::audit_entry entry =
        answered({model::orders::kill{}, entity_kind::bundle, "name=x", 1, {bundle_id}});
    entry.number = make_job_number(1, i);
    w.reader.audited.push_back(entry);
  }
  w.reader.audited.back().ended = never;
  w.reader.audited.back().jobs[0].outcome = model::bulk_outcome::unknown;
  const json page = json::parse(w.ask("GET", "/api/audit?len=2").body);
  ASSERT_EQ(page["entries"].size(), 2U);
  EXPECT_EQ(page["more"], true);
  EXPECT_EQ(page["entries"][0]["id"], "1-3");
  EXPECT_EQ(page["entries"][0]["ended"], nullptr);
  EXPECT_EQ(page["entries"][0]["counts"]["unknown"], 1);
  EXPECT_EQ(page["entries"][1]["user"], "joe");
  EXPECT_FALSE(page["entries"][1].contains("jobs"));
  const json rest = json::parse(w.ask("GET", "/api/audit?before=1-2").body);
  ASSERT_EQ(rest["entries"].size(), 1U);
  EXPECT_EQ(rest["more"], false);
  const json one = json::parse(w.ask("GET", "/api/audit/1-2").body);
  EXPECT_EQ(one["jobs"][0]["id"], bundle_wire);
  for (const char* none : {"/api/audit/1-9", "/api/audit/x", "/api/audit?before=x"})
    EXPECT_EQ(w.ask("GET", none).status, 404) << none;
}

TEST(backlog, counts_what_is_coming) {
  world w;
  const json body = json::parse(w.ask("GET", "/api/backlog").body);
  EXPECT_EQ(body["limit"], nullptr);
  EXPECT_EQ(body["waiting"], 0);
  EXPECT_EQ(body["minutes"].size(), 10U);
  EXPECT_EQ(body["truncated"], false);
}

}  // namespace
}  // namespace foliot::testing
