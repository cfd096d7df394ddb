// What users asked for in a journal that is retold: the submission and the orders.
#pragma once

#include <string>
#include <vector>

#include "model/journal.hpp"
#include "rehearsal/retold_draft.hpp"
#include "rehearsal/retold_tree.hpp"

namespace foliot::rehearsal {

class retold_orders {
 public:
  retold_orders(const told_tree& source, const retold_tree& tree, retold_draft& draft)
      : source_(source), tree_(tree), draft_(draft) {}

  /// The birth of the outermost job.
  void submitted(const model::journal_entry& birth);
  /// A step from `before` that a user may have asked for; the tree has taken it.
  void ordered(const model::journal_entry& entry, const model::any_record& before);

 private:
  bool is_order(const model::journal_entry& entry) const;
  void say(const model::journal_entry& entry, const char* verb,
           const std::vector<std::string>& words = {});
  void order(const model::journal_entry& entry, const model::bundle_event& event,
             const model::bundle_record& before);
  void order(const model::journal_entry& entry, const model::coordinator_event& event,
             const model::coordinator_record& before);
  void order(const model::journal_entry& entry, const model::action_event& event,
             const model::action_record& before);
  void order(const model::journal_entry& entry, const model::workflow_event& event,
             const model::workflow_record& before);

  void rerun(const model::journal_entry& entry, const model::coordinator_events::rerun& event);
  void rerun(const model::journal_entry& entry, const model::bundle_events::rerun& event);
  void rerun(const model::journal_entry& entry, const model::workflow_events::rerun& event,
             const model::workflow_record& before);
  void update(const model::journal_entry& entry, const model::coordinator_events::updated& event,
              const model::coordinator_record& before);
  std::string time(const model::journal_entry& entry, instant at);
  /// NAME=VALUE of each, as far as words can hold them.
  std::vector<std::string> properties(const model::journal_entry& entry,
                                      const model::configuration& conf);
  model::configuration conf_of(const hash128& base, const model::configuration& own);

  const told_tree& source_;
  const retold_tree& tree_;
  retold_draft& draft_;
};

}  // namespace foliot::rehearsal
