// Nodes of a workflow.
#include <algorithm>
#include <map>
#include <set>

#include "parse/text.hpp"
#include "tools/offline/lint_unit.hpp"

namespace foliot::offline {

namespace {

using parse::outline_attribute;
using parse::outline_element;

std::string attribute(const outline_element& of, const char* name) {
  const outline_attribute* found = of.attribute(name);
  return found == nullptr ? std::string() : found->value;
}

/// The nodes that a node leads to.
std::vector<std::string> targets(const outline_element& node) {
  std::vector<std::string> out;
  if (node.attribute("to") != nullptr) out.push_back(attribute(node, "to"));
  for (const outline_element& each : node.children) {
    if (each.name == "ok" || each.name == "error") out.push_back(attribute(each, "to"));
    if (each.name == "path") out.push_back(attribute(each, "start"));
    if (each.name == "switch")
      for (const outline_element& way : each.children) out.push_back(attribute(way, "to"));
  }
  return out;
}

bool is_node(const outline_element& of) {
  static const std::set<std::string> kinds{"start", "end",  "kill",  "decision",
                                           "fork",  "join", "action"};
  return kinds.contains(of.name);
}

class checker {
 public:
  checker(const lint_unit& unit, const reporter& out) : unit_(unit), out_(out) {}

  void run() {
    for (const outline_element& each : unit_.file->root.children) {
      if (!is_node(each)) continue;
      const std::string name = each.name == "start" ? ":start:" : attribute(each, "name");
      nodes_.emplace(name, &each);
    }
    unreachable();
    for (const auto& [name, element] : nodes_) {
      if (element->name == "kill") kill(*element, name);
      if (element->name == "action") action(*element, name);
      if (element->name == "decision") decision(*element, name);
    }
  }

 private:
  void unreachable() {
    std::set<std::string> seen;
    std::vector<std::string> todo{":start:"};
    while (!todo.empty()) {
      const std::string name = todo.back();
      todo.pop_back();
      const auto node = nodes_.find(name);
      if (node == nodes_.end() || !seen.insert(name).second) continue;
      for (const std::string& each : targets(*node->second)) todo.push_back(each);
    }
    for (const auto& [name, element] : nodes_)
      if (!seen.contains(name) && element->name != "end")
        out_.warn("unreachable-node", element->at,
                  "no path from the start leads to the node '" + name + "'",
                  "Lead to it, or remove it");
  }

  void kill(const outline_element& element, const std::string& name) {
    const outline_element* message = element.child("message");
    if (message == nullptr || message->text.empty())
      out_.warn("kill-without-message", message == nullptr ? element.at : message->at,
                "the kill node '" + name + "' does not say why the workflow was killed",
                "Write a <message> with ${wf:errorMessage(wf:lastErrorNode())}");
  }

  void action(const outline_element& element, const std::string& name) {
    const outline_element* ok = element.child("ok");
    const outline_element* error = element.child("error");
    if (ok != nullptr && error != nullptr && attribute(*ok, "to") == attribute(*error, "to"))
      out_.warn("error-is-ignored", error->at,
                "the action '" + name + "' goes on to '" + attribute(*error, "to") +
                    "' whether or not it fails",
                "Lead <error> to a kill node, unless that is meant");
    if (error != nullptr && ends(attribute(*error, "to")) && ok != nullptr &&
        attribute(*ok, "to") != attribute(*error, "to"))
      out_.warn("error-succeeds", error->at,
                "when the action '" + name + "' fails, the workflow SUCCEEDS",
                "Lead <error> to a kill node, unless that is meant");
    retries(element, error, name);
    recovery(element);
  }

  bool ends(const std::string& name) const {
    const auto node = nodes_.find(name);
    return node != nodes_.end() && node->second->name == "end";
  }

  void retries(const outline_element& element, const outline_element* error,
               const std::string& name) {
    for (const char* each : {"retry-max", "retry-interval", "retry-policy"})
      if (const auto* at = error == nullptr ? nullptr : error->attribute(each)) {
        out_.warn("retry-at-error", at->at,
                  "retries are written at <action>; at <error> Oozie refuses them",
                  "Move retry-max and retry-interval to <action>");
        break;
      }
    const outline_attribute* most = element.attribute("retry-max");
    const bool from_error = error != nullptr && error->attribute("retry-max") != nullptr;
    const outline_attribute* rest = element.attribute("retry-interval");
    if (rest == nullptr) rest = element.attribute("retry-policy");
    if (most == nullptr && rest != nullptr && !from_error)
      out_.warn("retry-never", rest->at,
                "the action '" + name + "' has " + rest->name + " but no retry-max: it runs once",
                "Add retry-max");
    if (most != nullptr && trim(most->value) == "0")
      out_.warn("retry-never", most->at, "retry-max='0': the action '" + name + "' runs once",
                "Write 1 or more, or remove it");
  }

  /// Some wish for a recovery step; there is no element for it (rulings 4.8).
  void recovery(const outline_element& element) {
    for (const outline_element& each : element.children)
      if (each.name.starts_with("recover"))
        out_.error("recovery-element", each.at, "there is no <" + each.name + "> in an action",
                   "Clean up in <prepare>, which runs before each attempt, or lead <error> to an "
                   "action that does");
  }

  void decision(const outline_element& element, const std::string& name) {
    const outline_element* cases = element.child("switch");
    if (cases == nullptr) return;
    for (const outline_element& each : cases->children)
      if (each.name == "case" && each.text.find("${") == std::string::npos)
        out_.warn("constant-case", each.text_at,
                  "the case '" + each.text + "' of decision '" + name + "' never changes",
                  "Write a condition as ${...}");
  }

  const lint_unit& unit_;
  const reporter& out_;
  std::map<std::string, const outline_element*> nodes_;
};

}  // namespace

void lint_workflow(const lint_unit& unit, const reporter& out) {
  if (unit.file->kind == entity_kind::workflow) checker(unit, out).run();
}

}  // namespace foliot::offline
