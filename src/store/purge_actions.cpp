// The old part of a living tree: its oldest journal entries, and which actions go with them.
#include <algorithm>
#include <map>
#include <memory>
#include <variant>

#include "model/rest.hpp"
#include "store/codec.hpp"
#include "store/keys.hpp"
#include "store/node_pages.hpp"
#include "store/purge.hpp"
#include "store/purge_rows.hpp"
#include "store/step_batch.hpp"

namespace foliot::store {

result<old_part> old_part_of(const kv_store& store, const entity_id& root, instant before,
                             size_t entries_max) {
  old_part out;
  out.before = before;
  std::optional<failure> wrong;
  const std::string prefix = tree_prefix(root.partition, root.root);
  const auto scanned =
      store.scan(table::journal, prefix, prefix_end(prefix),
                 [&](std::string_view key, std::string_view value) {
                   const auto at = parse_journal_key(key);
                   if (!at) return wrong = corrupt("a key of the journal cannot be read"), false;
                   const auto entry = decode_entry(at->partition, at->root, at->sequence, value);
                   if (!entry) return wrong = entry.error(), false;
                   out.more = out.entries == entries_max;
                   if (out.more || entry->now >= before) {
                     out.next = entry->now;
                     if (out.entries > 0) out.until = at->sequence;
                     return false;
                   }
                   uint64_t& version = out.versions[entry->entity];
                   version = std::max(version, entry->version);
                   ++out.entries;
                   out.bytes += key.size() + value.size();
                   out.until = at->sequence + 1;
                   return true;
                 });
  if (!scanned) return scanned.error();
  if (wrong) return *wrong;
  return out;
}

namespace {

/// Finds out which of the old workflows belong to which of the old actions.
class pairing {
 public:
  pairing(const kv_store& store, const old_part& old) : store_(store), old_(old) {}

  result<void> read() {
    // In the order of ids actions come before the workflows, which name theirs.
    for (const auto& [id, newest] : old_.versions) {
      if (id.kind != entity_kind::action && id.kind != entity_kind::workflow) continue;
      const auto found = read_row(id);
      if (!found) return found.error();
      // One that was taken away and made anew has versions that were there before.
      if (*found && (*found)->rests && model::version_of((*found)->record) == newest &&
          model::modified_of((*found)->record) < old_.before)
        take(id, (*found)->record, (*found)->bytes);
    }
    return {};
  }

  result<std::map<entity_id, std::vector<old_action>>> finish() {
    if (auto read = read_others(); !read) return read.error();
    std::map<entity_id, std::vector<old_action>> out;
    for (auto& [id, made] : actions_) {
      if (made.stays) continue;
      const entity_id current{id.partition, entity_kind::workflow, 0, id.root, made.workflow};
      if (made.workflow != 0 && !made.has(made.workflow)) {
        const auto there = store_.get(table::record, record_key(current));
        if (!there) return there.error();
        if (*there) continue;  // its workflow stays
      }
      if (!made.found) {  // only workflows of it are old: they go where it went before
        const auto there = store_.get(table::record, record_key(id));
        if (!there) return there.error();
        if (*there) continue;
      }
      out[coordinator_of(id)].push_back(std::move(made.what));
    }
    return out;
  }

 private:
  struct found_action {
    old_action what;
    job_number workflow = 0;
    bool found = false;  ///< Its own record is old, not only workflows of it.
    bool stays = false;  ///< A workflow of it still moves.

    bool has(job_number job) const {
      for (const gone_workflow& each : what.workflows)
        if (each.id.job == job) return true;
      return false;
    }
  };

  struct stored_row {
    model::any_record record;
    size_t bytes = 0;    ///< Of its rows, their keys too.
    bool rests = false;  ///< And nothing is noted of it.
  };
  result<std::optional<stored_row>> read_row(const entity_id& id) const {
    auto row = read_record(store_, id);
    if (!row) return std::move(row).error();
    if (!*row) return std::optional<stored_row>();
    const auto noted = store_.get(table::quarantine, record_key(id));
    if (!noted) return noted.error();
    const bool rests = !*noted && !model::must_live((*row)->record);
    return std::optional<stored_row>({std::move((*row)->record), (*row)->bytes, rests});
  }

  /// Whether it may go though its newest entry stays. The first entry that stays may be its last
  /// step itself.
  bool is_old(const stored_row& row) const {
    const instant modified = model::modified_of(row.record);
    return row.rests && modified <= old_.next && modified < old_.before;
  }

