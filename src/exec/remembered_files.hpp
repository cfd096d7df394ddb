// Files that are read again and again are read once, as long as they stay the same.
#pragma once

#include <map>
#include <string>

#include "base/clock.hpp"
#include "base/result.hpp"
#include "exec/file_port.hpp"

namespace foliot::exec {

/// For one thread. A text is given from memory only when a look at the file shows the same inode,
/// size and times, and these were old enough at the reading to tell a later change.
class remembered_files {
 public:
  /// Both outlive this.
  remembered_files(const file_port& files, const wall_clock& clock)
      : files_(files), clock_(clock) {}

  /// As file_port::read.
  result<std::string> read(const std::string& path, uint64_t bytes_max);

 private:
  struct entry {
    file_facts facts;
    std::string text;
  };
  void keep(const std::string& path, const file_facts& facts, const std::string& text);

  const file_port& files_;
  const wall_clock& clock_;
  std::map<std::string, entry> known_;
  size_t bytes_ = 0;
};

}  // namespace foliot::exec
