#include "tests/sim/auditor.hpp"

#include <utility>
#include <variant>

#include "model/tables.hpp"
#include "store/codec.hpp"
#include "store/keys.hpp"
#include "store/node_pages.hpp"

namespace foliot::sim {

namespace {

template <class Table>
bool reachable(const Table& table, model::status from, model::status to) {
  return from == to || model::may_become(table, from, to);
}

/// One step of a workflow may take several moves of its table.
bool workflow_reachable(model::status from, model::status to, int depth = 0) {
  if (reachable(model::workflow_table, from, to)) return true;
  if (depth == 3) return false;
  for (size_t i = 1; i < model::status_count; ++i) {
    const auto over = static_cast<model::status>(i);
    if (!model::is_terminal(over) && model::may_become(model::workflow_table, from, over) &&
        workflow_reachable(over, to, depth + 1))
      return true;
  }
  return false;
}

bool may_move(entity_kind kind, model::status from, model::status to) {
  switch (kind) {
    case entity_kind::bundle: return reachable(model::bundle_table, from, to);
    case entity_kind::coordinator: return reachable(model::coordinator_table, from, to);
    case entity_kind::action: return reachable(model::action_table, from, to);
    default: return workflow_reachable(from, to);
  }
}

}  // namespace

void auditor::blame(const std::string& what) {
  violations_.push_back("at " + date_text(time_.now()) + ": " + what);
}

std::string auditor::name_of(const entity_id& id) const {
  return id.job == 0 ? "(nobody)" : ids_.text(id);
}

/// A life begins: limits of starts begin anew, and what was ordered of the last one is forgotten.
void auditor::know_ids(const wire_ids& ids) {
  ids_ = ids;
  ++life_;
  flows_.life_begins();
  starts_.clear();
  may_start_.clear();
  purges_.clear();
  unclaimed_ = {};
}

void auditor::synced(const kv_batch& batch) {
  ++batches_;
  touched_.clear();
  for (const kv_view change : batch) {
    if (!head_.empty() && !is_page_change(change)) finish_head();
    if (!change.range_end.empty()) {
      deleted_range(change);
    } else if (change.where == table::definition) {
      auto text = change.value ? store::decode_definition(*change.value)
                               : result<model::definition_text>(failure{});
      if (text)
        texts_.insert_or_assign(std::string(change.key), std::move(*text));
      else
        texts_.erase(std::string(change.key));
    } else if (is_page_change(change)) {
      page_changed(change);
    } else if (change.where == table::record) {
      const auto id = store::parse_record_key(change.key);
      if (!id || (!change.value && !records_.contains(*id))) {
        blame("a record that is not there was deleted, or its key cannot be read");
        continue;
      }
      if (!change.value) {
        deleted(*id);
        continue;
      }
      if (store::is_head(*change.value)) {
        head_.assign(change.key);
        head_value_.assign(*change.value);
        continue;
      }
      auto record = store::decode_record(id->kind, *change.value);
      if (!record)
        blame("a record cannot be read: " + record.error().text());
      else
        written(*id, std::move(*record));
    } else if (change.where == table::journal) {
      check_journal(change);
    } else if (change.where == table::quarantine) {
      if (const auto id = store::parse_record_key(change.key)) {
        if (!change.value) {  // a kill ends it
          quarantined_.erase(*id);
          continue;
        }
        quarantined_.insert(*id);
        ever_quarantined_.insert(*id);
        wounded_.insert(id->root);
        const auto note = change.value ? store::decode_note(*change.value)
                                       : result<model::quarantine_note>(failure{});
        if (!note || note->why.empty() || note->event.empty())
          blame(name_of(*id) + " was quarantined without event or reason");
        else if (note->why != "poisoned on purpose")
          blame(name_of(*id) + " was quarantined at " + note->event + ": " + note->why);
      }
    }
  }
  if (!head_.empty()) finish_head();
  settle_purged();
  after_batch();
}

void auditor::check_journal(const kv_view& change) {
  const auto at = store::parse_journal_key(change.key);
  if (!at) return blame("a journal key cannot be read");
  if (!change.value) return;  // of a tree that is purged
  if (at->sequence != sequence_ + 1)
    blame("journal sequence " + std::to_string(at->sequence) + " follows " +
          std::to_string(sequence_));
  sequence_ = at->sequence;
  const auto entry = store::decode_entry(at->partition, at->root, at->sequence, *change.value);
  if (!entry) return blame("a journal entry cannot be read: " + entry.error().text());
  if (entry->snapshot) return check_snapshot(*entry);
  if (const auto leaves = leaving_.extract(entry->entity); !leaves.empty())
    taken_away(leaves.key(), leaves.mapped());
  if (std::pair{entry->entity, entry->version} != last_step_)
    blame("the journal entry of " + name_of(entry->entity) + " version " +
          std::to_string(entry->version) + " does not stand beside its record");
  if (const auto* of_action = std::get_if<model::action_event>(&entry->event)) {
    if (const auto* rerun = std::get_if<model::action_events::rerun>(of_action))
      check_rerun_event(entry->entity, *rerun);
    if (std::get_if<model::action_events::outputs_cleaned>(of_action)) check_cleaned(entry->entity);
    if (std::get_if<model::action_events::submitted>(of_action) ||
        std::get_if<model::action_events::workflow_rerun>(of_action))
      check_kept(entry->entity);
  } else if (const auto* of_job = std::get_if<model::coordinator_event>(&entry->event)) {
    if (const auto* pruned = std::get_if<model::coordinator_events::pruned>(of_job))
      said_to_go(entry->entity, *pruned);
  } else if (const auto* of_bundle = std::get_if<model::bundle_event>(&entry->event)) {
    if (const auto* retried = std::get_if<model::bundle_events::retried>(of_bundle))
      check_retried(entry->entity, *retried);
  }
}

void auditor::written(const entity_id& id, model::any_record next) {
  if (quarantined_.contains(id)) blame(name_of(id) + " was stepped although it is quarantined");
  const auto found = records_.find(id);
  const model::any_record* old = found == records_.end() ? nullptr : &found->second;
  last_step_ = {id, model::version_of(next)};
  check_move(id, old, next);
  if (const auto* action = std::get_if<model::action_record>(&next))
    check_action(id, old ? std::get_if<model::action_record>(old) : nullptr, *action);
  if (const auto* job = std::get_if<model::coordinator_record>(&next)) lowered(id, *job);
  if (const auto* workflow = std::get_if<model::workflow_record>(&next)) {
    workflows_.emplace(id.job, id);
    const auto* before = old ? std::get_if<model::workflow_record>(old) : nullptr;
    check_workflow_step(id, before, *workflow);
    flows_.written(id, before, *workflow);
  }
  if (on_written) on_written(id, old, next);
  if (id.job == id.root && id.kind != entity_kind::action) roots_.insert_or_assign(id.root, id);
  records_.insert_or_assign(id, std::move(next));
  touched_.insert(id);
  if (id.kind == entity_kind::action) touched_.insert(coordinator_of(id));
}

/// By a step of its own, or by a purge: the rest of the batch tells.
void auditor::deleted(const entity_id& id) {
  last_step_ = {id, model::version_of(records_.at(id)) + 1};
  leaving_.insert(records_.extract(id));
}

/// Only actions that their job does not reach any more, and that have not started.
void auditor::taken_away(const entity_id& id, const model::any_record& old) {
  const auto* job = record<model::coordinator_record>(coordinator_of(id));
  const model::status state = model::state_of(old);
  const bool may_go = state == model::status::waiting || state == model::status::ready;
  if (id.kind != entity_kind::action || job == nullptr || id.number <= job->actions || !may_go)
    blame(name_of(id) + " was taken away as " + std::string(model::name(state)));
  if (quarantined_.contains(id)) blame(name_of(id) + " was taken away although it is quarantined");
  touched_.insert(coordinator_of(id));
}

void auditor::check_move(const entity_id& id, const model::any_record* old,
                         const model::any_record& next) {
  const model::status from = old ? model::state_of(*old) : model::status::none;
  const uint64_t version = old ? model::version_of(*old) : 0;
  const model::status to = model::state_of(next);
  if (model::version_of(next) != version + 1)
    blame(name_of(id) + ": version " + std::to_string(model::version_of(next)) + " follows " +
          std::to_string(version));
  if (const auto* bundle = std::get_if<model::bundle_record>(&next))
    if (bundle->retry_at != never) may_come_back_.insert(id.root);
  if (!may_move(id.kind, from, to))
    blame(name_of(id) + ": no rule leads from " + std::string(model::name(from)) + " to " +
          std::string(model::name(to)));
  if (model::is_terminal(from) && from != to && to != model::status::ignored &&
      !may_come_back_.contains(id.root))
    blame(name_of(id) + ": left " + std::string(model::name(from)) + " for " +
          std::string(model::name(to)));
}

void auditor::after_batch() {
  for (const entity_id& id : touched_) {
    switch (id.kind) {
      case entity_kind::bundle: check_bundle(id); break;
      case entity_kind::coordinator: check_coordinator(id); break;
      case entity_kind::workflow: check_workflow(id); break;
      case entity_kind::action: {
        const auto* action = record<model::action_record>(id);
        if (action == nullptr) break;  // taken away by the same batch
        const entity_id workflow{id.partition, entity_kind::workflow, 0, id.root, action->workflow};
        if (action->workflow != 0 && !records_.contains(workflow))
          blame(name_of(id) + " names a workflow that is not on disk");
        break;
      }
      case entity_kind::none: break;
    }
  }
}

const model::definition_text* auditor::text_of(job_number root, const hash128& hash) const {
  const auto found = texts_.find(store::definition_key(store::partition_default, root, hash));
  return found == texts_.end() ? nullptr : &found->second;
}

std::shared_ptr<const model::workflow_definition> auditor::definition_of(
    const entity_id& id, const model::workflow_record& record) const {
  const auto* text = text_of(id.root, record.definition);
  auto definition = text ? definitions_.workflow(*text)
                         : result<std::shared_ptr<const model::workflow_definition>>(failure{});
  return definition ? *definition : nullptr;
}

void auditor::check_bundle(const entity_id& id) {
  const auto* bundle = record<model::bundle_record>(id);
  if (!text_of(id.root, bundle->definition)) blame(name_of(id) + ": its definition is not on disk");
  for (const model::bundle_member& member : bundle->members) {
    const entity_id child{id.partition, entity_kind::coordinator, 0, id.root, member.coordinator};
    if (records_.contains(child) != member.created)
      blame(name_of(id) + ": " + name_of(child) +
            (member.created ? " is said to be created and is not on disk"
                            : " is on disk and not said to be created"));
  }
}

void auditor::check_workflow(const entity_id& id) {
  const auto* workflow = record<model::workflow_record>(id);
  if (!text_of(id.root, workflow->definition))
    blame(name_of(id) + ": its definition is not on disk");
  if (workflow->conf_base != hash128{} && !text_of(id.root, workflow->conf_base))
    blame(name_of(id) + ": the definition below its configuration is not on disk");
  if (workflow->parent.kind != entity_kind::action) return;  // flow_children.cpp
  const auto* action = record<model::action_record>(workflow->parent);
  if (action == nullptr || action->workflow != id.job)
    blame(name_of(id) + ": its action does not know it");
}

void auditor::check_coordinator(const entity_id& id) {
  const auto* job = record<model::coordinator_record>(id);
  if (job == nullptr) return blame(name_of(id) + " has actions and is not on disk");
  if (!text_of(id.root, job->definition)) blame(name_of(id) + ": its definition is not on disk");
  const coordinator_spec* spec = spec_of(id);
  if (spec == nullptr) return blame(name_of(id) + ": nobody asked for '" + job->name + "'");
  const auto actions = actions_of(id);
  uint32_t made = 0;
  if (const auto gone = gone_.find(id); gone != gone_.end())
    for (const auto& [number, each] : gone->second) made += each.count;
  for (const auto& [action, state] : actions)
    if (action.number <= job->actions) made += model::actions_in(*state, action.number);
  if (made != job->actions)
    blame(name_of(id) + ": " + std::to_string(made) + " actions are on disk, it counts " +
          std::to_string(job->actions));
  if (made > 0 && spec->nominal(made) != job->last_nominal)
    blame(name_of(id) + ": its high-water mark is not the last action's nominal time");
  check_gone_counts(id, *job);
  check_end(id, *job);
}

void auditor::check_end(const entity_id& id, const model::coordinator_record& whole) {
  const model::coordinator_record* job = &whole;
  const coordinator_spec* spec = spec_of(id);
  const auto actions = actions_of(id);
  // A killed job makes nothing more, also when some of its actions are run again.
  const bool came_back = may_come_back_.contains(id.root);
  if (job->done && !model::is_terminal(job->state) && job->actions != spec->total() && !came_back)
    blame(name_of(id) + " is done with " + std::to_string(job->actions) + " of " +
          std::to_string(spec->total()) + " actions");
  int64_t waiting = 0;
  bool live = !job->done;
  for (const auto& [action, state] : actions) {
    // One that is about to be passed over does not count in a job that catches up.
    waiting +=
        state->state == model::status::waiting && spec->skip_from(action.number) >= time_.now();
    live = live || (!model::is_terminal(state->state) && action.number <= job->actions);
  }
  if (live && model::is_terminal(job->state) && job->state != model::status::killed)
    blame(name_of(id) + " has ended before its actions");
  if (waiting > spec->throttle && !came_back)
    blame(name_of(id) + ": " + std::to_string(waiting) + " actions wait, its throttle is " +
          std::to_string(spec->throttle));
}

const coordinator_spec* auditor::spec_of(const entity_id& coordinator) const {
  const auto* job = record<model::coordinator_record>(coordinator);
  return job ? specs_.coordinator_named(job->name) : nullptr;
}

std::vector<std::pair<entity_id, const model::action_record*>> auditor::actions_of(
    const entity_id& coordinator) const {
  std::vector<std::pair<entity_id, const model::action_record*>> out;
  const auto gone = gone_.find(coordinator);
  for (uint32_t number = 1;;) {
    if (gone != gone_.end() && gone->second.contains(number)) {
      number += gone->second.at(number).count;
      continue;
    }
    const entity_id id = action_of(coordinator, number);
    const auto* found = record<model::action_record>(id);
    if (found == nullptr) break;
    out.emplace_back(id, found);
    number += model::actions_in(*found, number);
  }
  // Those before it went, and it stays until somebody kills it.
  for (const entity_id& each : quarantined_) {
    const bool listed = !out.empty() && each.number <= out.back().first.number;
    if (each.kind != entity_kind::action || coordinator_of(each) != coordinator || listed) continue;
    if (const auto* found = record<model::action_record>(each)) out.emplace_back(each, found);
  }
  return out;
}

}  // namespace foliot::sim
