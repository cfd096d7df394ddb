// What went to disk, for consoles: figures of the last groups, and new records for who follows.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "actors/admin.hpp"
#include "base/clock.hpp"
#include "base/ids.hpp"
#include "base/kv_store.hpp"

namespace foliot::server {

/// Groups whose figures are kept.
inline constexpr size_t groups_kept = 1'024;
/// Records of one group that are told; the others are counted as lost.
inline constexpr size_t records_of_group_max = 256;
/// Groups on their way to consoles; while there are so many, further ones are counted as lost.
inline constexpr size_t groups_in_flight_max = 64;

/// The figures of `values`: middle, 99th percentile and greatest. All 0 without values.
actors::admin::spread spread_of(std::vector<uint64_t> values);

/// Thread-safe; told by whoever writes to the store, which it costs a copy of the new records where
/// somebody follows, else nothing but figures.
class console_tap {
 public:
  using maker = std::function<actors::admin::fresh_records()>;

  /// Both outlive it. Rows show times by `clock`.
  console_tap(const wall_clock& clock, const wire_ids& ids) : clock_(clock), ids_(ids) {}

  void written(const kv_batch& batch, size_t steps, size_t bytes, int64_t ns);
  /// All but `wait_us`.
  actors::admin::committer_report look() const;

  void follow(bool anybody) { anybody_ = anybody; }
  void deliver_to(std::function<void(maker)> sink);

 private:
  struct group {
    uint64_t steps = 0;
    uint64_t bytes = 0;
    uint64_t us = 0;
  };
  using row = std::pair<std::string, std::string>;  ///< Key and value of table::record.

  void tell(const kv_batch& batch);
  actors::admin::fresh_records read(const std::vector<row>& rows, instant at, uint64_t lost) const;

  const wall_clock& clock_;
  const wire_ids& ids_;
  mutable std::mutex mutex_;
  std::array<group, groups_kept> ring_{};
  uint64_t groups_ = 0;
  uint64_t steps_ = 0;
  uint64_t bytes_ = 0;
  std::atomic<bool> anybody_{false};
  std::shared_ptr<std::atomic<size_t>> in_flight_ = std::make_shared<std::atomic<size_t>>(0);
  std::atomic<uint64_t> lost_{0};
  std::function<void(maker)> sink_;
};

/// "bundle", "coordinator", "action", "workflow".
std::string kind_word(entity_kind kind);
}  // namespace foliot::server
