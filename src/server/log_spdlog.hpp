// The log sink over spdlog: to standard error or a file.
#pragma once

#include <memory>
#include <string>

#include "base/log.hpp"
#include "base/log_levels.hpp"
#include "base/result.hpp"

namespace foliot::server {

/// A sink whose thresholds may change while it writes.
class leveled_log : public log_sink {
 public:
  /// What of it is written: changes count at once.
  virtual log_levels& levels() = 0;
};

/// A sink that writes lines "2026-11-21T12:00:00.000Z info  event.id sentence" (UTC) of `least` and
/// above to the end of `file`, or to standard error when it is empty. Control characters in a
/// sentence become blanks: one event, one line. Fails with errc::io when the file cannot be opened.
result<std::unique_ptr<leveled_log>> open_log(const std::string& file, log_level least);

}  // namespace foliot::server
