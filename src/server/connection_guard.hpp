// The table of connections (http/clients.hpp) beside real sockets: cuts whom it names.
#pragma once

#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/clock.hpp"
#include "http/access.hpp"
#include "http/clients.hpp"

namespace foliot::server {

/// Thread-safe. A connection that is cut is shut down, so that whoever reads or writes it hears of
/// its end; its descriptor stays with its owner.
class connection_guard {
 public:
  using number = http::clients::number;

  /// What was done to connections since the last call of `take_counts`.
  struct counts {
    uint64_t turned_away = 0;  ///< There was no room.
    uint64_t made_room = 0;
    uint64_t slow = 0;
    uint64_t greedy = 0;   ///< Too much memory was held.
    uint64_t refused = 0;  ///< What came was no request, or too long.

    bool any() const { return turned_away + made_room + slow + greedy + refused > 0; }
    /// "connections closed in the last seconds: 3 too slow, ..."
    std::string sentence() const;
  };

  connection_guard(const http::client_limits& most, const monotonic_clock& clock)
      : clients_(most), clock_(clock) {}

  /// The number of a new connection; 0: hang up.
  number enter(const std::string& peer, int descriptor);
  /// Before its descriptor is closed.
  void leave(number who);
  void reads(number who, size_t bytes);
  void works(number who);
  void progresses(number who);
  void rests(number who);
  /// What came was refused; its sender may go on for a moment.
  void lingers(number who);
  /// An answer of so many bytes to that peer is about to be written.
  void writes(const std::string& peer, size_t bytes);
  /// Cuts who is too slow; called several times a second.
  void sweep();

  counts take_counts();
  int64_t now_ns() const { return clock_.now_ns(); }

 private:
  void cut(number who);
  void cut_greedy();

  std::mutex lock_;
  http::clients clients_;
  std::unordered_map<number, int> descriptors_;
  counts counts_;
  const monotonic_clock& clock_;
};

}  // namespace foliot::server
