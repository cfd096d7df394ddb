// Spawns the engine's actors. The wiring says which of them may block a thread of their own.
#pragma once

#include "actors/protocols.hpp"
#include "actors/runtime.hpp"

namespace caf {
class actor_system;
class actor_system_config;
}  // namespace caf

namespace foliot::actors {

/// Announces all message types and chooses the scheduler policy; call before the system exists.
void configure(caf::actor_system_config& config);

/// Spawns everybody and fills `rt.staff`. `detached`: committer, file workers, loader, purger and
/// callers of the notifier get threads of their own (the engine); otherwise they are scheduled like
/// the others (the simulator).
engine_actor spawn_staff(caf::actor_system& system, runtime& rt, bool detached);

/// Ends everybody; entities end with their owners.
void dismiss_staff(runtime& rt, const engine_actor& engine);

}  // namespace foliot::actors
