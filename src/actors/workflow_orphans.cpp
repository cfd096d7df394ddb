// After a start of the engine: the workflows below a workflow that no node of it waits for, since
// users brought them back by themselves.
#include <algorithm>
#include <vector>

#include "actors/workflow.hpp"
#include "model/kinds/sub_workflow.hpp"
#include "model/rest.hpp"

namespace foliot::actors {

namespace {

bool runs_others(const model::workflow_definition& definition) {
  return std::any_of(definition.nodes.begin(), definition.nodes.end(), model::is_sub_workflow);
}

}  // namespace

/// Every workflow that was made below that one, also those that no node of it names any more: its
/// node went on to another one, or it ran again. False: the store is ill, and the alarm asks again.
bool workflow_state::made_below(const entity_id& parent, std::vector<job_number>& out) {
  const auto found = rt->ports.reader.children(parent);
  if (!found) return read_again(), false;
  for (const entity_id& each : *found)
    if (each.kind == entity_kind::workflow) out.push_back(each.job);
  return true;
}

/// Whether that workflow is not at rest, or one below it that a user brought back by itself.
bool workflow_state::moves(job_number child, const model::workflow_record& record) {
  if (model::must_live(model::any_record(record))) return true;
  std::vector<job_number> under;
  if (!made_below(child_id(child), under)) return false;
  return std::any_of(under.begin(), under.end(), [this](job_number each) {
    child_record found;
    return look_at(each, found) && found && moves(each, *found);
  });
}

/// It ended before the engine did; what a user brought back below it may go on.
void workflow_state::child_was_over(job_number child, const child_record& record) {
  if (moves(child, *record)) follow_child(child, record);
  child_over(child, *record, because());
}

/// After a start of the engine: those that run again by themselves, which no node waits for; in
/// quarantine all of them.
void workflow_state::find_children() {
  if (definition && !runs_others(*definition)) return;
  std::vector<job_number> known;
  if (!made_below(id, known)) return;
  for (const job_number child : known) {
    const bool is_owed = std::any_of(
        newest.nodes.begin(), newest.nodes.end(),
        [child](const model::node_state& node) { return node.child == child && node.open; });
    if ((is_owed && !quarantined()) || below().live.contains(child)) continue;
    child_record record;
    if (!look_at(child, record) || !record) continue;
    if (moves(child, *record)) follow_child(child, record);
  }
}

}  // namespace foliot::actors
