// EXECUTOR: the engine's side of the launcher; knows who ordered which run.
#pragma once

#include <string>
#include <unordered_map>

#include "actors/looks.hpp"
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

  watching_executor_actor::pointer self = nullptr;
  runtime* rt = nullptr;
  std::unordered_map<std::string, ordered_run> runs;

  void note(const std::string& name, const msg::run_address& to);
  void tell(const exec::run_news& news);
  msg::look_at_runs::seen look(const msg::look_at_runs& question) const;
};

watching_executor_actor::behavior_type executor(
    watching_executor_actor::stateful_pointer<executor_state> self, runtime* rt);

/// What a plan asks the launcher for, but for its name; pure. Tools of this host and the helper are
/// found in `programs`; a tool that is not in there is looked up in PATH.
exec::run_spec spec_of(const model::program_plan& plan, const host_programs& programs);

/// What a run's end means for the workflow; pure.
model::workflow_event to_event(const exec::run_ended& news, model::node_index node,
                               uint16_t attempt);

}  // namespace foliot::actors
