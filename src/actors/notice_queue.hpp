// Notices that wait for a caller: first come, first served, and one host at a time by one caller.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>

#include "base/instant.hpp"
#include "model/notification.hpp"

namespace foliot::actors {

struct waiting_notice {
  model::notice what;
  uint32_t failed = 0;  ///< Calls.
  instant due;          ///< Of its next call, where one failed.
};

/// Receivers take turns, so that one that does not answer holds up nobody but itself. Those behind
/// one proxy are one receiver: it is the proxy that answers, or does not.
class notice_queue {
 public:
  void push(waiting_notice one);
  /// The next one whose receiver is not being called; it counts as called until `answered`.
  std::optional<waiting_notice> next();
  /// The call of a notice from `next` is over.
  void answered(const model::notice& what);
  /// Of those that wait; `next` may still have nothing.
  size_t size() const { return size_; }

 private:
  struct line {
    std::deque<waiting_notice> notices;
    bool called = false;
  };

  std::map<std::string, line> lines_;  ///< By receiver; of those who are waited for or called.
  std::deque<std::string> turns_;      ///< Receivers that somebody waits for and nobody calls.
  size_t size_ = 0;
};

}  // namespace foliot::actors
