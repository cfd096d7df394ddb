// The URI of one dataset instance.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/instant.hpp"
#include "base/result.hpp"
#include "time/datetime.hpp"

namespace foliot::el {

/// Checks a uri-template whose properties are already resolved: the only ${...} left may be
/// ${YEAR} ${MONTH} ${DAY} ${HOUR} ${MINUTE}. Fails with bad_input E1004 and a remedy, or too_large
/// beyond limits::el_text_bytes_max.
result<void> check_uri_template(std::string_view text);

/// `text` with the date fields of `at` in the processing zone filled in: two digits each, the year
/// as it is (coordinator.md 1.3). Anything else stays as it is; never fails.
std::string expand_uri_template(std::string_view text, instant at,
                                const time::processing_zone& zone);

/// A directory that holds the instance of some time, and those of the same period.
struct period_directory {
  std::string uri;
  instant since;  ///< When the period begins: a year, a month, ... in the processing zone.
};

/// The directories on the way to the instance of `text` at `at` whose names hold a date field, the
/// outermost first; none for a path with "..". Where one does not exist, no instance of its period
/// does.
std::vector<period_directory> period_directories(std::string_view text, instant at,
                                                 const time::processing_zone& zone);

}  // namespace foliot::el
