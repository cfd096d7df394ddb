#include "actors/governor.hpp"

#include <algorithm>
#include <utility>

#include "actors/type_ids.hpp"

namespace foliot::actors {

void governor_state::ask(const msg::ask_start& order) {
  asking[order.what.id] = caf::actor_cast<caf::actor_addr>(order.who);
  rt->starts.change([&](model::start_governor& queue) {
    queue.ask(order.what, order.own, rt->ports.clock.now());
    return true;
  });
  wake_at(std::min(alarm, plus_ms(rt->ports.clock.now(), gather_ms)));
}

void governor_state::withdraw(const msg::withdraw_start& order) {
  asking.erase(order.id);
  rt->starts.change([&](model::start_governor& queue) { return queue.withdraw(order.id); });
}

void governor_state::release() {
  const instant now = rt->ports.clock.now();
  const model::released_starts out =
      rt->starts.change([&](model::start_governor& queue) { return queue.release(now); });
  for (const entity_id& id : out.starts) {
    const auto found = asking.find(id);
    if (found == asking.end()) continue;
    if (auto strong = caf::actor_cast<caf::strong_actor_ptr>(found->second))
      self->send(caf::actor_cast<entity_actor>(strong), msg::stimulus{msg::start_released{}, {}});
    asking.erase(found);
  }
  wake_at(out.again);
}

void governor_state::wake_at(instant at) {
  if (std::exchange(alarm, at) != at)
    self->send(rt->staff.alarm, msg::wake{start_alarm, at, entity_actor{self}});
}

governor_actor::behavior_type governor(governor_actor::stateful_pointer<governor_state> self,
                                       runtime* rt) {
  self->state.self = self;
  self->state.rt = rt;
  return {[self](const msg::stimulus&) {
            self->state.alarm = never;  // it rang
            self->state.release();
          },
          [](const msg::durable&) {},
          [self](const msg::ask_start& order) { self->state.ask(order); },
          [self](const msg::withdraw_start& order) { self->state.withdraw(order); }};
}

}  // namespace foliot::actors
