// What a workflow's record, as it is on disk, asks the world for. Level-triggered: follows from the
// state, never from the step into it.
#include <vector>

#include "model/kinds/kind.hpp"
#include "model/workflow.hpp"

namespace foliot::model {

namespace {

void owe_for_node(const workflow_context& context, const workflow_record& record,
                  const node_state& node, std::vector<workflow_effect>& out) {
  if (node.node >= context.definition.nodes.size()) return;  // `advance` will say so
  const workflow_node& written = context.definition.nodes[node.node];
  const bool job_ended = is_terminal(record.state);
  if (node.open) {
    if (job_ended || is_ended(node.state)) {
      out.emplace_back(workflow_effects::kill_run{node.node});
    } else if (const auto* plan = std::get_if<program_plan>(&node.plan);
               plan != nullptr && !plan->prepare.empty() && !node.prepared) {
      out.emplace_back(workflow_effects::prepare{node.node});
    } else if (plan != nullptr) {
      out.emplace_back(workflow_effects::run{node.node});
    } else if (std::holds_alternative<fs_plan>(node.plan)) {
      out.emplace_back(workflow_effects::run_fs{node.node});
    } else if (std::holds_alternative<child_plan>(node.plan)) {
      out.emplace_back(workflow_effects::run_child{node.node});
    }
    return;
  }
  const bool waits =
      node.state == node_status::user_retry || node.state == node_status::start_retry;
  if (waits && record.state == status::running)
    out.emplace_back(workflow_effects::wake_at{node.retry.at});
  if (!runs_program(written) || !is_ended(node.state)) return;
  if (job_ended || node.ended == record.modified)
    out.emplace_back(workflow_effects::forget_run{node.node});
}

}  // namespace

std::vector<workflow_effect> owed(const workflow_context& context, const workflow_record& record,
                                  instant /*now*/) {
  std::vector<workflow_effect> out;
  if (record.version == 0) return out;
  const auto owe = [&](size_t, const node_state& node) {
    owe_for_node(context, record, node, out);
  };
  if (is_terminal(record.state)) {  // then all that ran may be forgotten
    for (size_t at = 0; at < record.nodes.size(); ++at) owe(at, record.nodes[at]);
  } else {
    each_live(record.nodes, owe);
  }
  if (record.state == status::running && !record.questions.empty())
    out.emplace_back(workflow_effects::ask_facts{record.questions});
  out.emplace_back(workflow_effects::report{});
  return out;
}

}  // namespace foliot::model
