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
#include "http/commands.hpp"
#include "model/journal.hpp"
#include "parse/definitions.hpp"
#include "rehearsal/virtual_files.hpp"
#include "rehearsal/virtual_runs.hpp"
#include "rehearsal/virtual_time.hpp"
#include "tests/sim/flows.hpp"
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
      : specs_(specs),
        files_(files),
        time_(time),
        machine_(machine),
        flows_(*this, specs, time, machine) {}

  /// Of the newest epoch; needed from its first batch on.
  void know_ids(const wire_ids& ids);

  /// A batch is on disk.
  void synced(const kv_batch& batch);
  /// A program is being executed.
  void executed(const exec::run_spec& spec);
  /// A run is over, and nobody has been told yet.
  void run_ended(const exec::run_ended& news) { flows_.ended(news); }
  /// A submission was answered with that id; an order for that job was answered positively.
  void accepted(const std::string& id);
  /// Somebody gives that order; it was answered positively.
  void ordered(const entity_id& job, const model::order& what);
  void obeyed(const entity_id& job, const model::order& what, const model::order_reply& reply);
  /// Nothing is left to be done before time goes on.
  void quiet(const life& engine);
  /// Somebody orders a purge; it was answered.
  void purging(const http::purge_request& what);
  void purged(const http::purge_request& what, const http::purged& told);
  /// Whether a purge took it, or the tree of a job of that name; whether one may take that tree.
  bool is_gone(const entity_id& id) const;
  bool has_buried(const std::string& name) const { return buried_names_.contains(name); }
  bool may_go(job_number root) const;
  /// Everything has ended and was to be purged: who is still there? Wounded trees stay.
  std::vector<entity_id> left_over() const;
  /// No row of any table belongs to what is not there.
  void check_rows(const kv_store& store);
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
  /// Whether a run of an ended workflow of that tree has not ended outside.
  bool has_open_run(job_number root) const;
  /// How often something rare happened.
  struct rarities {
    uint64_t buried = 0;    ///< Trees.
    uint64_t pruned = 0;    ///< Actions of coordinators that stayed.
    uint64_t reruns = 0;    ///< Of workflows.
    uint64_t paged = 0;     ///< Steps of workflows so long that parts of them are rows.
    uint64_t pages = 0;     ///< Such parts that were written,
    uint64_t reread = 0;    ///< and were there already when a later life of the engine went on,
    uint64_t let_go = 0;    ///< and went with their tree.
    uint64_t governed = 0;  ///< Quiet moments at which an action waited for a limit of starts.
  };
  const rarities& so_far() const { return counts_; }
  const flow_auditor::rarities& flows_so_far() const { return flows_.so_far(); }
  /// Nodes of a workflow that a rerun may skip.
  std::vector<std::string> nodes_to_skip(const entity_id& workflow) const;
  std::string name_of(const entity_id& id) const;
  const coordinator_spec* spec_of(const entity_id& coordinator) const;
  /// What the application is called to which that root belongs; null when it is not there.
  const app_spec* app_of(job_number root) const;
  /// What a workflow with that record walks; null when it cannot be understood.
  std::shared_ptr<const model::workflow_definition> definition_of(
      const entity_id& id, const model::workflow_record& record) const;
  /// How many slots it gives from now on.
  int64_t concurrency_of(const entity_id& coordinator, const coordinator_spec& spec) const;
  /// The most of its actions that may run at once.
  int64_t slots_of(const entity_id& coordinator, const coordinator_spec& spec) const;
  /// Whether that action runs without a slot, since its workflow was ordered to run again.
  bool runs_at_once(const entity_id& action) const { return at_once_.contains(action); }
  /// Whether that action has its slot and waits for a limit of starts.
  static bool is_queued(const entity_id& action, const life& engine);
  /// Called with every record that is on disk, before it counts.
  std::function<void(const entity_id&, const model::any_record* before,
                     const model::any_record& after)>
      on_written;
  static bool lives(const model::any_record& record) {
    return !model::is_terminal(model::state_of(record));
  }

 private:
  /// As a user asks: only the nodes that failed, or all but these.
  struct rerun_ask {
    bool failed_only = false;
    std::set<std::string> skip{};
  };
  // auditor.cpp: what is written
  void deleted(const entity_id& id);
  void taken_away(const entity_id& id, const model::any_record& old);
  void written(const entity_id& id, model::any_record next);
  void check_move(const entity_id& id, const model::any_record* old, const model::any_record& next);
  void check_journal(const kv_view& change);
  void check_end(const entity_id& id, const model::coordinator_record& job);
  void after_batch();
  void check_coordinator(const entity_id& id);
  void check_bundle(const entity_id& id);
  void check_workflow(const entity_id& id);
  void check_inputs_of_run(const exec::run_spec& spec, const model::workflow_record& workflow);
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
  void note_suspension(const entity_id& job, const model::order& what);
  void quiet_suspended();
  // audit_purge.cpp: what goes
  void deleted_range(const kv_view& change);
  void check_snapshot(const model::journal_entry& entry);
  void said_to_go(const entity_id& coordinator, const model::coordinator_events::pruned& event);
  void settle_purged();
  void check_buried(const entity_id& root, const model::any_record& record);
  void check_pruned(const entity_id& id, const model::any_record& record);
  void check_gone_counts(const entity_id& id, const model::coordinator_record& job);
  bool is_old(entity_kind kind, const model::any_record& record, bool below_living) const;
  void check_row(table where, std::string_view key, const std::set<job_number>& jobs);
  // audit_pages.cpp: records of more than one row
  static bool is_page_change(const kv_view& change);
  void page_changed(const kv_view& change);
  void finish_head();
  bool has_page(const entity_id& key) const;
  // audit_starts.cpp
  void started(const entity_id& action);
  bool is_governed(job_number root) const;
  void count_start(std::vector<instant>& before, const model::start_rate& limit,
                   const std::string& whose);
  void quiet_queued(const entity_id& action, const life& engine);
  // audit_workflow.cpp: further runs
  void check_workflow_step(const entity_id& id, const model::workflow_record* old,
                           const model::workflow_record& next);
  static rerun_ask ask_of(const std::map<std::string, std::string, std::less<>>& given);
  void check_next_run(const entity_id& id, const model::workflow_record& old,
                      const model::workflow_record& next);
  void check_going_on(const entity_id& id, const model::workflow_definition& definition,
                      const model::workflow_record& old, const model::workflow_record& next);
  void check_success(const entity_id& id, const model::workflow_record& next);
  // audit_quiet.cpp
  void quiet_bundle(const entity_id& id, const model::bundle_record& record, const life& engine);
  void quiet_coordinator(const entity_id& id, const model::coordinator_record& record,
                         const life& engine);
  void quiet_action(const entity_id& id, const model::action_record& record, const life& engine);
  void quiet_workflow(const entity_id& id, const model::workflow_record& record,
                      const life& engine);
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
  std::map<std::string, std::string> pages_;  ///< By key, as they are on disk.
  std::string head_;                          ///< Key of the record whose pages come now, or empty.
  std::string head_value_;
  std::map<entity_id, uint64_t> paged_in_;  ///< By workflow: the life that wrote pages of it last.
  uint64_t life_ = 0;
  std::map<std::string, model::definition_text> texts_;  ///< By key.
  std::set<entity_id> quarantined_;
  std::set<entity_id> ever_quarantined_;
  std::set<job_number> wounded_;
  std::set<job_number> may_come_back_;  ///< Roots below which something was ordered to run again.
  std::map<job_number, std::vector<model::rerun_options>> rerun_ways_;  ///< As ordered, by root.
  std::set<entity_id> by_hand_;  ///< Coordinators of bundles that got orders of their own.
  std::map<job_number, std::pair<entity_id, model::coordinator_change>> last_change_;
  std::set<entity_id> suspending_;  ///< Jobs of which that was ordered last.
  std::set<entity_id> suspended_;   ///< Of these bundles and coordinators, those that said so.
  std::map<entity_id, std::vector<std::string>> kept_;  ///< By action: outputs that must stay.
  std::map<entity_id, uint32_t> retried_;
  /// By coordinator: when its concurrency was lowered, and from what; slots that were given until
  /// then are taken. `never`: for as long as actions wait with theirs for a limit of starts.
  std::map<entity_id, std::pair<instant, int32_t>> lowered_;
  std::map<entity_id, uint32_t> resumed_;  ///< By coordinator: actions that became RUNNING again.
  std::set<entity_id> touched_;

  struct gone_actions {
    model::status state = model::status::none;
    uint32_t count = 0;
  };
  std::map<entity_id, std::vector<rerun_ask>> workflow_reruns_;  ///< As ordered, by workflow.
  std::set<job_number> failed_reruns_;  ///< Roots of which actions were to go on where they failed.
  std::map<entity_id, std::set<model::node_index>> skipped_;  ///< By workflow, in its newest run.
  std::set<entity_id> at_once_;     ///< Actions that run without a slot: their workflow runs again.
  std::set<entity_id> outputless_;  ///< Actions that may succeed without their output.
  std::map<job_number, entity_id> roots_;                       ///< What is on disk.
  std::map<entity_id, model::any_record> leaving_;              ///< Deleted by the batch at hand.
  std::set<entity_id> said_to_go_;                              ///< By coordinators, in that batch.
  std::vector<actors::purge_settings> purges_;                  ///< Ordered and not answered.
  std::map<entity_id, std::map<uint32_t, gone_actions>> gone_;  ///< By coordinator and number.
  std::set<job_number> gone_workflows_;
  std::set<job_number> buried_;
  std::set<std::string> buried_names_;
  http::purged unclaimed_;                                     ///< What went since the last answer.
  std::map<job_number, std::vector<instant>> starts_;          ///< Of this life, by root; 0: all.
  std::map<entity_id, std::pair<instant, size_t>> may_start_;  ///< Since when, after how many.
  rarities counts_;
  std::pair<entity_id, uint64_t> last_step_;
  uint64_t sequence_ = 0;
  uint64_t batches_ = 0;
  std::set<std::string> ran_;
  std::map<job_number, entity_id> workflows_;  ///< That ever were on disk.
  flow_auditor flows_;
};

}  // namespace foliot::sim
