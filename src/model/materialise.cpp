#include <algorithm>
#include <cstdint>
#include <vector>

#include "model/coordinator.hpp"
#include "time/frequency.hpp"

namespace foliot::model {
namespace {

/// A job whose end is its start runs once, at its start (rulings 0.4).
bool runs_once(const coordinator_definition& definition) {
  return definition.start == definition.end;
}

/// How many actions the job has in all.
uint32_t total_actions(const coordinator_definition& definition) {
  if (runs_once(definition)) return 1;
  return time::count_before(definition.every, definition.start, definition.end, definition.zone);
}

instant nominal_of(const coordinator_definition& definition, uint32_t number) {
  if (runs_once(definition) && number == 1) return definition.start;
  return time::nominal_time(definition.every, definition.start, number, definition.zone);
}

/// How many of the job's actions have a nominal time that is not after `until`.
uint32_t actions_until(const coordinator_definition& definition, instant until, uint32_t total) {
  if (runs_once(definition)) return definition.start <= until ? 1 : 0;
  const instant bound = plus_ms(until, 1);
  if (bound >= definition.end) return total;
  return time::count_before(definition.every, definition.start, bound, definition.zone);
}

}  // namespace

materialisation materialise(const coordinator_definition& definition, uint32_t from, instant until,
                            uint32_t limit) {
  const uint32_t total = total_actions(definition);
  const uint32_t due = actions_until(definition, until, total);
  const uint32_t room = due > from ? std::min(due - from, limit) : 0;

  materialisation out;
  out.nominal.reserve(room);
  for (uint32_t i = 1; i <= room; ++i) out.nominal.push_back(nominal_of(definition, from + i));
  out.done = from + room >= total;
  if (!out.done) out.next = nominal_of(definition, from + room + 1);
  return out;
}

std::vector<uint32_t> choose_starts(const coordinator_definition& definition,
                                    const std::vector<uint32_t>& ready, uint32_t busy) {
  size_t free = ready.size();
  if (definition.concurrency >= 0) {
    const auto slots = static_cast<uint32_t>(definition.concurrency);
    free = busy >= slots ? 0 : std::min(free, static_cast<size_t>(slots - busy));
  }
  const auto count = static_cast<std::ptrdiff_t>(free);
  if (definition.order == execution_order::fifo)
    return std::vector<uint32_t>(ready.begin(), ready.begin() + count);
  return std::vector<uint32_t>(ready.rbegin(), ready.rbegin() + count);
}

instant skip_at(const coordinator_definition& definition, uint32_t number, instant nominal) {
  switch (definition.order) {
    case execution_order::fifo:
    case execution_order::lifo: return never;
    case execution_order::last_only: {
      if (runs_once(definition)) return never;
      const instant next =
          time::nominal_time(definition.every, definition.start, number + 1, definition.zone);
      // A next nominal time equal to the end counts, as in Oozie: the last action of a job can be
      // skipped once its end is over.
      return next <= definition.end ? plus_ms(next, 1) : never;
    }
    case execution_order::none: return plus_ms(nominal, none_tolerance_ms + 1);
  }
  return never;
}

bool to_be_skipped(const coordinator_definition& definition, uint32_t number, instant nominal,
                   instant now) {
  const instant from = skip_at(definition, number, nominal);
  return from != never && now >= from;
}

}  // namespace foliot::model
