#include "parse/workflow_check.hpp"

#include <gtest/gtest.h>

namespace foliot::parse {
namespace {

using model::node_kind;

graph_node start(std::string to) {
  return {":start:", node_kind::start, {std::move(to)}, "", true, "w:1:1"};
}
graph_node action(std::string name, std::string ok, std::string error) {
  return {name, node_kind::action, {ok, error}, "shell", true, "w:" + name};
}
graph_node control(std::string name, node_kind kind, std::vector<std::string> to = {}) {
  return {name, kind, std::move(to), "", true, "w:" + name};
}
graph_node end() { return control("end", node_kind::end); }
graph_node fail() { return control("fail", node_kind::kill); }

std::string verdict(const graph& nodes, bool fork_join = true) {
  const result<void> out = check_workflow(nodes, fork_join);
  return out ? "sound" : out.error().text();
}

TEST(workflow_check, a_line_of_actions_is_sound) {
  EXPECT_EQ(
      verdict({start("a"), action("a", "b", "fail"), action("b", "end", "fail"), fail(), end()}),
      "sound");
}

TEST(workflow_check, names_are_unique_and_lead_elsewhere) {
  EXPECT_EQ(verdict({start("end"), end(), end()}),
            "E0705: w:end: there are two nodes called 'end'. Rename one of them.");
  EXPECT_EQ(verdict({start("a"), action("a", "a", "end"), end()}),
            "E0706: w:a: node 'a' leads to itself. Let it lead to another node.");
}

TEST(workflow_check, a_loop_is_refused_with_its_path) {
  EXPECT_EQ(verdict({start("a"), action("a", "b", "end"), action("b", "a", "end"), end()}),
            "E0707: w:a: the workflow has a loop: :start:->a->b->a. Let no node lead back to one "
            "before it.");
}

TEST(workflow_check, a_dangling_transition_names_the_nearest_node) {
  EXPECT_EQ(verdict({start("load"), action("load", "transfrom", "end"),
                     action("transform", "end", "end"), end()}),
            "E0708: w:load: node 'load' leads to 'transfrom', which does not exist. Did you mean "
            "'transform'?");
  EXPECT_EQ(verdict({start("nowhere"), end()}),
            "E0708: w:1:1: the start leads to 'nowhere', which does not exist. Lead to one of the "
            "nodes: end.");
}

TEST(workflow_check, names_are_checked_where_they_are_reached) {
  const std::string longest(128, 'x');
  EXPECT_EQ(verdict({start(longest), control(longest, node_kind::end)}), "sound");
  EXPECT_EQ(verdict({start(longest + "x"), control(longest + "x", node_kind::end)}).substr(0, 6),
            "E0724:");
  EXPECT_EQ(verdict({start("1"), control("1", node_kind::end)}).substr(0, 6), "E0724:");
  graph_node strange = action("a", "end", "end");
  strange.type = "teleport";
  strange.known_type = false;
  EXPECT_EQ(verdict({start("a"), strange, end()}),
            "E0723: w:a: there is no action of type 'teleport'");
}

TEST(workflow_check, what_is_never_reached_is_never_refused) {
  const graph nodes{start("end"), action("lonely", "nowhere", "end"), end()};
  EXPECT_EQ(verdict(nodes), "sound");
  EXPECT_EQ(unreachable(nodes), std::vector<std::string>{"lonely"});
}

TEST(workflow_check, every_fork_needs_its_own_join) {
  const graph_node fork = control("f", node_kind::fork, {"a", "b"});
  const graph_node join = control("j", node_kind::join, {"end"});
  EXPECT_EQ(verdict({start("f"), fork, action("a", "j", "fail"), action("b", "j", "fail"), join,
                     fail(), end()}),
            "sound");
  EXPECT_EQ(verdict({start("f"), fork, action("a", "end", "fail"), action("b", "end", "fail"),
                     fail(), end()}),
            "E0730: w:1:1: the workflow has 1 fork but 0 joins. Give every fork one join.");
  EXPECT_EQ(verdict({start("f"), fork, action("a", "end", "fail"), action("b", "end", "fail"),
                     fail(), end()},
                    false),
            "sound");
  EXPECT_EQ(verdict({start("f"), fork, action("a", "j", "fail"), action("b", "end", "fail"), join,
                     fail(), end()}),
            "E0737: w:b: node 'b' leads to the end 'end' from inside the fork 'f'. Lead to the "
            "fork's join instead.");
}

TEST(workflow_check, a_fork_whose_paths_all_end_in_kill_has_no_join) {
  // The join is counted because another fork leads to it.
  EXPECT_EQ(
      verdict({start("f"), control("f", node_kind::fork, {"a", "b"}), action("a", "j", "fail"),
               action("b", "j", "fail"), control("j", node_kind::join, {"g"}),
               control("g", node_kind::fork, {"c", "d"}), action("c", "fail", "fail"),
               action("d", "fail", "x"), action("x", "k", "fail"),
               control("k", node_kind::join, {"end"}), fail(), end()}),
      "sound");
  EXPECT_EQ(
      verdict({start("d"), control("d", node_kind::decision, {"f", "j"}),
               control("f", node_kind::fork, {"a", "b"}), action("a", "fail", "fail"),
               action("b", "fail", "fail"), control("j", node_kind::join, {"end"}), fail(), end()})
          .substr(0, 6),
      "E0733:");
}

TEST(workflow_check, a_join_outside_of_forks_or_of_two_forks_is_refused) {
  EXPECT_EQ(
      verdict({start("d"), control("d", node_kind::decision, {"j", "f"}),
               control("f", node_kind::fork, {"a", "b"}), action("a", "j", "fail"),
               action("b", "j", "fail"), control("j", node_kind::join, {"end"}), fail(), end()})
          .substr(0, 6),
      "E0742:");
  EXPECT_EQ(verdict({start("d"), control("d", node_kind::decision, {"f", "g"}),
                     control("f", node_kind::fork, {"a", "b"}), action("a", "j", "fail"),
                     action("b", "j", "fail"), control("g", node_kind::fork, {"c", "e"}),
                     action("c", "j", "fail"), action("e", "j", "x"), action("x", "k", "fail"),
                     control("k", node_kind::join, {"end"}), control("j", node_kind::join, {"end"}),
                     fail(), end()})
                .substr(0, 6),
            "E0758:");
}

TEST(workflow_check, long_workflows_need_no_stack) {
  graph nodes{start("n0")};
  for (int i = 0; i < 9'990; ++i)
    nodes.push_back(
        action("n" + std::to_string(i), i == 9'989 ? "end" : "n" + std::to_string(i + 1), "fail"));
  nodes.push_back(fail());
  nodes.push_back(end());
  EXPECT_EQ(verdict(nodes), "sound");
}

}  // namespace
}  // namespace foliot::parse
