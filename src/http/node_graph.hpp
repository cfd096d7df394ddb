// A workflow's graph for show=graph (rest.md 7). Pure.
#pragma once

#include <string>
#include <vector>

#include "model/workflow.hpp"

namespace foliot::http {

struct graph_node {
  std::string name;
  std::string shape;  ///< Graphviz's name of it.
  std::string color;
};
struct graph_edge {
  size_t from = 0;  ///< Index of a node.
  size_t to = 0;
  std::string color;
};
/// In the order in which edges first name them, as Oozie prints them.
struct node_graph {
  std::vector<graph_node> nodes;
  std::vector<graph_edge> edges;
};

/// The graph of `definition` with what `record` passed in colours; `show_errors`: also where
/// actions lead when they fail.
node_graph graph_of(const model::workflow_definition& definition,
                    const model::workflow_record& record, bool show_errors);

/// The graph as Graphviz's text, and as a picture in SVG.
std::string dot_text(const node_graph& graph);
std::string svg_text(const node_graph& graph);

}  // namespace foliot::http
