// EXECUTOR: the engine's side of the launcher; knows who ordered which run.
#pragma once

#include <string>
#include <unordered_map>

#include "actors/protocols.hpp"
#include "actors/runtime.hpp"

namespace foliot::actors {

struct executor_state {
  static inline const char* name = "executor";

  struct ordered_run {
    caf::actor_addr who;  ///< Weak: after a recovery the workflow orders again.
    model::node_index node = model::no_node;
    uint16_t attempt = 0;
  };

  executor_actor::pointer self = nullptr;
  runtime* rt = nullptr;
  std::unordered_map<std::string, ordered_run> runs;

  void note(const std::string& name, const msg::run_address& to);
  void tell(const exec::run_news& news);
};

executor_actor::behavior_type executor(executor_actor::stateful_pointer<executor_state> self,
                                       runtime* rt);

/// What a run's end means for the workflow; pure.
model::workflow_event to_event(const exec::run_ended& news, model::node_index node,
                               uint16_t attempt);

}  // namespace foliot::actors
