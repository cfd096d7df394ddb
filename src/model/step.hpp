// What a pure step gives back. Machines never throw, never read a clock, never do I/O.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/ids.hpp"
#include "base/result.hpp"

namespace foliot::model {

/// A child created by its parent's step: its id and its first event. Its record is written in the
/// same batch as the parent's.
template <class Event>
struct birth {
  entity_id id;
  Event event;
};

/// The outcome of `advance(context, record, event, now)`.
///  - accepted: `next` replaces the record; version is one higher.
///  - not accepted: stale, repeated or without effect; nothing is written. Where silence would hide
///    a mistake, `why_not` is what whoever asked is told.
///  - broken: a contract was violated; the entity is quarantined with that sentence.
template <class Record, class ChildEvent>
struct step {
  bool accepted = false;
  Record next{};
  std::vector<birth<ChildEvent>> births;
  std::optional<std::string> broken;
  std::optional<failure> why_not;

  static step refuse() { return {}; }
  static step refuse(failure why) {
    step out;
    out.why_not = std::move(why);
    return out;
  }
  static step broke(std::string why) {
    step out;
    out.broken = std::move(why);
    return out;
  }
};

/// For kinds whose steps create no children.
struct no_child {};

}  // namespace foliot::model
