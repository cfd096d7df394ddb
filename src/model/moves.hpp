// Shared by the machines: a status changes only through its table.
#pragma once

#include <optional>
#include <string>

#include "base/instant.hpp"
#include "model/status.hpp"
#include "model/transition.hpp"

namespace foliot::model {

/// Moves `record` (one with `state` and `since`) to `to` at `now`, if `table` allows it; otherwise
/// the sentence for step::broke. Staying is always allowed and keeps `since`.
template <class Record, class Table>
std::optional<std::string> move_to(Record& record, const Table& table, status to, instant now) {
  if (record.state == to) return std::nullopt;
  if (!may_become(table, record.state, to))
    return "illegal move from " + std::string(name(record.state)) + " to " + std::string(name(to));
  record.state = to;
  if constexpr (requires { record.since; }) record.since = now;
  return std::nullopt;
}

/// The step that makes `next`, one version after `record`, its status moved to `to`.
template <class Step, class Record, class Table>
Step step_to(Record next, const Table& table, status to, instant now) {
  if (auto illegal = move_to(next, table, to, now)) return Step::broke(std::move(*illegal));
  Step out;
  out.accepted = true;
  next.version += 1;
  next.modified = now;
  out.next = std::move(next);
  return out;
}

/// For std::visit.
template <class... Fs>
struct overloaded : Fs... {
  using Fs::operator()...;
};
template <class... Fs>
overloaded(Fs...) -> overloaded<Fs...>;

}  // namespace foliot::model
