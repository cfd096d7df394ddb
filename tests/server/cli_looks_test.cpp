// The commands that ask /api for what Oozie does not tell.
#include <gtest/gtest.h>

#include "el/parser.hpp"
#include "tests/server/cli_fixture.hpp"

namespace foliot::testing {
namespace {

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// The coordinator of the world needs a dataset of every 5 minutes.
void with_input(world& w) {
  auto definition = std::make_shared<model::coordinator_definition>(*w.definitions.coordinator_);
  definition->datasets = {five_minute_dataset()};
  model::data_event event;
  event.name = "in";
  event.instances.push_back(el::parse("${coord:current(0)}").value());
  definition->inputs = {event};
  w.definitions.coordinator_ = definition;
}

TEST_F(cli, shows_what_comes_next) {
  with_input(world_);
  serve();
  const outcome got = run({"coming", coordinator_wire, "--count", "1"});
  EXPECT_EQ(got.status, 0) << got.err;
  EXPECT_TRUE(has(got.out, "coordinator ingest  RUNNING")) << got.out;
  EXPECT_TRUE(has(got.out, "2 of 24 actions made")) << got.out;
  EXPECT_TRUE(has(got.out, "2026-01-05T00:10Z  ingest@3")) << got.out;
  EXPECT_TRUE(has(got.out, "in   in           file:///data/0010/_SUCCESS")) << got.out;
  EXPECT_TRUE(has(got.out, "ask for more with --count")) << got.out;
  EXPECT_TRUE(has(run({"coming", bundle_wire, "--from", "2027-01-01T00:00Z"}).out,
                  "no action comes in this span of time"));
  const outcome wrong = run({"coming", coordinator_wire, "--from", "tomorrow"});
  EXPECT_EQ(wrong.status, 1);
  EXPECT_TRUE(has(wrong.err, "from: ")) << wrong.err;
  EXPECT_EQ(run({"coming", "moon"}).status, 1);
  EXPECT_EQ(json::parse(run({"coming", coordinator_wire, "--json"}).out)["kind"], "coordinator");
}

TEST_F(cli, shows_what_a_submission_would_be) {
  world_.understood->kind = entity_kind::coordinator;
  world_.understood->name = "ingest";
  world_.understood->coordinators = {{"ingest", world_.definitions.coordinator_, "", ""}};
  world_.understood->warnings = {"be careful."};
  serve();
  const std::string app = write("app/coordinator.xml", "<coordinator-app/>");
  const outcome got = run({"submit", app, "--preview", "--count", "1"});
  EXPECT_EQ(got.status, 0) << got.err;
  EXPECT_TRUE(has(got.out, "2026-01-05T00:00Z  ingest@1")) << got.out;
  EXPECT_TRUE(has(got.err, "warning: be careful.")) << got.err;
  EXPECT_TRUE(has(world_.asked_of["oozie.coord.application.path"], "/app")) << "as it was given";
  EXPECT_TRUE(world_.commands.calls.empty());
  world_.understood = failure{errc::bad_input, "no end", "E0701", app, "Write one"};
  EXPECT_TRUE(has(run({"submit", app, "--preview"}).err, "E0701"));
  EXPECT_EQ(run({"submit", app, "--preview", "--dry-run"}).status, 2);
  EXPECT_EQ(run({"submit", app, "--count", "3"}).status, 2);
}

TEST_F(cli, shows_data_that_is_waited_for) {
  with_input(world_);
  serve();
  const outcome got = run({"datasets", "--missing"});
  EXPECT_EQ(got.status, 0) << got.err;
  EXPECT_TRUE(has(got.out, "file:///data/0005/_SUCCESS\n  missing, of raw; 1 action waits: " +
                               coordinator_wire + "@2\n"))
      << got.out;
  world_.there = {"file:///data/0005/_SUCCESS"};
  EXPECT_EQ(run({"datasets", "--missing"}).out, "nothing is missing\n");
  EXPECT_TRUE(has(run({"datasets", "--prefix", "file:///data"}).out, "  there, of raw"));
  EXPECT_EQ(run({"datasets", "--coordinator", "moon"}).status, 1);
  EXPECT_EQ(json::parse(run({"datasets", "--json"}).out)["instances"].size(), 1U);
}

TEST_F(cli, shows_what_deserves_a_look) {
  serve();
  const outcome got = run({"warnings", bundle_wire});
  EXPECT_EQ(got.status, 0) << got.err;
  EXPECT_TRUE(has(got.out, "bundle retail  " + bundle_wire + "\n  file:///app: careful.\n"))
      << got.out;
  EXPECT_TRUE(has(got.out, "coordinator ingest")) << got.out;
  EXPECT_EQ(json::parse(run({"warnings", bundle_wire, "--json"}).out)["jobs"].size(), 2U);
  EXPECT_EQ(run({"warnings", "moon"}).status, 1);
}

}  // namespace
}  // namespace foliot::testing
