// The log sink: components write sentences with a stable event id; where they go is the wiring's.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace foliot {

enum class log_level : uint8_t { debug, info, warn, error };

/// Thread-safe. `event` is a stable dotted id such as "committer.write-failed": searches and tests
/// use it, so that sentences may be reworded.
class log_sink {
 public:
  virtual ~log_sink() = default;
  virtual void write(log_level level, std::string_view event, const std::string& sentence) = 0;
};

/// A sink that forgets everything.
log_sink& null_log();

}  // namespace foliot
