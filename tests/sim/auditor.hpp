// The checkers: they see every batch that is on disk, every program that is executed and every
// positive reply, and compare with the specs. They share no code with what they check but the codec
// and the pure tables.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/ids.hpp"
#include "base/kv_store.hpp"
#include "exec/run_port.hpp"
#include "model/journal.hpp"
#include "parse/definitions.hpp"
#include "rehearsal/virtual_files.hpp"
#include "rehearsal/virtual_runs.hpp"
#include "rehearsal/virtual_time.hpp"
#include "tests/sim/specs.hpp"

namespace foliot::rehearsal {
class life;
}

namespace foliot::sim {

using rehearsal::life;

class auditor {
 public:
  auditor(const population& specs, const rehearsal::virtual_files& files,
          const rehearsal::virtual_time& time, const rehearsal::virtual_machine& machine)
      : specs_(specs), files_(files), time_(time), machine_(machine) {}

  /// Of the newest epoch; needed from its first batch on.
  void know_ids(const wire_ids& ids) { ids_ = ids; }

  /// A batch is on disk.
  void synced(const kv_batch& batch);
  /// A program is being executed.
  void executed(const exec::run_spec& spec);
  /// A submission was answered with that id; an order for that job was answered positively.
  void accepted(const std::string& id);
  /// Somebody gives that order; it was answered positively.
  void ordered(const entity_id& job, const model::order& what);
  void obeyed(const entity_id& job, const model::order& what, const model::order_reply& reply);
  /// Nothing is left to be done before time goes on.
  void quiet(const life& engine);
  /// All has come to rest: every entity is terminal, or has its reason.
  void at_rest(bool after_kills);

  void blame(const std::string& what);
  const std::vector<std::string>& violations() const { return violations_; }

  const std::map<entity_id, model::any_record>& records() const { return records_; }
  template <class Record>
  const Record* record(const entity_id& id) const {
    const auto found = records_.find(id);
    return found == records_.end() ? nullptr : std::get_if<Record>(&found->second);
  }
  /// none when there is no such record.
  model::status status_of(const entity_id& id) const {
    const auto found = records_.find(id);
    return found == records_.end() ? model::status::none : model::state_of(found->second);
  }
  bool is_quarantined(const entity_id& id) const { return quarantined_.contains(id); }
  bool was_quarantined(const entity_id& id) const { return ever_quarantined_.contains(id); }
  /// Whether anything in the tree of that root is quarantined.
  bool is_wounded(job_number root) const { return wounded_.contains(root); }
  uint64_t batches() const { return batches_; }
  std::string name_of(const entity_id& id) const;
  const coordinator_spec* spec_of(const entity_id& coordinator) const;
  /// How many slots it gives from now on.
  int64_t concurrency_of(const entity_id& coordinator, const coordinator_spec& spec) const;
  /// The most of its actions that may run at once.
  int64_t slots_of(const entity_id& coordinator, const coordinator_spec& spec) const;
  /// Called with every record that is on disk, before it counts.
  std::function<void(const entity_id&, const model::any_record* before,
                     const model::any_record& after)>
      on_written;
  static bool lives(const model::any_record& record) {
    return !model::is_terminal(model::state_of(record));
  }

 private:
  // auditor.cpp: what is written
  void taken_away(const entity_id& id);
  void written(const entity_id& id, model::any_record next);
  void check_move(const entity_id& id, const model::any_record* old, const model::any_record& next);
  void check_journal(const kv_view& change);
  void check_end(const entity_id& id, const model::coordinator_record& job);
  void after_batch();
  void check_coordinator(const entity_id& id);
  void check_bundle(const entity_id& id);
  void check_workflow(const entity_id& id);
  // audit_action.cpp
  void check_action(const entity_id& id, const model::action_record* old,
                    const model::action_record& next);
  void check_passed_over(const entity_id& id, const model::action_record& born);
  void check_rerun(const entity_id& id, const model::action_record& old,
                   const model::action_record& next);
  void check_birth(const entity_id& id, const model::action_record& born);
  void check_ready(const entity_id& id, const model::action_record& next);
  void check_given_up(const entity_id& id, const model::action_record& next);
  bool inputs_there(const entity_id& id, const model::action_record& next, instant since) const;
  bool end_moved(const entity_id& action) const;
  // audit_orders.cpp: what orders must and must not do
  void check_rerun_event(const entity_id& action, const model::action_events::rerun& event);
  void check_cleaned(const entity_id& action);
  void check_kept(const entity_id& action);
  void check_retried(const entity_id& bundle, const model::bundle_events::retried& event);
  void lowered(const entity_id& coordinator, const model::coordinator_record& next);
  void quiet_members(const entity_id& id, const model::bundle_record& record);
  // audit_quiet.cpp
  void quiet_bundle(const entity_id& id, const model::bundle_record& record, const life& engine);
  void quiet_coordinator(const entity_id& id, const model::coordinator_record& record,
                         const life& engine);
  void quiet_action(const entity_id& id, const model::action_record& record, const life& engine);
  void quiet_workflow(const entity_id& id, const model::workflow_record& record);
  bool has_open_run(job_number root) const;
  void must_be_told(const entity_id& id, bool accepted);
  std::string reason_to_live(const entity_id& id) const;

  std::vector<std::pair<entity_id, const model::action_record*>> actions_of(
      const entity_id& coordinator) const;
  const model::definition_text* text_of(job_number root, const hash128& hash) const;

  const population& specs_;
  const rehearsal::virtual_files& files_;
  const rehearsal::virtual_time& time_;
  const rehearsal::virtual_machine& machine_;
  parse::cached_definitions definitions_{time::processing_zone{}};
  wire_ids ids_;
  std::vector<std::string> violations_;

  std::map<entity_id, model::any_record> records_;
  std::map<std::string, model::definition_text> texts_;  ///< By key.
  std::set<entity_id> quarantined_;
  std::set<entity_id> ever_quarantined_;
  std::set<job_number> wounded_;
  std::set<job_number> may_come_back_;  ///< Roots below which something was ordered to run again.
  std::map<job_number, std::vector<model::rerun_options>> rerun_ways_;  ///< As ordered, by root.
  std::set<entity_id> by_hand_;  ///< Coordinators of bundles that got orders of their own.
  std::map<job_number, std::pair<entity_id, model::coordinator_change>> last_change_;
  std::map<entity_id, std::vector<std::string>> kept_;  ///< By action: outputs that must stay.
  std::map<entity_id, uint32_t> retried_;
  /// By coordinator: when its concurrency was lowered, and from what; slots that were given until
  /// then are taken.
  std::map<entity_id, std::pair<instant, int32_t>> lowered_;
  std::map<entity_id, uint32_t> resumed_;  ///< By coordinator: actions that became RUNNING again.
  std::set<entity_id> touched_;
  std::pair<entity_id, uint64_t> last_step_;
  uint64_t sequence_ = 0;
  uint64_t batches_ = 0;
  std::set<std::string> ran_;
};

}  // namespace foliot::sim
