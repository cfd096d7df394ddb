// NOTIFIER: has the URLs called that users want to be told by.
#pragma once

#include <caf/typed_event_based_actor.hpp>
#include <deque>
#include <string>
#include <vector>

#include "actors/notice_queue.hpp"
#include "actors/protocols.hpp"
#include "actors/runtime.hpp"
#include "base/instant.hpp"
#include "model/notification.hpp"

namespace foliot::actors {

/// Calls that wait, at most: those beyond are dropped and counted. An hour of a slow receiver, or a
/// burst of 10,000 jobs.
inline constexpr uint64_t notices_waiting_max = 10'000;

/// Callers, each with a thread of its own that waits for a receiver: so many receivers may fail to
/// answer at the same time before others wait for them.
inline constexpr size_t notice_callers = 8;

/// CALLER: does one call after another; answers with the status, or 0 and why there is none. It
/// blocks: the notifier detaches it.
using caller_actor = caf::typed_actor<caf::replies_to<msg::notify>::with<int32_t, std::string>>;

struct notifier_state {
  static inline const char* name = "notifier";

  notifier_actor::pointer self = nullptr;
  runtime* rt = nullptr;
  size_t callers_max = 0;          ///< 0: it does the calls itself.
  size_t callers = 0;              ///< Made when they are needed first.
  std::vector<caller_actor> idle;  ///< Of these.
  notice_queue queue;
  std::deque<waiting_notice> again;  ///< Failed once at least; by the time of their next call.

  void take(waiting_notice one);
  void hand_out();
  /// `status` and `why` as the caller tells them.
  void answered(waiting_notice one, int32_t status, const std::string& why);
  void rang();
};

/// `callers_max`: threads that it may have; 0 where it may block its own.
notifier_actor::behavior_type notifier(notifier_actor::stateful_pointer<notifier_state> self,
                                       runtime* rt, size_t callers_max);

/// Whether there is room for one more call; then it counts as waiting.
bool take_place(engine_counters& counters);

}  // namespace foliot::actors
