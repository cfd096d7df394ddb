// A workflow's record by itself: where it is in its graph is where its nodes led.
#include <algorithm>

#include "tests/sim/auditor.hpp"
#include "tests/sim/flows.hpp"

namespace foliot::sim {

namespace {

using kind = node_spec::kind;
using model::node_status;
using model::status;

bool is_passed(node_status s) { return s == node_status::ok || s == node_status::error; }

/// Where a node leads that ended so; none: it does not lead on.
std::vector<std::string> targets_of(const node_spec& node, node_status state) {
  if (!is_passed(state)) return {};
  if (node.what == kind::fork || node.what == kind::decision) return node.ways;
  if (node.what == kind::kill || node.what == kind::end) return {};
  return {state == node_status::error ? node.error : node.ok};
}

}  // namespace

void flow_auditor::check_walk(const entity_id& id, const seen_graph& graph,
                              const model::workflow_record& next) {
  node_states at(graph.nodes.size(), nullptr);
  for (const model::node_state& state : next.nodes) {
    if (at[state.node] != nullptr) return blame(id, "names a node twice");
    at[state.node] = &state;
  }
  std::vector<uint32_t> arrivals(graph.nodes.size(), 0);
  check_targets(id, graph, next, at, arrivals);
  for (const model::node_state& state : next.nodes) {
    const node_spec& node = *graph.nodes[state.node];
    const uint32_t came = arrivals[state.node];
    if (node.what == kind::start) continue;
    if (came == 0) blame(id, node, "was entered and nothing leads there");
    if (node.what == kind::join)
      check_join(id, graph, state, next, came);
    else if (came > 1 && node.what != kind::kill)
      blame(id, node, "was entered although two nodes lead there");
  }
  if (model::is_terminal(next.state)) check_end(id, graph, next);
}

/// Each node that was passed leads where it should, and a job that runs has gone there.
void flow_auditor::check_targets(const entity_id& id, const seen_graph& graph,
                                 const model::workflow_record& next, const node_states& at,
                                 std::vector<uint32_t>& arrivals) {
  for (const model::node_state& state : next.nodes) {
    const node_spec& node = *graph.nodes[state.node];
    const std::vector<std::string> targets = targets_of(node, state.state);
    const bool splits = node.what == kind::fork && !targets.empty();
    if (!splits && state.transition == model::no_node) {
      if (!targets.empty() && next.state == status::running)
        blame(id, node, "has ended and nothing follows it");
      continue;
    }
    if (!splits && std::none_of(targets.begin(), targets.end(), [&](const std::string& name) {
          return graph.index(name) == state.transition;
        }))
      blame(id, node,
            "leads to '" + graph.nodes[state.transition]->name + "' as " +
                std::string(model::name(state.state)));
    for (const std::string& name : targets) {
      const model::node_index to = graph.index(name);
      if (!splits && to != state.transition) continue;
      ++arrivals[to];
      if (at[to] == nullptr && !model::is_terminal(next.state))
        blame(id, node, "leads to '" + name + "', which was not entered");
      if (node.what != kind::fork) break;
    }
  }
}

void flow_auditor::check_join(const entity_id& id, const seen_graph& graph,
                              const model::node_state& join, const model::workflow_record& next,
                              uint32_t arrivals) {
  const node_spec& node = *graph.nodes[join.node];
  const size_t expected = graph.nodes[graph.index(node.fork)]->ways.size();
  if (join.arrived > arrivals || (join.arrived < arrivals && !model::is_terminal(next.state)))
    blame(id, node,
          "counts " + std::to_string(join.arrived) + " paths, " + std::to_string(arrivals) +
              " have arrived");
  if (join.state != node_status::ok) {
    if (arrivals == expected && next.state == status::running)
      blame(id, node, "waits and all its paths have arrived");
    return;
  }
  if (arrivals != expected)
    blame(
        id, node,
        "was passed by " + std::to_string(arrivals) + " of " + std::to_string(expected) + " paths");
  for (const model::node_state& each : next.nodes)
    for (const auto& [fork, way] : graph.nodes[each.node]->inside)
      if (fork == node.fork && !is_passed(each.state))
        blame(id, node, "was passed before '" + graph.nodes[each.node]->name + "' had ended");
}

void flow_auditor::check_end(const entity_id& id, const seen_graph& graph,
                             const model::workflow_record& next) {
  bool ended = false;
  bool killed = false;
  bool failed = false;
  for (const model::node_state& state : next.nodes) {
    const node_spec& node = *graph.nodes[state.node];
    if (!model::is_ended(state.state))
      blame(id, node, "is " + std::string(model::name(state.state)) + " in a job that has ended");
    if (next.state == status::succeeded && !is_passed(state.state))
      blame(id, node, "is " + std::string(model::name(state.state)) + " in a job that SUCCEEDED");
    ended = ended || (node.what == kind::end && state.state == node_status::ok);
    killed = killed || (node.what == kind::kill && state.state == node_status::ok);
    failed = failed || state.state == node_status::failed;
  }
  if (ended != (next.state == status::succeeded))
    blame(id,
          "is " + std::string(model::name(next.state)) + (ended ? " at" : " without") + " its end");
  if (next.state == status::failed && !failed)
    blame(id, "FAILED and no node did: " + next.error_code + " " + next.error);
  if (next.state == status::killed && !killed && !kill_was_wanted(id, next))
    blame(id, "was KILLED by nobody");
}

/// Below coordinators many may have asked for it.
bool flow_auditor::kill_was_wanted(const entity_id& id, const model::workflow_record& next) const {
  if (kills_.contains(id) || next.parent.kind == entity_kind::action) return true;
  if (next.parent.kind == entity_kind::none) return false;
  const auto* above = auditor_.record<model::workflow_record>(next.parent);
  if (above == nullptr || model::is_terminal(above->state)) return true;
  return std::any_of(above->nodes.begin(), above->nodes.end(), [&](const auto& state) {
    return state.child == id.job && model::is_ended(state.state);
  });
}

}  // namespace foliot::sim
