// What a purge may take away: whole trees at rest, and of living ones old actions that their
// coordinator goes on to count. Nothing of what went may stay.
#include <algorithm>
#include <utility>

#include "store/keys.hpp"
#include "store/node_pages.hpp"
#include "tests/sim/auditor.hpp"

namespace foliot::sim {

namespace {

/// It has ended, nothing of it is under way, and nothing is to come.
bool rests(const model::any_record& record) {
  if (!model::is_terminal(model::state_of(record)) || model::is_pending(record)) return false;
  if (const auto* bundle = std::get_if<model::bundle_record>(&record))
    return bundle->retry_at == never;
  const auto* workflow = std::get_if<model::workflow_record>(&record);
  return workflow == nullptr || std::none_of(workflow->nodes.begin(), workflow->nodes.end(),
                                             [](const auto& node) { return node.open; });
}

instant last_change(const model::any_record& record) {
  return std::visit([](const auto& content) { return content.modified; }, record);
}

int64_t age_of(const actors::purge_settings& how, entity_kind kind) {
  if (kind == entity_kind::bundle) return how.bundle_ms;
  return kind == entity_kind::coordinator ? how.coordinator_ms : how.workflow_ms;
}

}  // namespace

void auditor::purging(const http::purge_request& what) {
  if (what.preview) return;
  actors::purge_settings how = specs_.purge;
  const auto take = [](int64_t& age, const std::optional<uint32_t>& days) {
    if (days) age = *days * ms_per_day;
  };
  take(how.workflow_ms, what.workflow_days);
  take(how.coordinator_ms, what.coordinator_days);
  take(how.bundle_ms, what.bundle_days);
  how.old_actions = what.old_actions.value_or(how.old_actions);
  purges_.push_back(std::move(how));
}

/// They are obeyed one after the other; what went since the last one is its doing, where the engine
/// does not purge by itself.
void auditor::purged(const http::purge_request& what, const http::purged& told) {
  if (what.limit != 0 && told.trees > what.limit)
    blame("a purge took " + std::to_string(told.trees) + " trees, its limit is " +
          std::to_string(what.limit));
  if (what.preview) return;
  if (purges_.empty()) return blame("a purge that nobody ordered was answered");
  purges_.erase(purges_.begin());
  const http::purged gone = std::exchange(unclaimed_, {});
  if (specs_.purge.pause_ms != 0) return;
  if (told.trees != gone.trees || told.actions != gone.actions || told.workflows != gone.workflows)
    blame("a purge tells of " + std::to_string(told.trees) + " trees, " +
          std::to_string(told.actions) + " actions and " + std::to_string(told.workflows) +
          " workflows, and " + std::to_string(gone.trees) + ", " + std::to_string(gone.actions) +
          " and " + std::to_string(gone.workflows) + " went");
}

bool auditor::is_gone(const entity_id& id) const {
  if (buried_.contains(id.root) || gone_workflows_.contains(id.job)) return true;
  const auto gone = gone_.find(coordinator_of(id));
  if (id.kind != entity_kind::action || gone == gone_.end()) return false;
  const auto behind = gone->second.upper_bound(id.number);
  if (behind == gone->second.begin()) return false;
  const auto& [first, what] = *std::prev(behind);
  return id.number < first + what.count;
}

bool auditor::may_go(job_number root) const {
  const auto found = roots_.find(root);
  return found == roots_.end() || !lives(records_.at(found->second));
}

std::vector<entity_id> auditor::left_over() const {
  std::vector<entity_id> out;
  for (const auto& [root, id] : roots_)
    if (!is_wounded(root)) out.push_back(id);
  return out;
}

void auditor::deleted_range(const kv_view& change) {
  const auto inside = [&](const std::string& key) {
    return key >= change.key && key < change.range_end;
  };
  if (change.where == table::definition) {
    std::erase_if(texts_, [&](const auto& text) { return inside(text.first); });
  } else if (change.where == table::quarantine) {
    std::erase_if(quarantined_, [&](const entity_id& id) { return inside(store::record_key(id)); });
  } else if (change.where == table::record) {
    std::vector<entity_id> ids;
    for (const auto& [id, record] : records_)
      if (inside(store::record_key(id))) ids.push_back(id);
    for (const entity_id& id : ids) deleted(id);
    counts_.let_go += std::erase_if(pages_, [&](const auto& page) { return inside(page.first); });
  }
}

/// It may be of an earlier version than the steps before it, never of another content.
void auditor::check_snapshot(const model::journal_entry& entry) {
  const auto found = records_.find(entry.entity);
  if (found == records_.end()) return blame(name_of(entry.entity) + " is not there: a snapshot");
  const uint64_t version = model::version_of(found->second);
  if (entry.version > version || (entry.version == version && *entry.snapshot != found->second))
    blame(name_of(entry.entity) + ": a snapshot is not what is on disk");
}

void auditor::said_to_go(const entity_id& coordinator,
                         const model::coordinator_events::pruned& event) {
  for (const auto& [first, last] : event.actions)
    for (uint32_t number = first; number <= last; ++number)
      said_to_go_.insert(action_of(coordinator, number));
  for (const job_number workflow : event.workflows)
    said_to_go_.insert(
        {coordinator.partition, entity_kind::workflow, 0, coordinator.root, workflow});
}

/// What the batch deleted, but for what was taken away by a step.
void auditor::settle_purged() {
  const auto gone = std::exchange(leaving_, {});
  for (const auto& [id, record] : gone)
    if (id.job == id.root && id.kind != entity_kind::action) roots_.erase(id.root);
  for (const auto& [id, record] : gone) {
    if (!rests(record))
      blame(name_of(id) + " was purged as " + std::string(model::name(model::state_of(record))));
    if (const auto* action = std::get_if<model::action_record>(&record))
      unclaimed_.actions += model::actions_in(*action, id.number);
    unclaimed_.workflows += id.kind == entity_kind::workflow;
    if (roots_.contains(id.root))
      check_pruned(id, record);
    else if (id.job == id.root && id.kind != entity_kind::action)
      check_buried(id, record);
  }
  for (const entity_id& id : std::exchange(said_to_go_, {}))
    if (records_.contains(id)) blame(name_of(id) + " is said to be purged and is on disk");
  for (const auto& [id, record] : gone)
    if (!roots_.contains(id.root) && !buried_.contains(id.root))
      blame(name_of(id) + " was purged without its tree");
}

void auditor::check_buried(const entity_id& root, const model::any_record& record) {
  ++counts_.buried;
  ++unclaimed_.trees;
  buried_.insert(root.root);
  std::visit(
      [this](const auto& content) {
        if constexpr (requires { content.name; }) buried_names_.insert(content.name);
      },
      record);
  if (!is_old(root.kind, record, false)) blame(name_of(root) + " was purged too early");
  const std::string prefix = store::tree_prefix(root.partition, root.root);
  for (const auto& [id, stays] : records_)
    if (id.root == root.root) blame(name_of(id) + " stays of a tree that was purged");
  for (const auto& [key, text] : texts_)
    if (key.starts_with(prefix)) blame("a definition stays of " + name_of(root));
  for (const entity_id& id : quarantined_)
    if (id.root == root.root) blame("a note stays of " + name_of(id));
}

/// Below what lives only actions go with their workflows, and workflows of runs before.
void auditor::check_pruned(const entity_id& id, const model::any_record& record) {
  if (!is_old(entity_kind::workflow, record, true))
    blame(name_of(id) + " was purged too early, " +
          std::to_string(time_.now().ms - last_change(record).ms) + " ms after its last change");
  if (!said_to_go_.contains(id)) blame(name_of(id) + " was purged and its coordinator is silent");
  if (const auto* action = std::get_if<model::action_record>(&record)) {
    const uint32_t count = model::actions_in(*action, id.number);
    counts_.pruned += count;
    gone_[coordinator_of(id)][id.number] = {action->state, count};
    touched_.insert(coordinator_of(id));
  } else if (const auto* workflow = std::get_if<model::workflow_record>(&record)) {
    gone_workflows_.insert(id.job);
    const auto* action_left = this->record<model::action_record>(workflow->parent);
    if (action_left == nullptr) return;
    const job_number again = action_left->extra ? action_left->extra->again : 0;
    if (action_left->workflow == id.job || again == id.job)
      blame(name_of(id) + " was purged and its action needs it");
  } else {
    blame(name_of(id) + " was purged below a living parent");
  }
}

void auditor::check_gone_counts(const entity_id& id, const model::coordinator_record& job) {
  std::map<model::status, uint32_t> known;
  if (const auto gone = gone_.find(id); gone != gone_.end())
    for (const auto& [number, each] : gone->second) known[each.state] += each.count;
  if (known != std::map<model::status, uint32_t>(job.gone.begin(), job.gone.end()))
    blame(name_of(id) + " does not count the actions that were purged");
}

/// For some purge that may be under way.
bool auditor::is_old(entity_kind kind, const model::any_record& record, bool below_living) const {
  const auto old = [&](const actors::purge_settings& how) {
    return (!below_living || how.old_actions) &&
           plus_ms(last_change(record), age_of(how, kind)) <= time_.now();
  };
  return (specs_.purge.pause_ms != 0 && old(specs_.purge)) ||
         std::any_of(purges_.begin(), purges_.end(), old);
}

void auditor::check_rows(const kv_store& store) {
  std::set<job_number> jobs;
  for (const auto& [id, record] : records_)
    if (id.kind != entity_kind::action) jobs.insert(id.job);
  for (auto where = table::record; where != table::audit;
       where = static_cast<table>(static_cast<uint8_t>(where) + 1)) {
    const auto scanned = store.scan(where, "", "", [&](std::string_view key, std::string_view) {
      check_row(where, key, jobs);
      return violations_.empty();
    });
    if (!scanned) blame("a table cannot be read: " + scanned.error().text());
  }
}

void auditor::check_row(table where, std::string_view key, const std::set<job_number>& jobs) {
  const auto orphan = [&] {
    blame("table " + std::to_string(static_cast<int>(where)) + " has a row of what is not there");
  };
  const auto job_at = [&](size_t at) {
    return store::decode_u64(key.substr(std::min(at, key.size()), 8)).value_or(0);
  };
  switch (where) {
    case table::record: {
      const auto id = store::parse_record_key(key);
      if (!id || !(store::is_page(*id) ? has_page(*id) : records_.contains(*id))) orphan();
      return;
    }
    case table::journal:
    case table::definition:
    case table::quarantine:
      if (!roots_.contains(job_at(2))) orphan();
      return;
    case table::by_id:
      if (!jobs.contains(job_at(2))) orphan();
      return;
    case table::by_parent:
      if (!jobs.contains(store::parse_by_parent_key(key).value_or(0))) orphan();
      return;
    case table::by_external: return;  // nobody gives names
    default: {
      const auto age = store::parse_age(key);
      if (!age || !jobs.contains(age->job)) orphan();
    }
  }
}

}  // namespace foliot::sim
