// Workflows below workflows: made once, of the same mind as their parents, and nothing runs on
// below what has ended.
#include <algorithm>

#include "model/kinds/sub_workflow.hpp"
#include "rehearsal/life.hpp"
#include "tests/sim/auditor.hpp"
#include "tests/sim/flows.hpp"

namespace foliot::sim {

namespace {

using model::node_status;
using model::status;

/// How long a kill may be on its way to a launcher, and its program dying.
constexpr int64_t dying_ms = 1'000;
/// Of workflows below workflows (workflow.md 10).
constexpr size_t depth_max = 50;

const model::node_state* waiting_for(const model::workflow_record& above, job_number child) {
  for (const model::node_state& state : above.nodes)
    if (state.child == child) return &state;
  return nullptr;
}

}  // namespace

void flow_auditor::check_birth(const entity_id& id, const model::workflow_record& born) {
  if (born.parent.kind != entity_kind::workflow) return;
  ++counts_.children;
  const auto* above = auditor_.record<model::workflow_record>(born.parent);
  const model::node_state* state = above ? waiting_for(*above, id.job) : nullptr;
  if (state == nullptr || !state->open)
    return blame(id, "was made and no node of its parent waits for it");
  const node_spec& node = *graph_of(born.parent, *above)->nodes[state->node];
  if (node.below != born.name)
    blame(id, "is '" + born.name + "', its parent wants '" + node.below + "'");
  marks_[id] = node.mark.empty() && node.propagates ? mark_of(born.parent, *above) : node.mark;
  const std::string attempt =
      std::to_string(above->run) + " " + node.name + " " + std::to_string(state->attempt);
  if (!born_.emplace(born.parent, attempt).second)
    blame(id, "is the second workflow for one attempt of its parent's node");
  size_t depth = 0;
  for (const auto* at = &born; at != nullptr && at->parent.kind == entity_kind::workflow; ++depth)
    at = auditor_.record<model::workflow_record>(at->parent);
  counts_.lowest = std::max<uint64_t>(counts_.lowest, depth);
  if (depth > depth_max) blame(id, "lies " + std::to_string(depth) + " deep");
  const auto told = born.conf.find(model::depth_property);
  if (told == born.conf.end() || told->second != std::to_string(depth))
    blame(id, "does not know that it lies " + std::to_string(depth) + " deep");
}

/// A node above another workflow is about to have ended, or to be tried again.
void flow_auditor::check_child_over(const entity_id& id, const node_spec& node,
                                    const model::node_state& is) {
  if (is.child == 0) {
    if (is.state == node_status::ok) blame(id, node, "is OK and no workflow was below it");
    return;
  }
  const entity_id child{id.partition, entity_kind::workflow, 0, id.root, is.child};
  if (runs_alone(child) || auditor_.is_wounded(id.root)) return;
  const status below = auditor_.status_of(child);
  const bool agrees =
      is.state == node_status::ok
          ? below == status::succeeded
          : below == status::none || below == status::killed || below == status::failed;
  if (!agrees)
    blame(id, node,
          "is " + std::string(model::name(is.state)) + " and the workflow below it " +
              std::string(model::name(below)));
}

/// Who suspends a workflow suspends those above it (workflow.md 4).
void flow_auditor::note_suspension(const entity_id&, const model::workflow_record* old,
                                   const model::workflow_record& next) {
  if (next.state != status::suspended || next.parent.kind != entity_kind::workflow) return;
  if (old != nullptr && old->state == status::suspended) return;
  const auto resumed = last_resume_.find(next.parent);
  if (resumed != last_resume_.end() && resumed->second == time_.now()) return;
  must_suspend_.insert_or_assign(next.parent, time_.now());
}

void flow_auditor::quiet_suspensions() {
  for (const auto& [id, since] : std::exchange(must_suspend_, {}))
    if (auditor_.status_of(id) == status::running && !auditor_.is_wounded(id.root))
      blame(id, "runs on although one below it was suspended");
}

void flow_auditor::quiet_child(const entity_id& id, const model::workflow_record& record,
                               const rehearsal::life& engine) {
  if (record.parent.kind != entity_kind::workflow) {
    for (const model::node_state& state : record.nodes)
      if (state.paused && record.state == status::running)
        blame(id, "runs and one of its nodes waits for its resumption");
    return;
  }
  const auto* above = auditor_.record<model::workflow_record>(record.parent);
  if (above == nullptr) return blame(id, "is on disk and its parent is not");
  const model::node_state* state = waiting_for(*above, id.job);
  const bool lives = !model::is_terminal(record.state);
  if (state != nullptr && state->open && !lives && model::all_closed(record) &&
      !engine.alarm_set(record.parent))
    blame(id, "has ended and its parent has not heard of it");
  if (!lives || runs_alone(id)) return;
  if (model::is_terminal(above->state)) return blame(id, "lives on below a job that has ended");
  if (state == nullptr || model::is_ended(state->state))
    blame(id, "lives on below a node that has ended");
}

/// What the machine runs is what somebody waits for.
void flow_auditor::quiet_runs() {
  for (const std::string& name : open_) {
    const run_entry& run = runs_.at(name);
    const auto* record = auditor_.record<model::workflow_record>(run.workflow);
    if (record == nullptr || auditor_.is_wounded(run.workflow.root)) continue;
    const auto* definition = graph_of(run.workflow, *record);
    const model::node_state* state =
        definition == nullptr
            ? nullptr
            : model::find_node(*record, definition->index(run.path.back().second->name));
    if (state == nullptr || !state->open || state->attempt != run.attempt) {
      auditor_.blame(name + " runs and nobody waits for it");
      continue;
    }
    const instant since = std::max({life_since_, record->ended, state->ended});
    if (model::is_ended(state->state) && plus_ms(since, dying_ms) < time_.now())
      auditor_.blame(name + " runs on although its node is " +
                     std::string(model::name(state->state)));
  }
}

}  // namespace foliot::sim
