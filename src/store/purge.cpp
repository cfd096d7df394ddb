#include "store/purge.hpp"

#include <array>
#include <memory>
#include <variant>

#include "model/rest.hpp"
#include "store/codec.hpp"
#include "store/keys.hpp"
#include "store/step_batch.hpp"

namespace foliot::store {

namespace {

/// Up to so many rows are deleted one by one: a range is dearer to every later read.
constexpr size_t single_rows_max = 16;

constexpr std::array tree_tables{table::record, table::journal, table::definition,
                                 table::quarantine, table::by_parent};

void count(const entity_id& id, const model::any_record& record, purge_tally& out) {
  switch (id.kind) {
    case entity_kind::bundle: ++out.bundles; break;
    case entity_kind::coordinator: ++out.coordinators; break;
    case entity_kind::workflow: ++out.workflows; break;
    case entity_kind::action:
      out.actions += model::actions_in(std::get<model::action_record>(record), id.number);
      break;
    case entity_kind::none: break;
  }
}

gone_workflow gone(const entity_id& id, const model::workflow_record& record) {
  gone_workflow out{id, record.definition, {}};
  for (const model::node_state& node : record.nodes)
    out.nodes.emplace_back(node.node, node.attempt);
  return out;
}

/// Sums up what `rows` deletes outside the tree's own tables. Their values are roots of 8 bytes, in
/// by_id behind a kind.
uint64_t index_bytes(const kv_batch& rows) {
  uint64_t out = 0;
  for (const kv_view change : rows)
    out += change.key.size() + (change.where == table::by_id ? 9 : 8);
  return out;
}

}  // namespace

void purge_tally::add(const purge_tally& more) {
  trees += more.trees;
  bundles += more.bundles;
  coordinators += more.coordinators;
  actions += more.actions;
  workflows += more.workflows;
  entries += more.entries;
  bytes += more.bytes;
}

result<std::optional<tree_root>> next_tree(const kv_store& store, std::string_view from) {
  std::optional<tree_root> out;
  std::optional<failure> wrong;
  const auto scanned =
      store.scan(table::record, from, "", [&](std::string_view key, std::string_view value) {
        const auto id = parse_record_key(key);
        if (!id || id->job != id->root || id->number != 0)
          return wrong = corrupt("a tree has no record of its root"), false;
        auto record = decode_record(id->kind, value);
        if (!record) return wrong = std::move(record).error(), false;
        out = tree_root{*id, std::move(*record)};
        return false;
      });
  if (!scanned) return scanned.error();
  if (wrong) return *wrong;
  return out;
}

result<std::optional<model::any_record>> stored_record(const kv_store& store, const entity_id& id) {
  const auto row = store.get(table::record, record_key(id));
  if (!row) return row.error();
  if (!*row) return std::optional<model::any_record>();
  auto record = decode_record(id.kind, **row);
  if (!record) return std::move(record).error();
  return std::optional<model::any_record>(std::move(*record));
}

std::string begin_of_tree(const entity_id& root) { return tree_prefix(root.partition, root.root); }

std::string behind_tree(const entity_id& root) {
  return prefix_end(tree_prefix(root.partition, root.root));
}

// -- whole trees ----------------------------------------------------------------------------------

struct burial::content {
  std::array<stretch, tree_tables.size()> tables;
  kv_batch indexes;
  purge_tally tally;
  std::vector<gone_workflow> workflows;
  hash128 definition;  ///< Of the root.

