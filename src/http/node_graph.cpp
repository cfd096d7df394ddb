#include "http/node_graph.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "base/xml_escape.hpp"

namespace foliot::http {

namespace {

using model::node_index;
using model::node_kind;

const char* shape_of(node_kind kind) {
  switch (kind) {
    case node_kind::start: return "circle";
    case node_kind::end: return "doublecircle";
    case node_kind::kill: return "octagon";
    case node_kind::decision: return "diamond";
    case node_kind::fork: return "triangle";
    case node_kind::join: return "invtriangle";
    case node_kind::action: break;
  }
  return "rectangle";
}

const char* color_of(const model::node_state* state) {
  if (state == nullptr) return "black";
  switch (state->state) {
    case model::node_status::ok: return "green";
    case model::node_status::error:
    case model::node_status::failed:
    case model::node_status::killed: return "red";
    case model::node_status::running: return "blue";
    default: return "grey";
  }
}

class graph_builder {
 public:
  graph_builder(const model::workflow_definition& definition, const model::workflow_record& record)
      : definition_(definition), record_(record) {}

  void add_edges_of(node_index from, bool show_errors) {
    const model::workflow_node& node = definition_.nodes[from];
    if (node.kind == node_kind::action && show_errors) add(from, node.error_to);
    for (const model::decision_case& one : node.cases) add(from, one.to);
    for (const node_index path : node.paths) add(from, path);
    if (node.kind != node_kind::fork) add(from, node.to);
  }

  node_graph take() { return std::move(out_); }

 private:
  const model::node_state* state_of(node_index node) const {
    return model::find_node(record_, node);
  }

  size_t place_of(node_index node) {
    const auto found = places_.find(node);
    if (found != places_.end()) return found->second;
    const model::workflow_node& what = definition_.nodes[node];
    const bool start = what.kind == node_kind::start;
    out_.nodes.push_back({start ? "start" : what.name, shape_of(what.kind),
                          start ? "black" : color_of(state_of(node))});
    return places_[node] = out_.nodes.size() - 1;
  }

  bool passed(node_index from, node_index to) const {
    const model::node_state* left = state_of(from);
    if (left == nullptr || !model::is_ended(left->state)) return false;
    return left->transition == to || state_of(to) != nullptr;
  }

  void add(node_index from, node_index to) {
    if (to >= definition_.nodes.size() || !seen_.emplace(from, to).second) return;
    const size_t start = place_of(from);
    const size_t end = place_of(to);
    out_.edges.push_back({start, end, passed(from, to) ? "green" : "black"});
  }

  const model::workflow_definition& definition_;
  const model::workflow_record& record_;
  std::map<node_index, size_t> places_;
  std::set<std::pair<node_index, node_index>> seen_;
  node_graph out_;
};

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + "\"";
}

// -- the picture: nodes in rows by their distance from the start --------------------------------

constexpr size_t cell_width = 160;
constexpr size_t cell_height = 90;
constexpr size_t box_width = 130;
constexpr size_t box_height = 40;

struct placed {
  size_t x = 0;  ///< Of the middle.
  size_t y = 0;
};

/// The row of each node: one below the lowest of those that lead to it. Edges of a workflow never
/// run in circles.
std::vector<size_t> rows_of(const node_graph& graph) {
  std::vector<size_t> rows(graph.nodes.size(), 0);
  for (size_t round = 0; round < graph.nodes.size(); ++round) {
    bool moved = false;
    for (const graph_edge& edge : graph.edges) {
      if (rows[edge.to] > rows[edge.from] || rows[edge.from] + 1 >= graph.nodes.size()) continue;
      rows[edge.to] = rows[edge.from] + 1;
      moved = true;
    }
    if (!moved) break;
  }
  return rows;
}

std::vector<placed> places_of(const node_graph& graph, size_t& columns, size_t& rows) {
  std::map<size_t, size_t> filled;
  std::vector<placed> out;
  out.reserve(graph.nodes.size());
  columns = rows = 1;
  for (const size_t row : rows_of(graph)) {
    const size_t column = filled[row]++;
    out.push_back({column * cell_width + cell_width / 2, row * cell_height + cell_height / 2});
    columns = std::max(columns, column + 1);
    rows = std::max(rows, row + 1);
  }
  return out;
}

std::string number(const char* name, size_t value) {
  return std::string(" ") + name + "=\"" + std::to_string(value) + "\"";
}

}  // namespace

node_graph graph_of(const model::workflow_definition& definition,
                    const model::workflow_record& record, bool show_errors) {
  graph_builder out(definition, record);
  const auto count = static_cast<node_index>(definition.nodes.size());
  if (definition.start < count) out.add_edges_of(definition.start, show_errors);
  for (node_index i = 0; i < count; ++i) out.add_edges_of(i, show_errors);
  return out.take();
}

std::string dot_text(const node_graph& graph) {
  std::string out = "digraph {\ngraph [\"rankdir\"=\"TB\"]\n";
  for (const graph_node& node : graph.nodes)
    out += quoted(node.name) + " [\"shape\"=\"" + node.shape + "\",\"color\"=\"" + node.color +
           "\"]\n";
  for (const graph_edge& edge : graph.edges)
    out += quoted(graph.nodes[edge.from].name) + " -> " + quoted(graph.nodes[edge.to].name) +
           " [\"color\"=\"" + edge.color + "\"]\n";
  return out + "}";
}

std::string svg_text(const node_graph& graph) {
  size_t columns = 0;
  size_t rows = 0;
  const std::vector<placed> places = places_of(graph, columns, rows);
  std::string out = "<svg xmlns=\"http://www.w3.org/2000/svg\"" +
                    number("width", columns * cell_width) + number("height", rows * cell_height) +
                    ">\n";
  for (const graph_edge& edge : graph.edges)
    out += "<line" + number("x1", places[edge.from].x) +
           number("y1", places[edge.from].y + box_height / 2) + number("x2", places[edge.to].x) +
           number("y2", places[edge.to].y - box_height / 2) + " stroke=\"" + edge.color + "\"/>\n";
  for (size_t i = 0; i < graph.nodes.size(); ++i) {
    const bool round = graph.nodes[i].shape != "rectangle";
    out += "<rect" + number("x", places[i].x - box_width / 2) +
           number("y", places[i].y - box_height / 2) + number("width", box_width) +
           number("height", box_height) + number("rx", round ? box_height / 2 : 2) +
           " fill=\"white\" stroke=\"" + graph.nodes[i].color + "\"/>\n<text" +
           number("x", places[i].x) + number("y", places[i].y + 5) +
           " text-anchor=\"middle\" font-size=\"13\">" + xml_attribute(graph.nodes[i].name) +
           "</text>\n";
  }
  return out + "</svg>\n";
}

}  // namespace foliot::http
