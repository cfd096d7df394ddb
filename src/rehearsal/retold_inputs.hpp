// What coordinators of a journal that is retold were given: data sets, and applications.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "el/open_instances.hpp"
#include "model/journal.hpp"
#include "rehearsal/retold_draft.hpp"
#include "rehearsal/retold_files.hpp"
#include "rehearsal/retold_tree.hpp"

namespace foliot::rehearsal {

class retold_inputs {
 public:
  retold_inputs(const told_tree& source, const retold_tree& tree, retold_files& files,
                retold_draft& draft)
      : source_(source), tree_(tree), files_(files), draft_(draft) {}

  /// A step of a coordinator action, which the tree has taken.
  void tell(const model::journal_entry& entry, const model::action_event& event);
  /// An application could not be used.
  void refused(const model::journal_entry& entry, const std::string& app_path, entity_kind kind,
               const std::string& code, const std::string& sentence);
  /// Hides the applications of workflows that no action has started yet.
  void hide_unread(const told_place& end);
  /// The properties of entity `id`, born as `record`, that stood beside its definition `text`:
  /// those that nobody above it gives. Empty for the outermost job, which is submitted with all of
  /// them.
  model::configuration defaults_of(const entity_id& id, const model::definition_text& text,
                                   const model::any_record& record) const;

 private:
  /// Which instances of `event` were there too, where it counts over them.
  void count(const model::journal_entry& entry, const std::string& event,
             const std::vector<el::open_range>& open);
  void found(const model::journal_entry& entry, const model::action_events::inputs_found& news);
  void cleaned(const model::journal_entry& entry);
  std::optional<model::action_identity> identity_of(const entity_id& action) const;
  model::configuration given_to(const model::workflow_record& born, job_number job) const;

  const told_tree& source_;
  const retold_tree& tree_;
  retold_files& files_;
  retold_draft& draft_;
};

}  // namespace foliot::rehearsal
