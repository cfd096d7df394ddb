#include "tests/sim/graphs.hpp"

#include <algorithm>

namespace foliot::sim {

namespace {

std::string attribute(const char* name, const std::string& value) {
  return std::string(" ") + name + "=\"" + value + "\"";
}

std::string action_xml(const node_spec& node) {
  std::string out = "<action" + attribute("name", node.name);
  if (node.retry) {
    out += attribute("retry-max", std::to_string(node.retry->max)) +
           attribute("retry-interval", std::to_string(node.retry->minutes));
    if (node.retry->exponential) out += attribute("retry-policy", "exponential");
  }
  return out + ">" + node.body + "<ok" + attribute("to", node.ok) + "/><error" +
         attribute("to", node.error) + "/></action>\n";
}

std::string decision_xml(const node_spec& node) {
  std::string out = "<decision" + attribute("name", node.name) + "><switch>";
  for (size_t i = 0; i < node.tests.size(); ++i)
    out += "<case" + attribute("to", node.ways[i]) + ">${" + node.tests[i] + "}</case>";
  return out + "<default" + attribute("to", node.ways.back()) + "/></switch></decision>\n";
}

std::string node_xml(const node_spec& node) {
  using kind = node_spec::kind;
  switch (node.what) {
    case kind::start: return "<start" + attribute("to", node.ok) + "/>\n";
    case kind::end: return "<end" + attribute("name", node.name) + "/>\n";
    case kind::kill:
      return "<kill" + attribute("name", node.name) +
             "><message>failed at ${wf:lastErrorNode()}: "
             "${wf:errorMessage(wf:lastErrorNode())}</message></kill>\n";
    case kind::join:
      return "<join" + attribute("name", node.name) + attribute("to", node.ok) + "/>\n";
    case kind::decision: return decision_xml(node);
    case kind::fork: {
      std::string out = "<fork" + attribute("name", node.name) + ">";
      for (const std::string& way : node.ways) out += "<path" + attribute("start", way) + "/>";
      return out + "</fork>\n";
    }
    default: return action_xml(node);
  }
}

}  // namespace

bool node_spec::is_action() const {
  return what == kind::shell || what == kind::files || what == kind::mail || what == kind::child;
}

const node_spec* graph_spec::find(const std::string& name) const {
  const auto found = std::find_if(nodes.begin(), nodes.end(),
                                  [&](const node_spec& node) { return node.name == name; });
  return found == nodes.end() ? nullptr : &*found;
}

bool are_parallel(const node_spec& a, const node_spec& b) {
  const size_t depth = std::min(a.inside.size(), b.inside.size());
  for (size_t i = 0; i < depth; ++i) {
    if (a.inside[i] == b.inside[i]) continue;
    return a.inside[i].first == b.inside[i].first;
  }
  return false;
}

std::string xml_of(const graph_spec& graph, const std::string& name) {
  using kind = node_spec::kind;
  std::string start;
  std::string end;
  std::string others;
  for (const node_spec& node : graph.nodes)
    (node.what == kind::start ? start : node.what == kind::end ? end : others) += node_xml(node);
  return "<workflow-app name=\"" + name + "\" xmlns=\"uri:oozie:workflow:0.5\">\n" + start +
         others + end + "</workflow-app>\n";
}

}  // namespace foliot::sim
