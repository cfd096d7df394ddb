// A store full of jobs that nobody steps, and the REST interface over it: the load of bench_lists.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "base/clock.hpp"
#include "bench/scratch.hpp"
#include "http/api.hpp"
#include "parse/definitions.hpp"
#include "store/job_counts.hpp"
#include "store/rocks_store.hpp"
#include "store/store_reader.hpp"

namespace foliot::bench {

inline constexpr instant list_begin{1'767'225'600'000};  // 2026-01-01T00:00Z
inline constexpr int64_t list_span_ms = 30 * ms_per_day;
inline constexpr uint64_t list_users = 12;
inline constexpr uint64_t list_names = 500;
inline constexpr uint64_t list_busy_names = 4;  ///< Of these.

/// `workflows` workflows, created evenly over a month, half of them below coordinators (one for
/// `per_coordinator` workflows); a dozen users, of whom some have many more jobs than others, 500
/// names, all statuses. Besides, as many living actions as told.
class list_world {
 public:
  list_world(const scratch& home, uint64_t workflows, uint64_t living_actions,
             uint64_t per_coordinator);

  /// The answer to GET /oozie/v2/jobs?<query>; ends the program unless it is one.
  std::string ask(const std::string& query) const;
  /// Wire id of workflow `index`, from 0.
  std::string workflow_id(uint64_t index) const;
  /// Makes the kernel have all files of the store in memory.
  void read_files() const { home_.read_below(directory_); }

  uint64_t workflows() const { return workflows_; }
  uint64_t coordinators() const { return workflows_ / per_coordinator_; }
  int64_t counted_in_ns() const { return counted_ns_; }

 private:
  class day_clock final : public wall_clock {
   public:
    instant now() const override { return plus_ms(list_begin, list_span_ms); }
  };

  void fill(kv_store& to, uint64_t living_actions);

  const scratch& home_;
  std::string directory_;  ///< In `home_`.
  uint64_t workflows_;
  uint64_t per_coordinator_;
  day_clock clock_;
  std::unique_ptr<store::rocks_store> database_;
  std::unique_ptr<store::counted_store> counted_;
  std::unique_ptr<store::store_reader> reader_;
  std::unique_ptr<http::commands> nobody_;
  parse::cached_definitions definitions_{time::processing_zone{}};
  std::unique_ptr<http::api> api_;
  int64_t counted_ns_ = 0;
};

}  // namespace foliot::bench
