// The entities of a journal that is retold: their records as the entries go by, and their names in
// the scenario.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>

#include "model/entity_fold.hpp"
#include "model/journal.hpp"
#include "rehearsal/retelling.hpp"

namespace foliot::rehearsal {

/// What scenarios call the outermost job.
inline constexpr const char* told_root = "R";

class retold_tree {
 public:
  explicit retold_tree(const told_tree& tree) : tree_(tree) {}

  /// Follows the next entry; fails as entity_fold.
  result<void> take(const model::journal_entry& entry, const model::entity_fold::step_fn& shown);

  /// The record as it stands; null where there is none (yet, or any more).
  template <class Record>
  const Record* record(const entity_id& id) const {
    const auto found = folds_.find(id);
    const auto* out =
        found == folds_.end() ? nullptr : std::get_if<Record>(&found->second.record());
    return out != nullptr && out->version != 0 ? out : nullptr;
  }
  /// All that were ever there, in the order of their ids.
  const std::map<entity_id, model::entity_fold>& all() const { return folds_; }

  /// NAME, NAME/MEMBER, ...@N, ...@N/workflow, WORKFLOW/NODE; nothing where no name leads to it.
  std::optional<std::string> name(const entity_id& id) const;
  /// The name, or the id where there is none.
  std::string called(const entity_id& id) const;

  std::shared_ptr<const model::workflow_definition> workflow(const hash128& hash) const;
  /// The definition that action `id` was made by.
  std::shared_ptr<const model::coordinator_definition> coordinator_behind(
      const entity_id& action) const;
  /// The name of node `index`; empty where the definition does not know it.
  std::string node(const model::workflow_record& of, model::node_index index) const;

 private:
  model::fold_context context_of(const entity_id& id);
  std::optional<std::string> workflow_name(const entity_id& id, int above_max) const;

  told_tree tree_;
  std::map<entity_id, model::entity_fold> folds_;
};

}  // namespace foliot::rehearsal
