// What the purge takes away (docs/purge.md): whole trees at rest, and of a living tree the old
// actions with their workflows. Nothing here writes: the rows to delete are collected in batches.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/hash.hpp"
#include "base/ids.hpp"
#include "base/instant.hpp"
#include "base/kv_store.hpp"
#include "base/result.hpp"
#include "model/journal.hpp"

namespace foliot::store {

/// What goes, or would go, counted.
struct purge_tally {
  uint64_t trees = 0;  ///< Whole ones.
  uint64_t bundles = 0;
  uint64_t coordinators = 0;
  uint64_t actions = 0;
  uint64_t workflows = 0;
  uint64_t entries = 0;  ///< Of the journal.
  uint64_t bytes = 0;    ///< Of keys and values.

  uint64_t jobs() const { return bundles + coordinators + workflows; }
  void add(const purge_tally& more);
  friend bool operator==(const purge_tally&, const purge_tally&) = default;
};

/// A workflow that goes, as far as its programs' output has to be found.
struct gone_workflow {
  entity_id id;
  hash128 definition;
  std::vector<std::pair<model::node_index, uint16_t>> nodes;  ///< With the last attempt of each.
};

struct tree_root {
  entity_id id;
  model::any_record record;
};

/// The first tree whose keys are not below `from`; nothing behind the last. Fails as the store does
/// and with errc::corrupt.
result<std::optional<tree_root>> next_tree(const kv_store& store, std::string_view from);
/// Where the keys of the tree of `root` begin.
std::string begin_of_tree(const entity_id& root);
/// Where the tree behind that of `root` may begin; empty behind the last that can be.
std::string behind_tree(const entity_id& root);

/// The record of `id`, nothing where there is none; of an action inside a range: nothing. Fails as
/// the store does and with errc::corrupt.
result<std::optional<model::any_record>> stored_record(const kv_store& store, const entity_id& id);

/// Collects whole trees, in ascending order. Neighbours, with no tree between them, become one
/// range of each table, so that the database has few ranges to remember.
class burial {
 public:
  explicit burial(const kv_store& store) : store_(store) {}

  /// Takes the tree of `root` whole. `adjacent`: nothing stands between it and the one before.
  /// False, and nothing is taken, when something of it is not at rest. Fails as the store does.
  result<bool> add(const entity_id& root, bool adjacent);

  const purge_tally& tally() const { return tally_; }
  /// Bytes of the batch so far, about.
  size_t batch_bytes() const { return rows_.bytes(); }
  /// All deletions; nothing may be added any more.
  kv_batch take_rows();
  std::vector<gone_workflow> take_workflows() { return std::move(workflows_); }

 private:
  /// The rows of neighbouring trees in one table: keys while they are few, else a range.
  struct stretch {
    table where = table::meta;
    std::string from;
    std::string to;
    std::vector<std::string> keys;
    size_t rows = 0;
  };
  struct content;

  result<bool> read_records(const entity_id& root, content& out) const;
  result<void> read_other(const entity_id& root, content& out) const;
  void close_stretches();

  const kv_store& store_;
  std::vector<stretch> open_;
  kv_batch rows_;
  purge_tally tally_;
  std::vector<gone_workflow> workflows_;
};

/// The oldest part of a tree's journal.
struct old_part {
  uint64_t until = 0;      ///< The first sequence that stays; 0: nothing is old.
  bool more = false;       ///< `entries_max` ended it, not the time.
  instant next = never;    ///< When the first entry that stays was written; `never`: none stays.
  instant before = never;  ///< What was written at that time or later is not old.
  std::map<entity_id, uint64_t> versions;  ///< Of each entity in it, the newest version.
  uint64_t entries = 0;
  uint64_t bytes = 0;
};
/// What was written before `before`, without a gap, at most `entries_max` entries. Fails as the
/// store does and with errc::corrupt.
result<old_part> old_part_of(const kv_store& store, const entity_id& root, instant before,
                             size_t entries_max);

/// One record of an action that may go, with the workflows below it.
struct old_action {
  uint32_t number = 0;
  uint32_t count = 0;  ///< How many actions its record stands for; 0: only its workflows go.
  model::status state = model::status::none;
  uint64_t version = 0;  ///< Of its record, where `count` is not 0.
  std::vector<gone_workflow> workflows;
  purge_tally tally;
  kv_batch rows;  ///< Deletes all of it but the journal.
};
/// Of each coordinator, the actions whose whole history lies in `old` and that are at rest, with
/// all their workflows. Fails as the store does.
result<std::map<entity_id, std::vector<old_action>>> old_actions(const kv_store& store,
                                                                 const old_part& old);

}  // namespace foliot::store
