// The programs of a journal that is retold: when each began, when and how it ended.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "model/workflow.hpp"
#include "rehearsal/retold_draft.hpp"
#include "rehearsal/retold_tree.hpp"

namespace foliot::rehearsal {

class retold_runs {
 public:
  retold_runs(const retold_tree& tree, retold_draft& draft) : tree_(tree), draft_(draft) {}

  /// A step of workflow `id` led from `before` to `after`.
  void stepped(const told_place& at, const entity_id& id, const model::workflow_record& before,
               const model::workflow_record& after);
  /// The news that the step took; what it leads to is the tree's record already.
  void ended(const told_place& at, const entity_id& id,
             const model::workflow_events::run_ended& news);
  /// Tells all of them.
  void write();

 private:
  using key = std::tuple<entity_id, model::node_index, uint16_t>;  ///< Workflow, node, attempt.

  struct run {
    told_place begun;
    std::string who;  ///< The workflow's name at that time; empty: no name leads to it.
    std::string node;
    bool is_program = false;
    bool over = false;
    std::string does = "hangs";  ///< Behind the node's name.
  };

  void lost(const told_place& at, const run& which);
  std::string part_of(const told_place& at, const run& which,
                      const model::workflow_events::run_ended& news);

  const retold_tree& tree_;
  retold_draft& draft_;
  std::map<key, run> runs_;
};

}  // namespace foliot::rehearsal
