// Text in a shell's eyes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace foliot::exec::helper {

/// `text` so that any POSIX shell takes it as one word of exactly these bytes. It holds no NUL.
std::string shell_quoted(std::string_view text);

/// All of `words` likewise, with blanks between them.
std::string shell_words(const std::vector<std::string>& words);

}  // namespace foliot::exec::helper
