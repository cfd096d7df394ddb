// ACTION: the actor of one coordinator action. It exists by the hundred thousand, so its state
// holds integers; text is derived from (definition, number) when it is needed.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "actors/entity.hpp"
#include "actors/input_wait.hpp"
#include "actors/rerun.hpp"
#include "actors/tree.hpp"
#include "model/action.hpp"
#include "model/start_governor.hpp"

namespace foliot::actors {

/// What all actions of one coordinator share.
struct coordinator_facts {
  std::shared_ptr<const model::coordinator_definition> definition;
  hash128 hash;
  std::string user;
  instant end;  ///< As the job stands.
  model::start_rule starts;
};

struct action_state
    : entity<action_state, model::action_record, model::action_event, model::action_step> {
  static inline const char* name = "action";

  /// How far a READY action is: it has a slot, it stands before the governor.
  enum class start_turn : uint8_t { none, slotted, queued };

  /// A workflow that is about to be born.
  struct candidate {
    model::configuration own;  ///< What the action adds to the coordinator's configuration.
    std::shared_ptr<const model::workflow_definition> definition;
    std::shared_ptr<const model::configuration> conf;  ///< Coordinator's and own, merged.
    std::unique_ptr<planned_rerun> again;              ///< Instead: that of the run before.
    instant ready;                                     ///< Since when it has had all else.
  };

  // First, where the base leaves room: an actor that grows by a word takes 256 bytes more.
  bool loading = false;
  bool alarmed = false;
  bool retrying = false;  ///< The application could not be read just now; the alarm asks again.
  bool cleaning = false;  ///< The old outputs are being deleted.
  bool resting : 1 = false;
  bool outdated : 1 = false;  ///< Quarantined when its job took it away; a kill does that then.
  model::status notified : 6 = model::status::none;  ///< What the user's URL was called with last.
  start_turn turn = start_turn::none;
  std::shared_ptr<const coordinator_facts> facts;
  entity_actor workflow;                ///< The one strong owner of its workflow.
  std::unique_ptr<candidate> starting;  ///< Only from the slot until its workflow is spawned.
  input_wait inputs;

  bool understood() const { return facts != nullptr; }
  model::action_context context() const { return {id, *facts->definition, facts->end}; }
  model::timetable plan() const { return {*facts->definition, facts->end}; }
  model::action_identity identity() const;

  model::action_step advance(const model::action_record& record, const model::action_event& event,
                             instant now) const {
    return model::advance(context(), record, event, now);
  }
  result<newborn> born(const model::birth<model::workflow_event>& birth, instant now) const;
  void spawn(const std::vector<newborn>& children);
  void perform(const model::action_record& durable);
  std::string owed_text(const model::action_effect& effect) const;
  bool handed(const model::action_effect&) const { return true; }
  void came_back();

  void receive(const msg::stimulus& stimulus);
  void wait_for_inputs(const model::cause& why);
  void look_at_workflow(const model::action_record& durable);
  void was_quarantined() const;
  void notify(const model::action_record& durable);
  void report_up(const model::action_record& durable) const;
  void set_alarm(instant at);
  void rang(const model::cause& why);
  void inputs_moved(const model::cause& why);
  void inputs_are_there(const model::cause& why);
  void take_slot(const model::cause& why);
  void take_again(const model::cause& why);
  bool is_governed() const;
  void follow_governor();
  void start_workflow(const msg::application_read& answer, const model::cause& why);
  void start_again(const parse::submission& application, const model::cause& why);
  void refuse_start(const failure& problem, const model::cause& why);
  void child_reported(const msg::child_reported& report, const model::cause& why);
  void clean_outputs();
  void cleaned(const msg::workflow_told& told, const model::cause& why);
  void rest_if_done();
};

entity_actor::behavior_type action(entity_actor::stateful_pointer<action_state> self, runtime* rt,
                                   const entity_id& id, caf::actor_addr owner,
                                   std::shared_ptr<const coordinator_facts> facts,
                                   const model::action_record& record,
                                   std::shared_ptr<const recovered_tree> tree, uint64_t born = 0);

}  // namespace foliot::actors
