// The governor of starts: when many actions are due at once, after a restart or a resume, they are
// let go one after the other. Pure: the clock is passed in, nothing of it is stored.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "base/ids.hpp"
#include "base/instant.hpp"
#include "base/result.hpp"
#include "model/definition.hpp"
#include "model/token_bucket.hpp"

namespace foliot::model {

/// Whose starts go first; the words of Hadoop's mapreduce.job.priority. Strict: as long as one of a
/// higher priority waits, none of a lower one is let go by the same limit.
enum class start_priority : uint8_t { very_high, high, normal, low, very_low };
/// "VERY_HIGH", "HIGH", "NORMAL", "LOW", "VERY_LOW".
std::string_view priority_name(start_priority priority);

/// What a job's properties say of its starts.
struct start_rule {
  start_priority priority = start_priority::normal;  ///< foliot.priority
  start_rate own;  ///< foliot.starts.per.minute, foliot.starts.burst: of all jobs of the same tree.

  friend bool operator==(const start_rule&, const start_rule&) = default;
};

/// Reads the three properties. Fails with bad_input and the property's name for an unknown priority
/// and for numbers beyond limits::starts_per_minute_max.
result<start_rule> start_rule_of(const configuration& conf);

struct waiting_start {
  entity_id id;  ///< Of the action.
  start_priority priority = start_priority::normal;
  instant nominal;  ///< Within a priority the oldest goes first.
  instant since;
};

/// Where in the queue an action stands.
struct start_place {
  uint64_t place = 1;      ///< 1: the next.
  uint64_t of = 1;         ///< All that wait.
  instant about;           ///< When it will be let go, if nobody comes before it.
  start_rate limit;        ///< The one that holds it up longest.
  bool own_limit = false;  ///< That one is its bundle's or coordinator's own.
};

/// What `release` lets go.
struct released_starts {
  std::vector<entity_id> starts;  ///< In their order.
  instant again = never;          ///< When more can go; never: nobody waits.
};

class start_governor {
 public:
  /// `all`: the limit of all starts together; it may be none.
  explicit start_governor(start_rate all = {}) : all_(all) {}

  const start_rate& limit() const { return all_; }
  /// Another limit of all starts from now on, or none. Where there was one, a change brings no
  /// further burst. Call `release` then.
  void limit(start_rate all, instant now);
  /// Lines up. `own`: a limit of its tree besides; jobs of a tree with equal limits share one. Who
  /// stands there already keeps the place.
  void ask(const waiting_start& who, start_rate own, instant now);
  /// Leaves the queue; false when it does not stand there.
  bool withdraw(const entity_id& id);
  /// Lets go who may: of every action at most one for each time that it asked.
  released_starts release(instant now);

  size_t waiting() const { return index_.size(); }
  /// Starts that could be let go now by the limit of all; UINT32_MAX without one.
  uint32_t at_hand(instant now) const;
  /// Nothing for who does not wait.
  std::optional<start_place> place_of(const entity_id& id, instant now) const;
  /// All that wait, by tree, within it in their order.
  void visit(const std::function<void(const waiting_start&)>& each) const;

 private:
  using rank = std::tuple<start_priority, instant, entity_id>;
  struct lane_key {
    job_number root = 0;  ///< 0: of all that have no limit of their own.
    start_rate own;
    friend constexpr auto operator<=>(const lane_key&, const lane_key&) = default;
  };
  struct lane {
    std::optional<token_bucket> bucket;
    std::map<rank, instant> queue;  ///< And since when.
  };

  std::map<lane_key, lane>::iterator next_lane(instant now);
  instant next_time(instant now) const;

  start_rate all_;
  std::optional<token_bucket> bucket_;  ///< Of all; made at the first question.
  std::map<lane_key, lane> lanes_;
  std::unordered_map<entity_id, std::pair<lane_key, rank>> index_;
};

}  // namespace foliot::model
