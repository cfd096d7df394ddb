// The statuses of all kinds of entity, and sets of them.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string_view>

namespace foliot::model {

/// On disk. Never renumber, never reuse. Names are Oozie's (coordinator.md 5.3, 5.6; bundle.md 5;
/// workflow.md 4).
enum class status : uint8_t {
  none = 0,  ///< Not born yet: the "old status" of a creation.
  prep = 1,
  running = 2,
  suspended = 3,
  succeeded = 4,
  killed = 5,
  failed = 6,
  paused = 7,
  prep_paused = 8,
  prep_suspended = 9,
  running_with_error = 10,
  suspended_with_error = 11,
  paused_with_error = 12,
  done_with_error = 13,
  ignored = 14,
  waiting = 15,
  ready = 16,
  submitted = 17,
  timed_out = 18,
  skipped = 19,
  count_
};

inline constexpr size_t status_count = static_cast<size_t>(status::count_);

inline constexpr std::array<std::string_view, status_count> status_names{"NONE",
                                                                         "PREP",
                                                                         "RUNNING",
                                                                         "SUSPENDED",
                                                                         "SUCCEEDED",
                                                                         "KILLED",
                                                                         "FAILED",
                                                                         "PAUSED",
                                                                         "PREPPAUSED",
                                                                         "PREPSUSPENDED",
                                                                         "RUNNINGWITHERROR",
                                                                         "SUSPENDEDWITHERROR",
                                                                         "PAUSEDWITHERROR",
                                                                         "DONEWITHERROR",
                                                                         "IGNORED",
                                                                         "WAITING",
                                                                         "READY",
                                                                         "SUBMITTED",
                                                                         "TIMEDOUT",
                                                                         "SKIPPED"};
static_assert(!status_names.back().empty(), "every status needs a name");

/// Oozie's spelling, for example "RUNNINGWITHERROR".
constexpr std::string_view name(status s) { return status_names[static_cast<size_t>(s)]; }

/// The status with that spelling (case-sensitive), if any.
constexpr std::optional<status> status_named(std::string_view text) {
  for (size_t i = 1; i < status_count; ++i)
    if (status_names[i] == text) return static_cast<status>(i);
  return std::nullopt;
}

/// A set of statuses, usable in constant expressions.
class status_set {
 public:
  constexpr status_set() = default;
  constexpr status_set(std::initializer_list<status> members) {
    for (status s : members) bits_ |= bit(s);
  }
  constexpr bool has(status s) const { return (bits_ & bit(s)) != 0; }
  constexpr status_set operator|(status_set other) const {
    status_set out;
    out.bits_ = bits_ | other.bits_;
    return out;
  }
  friend constexpr bool operator==(status_set, status_set) = default;

 private:
  static constexpr uint32_t bit(status s) { return uint32_t{1} << static_cast<uint32_t>(s); }

  uint32_t bits_ = 0;
};

/// Nothing but a rerun or a change leaves one of these, whatever the kind.
inline constexpr status_set terminal_statuses{
    status::succeeded, status::killed,    status::failed, status::done_with_error,
    status::ignored,   status::timed_out, status::skipped};

constexpr bool is_terminal(status s) { return terminal_statuses.has(s); }

/// How Oozie shows a status by default (bundle.md 5, backward.support.for.states.without.error):
/// only DONEWITHERROR tells of errors. Records keep the true one.
constexpr status hiding_errors(status s) {
  switch (s) {
    case status::running_with_error: return status::running;
    case status::suspended_with_error: return status::suspended;
    case status::paused_with_error: return status::paused;
    default: return s;
  }
}

}  // namespace foliot::model
