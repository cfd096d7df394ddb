// From entries of the journal back to records: one entity is followed through its own steps, in the
// context that each had (architecture 10). Pure, over definitions that somebody else looks up.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/hash.hpp"
#include "base/ids.hpp"
#include "base/result.hpp"
#include "model/journal.hpp"
#include "model/reader.hpp"

namespace foliot::model {

/// The definitions of one tree by their hash. Every function fails with errc::not_found where the
/// tree does not hold it, and where it is not understood any more.
class definition_source {
 public:
  virtual ~definition_source() = default;

  virtual result<std::shared_ptr<const definition_text>> text(const hash128& hash) = 0;
  virtual result<std::shared_ptr<const bundle_definition>> bundle(const hash128& hash) = 0;
  virtual result<std::shared_ptr<const coordinator_definition>> coordinator(
      const hash128& hash) = 0;
  virtual result<std::shared_ptr<const workflow_definition>> workflow(const hash128& hash) = 0;
};

/// The definitions of tree `root` as `from` holds them, understood by `understands`. All three
/// outlive it.
class tree_definitions final : public definition_source {
 public:
  tree_definitions(const reader& from, const definitions& understands, job_number root)
      : from_(from), understands_(understands), root_(root) {}

  result<std::shared_ptr<const definition_text>> text(const hash128& hash) override;
  result<std::shared_ptr<const bundle_definition>> bundle(const hash128& hash) override;
  result<std::shared_ptr<const coordinator_definition>> coordinator(const hash128& hash) override;
  result<std::shared_ptr<const workflow_definition>> workflow(const hash128& hash) override;

 private:
  const reader& from_;
  const definitions& understands_;
  job_number root_;
  std::map<hash128, std::shared_ptr<const definition_text>> texts_;
};

// -- one step of each kind, in the context that it had --------------------------------------------

result<bundle_step> step_of(definition_source& definitions, const journal_entry& entry,
                            const bundle_record& record, const bundle_event& event);
result<coordinator_step> step_of(definition_source& definitions, const journal_entry& entry,
                                 const coordinator_record& record, const coordinator_event& event);
/// `job`: the coordinator's record, as it was then or later: actions keep their definition.
result<action_step> step_of(definition_source& definitions, const journal_entry& entry,
                            const action_record& record, const action_event& event,
                            const coordinator_record& job);
/// `wire`: the workflow's id as text.
result<workflow_step> step_of(definition_source& definitions, const journal_entry& entry,
                              const workflow_record& record, const workflow_event& event,
                              const std::string& wire);

/// Who an entity is, and where what its steps need is found. All of it outlives the fold.
struct fold_context {
  entity_id self;
  std::string wire;  ///< The entity's id as text.
  definition_source* definitions = nullptr;
  /// Of an action: its coordinator's record, as it is now.
  std::function<result<coordinator_record>()> coordinator = {};
};

/// Follows one entity. Takes its entries in the order of their sequence, snapshots as well: where
/// its birth was purged it begins with the first snapshot (docs/purge.md), which stands behind
/// entries that are older than it.
class entity_fold {
 public:
  /// Is shown each step that could be followed.
  using step_fn =
      std::function<void(const journal_entry&, const any_record& before, const any_record& after)>;

  explicit entity_fold(fold_context context);

  /// Fails where the entry is not what the core makes of the record: with errc::corrupt, naming
  /// the entry's sequence; nothing is followed from then on.
  result<void> take(const journal_entry& entry, const step_fn& shown = {});

  /// Whether there was a birth or a snapshot. Without, `record` is a blank one.
  bool begun() const { return begun_; }
  /// Version of the snapshot that it began with; 0: its birth.
  uint64_t known_from() const { return known_from_; }
  /// The version of the newest entry that was taken; 0: none.
  uint64_t seen() const { return seen_; }
  /// A blank record (version 0) before the birth, and after it was taken away again.
  const any_record& record() const { return record_; }

 private:
  result<void> begin(const any_record& snapshot, const step_fn& shown);
  result<void> follow(const journal_entry& entry, const step_fn& shown);
  template <class Record, class Event>
  result<void> advance_by(const journal_entry& entry, const step_fn& shown);

  fold_context context_;
  any_record record_;
  bool begun_ = false;
  uint64_t known_from_ = 0;
  uint64_t seen_ = 0;
  std::optional<failure> lost_;
  std::vector<journal_entry> waiting_;  ///< Before the snapshot that it begins with.
};

/// A record of that kind that is not born.
any_record blank_record(entity_kind kind);

}  // namespace foliot::model
