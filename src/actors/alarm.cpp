#include "actors/alarm.hpp"

#include <algorithm>
#include <chrono>

#include "actors/type_ids.hpp"
#include "base/limits.hpp"

namespace foliot::actors {

void alarm_state::set(const msg::wake& order) {
  if (order.at == never) {
    sleepers.erase(order.id);
    return compact();
  }
  sleeper& entry = sleepers[order.id];
  const bool known = entry.who != nullptr && entry.at == order.at;
  entry = {order.at, caf::actor_cast<caf::actor_addr>(order.who)};
  if (!known) heap.push({order.at, order.id});
  arm();
}

/// Cancelled deadlines stay in the heap until they are due, which may be weeks: when they are the
/// larger part, it is made anew.
void alarm_state::compact() {
  constexpr size_t spare = 1'024;
  if (heap.size() <= 2 * sleepers.size() + spare) return;
  std::vector<deadline> valid;
  valid.reserve(sleepers.size());
  for (const auto& [id, entry] : sleepers) valid.push_back({entry.at, id});
  heap = decltype(heap)(std::greater<>{}, std::move(valid));
}

void alarm_state::ring(const msg::tick& tick) {
  if (tick.serial != ticks) return;  // a sooner one was armed meanwhile
  armed = never;
  const instant now = rt->ports.clock.now();
  while (!heap.empty() && heap.top().at <= now) {
    const deadline due = heap.top();
    heap.pop();
    const auto found = sleepers.find(due.id);
    if (found == sleepers.end() || found->second.at != due.at) continue;
    const caf::actor_addr who = found->second.who;
    sleepers.erase(found);
    if (auto strong = caf::actor_cast<caf::strong_actor_ptr>(who))
      self->send(caf::actor_cast<entity_actor>(strong), msg::stimulus{msg::rang{}, {}});
  }
  arm();
}

void alarm_state::arm() {
  while (!heap.empty()) {  // outdated entries shall not wake anybody
    const auto found = sleepers.find(heap.top().id);
    if (found != sleepers.end() && found->second.at == heap.top().at) break;
    heap.pop();
  }
  if (heap.empty()) return;
  const instant now = rt->ports.clock.now();
  const instant next{std::min(heap.top().at.ms, now.ms + limits::alarm_sleep_ms_max)};
  if (armed <= next) return;
  armed = next;
  const int64_t pause = std::max<int64_t>(0, next.ms - now.ms);
  self->delayed_send(self, std::chrono::milliseconds(pause), msg::tick{++ticks});
}

watching_alarm_actor::behavior_type alarm(watching_alarm_actor::stateful_pointer<alarm_state> self,
                                          const runtime* rt) {
  self->state.self = self;
  self->state.rt = rt;
  return {[self](const msg::wake& order) { self->state.set(order); },
          [self](const msg::tick& tick) { self->state.ring(tick); },
          [self](const msg::look_at_alarm& question) {
            const auto found = self->state.sleepers.find(question.of);
            const bool sleeps = found != self->state.sleepers.end();
            question.done(sleeps ? std::optional(found->second.at) : std::nullopt);
          },
          [self](const msg::look_at_mailbox& question) { question.done(self->mailbox().size()); }};
}

}  // namespace foliot::actors
