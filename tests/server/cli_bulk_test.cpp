// Orders to many jobs on the command line: shown, asked for, carried out, looked up afterwards.
#include <gtest/gtest.h>

#include "tests/server/cli_fixture.hpp"

namespace foliot::testing {
namespace {

using words = std::vector<std::string>;

words kill_all(const words& more = {}) {
  words out{"kill", "--kind", "bundle", "--filter", "status=RUNNING"};
  out.insert(out.end(), more.begin(), more.end());
  return out;
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST_F(cli, shows_which_jobs_it_would_be) {
  serve();
  const outcome got = run(kill_all({"--preview"}));
  EXPECT_EQ(got.status, 0) << got.err;
  EXPECT_TRUE(has(got.out, "would-change")) << got.out;
  EXPECT_TRUE(has(got.out, bundle_wire));
  EXPECT_TRUE(has(got.out, "kill would change 1 of 1 bundle.")) << got.out;
  EXPECT_TRUE(world_.commands.bulk_asked.empty());
  const outcome programs = run(kill_all({"--preview", "--json"}));
  EXPECT_EQ(json::parse(programs.out)["changes"], 1);
}

TEST_F(cli, does_nothing_to_many_unasked) {
  serve();
  const outcome got = run(kill_all());
  EXPECT_EQ(got.status, 2);
  EXPECT_TRUE(has(got.err, "Add --yes to do it")) << got.err;
  EXPECT_TRUE(has(got.out, "1 of 1 bundle")) << got.out;
  ask_ = [] { return "n"; };
  const outcome no = run(kill_all());
  EXPECT_EQ(no.status, 1);
  EXPECT_TRUE(has(no.err, "kill 1 bundle? [y/N] ")) << no.err;
  ask_ = [] { return std::nullopt; };
  EXPECT_EQ(run(kill_all()).status, 1);
  EXPECT_TRUE(world_.commands.bulk_asked.empty());
}

TEST_F(cli, orders_many_when_told_to) {
  serve();
  ask_ = [] { return "y"; };
  const outcome asked = run(kill_all());
  EXPECT_EQ(asked.status, 0) << asked.err;
  const outcome sure = run(kill_all({"--yes"}));
  EXPECT_EQ(sure.status, 0) << sure.err;
  EXPECT_EQ(world_.commands.bulk_asked.size(), 2U);
  EXPECT_TRUE(has(sure.out, "1 bundle: 1 done, 0 unchanged, 0 refused. Audit 1-2.")) << sure.out;
  EXPECT_FALSE(world_.commands.bulk_asked[0].second.user.empty());
  for (const char* what : {"suspend", "resume"})
    EXPECT_EQ(run({what, "--kind", "workflow", "--filter", "name=x", "--yes"}).status, 0) << what;
  EXPECT_EQ(model::order_name(world_.commands.bulk_asked[3].first.what), "resume");
}

TEST_F(cli, tells_which_of_many_were_refused) {
  serve();
  refusal_ = failure{errc::conflict, "the job is quarantined", "E0606", "", ""};
  const outcome got = run(kill_all({"--yes"}));
  EXPECT_EQ(got.status, 1);
  EXPECT_TRUE(has(got.out, "0 done, 0 unchanged, 1 refused")) << got.out;
  EXPECT_TRUE(has(got.err, bundle_wire + ": E0606: the job is quarantined")) << got.err;
}

TEST_F(cli, refuses_orders_to_many_that_say_too_little) {
  serve();
  EXPECT_EQ(run({"kill"}).status, 2);
  EXPECT_EQ(run({"kill", bundle_wire, "--filter", "name=x", "--kind", "bundle"}).status, 2);
  EXPECT_EQ(run({"kill", "--filter", "name=x"}).status, 2);
  EXPECT_EQ(run({"kill", "--filter", "name=x", "--kind", "cat"}).status, 2);
  EXPECT_EQ(run({"kill", bundle_wire, "--yes"}).status, 2);
  EXPECT_EQ(run({"start", "--filter", "name=x"}).status, 2);
  const outcome empty = run({"kill", "--filter", "", "--kind", "bundle", "--yes"});
  EXPECT_EQ(empty.status, 1);
  EXPECT_TRUE(has(empty.err, "names nothing")) << empty.err;
  const outcome unknown = run({"kill", "--filter", "colour=red", "--kind", "bundle", "--yes"});
  EXPECT_EQ(unknown.status, 1);
  EXPECT_TRUE(has(unknown.err, "E0420")) << unknown.err;
  EXPECT_TRUE(world_.commands.bulk_asked.empty());
}

TEST_F(cli, looks_up_what_was_ordered_of_many) {
  serve();
  EXPECT_EQ(run({"audit"}).out, "no orders to many jobs\n");
  run(kill_all({"--yes"}));
  const outcome list = run({"audit"});
  EXPECT_EQ(list.status, 0) << list.err;
  EXPECT_TRUE(has(list.out, "1-1")) << list.out;
  EXPECT_TRUE(has(list.out, "status=RUNNING")) << list.out;
  const outcome one = run({"audit", "1-1"});
  EXPECT_TRUE(has(one.out, "joe at 10.0.0.1:99")) << one.out;
  EXPECT_TRUE(has(one.out, bundle_wire)) << one.out;
  EXPECT_EQ(json::parse(run({"audit", "1-1", "--json"}).out)["id"], "1-1");
  EXPECT_EQ(run({"audit", "9-9"}).status, 1);
}

TEST_F(cli, tells_how_many_starts_are_coming) {
  serve();
  const outcome got = run({"backlog"});
  EXPECT_EQ(got.status, 0) << got.err;
  EXPECT_TRUE(has(got.out, "no limit of all starts; 0 wait for the governor")) << got.out;
  EXPECT_EQ(run({"backlog", "--held", "--json"}).status, 0);
}

}  // namespace
}  // namespace foliot::testing
