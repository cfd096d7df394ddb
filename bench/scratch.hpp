// What every bench needs, whatever it measures: a place, a clock and settings.
#pragma once

#include <cstdint>
#include <string>

namespace foliot::bench {

/// A directory below /tmp (or TMPDIR) that goes with this value.
class scratch {
 public:
  scratch();
  ~scratch();
  scratch(const scratch&) = delete;
  const std::string& path() const { return path_; }
  /// Bytes of all files below `name`.
  uint64_t bytes_below(const std::string& name) const;
  /// Reads all files below `name`, so that the kernel has them in memory.
  void read_below(const std::string& name) const;
  void write(const std::string& name, const std::string& text) const;

 private:
  std::string path_;
};

/// Does nothing for `ms` milliseconds.
void rest(int64_t ms);

/// Nanoseconds of a clock that never runs backwards.
int64_t now_ns();

/// Value of KEY=... in the environment, else `otherwise`.
uint64_t setting(const char* key, uint64_t otherwise);

}  // namespace foliot::bench
