// Is a workflow's graph sound? The two passes of workflow.md 3, pure.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "model/definition.hpp"

namespace foliot::parse {

/// A node with its transitions by name, before they become indexes.
struct graph_node {
  std::string name;
  model::node_kind kind = model::node_kind::action;
  /// start, join: one; action: ok, error; decision: cases, then default; fork: paths.
  std::vector<std::string> to;
  std::string type;        ///< Of an action.
  bool known_type = true;  ///< False: no action of that type exists.
  std::string place;       ///< "file:line:column", for failures.
};

/// A workflow's nodes in document order.
using graph = std::vector<graph_node>;

/// Checks `nodes`: names and self transitions (E0705, E0706) of all; then from the start node
/// E0724, E0723, E0707 (with the path of the loop) and E0708 (with the nearest name) of all that
/// can be reached; then, if `fork_join`, that forks and joins pair up: E0730, E0733, E0737, E0742,
/// E0743, E0744, E0757, E0758. Fails with bad_input, the node's place and a remedy.
result<void> check_workflow(const graph& nodes, bool fork_join);

/// The names of nodes that no path from the start leads to, in document order. The graph must have
/// passed check_workflow.
std::vector<std::string> unreachable(const graph& nodes);

}  // namespace foliot::parse
