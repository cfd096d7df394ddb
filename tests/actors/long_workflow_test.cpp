// Workflows whose record is more than one row, in an engine that dies, runs them again and purges.
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "model/node_list.hpp"
#include "store/node_pages.hpp"
#include "tests/actors/purge_world.hpp"

namespace foliot::actors {
namespace {

constexpr int length = 150;

std::string action(const std::string& name, const std::string& argument, const std::string& to) {
  return "<action name='" + name +
         "'><shell xmlns='uri:oozie:shell-action:0.3'><exec>make</exec><argument>" + argument +
         "</argument><argument>name:" + name + "</argument></shell><ok to='" + to +
         "'/><error to='bad'/></action>";
}

std::string application(const std::string& start, const std::string& nodes) {
  return "<workflow-app name='w' xmlns='uri:oozie:workflow:0.5'><start to='" + start + "'/>" +
         nodes + "<kill name='bad'><message>no</message></kill><end name='end'/></workflow-app>";
}

/// One action after the other; the last but ten ends badly if `fails`.
std::string chain(bool fails = false) {
  std::string nodes;
  for (int i = 0; i < length; ++i)
    nodes += action("n" + std::to_string(i), fails && i == length - 10 ? "exit:1" : "takes:1000",
                    i + 1 == length ? "end" : "n" + std::to_string(i + 1));
  return application("n0", nodes);
}

/// As many actions at the same time, each of another length.
std::string wide() {
  std::string nodes = "<fork name='f'>";
  for (int i = 0; i < length; ++i) nodes += "<path start='n" + std::to_string(i) + "'/>";
  nodes += "</fork><join name='j' to='end'/>";
  for (int i = 0; i < length; ++i)
    nodes +=
        action("n" + std::to_string(i), "takes:" + std::to_string(500 + i * 7 % 90 * 400), "j");
  return application("f", nodes);
}

model::workflow_record look(const purge_world& on, const entity_id& id) {
  const auto found = on.record(id);
  return found ? std::get<model::workflow_record>(*found) : model::workflow_record{};
}

/// Rows of table::record.
size_t rows(const purge_world& on) {
  size_t out = 0;
  for (const auto& [key, value] : all_rows(on.store)) out += key.first == table::record;
  return out;
}

size_t rows_of(const model::workflow_record& record) {
  return 1 + record.nodes.pages().size() + record.kept.pages().size();
}

TEST(long_workflow, goes_on_wherever_the_engine_dies) {
  for (const bool forks : {false, true}) {
    purge_world on({});
    on.files.put("/app.xml", forks ? wide() : chain());
    const entity_id id = on.id_of(on.submit("workflow", "/app.xml", ""));
    for (int i = 0; i < 400 && !model::is_terminal(look(on, id).state); ++i) {
      on.pass(static_cast<int64_t>(on.luck.below(2'500)));
      if (i % 5 == 0) on.crash();
      const model::workflow_record now = look(on, id);
      ASSERT_EQ(rows(on), rows_of(now)) << "at version " << now.version;
      if (i % 20 == 0) {
        EXPECT_EQ(on.replay_differs(), "");
      }
    }
    const model::workflow_record done = look(on, id);
    EXPECT_EQ(done.state, model::status::succeeded);
    EXPECT_GE(done.nodes.size(), length + 2U);
    std::set<model::node_index> nodes;
    for (const model::node_state& node : done.nodes) {
      EXPECT_EQ(node.state, model::node_status::ok);
      EXPECT_TRUE(nodes.insert(node.node).second) << "once each";
    }
    EXPECT_EQ(on.replay_differs(), "");
  }
}

TEST(long_workflow, runs_again_from_where_it_failed_and_leaves_no_row_when_it_is_purged) {
  purge_world on({});
  on.files.put("/app.xml", chain(true));
  const entity_id id = on.id_of(on.submit("workflow", "/app.xml", ""));
  on.pass(10 * ms_per_minute);
  EXPECT_EQ(look(on, id).state, model::status::killed);
  EXPECT_EQ(rows(on), rows_of(look(on, id)));
  on.crash();
  on.files.put("/app.xml", chain());
  const model::orders::rerun_workflow again{{{"oozie.wf.rerun.failnodes", "true"}}};
  EXPECT_TRUE(on.order(id, again).ok());
  const model::workflow_record runs = look(on, id);
  EXPECT_EQ(runs.state, model::status::running);
  EXPECT_GT(runs.nodes.size(), length - 11U) << "what went well is passed";
  EXPECT_TRUE(runs.kept.empty());
  EXPECT_EQ(rows(on), rows_of(runs));
  on.crash();
  on.pass(ms_per_minute);
  const model::workflow_record done = look(on, id);
  EXPECT_EQ(done.state, model::status::succeeded);
  EXPECT_EQ(done.run, 1U);
  EXPECT_EQ(rows(on), rows_of(done));
  EXPECT_EQ(on.replay_differs(), "");

  on.pass(2 * ms_per_day);
  http::purge_request what;
  what.workflow_days = what.coordinator_days = what.bundle_days = 1;
  EXPECT_EQ(on.purge(what).workflows, 1U);
  EXPECT_EQ(rows(on), 0U);
  EXPECT_TRUE(all_rows(on.store).empty());
}

TEST(long_workflow, keeps_what_it_does_not_reach_in_pages_too) {
  purge_world on({});
  // First the long way round an error, then, when that is mended, straight to the end.
  std::string nodes;
  for (int i = 0; i < length; ++i)
    nodes += action("n" + std::to_string(i), i + 1 == length ? "exit:1" : "takes:100",
                    i + 1 == length ? "end" : "n" + std::to_string(i + 1));
  const auto app = [&](const std::string& first) {
    return application("a",
                       "<action name='a'><shell xmlns='uri:oozie:shell-action:0.3'><exec>make"
                       "</exec><argument>" +
                           first +
                           "</argument></shell><ok to='z'/><error "
                           "to='n0'/></action>" +
                           action("z", "takes:60000", "end") + nodes);
  };
  on.files.put("/app.xml", app("exit:1"));
  const entity_id id = on.id_of(on.submit("workflow", "/app.xml", ""));
  on.pass(10 * ms_per_minute);
  EXPECT_EQ(look(on, id).state, model::status::killed);
  on.files.put("/app.xml", app("takes:60000"));
  const model::orders::rerun_workflow again{{{"oozie.wf.rerun.failnodes", "true"}}};
  EXPECT_TRUE(on.order(id, again).ok());
  EXPECT_GT(look(on, id).kept.pages().size(), 3U);
  EXPECT_EQ(rows(on), rows_of(look(on, id)));
  on.crash();
  on.pass(ms_per_minute / 2);
  EXPECT_EQ(rows(on), rows_of(look(on, id)));
  on.pass(10 * ms_per_minute);
  EXPECT_EQ(look(on, id).state, model::status::succeeded);
  EXPECT_EQ(look(on, id).kept.size(), length - 1U);
  EXPECT_EQ(on.replay_differs(), "");
}

}  // namespace
}  // namespace foliot::actors
