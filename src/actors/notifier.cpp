#include "actors/notifier.hpp"

#include <memory>
#include <utility>

#include "actors/type_ids.hpp"
#include "base/public_url.hpp"

namespace foliot::actors {

namespace {

/// Oozie's (workflow.md 4, Notifications).
constexpr uint32_t retries_max = 3;
constexpr int64_t pause_ms = 60'000;
constexpr int32_t success = 200;

/// Under which the notifier is known to the alarm: no entity has this address.
constexpr entity_id alarm_id{0, entity_kind::none, 2, 0, 0};

struct told {
  int32_t status = 0;
  std::string why;
};

told call(const runtime& rt, const model::notice& what) {
  const result<int> answer = rt.settings.call_out(what);
  if (!answer) return {0, answer.error().sentence};
  return {*answer, "it answered " + std::to_string(*answer)};
}

caller_actor::behavior_type caller(caller_actor::pointer, runtime* rt) {
  return {[rt](const msg::notify& order) -> caf::result<int32_t, std::string> {
    told out = call(*rt, order.what);
    return {out.status, std::move(out.why)};
  }};
}

}  // namespace

bool take_place(engine_counters& counters) {
  if (counters.notices_waiting.fetch_add(1) < notices_waiting_max) return true;
  --counters.notices_waiting;
  ++counters.notices_dropped;
  return false;
}

void notifier_state::take(waiting_notice one) {
  queue.push(std::move(one));
  hand_out();
}

void notifier_state::hand_out() {
  while (callers_max == 0 || !idle.empty() || callers < callers_max) {
    auto next = queue.next();
    if (!next) return;
    if (callers_max == 0) {
      const told out = call(*rt, next->what);
      answered(std::move(*next), out.status, out.why);
      continue;
    }
    if (idle.empty()) {
      idle.push_back(self->spawn<caf::linked + caf::detached>(caller, rt));
      ++callers;
    }
    const caller_actor by = std::move(idle.back());
    idle.pop_back();
    const auto one = std::make_shared<waiting_notice>(std::move(*next));
    const auto over = [this, by, one](int32_t status, const std::string& why) {
      idle.push_back(by);
      answered(std::move(*one), status, why);
      hand_out();
    };
    self->request(by, caf::infinite, msg::notify{one->what}).then(over, [over](const caf::error&) {
      over(0, "its caller ended");
    });
  }
}

void notifier_state::answered(waiting_notice one, int32_t status, const std::string& why) {
  queue.answered(one.what);
  if (status == success) {
    --rt->counters.notices_waiting;
    ++rt->counters.notices_sent;
    return;
  }
  const bool last = one.failed == retries_max;
  rt->ports.log.write(log_level::warn, "notifier.failed",
                      public_url(one.what.url) + ": " + why + (last ? "" : "; again in a minute"));
  if (last) {
    --rt->counters.notices_waiting;
    ++rt->counters.notices_failed;
    return;
  }
  ++one.failed;
  one.due = plus_ms(rt->ports.clock.now(), pause_ms);
  again.push_back(std::move(one));
  if (again.size() == 1)
    self->send(rt->staff.alarm, msg::wake{alarm_id, again.front().due, entity_actor{self}});
}

void notifier_state::rang() {
  for (size_t left = again.size(); left > 0 && again.front().due <= rt->ports.clock.now(); --left) {
    waiting_notice next = std::move(again.front());
    again.pop_front();
    take(std::move(next));
  }
  if (!again.empty())
    self->send(rt->staff.alarm, msg::wake{alarm_id, again.front().due, entity_actor{self}});
}

notifier_actor::behavior_type notifier(notifier_actor::stateful_pointer<notifier_state> self,
                                       runtime* rt, size_t callers_max) {
  self->state.self = self;
  self->state.rt = rt;
  self->state.callers_max = callers_max;
  return {[self](const msg::stimulus& stimulus) {
            if (std::holds_alternative<msg::rang>(stimulus.what)) self->state.rang();
          },
          [](const msg::durable&) {},
          [self](const msg::notify& order) {
            self->state.take({order.what, 0, {}});
          }};
}

}  // namespace foliot::actors
