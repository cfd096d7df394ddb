// A workflow's graph as the generator means it: what the checkers know of a definition without
// asking the code that reads it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace foliot::sim {

/// What is tried again by itself, and when (workflow.md 4, User retry).
struct retry_spec {
  uint32_t max = 0;
  int64_t minutes = 0;
  bool exponential = false;
};

struct node_spec {
  enum class kind { start, end, kill, shell, files, mail, child, decision, fork, join };

  std::string name;
  kind what = kind::shell;
  std::string body;                ///< Of an action: the XML of its own element.
  std::string ok;                  ///< Where it leads: an action, start, join.
  std::string error;               ///< An action.
  std::vector<std::string> ways;   ///< A fork's paths; a decision's cases, then its default.
  std::vector<std::string> tests;  ///< A decision's, one for each of its cases.
  /// The forks around it, outermost first, and on which of their ways it lies. Of a fork and its
  /// join: those around both.
  std::vector<std::pair<std::string, size_t>> inside;
  std::string fork;                 ///< Of a join.
  std::optional<retry_spec> retry;  ///< Of an action that says so itself.
  std::string below;                ///< Of a sub-workflow: what runs there; empty: not there.
  bool propagates = false;
  std::string mark;  ///< What it sets as the property `mark` below; empty: nothing.

  bool is_action() const;
  /// A program of it runs on the machine.
  bool is_program() const { return what == kind::shell || what == kind::mail; }
};

struct graph_spec {
  std::vector<node_spec> nodes;

  const node_spec* find(const std::string& name) const;
};

/// Whether both may be under way at the same time: they lie on different ways of a fork.
bool are_parallel(const node_spec& a, const node_spec& b);

/// The definition of a workflow called `name` with that graph.
std::string xml_of(const graph_spec& graph, const std::string& name);

}  // namespace foliot::sim
