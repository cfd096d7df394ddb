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
