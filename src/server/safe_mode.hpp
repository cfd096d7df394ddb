// Safe mode: while the disk is nearly full no new work is taken.
#pragma once

#include <atomic>
#include <cstdint>

#include "base/log.hpp"
#include "exec/free_space.hpp"

namespace foliot::server {

class safe_mode {
 public:
  /// On while `space` has less than `reserve` bytes. Both outlive it.
  safe_mode(const exec::space_port& space, uint64_t reserve, log_sink& log)
      : space_(space), reserve_(reserve), log_(log) {}

  /// Looks, and tells the log where it began or ended since the last look ("safe-mode.on",
  /// "safe-mode.off"). Off where the space cannot be asked for and nobody forced it. Thread-safe.
  bool is_on();
  /// On whatever the space is, until it is forced no more. Thread-safe.
  void force(bool on) { forced_ = on; }
  bool is_forced() const { return forced_; }

 private:
  const exec::space_port& space_;
  uint64_t reserve_;
  log_sink& log_;
  std::atomic<bool> told_{false};
  std::atomic<bool> forced_{false};
};

}  // namespace foliot::server
