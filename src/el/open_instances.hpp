// Instances that depend on which data is there: coord:latest and coord:future (coordinator.md 4.2).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/instant.hpp"
#include "base/result.hpp"
#include "el/evaluate.hpp"
#include "el/value.hpp"

namespace foliot::el {

/// latest(n), latestRange(from, to), future(n, limit), futureRange(from, to, limit), counted over
/// the instances that are there.
struct open_range {
  bool future = false;
  int64_t from = 0;   ///< latest: <= 0, 0 is the newest. future: >= 0, 0 is the first.
  int64_t to = 0;     ///< >= from
  int64_t limit = 0;  ///< future: how many instances behind the current one are looked at, >= 1.
};

/// Whether `function` ("coord:latest") gives an open range.
bool is_open_function(std::string_view function);

/// The range that a call of `function` with evaluated arguments means. Fails with bad_input E1004
/// on a number of the wrong sign, E1010 on a range from a larger to a smaller number, too_large on
/// a limit beyond limits::open_instances_max.
result<open_range> open_range_of(std::string_view function, const std::vector<value>& arguments);

/// As it is written out while it is not resolved: "${coord:latest(-1)}".
std::string text_of(const open_range& range);

/// What is known of an open range.
struct open_answer {
  /// Those wanted that are there: newest first for latest, oldest first for future.
  std::vector<instant> there;
  bool complete = false;  ///< All that are wanted are there.
  bool given_up = false;  ///< latest: limits::open_instances_max were looked at, older ones exist.
  // While it is not complete:
  /// Instances, and directories of many, that were looked for and are not there, in that order.
  std::vector<probe> absent;
  size_t missing = 0;       ///< Instances of which it is known that they are not there.
  size_t present = 0;       ///< Looked at and there, wanted or not.
  instant nearest = never;  ///< The one that was looked at first; `never`: there is none at all.
  /// latest: when the instance after those looked at falls due, for whoever looks back from a time
  /// that moves on.
  instant next = never;
};

/// Resolves `range` over the facts of `in`, whose context must give dataset(), presence() and
/// latest_base() (for latest) or nominal_time() (for future). latest goes from the instance in
/// force at its base back to the dataset's first, future from the one in force at the nominal time
/// onwards; both skip what is not there. Asks at most `in.ask_at_most` facts together. Behind
/// the first limits::probes_at_once_max instances latest asks for their holders first: a year that
/// has no directory costs one question.
std::variant<open_answer, needs, failure> resolve(const open_range& range, const environment& in);

}  // namespace foliot::el
