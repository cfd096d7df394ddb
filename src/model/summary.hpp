// What a parent needs to know of its children: kept by counters, O(1) per change (architecture 4).
#pragma once

#include <array>
#include <cstdint>

#include "base/ids.hpp"
#include "model/status.hpp"

namespace foliot::model {

/// One entry of the committer's feed: a child of `parent` was born (`before` is none) or changed.
struct child_change {
  entity_id parent;
  entity_id child;
  status before = status::none;
  status after = status::none;
  bool pending_before = false;
  bool pending_after = false;
  uint32_t count_before = 1;  ///< More than one: a range of SKIPPED actions, all alike.
  uint32_t count_after = 1;
  bool quarantined_before = false;
  bool quarantined_after = false;
};

/// Counters over all children of one parent. Never stored; rebuilt by one scan at recovery.
struct child_counts {
  std::array<uint32_t, status_count> of{};
  uint32_t pending = 0;
  uint32_t quarantined = 0;

  /// Moves one child. The child must have been counted as `change.before`.
  void apply(const child_change& change);
  /// Number of children, without those IGNORED.
  uint32_t total() const;
};

/// The aggregate of the counters: all that the rules of bundle.md 7.2 and 7.3 ask for. A parent is
/// told a new summary only when it differs from the last one.
struct child_summary {
  uint32_t total = 0;      ///< Without IGNORED.
  bool all_ended = false;  ///< Every child is terminal. True for no children.
  bool all_good = false;   ///< Every child SUCCEEDED or SKIPPED.
  bool all_killed = false;
  bool all_failed = false;
  bool any_error = false;  ///< KILLED, FAILED, TIMEDOUT, DONEWITHERROR, a ...WITHERROR status, or
                           ///< quarantined in any.
  bool any_suspended = false;
  bool all_suspended_or_good = false;   ///< Every child SUSPENDED or good.
  bool all_suspended_or_ended = false;  ///< Every child SUSPENDED... or terminal.
  bool all_paused = false;
  bool pending = false;  ///< Some child has a command unconfirmed.
  uint32_t ignored = 0;  ///< Children that are IGNORED.

  friend bool operator==(const child_summary&, const child_summary&) = default;
};

/// Pure: the summary of `counts`.
child_summary summarise(const child_counts& counts);

}  // namespace foliot::model
