#include "actors/notifier.hpp"

#include <string>
#include <utility>

#include "actors/type_ids.hpp"
#include "base/public_url.hpp"

namespace foliot::actors {

namespace {

/// Oozie's (workflow.md 4, Notifications).
constexpr uint32_t retries_max = 3;
constexpr int64_t pause_ms = 60'000;
constexpr int success = 200;

/// Under which the notifier is known to the alarm: no entity has this address.
constexpr entity_id alarm_id{0, entity_kind::none, 2, 0, 0};

}  // namespace

bool take_place(engine_counters& counters) {
  if (counters.notices_waiting.fetch_add(1) < notices_waiting_max) return true;
  --counters.notices_waiting;
  ++counters.notices_dropped;
  return false;
}

void notifier_state::call(model::notice what, uint32_t failed) {
  const result<int> answer = rt->settings.call_out(what);
  if (answer && *answer == success) {
    --rt->counters.notices_waiting;
    ++rt->counters.notices_sent;
    return;
  }
  const std::string why =
      answer ? "it answered " + std::to_string(*answer) : answer.error().sentence;
  rt->ports.log.write(log_level::warn, "notifier.failed",
                      public_url(what.url) + ": " + why + (failed < retries_max ? "; again in a minute" : ""));
  if (failed == retries_max) {
    --rt->counters.notices_waiting;
    ++rt->counters.notices_failed;
    return;
  }
  again.push_back({std::move(what), failed + 1, plus_ms(rt->ports.clock.now(), pause_ms)});
  if (again.size() == 1)
    self->send(rt->staff.alarm, msg::wake{alarm_id, again.front().due, entity_actor{self}});
}

void notifier_state::rang() {
  for (size_t left = again.size(); left > 0 && again.front().due <= rt->ports.clock.now(); --left) {
    waiting next = std::move(again.front());
    again.pop_front();
    call(std::move(next.what), next.failed);
  }
  if (!again.empty())
    self->send(rt->staff.alarm, msg::wake{alarm_id, again.front().due, entity_actor{self}});
}

notifier_actor::behavior_type notifier(notifier_actor::stateful_pointer<notifier_state> self,
                                       runtime* rt) {
  self->state.self = self;
  self->state.rt = rt;
  return {[self](const msg::stimulus& stimulus) {
            if (std::holds_alternative<msg::rang>(stimulus.what)) self->state.rang();
          },
          [](const msg::durable&) {},
          [self](const msg::notify& order) { self->state.call(order.what, 0); }};
}

}  // namespace foliot::actors
