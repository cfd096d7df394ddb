// The parameter logfilter of show=log (rest.md 7). Pure.
#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "base/instant.hpp"
#include "base/result.hpp"
#include "el/regex.hpp"

namespace foliot::http {

struct log_filter {
  std::optional<instant> from;   ///< Lines from then on.
  std::optional<instant> until;  ///< Lines up to then.
  std::set<std::string> levels;  ///< Empty: all.
  std::optional<el::regex> text;
  bool debug = false;  ///< Say first what is shown.
  /// What from and until are where they are not given: the job's start, and when it was asked.
  instant begin;
  instant now;
  std::optional<size_t> limit;  ///< The first so many of the lines that are taken.

  /// With debug first a line of its own: "Log from TIME to TIME, levels ERROR|WARN, limit 2, text
  /// yes". Those lines of `log` that the filter takes. A line that does not begin with a time
  /// belongs to the one before it.
  std::string applied(std::string_view log) const;
};

/// Reads "limit=2;loglevel=ERROR|WARN"; offsets such as "2h" count from `begin`, the job's start,
/// `recent` back from `now`. An offset reaches two minutes further, as in Oozie. Fails with E0302.
result<log_filter> parse_log_filter(std::string_view text, instant begin, instant now);

}  // namespace foliot::http
