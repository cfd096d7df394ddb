// The difference of two texts, line by line.
#pragma once

#include <string>
#include <string_view>

namespace foliot::parse {

/// The hunks of a unified difference, each with three lines around it, as `git diff` prints them
/// ("@@ -12,6 +12,10 @@"); empty where the texts are equal. Texts that have more than
/// limits::diff_cells_max pairs of lines between their first and their last difference are shown as
/// replaced there.
std::string line_diff(std::string_view before, std::string_view after);

}  // namespace foliot::parse
