#include <gtest/gtest.h>

#include "tests/server/cli_fixture.hpp"

namespace foliot::testing {
namespace {

TEST_F(cli, gives_orders) {
  serve();
  for (const char* what : {"start", "suspend", "resume", "kill"})
    EXPECT_EQ(run({what, bundle_wire}).status, 0) << what;
  EXPECT_EQ(world_.commands.calls.size(), 4U);
  EXPECT_FALSE(world_.commands.calls[0].who.user.empty());
}

TEST_F(cli, gives_orders_about_actions) {
  serve();
  const auto asks = [&](const std::vector<std::string>& words, const std::string& name) {
    world_.commands.calls.clear();
    const outcome got = run(words);
    EXPECT_EQ(got.status, 0) << got.err;
    ASSERT_EQ(world_.commands.calls.size(), 1U) << words.front();
    EXPECT_EQ(model::order_name(*world_.commands.calls[0].order), name);
  };
  asks({"kill", coordinator_wire, "--actions", "1,3-4"}, "kill of actions");
  asks({"rerun", coordinator_wire, "--dates", "2026-01-05T00:00Z", "--refresh"}, "rerun");
  EXPECT_TRUE(std::get<model::orders::rerun>(*world_.commands.calls[0].order).options.refresh);
  asks({"rerun", bundle_wire, "--coordinators", "ingest, clean"}, "rerun");
  asks({"change", coordinator_wire, "concurrency=2", "pausetime="}, "change");
  asks({"ignore", coordinator_wire, "--actions", "2"}, "ignore");
  EXPECT_EQ(run({"rerun", coordinator_wire, "--actions", "x"}).status, 1);
  EXPECT_EQ(run({"kill", coordinator_wire, "--actions", "1", "--dates", "x"}).status, 2);
}

TEST_F(cli, takes_an_empty_scope_for_a_mistake_not_for_everything) {
  serve();
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{{"kill", coordinator_wire, "--actions", ""},
                                             {"kill", coordinator_wire, "--dates", " "},
                                             {"ignore", coordinator_wire, "--actions", ""},
                                             {"rerun", bundle_wire, "--coordinators", ""},
                                             {"purge", "--limit", "0"}}) {
    const outcome got = run(words);
    EXPECT_EQ(got.status, 2) << words[0] << " " << words[2];
    EXPECT_FALSE(got.err.empty());
  }
  EXPECT_TRUE(world_.commands.calls.empty());
}

TEST_F(cli, refuses_a_scope_that_the_job_does_not_have) {
  serve();
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
           {"kill", workflow_wire, "--actions", "7"},
           {"kill", bundle_wire, "--dates", "2026-01-05T00:00Z"},
           {"ignore", bundle_wire, "--actions", "1"},
           {"rerun", bundle_wire, "--coordinators", "ingest", "--actions", "2"},
           {"rerun", coordinator_wire, "--coordinators", "ingest"},
           {"rerun", coordinator_wire}}) {
    const outcome got = run(words);
    EXPECT_EQ(got.status, 1) << words[0] << " " << words[1];
    EXPECT_NE(got.err.find("foliot: "), std::string::npos);
  }
  EXPECT_TRUE(world_.commands.calls.empty());
}

TEST_F(cli, shows_why_a_bundle_failed_and_whom_it_refused) {
  auto& bundle = std::get<model::bundle_record>(world_.reader.records[bundle_id]);
  bundle.error_code = "E1301";
  bundle.error = "still with errors after 2 of 2 retries";
  bundle.pause_at = at(3, 0);
  bundle.members[0].created = false;
  bundle.members[0].refused = true;
  bundle.members[0].refusal_code = "E0700";
  bundle.members[0].refusal = "there is no \x1b[2Jfile";
  serve();
  const outcome got = run({"info", bundle_wire});
  EXPECT_NE(got.out.find("E1301"), std::string::npos) << got.out;
  EXPECT_NE(got.out.find("still with errors after 2 of 2 retries"), std::string::npos);
  EXPECT_NE(got.out.find("paused from"), std::string::npos);
  EXPECT_NE(got.out.find("ingest       FAILED"), std::string::npos) << got.out;
  EXPECT_NE(got.out.find("ingest: there is no \\u001b[2Jfile"), std::string::npos) << got.out;
  EXPECT_EQ(got.out.find('\x1b'), std::string::npos);
  EXPECT_NE(run({"why", bundle_wire}).out.find("error E1301: still with errors"),
            std::string::npos);
}

TEST_F(cli, prints_names_on_one_line_whatever_they_hold) {
  std::get<model::bundle_record>(world_.reader.records[bundle_id]).name = "a\nb\x1b[m";
  serve();
  const outcome got = run({"list"});
  EXPECT_NE(got.out.find("a\\nb\\u001b[m"), std::string::npos) << got.out;
  EXPECT_EQ(got.out.find('\x1b'), std::string::npos);
}

TEST_F(cli, says_whom_to_order_instead_of_a_part) {
  serve();
  const outcome killed = run({"kill", coordinator_wire + "@2"});
  EXPECT_EQ(killed.status, 1);
  EXPECT_NE(killed.err.find("--actions 2"), std::string::npos) << killed.err;
  const outcome suspended = run({"suspend", coordinator_wire + "@2"});
  EXPECT_NE(suspended.err.find("by itself"), std::string::npos) << suspended.err;
  EXPECT_EQ(suspended.err.find("SQL"), std::string::npos);
}

TEST_F(cli, updates_a_coordinator) {
  serve();
  EXPECT_EQ(run({"update", coordinator_wire, "--dry-run"}).status, 0);
  ASSERT_EQ(world_.commands.calls.size(), 1U);
  EXPECT_TRUE(world_.commands.calls[0].dry_run);
  EXPECT_EQ(world_.commands.calls[0].conf_xml.find("<property>"), std::string::npos);
  EXPECT_EQ(run({"update", coordinator_wire, "-D", "a=b"}).status, 0);
  EXPECT_NE(world_.commands.calls[1].conf_xml.find("<name>a</name><value>b</value>"),
            std::string::npos);
  EXPECT_FALSE(world_.commands.calls[1].dry_run);
  EXPECT_EQ(run({"update"}).status, 2);
}

TEST_F(cli, tells_why_nothing_was_done) {
  serve();
  reply_.note = "nothing was suspended: the job is SUCCEEDED";
  const outcome got = run({"suspend", coordinator_wire});
  EXPECT_EQ(got.status, 0);
  EXPECT_EQ(got.err, "foliot: nothing was suspended: the job is SUCCEEDED\n");
}

TEST_F(cli, tells_that_data_is_there) {
  serve();
  EXPECT_EQ(run({"dataset-ready", "file:///data/1", "/data/2"}).out,
            "3 actions waited: looking now\n");
  ASSERT_EQ(world_.commands.told.size(), 1U);
  EXPECT_EQ(world_.commands.told[0].first.size(), 2U);
  const outcome refused = run({"dataset-ready", "hdfs://nn/data"});
  EXPECT_EQ(refused.status, 1);
  EXPECT_NE(refused.err.find("no path of a local file"), std::string::npos) << refused.err;
  EXPECT_EQ(run({"dataset-ready"}).status, 2);
}

}  // namespace
}  // namespace foliot::testing
