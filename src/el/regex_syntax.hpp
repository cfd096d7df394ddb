// Java's regular expressions, rewritten for PCRE2.
#pragma once

#include <string>
#include <string_view>

#include "base/result.hpp"

namespace foliot::el {

/// The PCRE2 pattern (UTF mode, no UCP) that means what java.util.regex means by `pattern`. What
/// PCRE2 would read otherwise is rewritten (\u0041, \0101, \p{Alpha}, \Q...\E) or refused:
/// bad_input what Java refuses too, unsupported the rest (unions and intersections of classes,
/// flags d, u, U, x, Java's own properties); too_large beyond limits::regex_bytes_max.
result<std::string> java_pattern(std::string_view pattern);

}  // namespace foliot::el
