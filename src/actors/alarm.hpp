// ALARM: the one heap of deadlines (architecture 6).
#pragma once

#include <map>
#include <queue>
#include <vector>

#include "actors/looks.hpp"
#include "actors/protocols.hpp"
#include "actors/runtime.hpp"

namespace foliot::actors {

struct alarm_state {
  static inline const char* name = "alarm";

  struct deadline {
    instant at;
    entity_id id;
    friend bool operator>(const deadline& a, const deadline& b) { return a.at > b.at; }
  };
  struct sleeper {
    instant at;
    caf::actor_addr who;  ///< Weak: a waiting alarm keeps nobody alive.
  };

  watching_alarm_actor::pointer self = nullptr;
  const runtime* rt = nullptr;
  std::priority_queue<deadline, std::vector<deadline>, std::greater<>> heap;
  std::map<entity_id, sleeper> sleepers;  ///< What is valid; the heap may hold outdated entries.
  instant armed = never;                  ///< When the next tick is due.
  uint64_t ticks = 0;                     ///< Serial of the tick that counts.

  void set(const msg::wake& order);
  void ring(const msg::tick& tick);
  void arm();
  void compact();
};

watching_alarm_actor::behavior_type alarm(watching_alarm_actor::stateful_pointer<alarm_state> self,
                                          const runtime* rt);

}  // namespace foliot::actors