  void row(size_t in, std::string_view key, std::string_view value) {
    stretch& at = tables[in];
    if (at.rows++ < single_rows_max) at.keys.emplace_back(key);
    tally.bytes += key.size() + value.size();
  }
};

result<bool> burial::read_records(const entity_id& root, content& out) const {
  const std::string prefix = tree_prefix(root.partition, root.root);
  std::optional<failure> wrong;
  bool rests = true;
  const auto take = [&](const entity_id& id, const model::any_record& record) {
    rests = rests && !model::must_live(record);
    count(id, record, out.tally);
    erase_index_rows(id, record, out.indexes);
    if (const auto* workflow = std::get_if<model::workflow_record>(&record))
      out.workflows.push_back(gone(id, *workflow));
    if (id.job != root.root || id.number != 0) return;
    std::visit(
        [&](const auto& of) {
          if constexpr (requires { of.definition; }) out.definition = of.definition;
        },
        record);
  };
  const auto scanned = store_.scan(
      table::record, prefix, prefix_end(prefix), [&](std::string_view key, std::string_view value) {
        const auto id = parse_record_key(key);
        if (!id) return wrong = corrupt("a key of a record cannot be read"), false;
        auto record = decode_record(id->kind, value);
        if (!record) return wrong = std::move(record).error(), false;
        out.row(0, key, value);
        take(*id, *record);
        return rests;
      });
  if (!scanned) return scanned.error();
  if (wrong) return *wrong;
  return rests;
}

result<void> burial::read_other(const entity_id& root, content& out) const {
  const std::string prefix = tree_prefix(root.partition, root.root);
  for (size_t i = 1; i < tree_tables.size(); ++i) {
    const auto scanned = store_.scan(tree_tables[i], prefix, prefix_end(prefix),
                                     [&](std::string_view key, std::string_view value) {
                                       out.row(i, key, value);
                                       return true;
                                     });
    if (!scanned) return scanned.error();
  }
  out.tally.entries = out.tables[1].rows;
  const auto row =
      store_.get(table::definition, definition_key(root.partition, root.root, out.definition));
  if (!row) return row.error();
  if (!*row) return {};
  const auto text = decode_definition(**row);
  if (!text) return text.error();
  erase_external_row(root, *text, out.indexes);
  return {};
}

result<bool> burial::add(const entity_id& root, bool adjacent) {
  content found;
  const auto rests = read_records(root, found);
  if (!rests || !*rests) return rests;
  if (auto read = read_other(root, found); !read) return read.error();
  found.tally.trees = 1;
  found.tally.bytes += index_bytes(found.indexes);
  tally_.add(found.tally);
  rows_.append(found.indexes);
  std::move(found.workflows.begin(), found.workflows.end(), std::back_inserter(workflows_));
  if (!adjacent) close_stretches();
  if (open_.empty())
    for (const table where : tree_tables) open_.push_back({where, "", "", {}, 0});
  for (size_t i = 0; i < tree_tables.size(); ++i) {
    stretch& all = open_[i];
    stretch& more = found.tables[i];
    if (more.rows == 0) continue;
    if (all.rows == 0) all.from = tree_prefix(root.partition, root.root);
    all.to = behind_tree(root);
    all.rows += more.rows;
    if (all.rows <= single_rows_max)
      std::move(more.keys.begin(), more.keys.end(), std::back_inserter(all.keys));
  }
  return true;
}

void burial::close_stretches() {
  for (const stretch& all : std::exchange(open_, {})) {
    if (all.rows > single_rows_max)
      rows_.erase_range(all.where, all.from, all.to);
    else
      for (const std::string& key : all.keys) rows_.erase(all.where, key);
  }
}

kv_batch burial::take_rows() {
  close_stretches();
  return std::move(rows_);
}

// -- the old part of a living tree ----------------------------------------------------------------

result<old_part> old_part_of(const kv_store& store, const entity_id& root, instant before,
                             size_t entries_max) {
  old_part out;
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
      const auto row = store_.get(table::record, record_key(id));
      if (!row) return row.error();
      if (!*row) continue;
      const auto noted = store_.get(table::quarantine, record_key(id));
      if (!noted) return noted.error();
      const auto record = decode_record(id.kind, **row);
      if (!record) return record.error();
      if (*noted || model::version_of(*record) != newest || model::must_live(*record)) continue;
      take(id, *record, (*row)->size());
    }
    return {};
  }

  result<std::map<entity_id, std::vector<old_action>>> finish() {
    std::map<entity_id, std::vector<old_action>> out;
    for (auto& [id, made] : actions_) {
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

    bool has(job_number job) const {
      for (const gone_workflow& each : what.workflows)
        if (each.id.job == job) return true;
      return false;
    }
  };

  void take(const entity_id& id, const model::any_record& record, size_t bytes) {
    if (const auto* action = std::get_if<model::action_record>(&record)) {
      found_action& of = at(id);
      of.found = true;
      of.workflow = action->workflow;
      of.what.count = model::actions_in(*action, id.number);
      of.what.state = action->state;
      erase(id, record, bytes, of.what);
      return;
    }
    const auto& workflow = std::get<model::workflow_record>(record);
    if (workflow.parent.kind != entity_kind::action) return;
    old_action& of = at(workflow.parent).what;
    of.workflows.push_back(gone(id, workflow));
    const std::string parent = by_parent_key(id.partition, id.root, workflow.parent.job, id.job);
    of.rows.erase(table::by_parent, parent);
    of.tally.bytes += parent.size() + 1;
    erase(id, record, bytes, of);
  }
  void erase(const entity_id& id, const model::any_record& record, size_t bytes,
             old_action& out) const {
    kv_batch indexes;
    erase_index_rows(id, record, indexes);
    const std::string key = record_key(id);
    out.rows.append(indexes);
    out.rows.erase(table::record, key);
    out.tally.bytes += index_bytes(indexes) + key.size() + bytes;
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
};

}  // namespace

result<std::map<entity_id, std::vector<old_action>>> old_actions(const kv_store& store,
                                                                 const old_part& old) {
  pairing pairs(store, old);
  if (auto read = pairs.read(); !read) return read.error();
  return pairs.finish();
}

}  // namespace foliot::store