  /// An old action takes all its workflows along, also those whose newest entry is not old: it is
  /// their snapshot, from when the action still moved.
  result<void> read_others() {
    std::map<entity_id, job_number> newest;  // of each coordinator with an old action
    for (const auto& [id, made] : actions_) {
      if (!made.found) continue;
      job_number& job = newest[coordinator_of(id)];
      job = std::max(job, made.workflow);
    }
    for (const auto& [coordinator, job] : newest)
      if (auto read = read_others_of(coordinator, job); !read) return read;
    return read_below();
  }
  /// A workflow takes those below it along, or stays with them.
  result<void> read_below() {
    std::vector<std::pair<entity_id, entity_id>> ahead;  // workflow, its action
    for (const auto& [action, made] : actions_)
      for (const gone_workflow& each : made.what.workflows) ahead.emplace_back(each.id, action);
    while (!ahead.empty()) {
      const auto [parent, action] = ahead.back();
      ahead.pop_back();
      auto children = jobs_below(parent, UINT64_MAX);
      if (!children) return std::move(children).error();
      for (const entity_id& child : *children) {
        const auto found = read_row(child);
        if (!found) return found.error();
        if (!*found) continue;
        if (is_old(**found)) {
          take(child, (*found)->record, (*found)->bytes);
          ahead.emplace_back(child, action);
        } else {
          at(action).stays = true;
        }
      }
    }
    return {};
  }
  /// Workflows are numbered as they are born: what a rerun left behind stands before the newest.
  result<void> read_others_of(const entity_id& coordinator, job_number newest) {
    auto others = jobs_below(coordinator, newest);
    if (!others) return std::move(others).error();
    for (const entity_id& id : *others)
      if (auto read = read_other(id); !read) return read;
    return {};
  }
  /// The workflows below `parent` that are not taken yet, up to number `newest`.
  result<std::vector<entity_id>> jobs_below(const entity_id& parent, job_number newest) const {
    std::vector<entity_id> out;
    bool readable = true;
    const auto scanned = store_.scan(
        table::by_parent, by_parent_prefix(parent.partition, parent.root, parent.job),
        prefix_end(by_parent_key(parent.partition, parent.root, parent.job, newest)),
        [&](std::string_view key, std::string_view) {
          const auto job = parse_by_parent_key(key);
          if (!job) return readable = false;
          if (!taken_.contains(*job))
            out.push_back({parent.partition, entity_kind::workflow, 0, parent.root, *job});
          return true;
        });
    if (!scanned) return scanned.error();
    if (!readable) return corrupt("an index row of children cannot be read");
    return out;
  }
  result<void> read_other(const entity_id& id) {
    const auto found = read_row(id);
    if (!found) return found.error();
    if (!*found) return {};
    const model::any_record& record = (*found)->record;
    const auto of = actions_.find(std::get<model::workflow_record>(record).parent);
    if (of == actions_.end() || !of->second.found) return {};
    if (is_old(**found))
      take(id, record, (*found)->bytes);
    else
      of->second.stays = true;
    return {};
  }

  void take(const entity_id& id, const model::any_record& record, size_t bytes) {
    if (const auto* action = std::get_if<model::action_record>(&record)) {
      found_action& of = at(id);
      of.found = true;
      of.workflow = action->workflow;
      of.what.count = model::actions_in(*action, id.number);
      of.what.state = action->state;
      of.what.version = action->version;
      erase(id, record, bytes, of.what);
      return;
    }
    const auto& workflow = std::get<model::workflow_record>(record);
    const auto above = taken_.find(workflow.parent.job);
    const bool nested = workflow.parent.kind == entity_kind::workflow && above != taken_.end();
    if (!nested && workflow.parent.kind != entity_kind::action) return;
    const entity_id action = nested ? above->second : workflow.parent;
    old_action& of = at(action).what;
    of.workflows.push_back(gone(id, workflow));
    taken_.emplace(id.job, action);
    const std::string parent = by_parent_key(id.partition, id.root, workflow.parent.job, id.job);
    of.rows.erase(table::by_parent, parent);
    of.tally.bytes += parent.size() + 1;
    erase(id, record, bytes, of);
  }
  void erase(const entity_id& id, const model::any_record& record, size_t bytes,
             old_action& out) const {
    kv_batch indexes;
    erase_index_rows(id, record, indexes);
    out.rows.append(indexes);
    erase_record(id, record, out.rows);
    out.tally.bytes += index_bytes(indexes) + bytes;
    count(id, record, out.tally);
  }
  found_action& at(const entity_id& action) {
    found_action& of = actions_[action];
    if (of.what.number == 0) {
      of.what.number = action.number;
      of.what.count = 0;
    }
    return of;
  }

  const kv_store& store_;
  const old_part& old_;
  std::map<entity_id, found_action> actions_;
  std::map<job_number, entity_id> taken_;  ///< Workflows, with the action each goes with.
};

}  // namespace

result<std::map<entity_id, std::vector<old_action>>> old_actions(const kv_store& store,
                                                                 const old_part& old) {
  pairing pairs(store, old);
  if (auto read = pairs.read(); !read) return read.error();
  return pairs.finish();
}

}  // namespace foliot::store
