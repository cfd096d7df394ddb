// COORDINATOR: the actor of one coordinator job; owner of its actions, giver of slots.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <vector>

#include "actors/action.hpp"
#include "actors/entity.hpp"
#include "actors/tree.hpp"
#include "model/coordinator.hpp"
#include "model/coordinator_orders.hpp"
#include "model/roster.hpp"

namespace foliot::actors {

struct coordinator_state : entity<coordinator_state, model::coordinator_record,
                                  model::coordinator_event, model::coordinator_step> {
  static inline const char* name = "coordinator";

  std::shared_ptr<const coordinator_facts> facts;  ///< By the job's newest definition.
  /// By the definitions of the actions from before an update.
  std::map<hash128, std::shared_ptr<const coordinator_facts>> former_facts;
  std::map<uint32_t, entity_actor> actions;  ///< The one strong owner of its actions.
  model::roster roster;
  std::vector<msg::stimulus> deferred;  ///< Orders that wait until an ended action rests.
  std::vector<msg::prune> pruning;      ///< Waits until all is on disk.
  std::set<uint32_t> broken;            ///< Actions that said they are quarantined.
  std::set<uint32_t> resuming;          ///< SUSPENDED actions whose workflows were told to go on.
  std::set<uint32_t> awaited;   ///< Actions that have not reported since the newest of `orders`.
  std::set<uint32_t> unlooked;  ///< Due and without inputs, so READY in a moment.
  uint32_t told_orders = 0;     ///< Of `orders` in the record, the last that the actions were sent.
  uint64_t summary_asked = 0;   ///< How often the summary was asked for anew: older is history.
  bool reruns = false;          ///< Its newest rerun is not on disk yet.
  bool wants_more = false;      ///< An action could be made as soon as there is room.
  bool resting = false;
  instant next_wake = never;  ///< What the alarm was asked for.

  result<void> understand();
  bool understood() const { return facts != nullptr; }
  result<std::shared_ptr<const model::coordinator_definition>> definition(
      const hash128& hash) const;
  /// What action `number` lives with.
  const std::shared_ptr<const coordinator_facts>& facts_for(uint32_t number) const;
  model::coordinator_context context() const { return {id, *facts->definition}; }
  model::coordinator_step advance(const model::coordinator_record& record,
                                  const model::coordinator_event& event, instant now) const {
    return model::advance(context(), record, event, now);
  }
  result<newborn> born(const model::birth<model::action_event>& birth, instant now) const;
  void spawn(const std::vector<newborn>& children);
  void perform(const model::coordinator_record& durable);
  std::string owed_text(const model::coordinator_effect& effect) const;
  bool handed(const model::coordinator_effect& effect) const;
  void came_back();
  void action_is_back(uint32_t number);

  void receive(const msg::stimulus& stimulus);
  void create(const msg::create& order, const model::cause& why);
  void materialise();
  /// What an action tells of itself. `pending`: its workflow was told something, and has not
  /// confirmed it.
  void note(uint32_t number, uint64_t version, model::status state, bool pending);
  void give_slots();
  void expect_ready(uint32_t number, const model::action_record& record);
  std::shared_ptr<const coordinator_facts> facts_of(
      const hash128& hash, std::shared_ptr<const model::coordinator_definition> definition) const;
  void share_changes(const model::coordinator_record& durable);
  void order_actions(uint32_t serial, bool hold);
  result<void> recount();
  void heard_of(uint32_t number);
  void ask_for_summary();
  void child_rests(const entity_id& child);
  void obey(const msg::stimulus& stimulus);
  bool take(const result<model::order_verdict>& verdict, const msg::stimulus& stimulus,
            std::vector<entity_id> actions = {}, kv_batch extra = {});
  void update(const msg::stimulus& stimulus);
  void retry_deferred();
  void rerun_child(const msg::stimulus& stimulus);
  void select_and_judge(const msg::stimulus& stimulus);
  bool refuse_quarantined_action(const msg::ordered& order, uint32_t number, const char* code);
  void prune(const msg::prune& order);
  bool has_changed(const store::old_action& old) const;
  void retry_pruning();
  void kill_actions(const msg::ordered& order, const std::vector<model::selected_action>& chosen);
  void hand_on(const msg::routed& passed, const model::cause& why);
  void rest_if_done();
};

entity_actor::behavior_type coordinator(entity_actor::stateful_pointer<coordinator_state> self,
                                        runtime* rt, const entity_id& id, caf::actor_addr owner,
                                        std::shared_ptr<const model::coordinator_record> record,
                                        std::shared_ptr<const recovered_tree> tree);

}  // namespace foliot::actors
