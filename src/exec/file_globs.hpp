// Hadoop's globs on local directories: ? * [a-c] [^a] {a,b{c,d}} \x. A name with a leading dot is
// matched like any other.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace foliot::exec {

/// Whether one path component matches `pattern` (without braces). Takes time |pattern| * |name| at
/// most. Pure.
bool glob_matches(std::string_view pattern, std::string_view name);

/// `pattern` without braces: every alternative, in order. Fails with errc::bad_input when braces or
/// brackets do not fit, errc::too_large beyond `alternatives_max`. Pure.
result<std::vector<std::string>> glob_alternatives(const std::string& pattern,
                                                   size_t alternatives_max);

/// All existing paths that match the absolute `pattern`, sorted, each once; none is no failure.
/// Fails with FS013 beyond `matches_max` and with what glob_alternatives says.
result<std::vector<std::string>> expand_glob(const std::string& pattern, size_t matches_max);

}  // namespace foliot::exec
