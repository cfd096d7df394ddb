// WORKFLOW: the actor of one workflow job; its nodes are values inside the record.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "actors/entity.hpp"
#include "actors/rerun.hpp"
#include "actors/workflow_children.hpp"
#include "model/workflow.hpp"

namespace foliot::actors {

/// What the user's URLs were called with last.
struct told_so_far {
  model::status job = model::status::none;
  uint32_t run = 0;
  model::told_nodes nodes;
};

struct workflow_state
    : entity<workflow_state, model::workflow_record, model::workflow_event, model::workflow_step> {
  static inline const char* name = "workflow";

  std::shared_ptr<const model::workflow_definition> definition;
  std::shared_ptr<const model::configuration> conf;                ///< Base and own, merged.
  std::vector<std::pair<model::node_index, uint16_t>> ordered;     ///< Runs handed out already.
  std::vector<std::pair<model::node_index, uint16_t>> preparing;   ///< Those being prepared.
  std::vector<std::pair<model::node_index, uint16_t>> unanswered;  ///< Of those: still under way.
  std::vector<std::pair<model::node_index, uint16_t>> inherited;   ///< Open before the start-up.
  std::vector<msg::workflow_told> missed;       ///< News that came while it was quarantined.
  std::unique_ptr<workflow_children> children;  ///< Once there is one.
  std::unique_ptr<told_so_far> notified;        ///< Where somebody asks for it.
  bool resting = false;
  bool unlooked = false;  ///< After a start of the engine, until it has looked who lives below it.
  bool below_workflow = false;          ///< Who owns it wants to know when it has left.
  instant alarm_at = never;             ///< What the alarm was asked for last.
  std::vector<msg::stimulus> deferred;  ///< Reruns that wait until the last run has ended.
  /// The one whose application is being read, and the order that it answers.
  std::unique_ptr<std::pair<planned_rerun, msg::stimulus>> rerunning;

  /// Finds definition and configuration of the record, or of the event that creates it.
  result<void> understand(const hash128& definition_hash, const hash128& conf_base,
                          const model::configuration& own);
  bool understood() const { return definition != nullptr; }
  model::workflow_context context() const;

  model::workflow_step advance(const model::workflow_record& record,
                               const model::workflow_event& event, instant now) const;
  result<newborn> born(const model::birth<model::no_child>&, instant) const {
    return failure{errc::contract, "a workflow has no children", "", "", ""};
  }
  void spawn(const std::vector<newborn>&) {}
  void perform(const model::workflow_record& durable);
  std::string owed_text(const model::workflow_effect& effect) const;
  bool handed(const model::workflow_effect& effect) const;
  void came_back();

  void receive(const msg::stimulus& stimulus);
  void create(const msg::create& order, const model::cause& why);
  void obey(const msg::ordered& order, const model::cause& why);
  void told(const msg::workflow_told& news, const model::cause& why);
  void rerun(const msg::stimulus& stimulus);
  void run_again(const msg::application_read& answer);
  void report(const model::workflow_record& durable) const;
  void rest_if_done();
  void notify(const model::workflow_record& durable);
  void take_as_told(const model::workflow_record& durable);

  void run_child(const model::workflow_record& durable, model::node_index node);
  void kill_child(const model::workflow_record& durable, model::node_index node);
  void find_children();
  void child_read(const msg::application_read& answer, const model::cause& why);
  void child_told(const msg::child_reported& report, const model::cause& why);
  void child_rests(const entity_id& child, const model::cause& why);
  void hand_on(const msg::routed& passed, const model::cause& why);
  void returned(const msg::returned& back, const model::cause& why);
  bool has_children() const;

 private:
  using child_record = std::shared_ptr<const model::workflow_record>;

  workflow_children& below();
  entity_id child_id(job_number child) const;
  bool look_at(job_number child, child_record& out);
  bool made_below(const entity_id& parent, std::vector<job_number>& out);
  bool moves(job_number child, const model::workflow_record& record);
  void read_again();
  entity_actor spawn_child(job_number child, const child_record& record, bool recovered);
  entity_actor follow_child(job_number child, const child_record& record);
  void read_child(const model::node_state& node);
  result<child_application> understand_child(const model::node_state& node,
                                             const result<parse::submission>& application) const;
  void make_child(const model::node_state& node);
  void run_child_again(const model::node_state& node, const child_record& before);
  void child_was_over(job_number child, const child_record& record);
  void child_over(job_number child, const model::workflow_record& record, const model::cause& why);
  std::function<void(const failure&)> when_child_fails(job_number child) const;

  void run_program(const model::workflow_record& durable, model::node_index node);
  void run_files(const model::workflow_record& durable, model::node_index node);
  void prepare(const model::workflow_record& durable, model::node_index node);
  void kill_run(const model::workflow_record& durable, model::node_index node);
  bool first_order(const model::node_state& node);
  bool may_do(const model::workflow_record& durable, const model::node_state& node) const;
  std::optional<std::string> user_of_run(const model::workflow_record& durable,
                                         const model::node_state& node,
                                         model::program_source source) const;
  void tell_refused(const model::node_state& node, failure why) const;
  void set_alarm(instant at);
  void retry_deferred();
};

/// What a workflow actor begins with.
struct workflow_start {
  /// On disk already; with a version of 0 it waits for `create`.
  std::shared_ptr<const model::workflow_record> record;
  bool recovered = false;       ///< The record was written by an earlier process.
  bool revived = false;         ///< It had ended and was let go; an order is on its way.
  bool below_workflow = false;  ///< Its parent is a workflow.
  uint64_t born = 0;            ///< Of a newborn: the sequence of its birth.
  /// Of a newborn: what its parent understood. Otherwise they are read from the store.
  std::shared_ptr<const model::workflow_definition> definition;
  std::shared_ptr<const model::configuration> conf;
};

entity_actor::behavior_type workflow(entity_actor::stateful_pointer<workflow_state> self,
                                     runtime* rt, const entity_id& id, caf::actor_addr owner,
                                     workflow_start start);

/// Writes the server's defaults (foliot.on.lost, oozie.action.max.output.data, where libraries
/// are), if they are not the usual ones, into `own` where neither it nor `base` says anything, so
/// that a job keeps the rules it was born with and its journal can be replayed anywhere.
void settle_rules(model::configuration& own, const model::configuration& base,
                  const engine_settings& server);

}  // namespace foliot::actors
