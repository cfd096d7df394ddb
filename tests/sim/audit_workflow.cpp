// Further runs of a workflow: what is skipped, what has to run, and that nothing runs twice.
#include <algorithm>
#include <utility>

#include "tests/sim/auditor.hpp"

namespace foliot::sim {

namespace {

using model::node_status;

bool is_passed(node_status s) { return s == node_status::ok || s == node_status::error; }

/// Kept of a node whose workflow below is to go on where it failed.
bool goes_on(const model::node_state& kept) {
  return kept.child != 0 && kept.transition == kept.node;
}

const model::node_state* find(const model::workflow_record& record, model::node_index node) {
  for (const auto* states : {&record.nodes, &record.kept})
    for (const model::node_state& state : *states)
      if (state.node == node) return &state;
  return nullptr;
}

}  // namespace

std::vector<std::string> auditor::nodes_to_skip(const entity_id& workflow) const {
  std::vector<std::string> out;
  const auto* record = this->record<model::workflow_record>(workflow);
  const auto* text = record ? text_of(workflow.root, record->definition) : nullptr;
  const auto definition = text ? definitions_.workflow(*text)
                               : result<std::shared_ptr<const model::workflow_definition>>(nullptr);
  if (!definition || !*definition) return out;
  for (const model::node_state& state : record->nodes)
    if (is_passed(state.state)) out.push_back((*definition)->nodes[state.node].name);
  return out;
}

void auditor::check_workflow_step(const entity_id& id, const model::workflow_record* old,
                                  const model::workflow_record& next) {
  if (old == nullptr) return;
  if (model::is_terminal(old->state) && next.run == old->run + 1)
    check_next_run(id, *old, next);
  else if (next.run != old->run || next.first_attempt != old->first_attempt)
    blame(name_of(id) + " begins a run that nobody ordered");
  if (next.state == model::status::succeeded && old->state != next.state) check_success(id, next);
}

/// What it keeps of the run before is what was asked for, and nothing else.
void auditor::check_next_run(const entity_id& id, const model::workflow_record& old,
                             const model::workflow_record& next) {
  ++counts_.reruns;
  const auto* text = text_of(id.root, old.definition);
  const auto definition = definitions_.workflow(*text);
  if (!definition) return;  // said elsewhere
  const auto is_action = [&](const model::node_state& state) {
    return (*definition)->nodes[state.node].kind == model::node_kind::action;
  };
  std::set<model::node_index> kept;
  for (const auto* states : {&next.nodes, &next.kept})
    for (const model::node_state& state : *states)
      if (is_action(state) && state.attempt < next.first_attempt && !goes_on(state))
        kept.insert(state.node);
  const auto asked = [&](const rerun_ask& ask) {
    std::set<model::node_index> out;
    for (const auto* states : {&old.nodes, &old.kept})
      for (const model::node_state& state : *states) {
        const bool named = ask.skip.contains((*definition)->nodes[state.node].name);
        const bool stays =
            ask.failed_only ? state.state == node_status::ok : named && is_passed(state.state);
        if (stays && is_action(state)) out.insert(state.node);
      }
    return out == kept;
  };
  const std::vector<rerun_ask>& asks = workflow_reruns_[id];
  if (std::none_of(asks.begin(), asks.end(), asked) &&
      !(failed_reruns_.contains(id.root) && asked({true})) &&
      !(old.parent.kind == entity_kind::workflow && asked({true})))
    blame(name_of(id) + " runs again and skips other nodes than was ordered");
  for (const auto* states : {&old.nodes, &old.kept})
    for (const model::node_state& before : *states) {
      if (before.open) blame(name_of(id) + " runs again and its last run is open");
      if (before.attempt >= next.first_attempt)
        blame(name_of(id) + " runs again under names that were used");
      if (!kept.contains(before.node)) continue;
      const model::node_state* after = find(next, before.node);
      if (after->state != before.state || after->data != before.data)
        blame(name_of(id) + " keeps another result of a node than that of the run before");
      if (before.state != node_status::ok) outputless_.insert(old.parent);
    }
  check_going_on(id, **definition, old, next);
  skipped_[id] = std::move(kept);
}

/// Where the failed nodes run again, the workflows below that did not succeed go on, and only
/// these.
void auditor::check_going_on(const entity_id& id, const model::workflow_definition& definition,
                             const model::workflow_record& old,
                             const model::workflow_record& next) {
  std::map<model::node_index, job_number> left;
  for (const auto* states : {&old.nodes, &old.kept})
    for (const model::node_state& state : *states)
      if (state.child != 0 && state.state != node_status::ok &&
          definition.nodes[state.node].kind == model::node_kind::action)
        left.emplace(state.node, state.child);
  std::map<model::node_index, job_number> taken;
  for (const model::node_state& state : next.kept)
    if (goes_on(state)) taken.emplace(state.node, state.child);
  for (const model::node_state& state : next.nodes)
    if (state.child != 0 && state.attempt >= next.first_attempt)
      taken.emplace(state.node, state.child);
  const bool failed_only = next.conf.contains("oozie.wf.rerun.failnodes") &&
                           next.conf.at("oozie.wf.rerun.failnodes") == "true";
  if (!failed_only) left.clear();
  if (taken != left)
    blame(name_of(id) + " runs again and " + std::to_string(taken.size()) +
          " workflows below it go on, not " + std::to_string(left.size()));
}

/// Whatever went well has run, in this run or in one before whose result was to stay.
void auditor::check_success(const entity_id& id, const model::workflow_record& next) {
  const auto* text = text_of(id.root, next.definition);
  if (text == nullptr) return;  // said elsewhere
  const auto definition = definitions_.workflow(*text);
  if (!definition) return;  // said elsewhere
  static const model::configuration none;
  const model::workflow_context in{id, ids_.text(id), **definition, none, model::lost_rule::rerun};
  for (const model::node_state& node : next.nodes) {
    if (node.state != node_status::ok || !std::get_if<model::program_plan>(&node.plan)) continue;
    const std::string name = model::run_name(in, node);
    if (!ran_.contains(name)) blame(name + " is OK and never ran");
    if (node.attempt < next.first_attempt && !skipped_[id].contains(node.node))
      blame(name + " is of an earlier run and was not to be skipped");
  }
}

}  // namespace foliot::sim
