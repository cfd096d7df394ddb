// How programs are started as other users (docs/runs.md, "Users").
#pragma once

#include <string>

namespace foliot::exec {

/// The way to foliot-run-as; without a program there is none, and such runs are not started.
struct run_as_way {
  std::string sudo;       ///< Absolute path of sudo.
  std::string program;    ///< Absolute path of foliot-run-as, as sudoers names it.
  std::string work_root;  ///< Where it makes the work directories; root's.

  friend bool operator==(const run_as_way&, const run_as_way&) = default;
};

}  // namespace foliot::exec
