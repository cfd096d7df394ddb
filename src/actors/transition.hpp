// STATUS-TRANSITION: turns the committer's feed into summaries for parents (architecture 4).
#pragma once

#include <unordered_map>

#include "actors/protocols.hpp"
#include "actors/runtime.hpp"
#include "model/summary.hpp"

namespace foliot::actors {

struct transition_state {
  static inline const char* name = "status-transition";

  struct parent {
    model::child_counts counts;
    model::child_summary told;
    bool has_been_told = false;
    model::child_summary newest = model::summarise({});  ///< Of `counts`.
    uint64_t cause = 0;   ///< Journal sequence of the child's step that led to `newest`; 0: none.
    uint64_t serial = 0;  ///< Of the newest `attend`.
    caf::actor_addr who;  ///< Weak; empty until it attends.
  };

  transition_actor::pointer self = nullptr;
  runtime* rt = nullptr;
  std::unordered_map<entity_id, parent> parents;

  void apply(const msg::children_moved& feed);
  void count_again(const entity_id& of, const model::child_counts& counts);
  void forget(const entity_id& of);
  void attend(const msg::attend& order);
  void tell(parent& p, bool again);

 private:
  void move_actions(const entity_id& of, const model::child_counts& before,
                    const model::child_counts& after) const;
};

transition_actor::behavior_type transition(
    transition_actor::stateful_pointer<transition_state> self, runtime* rt);

}  // namespace foliot::actors
