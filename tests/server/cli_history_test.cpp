// history, tree and replay on the command line.
#include <sstream>

#include "tests/server/cli_fixture.hpp"

namespace foliot::testing {
namespace {

class cli_history : public cli {
 protected:
  void SetUp() override {
    cli::SetUp();
    model::action_events::created born;
    born.nominal = at(0, 5);
    add(1, born, {3, "", "", ""});
    add(2, model::action_events::ordered{1, true}, {10, "", "", ""});
    add(3, model::action_events::killed{}, {0, "ada", "10.0.0.1:99", "r"});
    serve();
  }
  void add(uint64_t version, model::action_event event, model::cause why) {
    model::journal_entry entry;
    entry.sequence = 9 + version;
    entry.entity = action_of(coordinator_id, 2);
    entry.version = version;
    entry.now = at(2, static_cast<int>(version) - 1);
    entry.event = std::move(event);
    entry.why = std::move(why);
    world_.reader.entries.push_back(std::move(entry));
  }
};

TEST_F(cli_history, tells_an_event_within_80_columns) {
  const outcome got = run({"history", coordinator_wire + "@2"});
  EXPECT_EQ(got.status, 0) << got.err;
  const std::string id = coordinator_wire + "@2";
  EXPECT_EQ(got.out.find("2026-01-05 02:00:00.000  #10  -> WAITING         "), 0U) << got.out;
  EXPECT_NE(got.out.find("  #11  WAITING  "), std::string::npos) << got.out;
  EXPECT_NE(got.out.find("\n" + std::string(25, ' ') + "(" + id + ": "), std::string::npos)
      << got.out;
  EXPECT_NE(got.out.find("  #12  WAITING -> KILLED  killed, asked by ada from\n" +
                         std::string(25, ' ') + "10.0.0.1:99\n"),
            std::string::npos)
      << got.out;
  std::istringstream lines(got.out);
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 80U) << line;
}

TEST_F(cli_history, says_that_there_is_more) {
  const std::string id = coordinator_wire + "@2";
  EXPECT_EQ(run({"history", id, "--len", "1"}).out.find("... 2 older: see them with --from 0\n"),
            0U);
  const outcome first = run({"history", id, "--len", "1", "--from", "0"});
  EXPECT_NE(first.out.find("... more: go on with --from 11\n"), std::string::npos) << first.out;
  const json body = json::parse(run({"history", id, "--json"}).out);
  EXPECT_EQ(body.at("events").size(), 3U);
}

TEST_F(cli_history, refuses_what_is_wrong) {
  EXPECT_EQ(run({"history"}).status, 2);
  EXPECT_EQ(run({"history", "x", "--len", "0"}).status, 2);
  EXPECT_EQ(run({"history", "x", "--from", "-1"}).status, 2);
  const outcome unknown = run({"history", "moon"});
  EXPECT_EQ(unknown.status, 1);
  EXPECT_EQ(unknown.err,
            "foliot: E0604: there is no job or action moon. List the jobs with 'foliot list'.\n");
}

TEST_F(cli_history, draws_a_tree) {
  const outcome got = run({"tree", bundle_wire});
  EXPECT_EQ(got.status, 0) << got.err;
  EXPECT_EQ(got.out,
            "bundle retail  RUNNING  " + bundle_wire + "\n`- coordinator ingest  RUNNING  " +
                coordinator_wire + "\n   |- action @1  SUCCEEDED  " + coordinator_wire +
                "@1\n   |  `- workflow ingest-wf  SUCCEEDED  " + workflow_wire +
                "\n   |     |- node :start:  OK\n   |     `- node load  OK\n   `- action @2  "
                "WAITING  " +
                coordinator_wire + "@2\n");
  EXPECT_NE(run({"tree", coordinator_wire, "--len", "1"}).out.find("`- ... 1 more\n"),
            std::string::npos);
}

TEST_F(cli_history, replay_takes_moments_and_queries) {
  EXPECT_EQ(run({"replay", "--verify", "--data", "/d"}).status, 7);
  EXPECT_EQ(replayed_.query, "");
  EXPECT_EQ(served_.data, "/d");
  EXPECT_EQ(run({"replay", "--data", "/d", "--at", "17", "info", "x"}).status, 8);
  EXPECT_EQ(replayed_.query, "info");
  EXPECT_EQ(replayed_.id, "x");
  EXPECT_EQ(replayed_.at, "17");
  // Options of replay may stand behind the query.
  EXPECT_EQ(run({"replay", "list", "--status", "KILLED", "--at", "2026-01-05T02:30Z", "--data",
                 "/e", "--live"})
                .status,
            8);
  EXPECT_EQ(replayed_.list.statuses, std::vector<std::string>{"KILLED"});
  EXPECT_TRUE(replayed_.live);
  EXPECT_EQ(served_.data, "/e");
  EXPECT_EQ(
      run({"replay", "step", "x", "--back", "--from", "9", "--break", "status == KILLED"}).status,
      8);
  EXPECT_TRUE(replayed_.back);
  EXPECT_EQ(replayed_.from, 9U);
  EXPECT_EQ(replayed_.stop, "status == KILLED");
  EXPECT_EQ(run({"replay", "diff", "1", "2", "x"}).status, 8);
  EXPECT_EQ(replayed_.before + replayed_.after + replayed_.id, "12x");
  EXPECT_EQ(run({"replay", "bug.flog", "tree", "x"}).status, 8);
  EXPECT_EQ(replayed_.file, "bug.flog");
  EXPECT_EQ(run({"replay", "info"}).status, 2);
  EXPECT_EQ(run({"replay", "step", "x", "--from", "soon"}).status, 2);
}

}  // namespace
}  // namespace foliot::testing
