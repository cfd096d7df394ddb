// A program of this host, run by the helper and waited for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "exec/helper/ending.hpp"

namespace foliot::exec::helper {

/// A program as posix_spawnp takes it, with all its arguments as they are: no shell reads them.
struct program_call {
  std::vector<std::string> words;        ///< The program first.
  std::vector<std::string> environment;  ///< "K=V", in place of or beside our own.
  std::string input;                     ///< Its standard input; then that is closed.
  size_t output_bytes_max = 64U << 10;   ///< More is read and dropped.
  int64_t timeout_ms = 0;                ///< It is killed after so long; 0: never.
};

struct program_end {
  int status = -1;         ///< Of its exit; -1 where a signal ended it.
  bool timed_out = false;  ///< We killed it: its time was over.
  bool ended = false;      ///< We killed it: our own end was asked for.
  std::string output;
  std::string errors;  ///< The last errors_bytes_max of its standard error.
};

/// Runs it in a process group of its own until it ends; `end` (may be null) ends it early. Fails
/// with not_found where there is no such program, io otherwise.
result<program_end> run_program(const program_call& call, ending* end);

/// PATH without what is not absolute: the work directory and what others put there is not ours.
std::string absolute_path_only(std::string_view path);

}  // namespace foliot::exec::helper
