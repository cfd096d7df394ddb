// NOTIFIER: calls the URLs that users want to be told by. It blocks: the wiring detaches it.
#pragma once

#include <deque>

#include "actors/protocols.hpp"
#include "actors/runtime.hpp"
#include "base/instant.hpp"
#include "model/notification.hpp"

namespace foliot::actors {

/// Calls that wait, at most: those beyond are dropped and counted. An hour of a slow receiver, or a
/// burst of 10,000 jobs.
inline constexpr uint64_t notices_waiting_max = 10'000;

struct notifier_state {
  static inline const char* name = "notifier";

  struct waiting {
    model::notice what;
    uint32_t failed = 0;  ///< Calls.
    instant due;
  };

  notifier_actor::pointer self = nullptr;
  runtime* rt = nullptr;
  std::deque<waiting> again;  ///< Failed once at least; by the time of their next call.

  void call(model::notice what, uint32_t failed);
  void rang();
};

notifier_actor::behavior_type notifier(notifier_actor::stateful_pointer<notifier_state> self,
                                       runtime* rt);

/// Whether there is room for one more call; then it counts as waiting.
bool take_place(engine_counters& counters);

}  // namespace foliot::actors
