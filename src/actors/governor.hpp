// GOVERNOR: lets actions start one after the other when there is a limit
// (model/start_governor.hpp). Nothing of it is stored: after a restart the READY actions ask again,
// and the buckets are full.
#pragma once

#include <map>

#include "actors/protocols.hpp"
#include "actors/runtime.hpp"

namespace foliot::actors {

/// So long those who ask are gathered before any is let go: what becomes due at the same moment
/// asks in any order, and the first shall not be whoever was quickest.
inline constexpr int64_t gather_ms = 50;

/// Under which the governor is known to the alarm; no entity and no other actor has this address.
inline constexpr entity_id start_alarm{};

struct governor_state {
  static inline const char* name = "governor";

  governor_actor::pointer self = nullptr;
  runtime* rt = nullptr;
  std::map<entity_id, caf::actor_addr> asking;  ///< Weak: who waits is kept alive by its owner.
  instant alarm = never;                        ///< As the ALARM knows it.

  void ask(const msg::ask_start& order);
  void withdraw(const msg::withdraw_start& order);
  void release();

 private:
  void wake_at(instant at);
};

governor_actor::behavior_type governor(governor_actor::stateful_pointer<governor_state> self,
                                       runtime* rt);

}  // namespace foliot::actors
