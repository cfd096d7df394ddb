// The whole command: words in, text and an exit status out.
#pragma once

#include <string>
#include <vector>

#include "tools/oozie/session.hpp"

namespace foliot::oozie {

/// Where the command runs.
struct surroundings {
  std::function<std::string(const char*)> environment;  ///< "" for what is not set.
  std::string user;                                     ///< The name of the process's user.
  std::string home;                                     ///< Where tokens are kept.
  /// The name of this machine, for the default address; asked when there is no other.
  std::function<std::string()> host;
  world in;
};

/// As Oozie's client ends: 0, or -1, which a shell sees as 255.
inline constexpr int good = 0;
inline constexpr int bad = 255;

/// Runs `words`, those behind the program's name. Nothing but `in` is written to or read, and the
/// files that the words name.
int run(std::vector<std::string> words, const surroundings& where);

}  // namespace foliot::oozie
