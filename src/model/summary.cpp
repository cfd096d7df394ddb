#include "model/summary.hpp"

#include "base/contract.hpp"
#include "model/status.hpp"

namespace foliot::model {
namespace {

constexpr status_set error_statuses{status::killed,
                                    status::failed,
                                    status::timed_out,
                                    status::done_with_error,
                                    status::running_with_error,
                                    status::suspended_with_error,
                                    status::paused_with_error};
constexpr status_set good_statuses{status::succeeded, status::skipped};
constexpr status_set suspended_statuses{status::suspended, status::suspended_with_error};
constexpr status_set paused_statuses{status::paused, status::paused_with_error};

uint32_t sum(const child_counts& counts, status_set members) {
  uint32_t out = 0;
  for (size_t i = 1; i < status_count; ++i) {
    const auto s = static_cast<status>(i);
    if (s != status::ignored && members.has(s)) out += counts.of[i];
  }
  return out;
}

}  // namespace

void child_counts::apply(const child_change& change) {
  if (change.before != status::none) {
    uint32_t& left = of[static_cast<size_t>(change.before)];
    FOLIOT_ASSERT(left >= change.count_before,
                  "a child was not counted under the status it leaves");
    left -= change.count_before;
    if (change.pending_before) {
      FOLIOT_ASSERT(pending > 0, "a pending child was not counted as pending");
      --pending;
    }
  }
  // Of a parent that came back to life, only those that were quarantined since are counted.
  if (change.quarantined_before && quarantined > 0) --quarantined;
  if (change.quarantined_after) ++quarantined;
  if (change.after == status::none) return;
  of[static_cast<size_t>(change.after)] += change.count_after;
  if (change.pending_after) ++pending;
}

uint32_t child_counts::total() const {
  uint32_t out = 0;
  for (size_t i = 1; i < status_count; ++i)
    if (static_cast<status>(i) != status::ignored) out += of[i];
  return out;
}

child_summary summarise(const child_counts& counts) {
  const uint32_t total = counts.total();
  const auto all = [&](status_set members) { return sum(counts, members) == total; };
  const auto all_of_some = [&](status_set members) { return total > 0 && all(members); };

  child_summary out;
  out.total = total;
  out.all_ended = all(terminal_statuses);
  out.all_good = all(good_statuses);
  out.all_killed = all_of_some({status::killed});
  out.all_failed = all_of_some({status::failed});
  out.any_error = sum(counts, error_statuses) > 0 || counts.quarantined > 0;
  out.any_suspended = sum(counts, suspended_statuses) > 0;
  out.all_suspended_or_good = all(good_statuses | status_set{status::suspended});
  out.all_suspended_or_ended = all(terminal_statuses | suspended_statuses);
  out.all_paused = all_of_some(paused_statuses);
  out.pending = counts.pending > 0;
  out.ignored = counts.of[static_cast<size_t>(status::ignored)];
  return out;
}

}  // namespace foliot::model
