// Who is connected, what each connection holds, and which has to go when others need the room.
// Pure: times come in as numbers, and nobody is cut here; the caller is told whom to cut.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/limits.hpp"
#include "http/limits.hpp"

namespace foliot::http {

/// Counts, bytes and nanoseconds.
struct client_limits {
  size_t connections = limits::http_connections_default;
  size_t per_address = limits::http_connections_per_address_default;
  size_t bytes = size_t{limits::http_memory_mib_default} << 20;
  int64_t request_ns = limits::http_request_seconds_default * 1'000'000'000LL;
  int64_t idle_ns = 60'000'000'000;
  int64_t answer_ns = limits::http_answer_seconds_default * 1'000'000'000LL;
};

/// The connections that an engine with `configured` of them may have when it may open `descriptors`
/// files: what limits::descriptors_kept leaves, but at least a quarter of all.
size_t connections_within(size_t configured, uint64_t descriptors);

/// One connection after the other is `fresh`, `reading`, `working`, `writing`, `idle`, `reading`,
/// ... All times are of one clock that never runs backwards, ns. Not thread-safe.
class clients {
 public:
  using number = uint64_t;  ///< Of a connection, never used again; 0 is none.

  explicit clients(const client_limits& most) : most_(most) {}

  struct entrance {
    number who = 0;  ///< 0: there is no room; hang up.
    number cut = 0;  ///< Has to go for it; 0: nobody.
  };
  /// A connection of `peer` ("127.0.0.1:4711", "[::1]:4711") wants in. Where all connections, or
  /// those of its address, are in use, one that only waits makes room: first those that were
  /// refused, then those that have not sent one whole request yet, the longest there first; then
  /// those that wait for another request; then whoever takes nothing of its answer. Connections
  /// whose request is being worked on stay.
  entrance enter(const std::string& peer, int64_t now);
  /// It has ended. Unknown numbers are passed over.
  void leave(number who);

  /// A part of a request has come; `bytes` of it are held so far.
  void reads(number who, size_t bytes, int64_t now);
  /// The request is whole and being worked on.
  void works(number who, int64_t now);
  /// An answer of so many bytes is to be taken.
  void writes(number who, size_t bytes, int64_t now);
  /// The client has taken some of it.
  void progresses(number who, int64_t now);
  /// The answer is gone, or the request was refused and only its sending is awaited (`lingers`).
  void rests(number who, int64_t now);
  void lingers(number who, int64_t now);

  /// Whom to cut while all together hold more bytes than allowed: who has held the most for the
  /// longest time goes first. What one of them holds alone is never too much.
  std::vector<number> over_budget(int64_t now);
  /// Whom to cut because it is too slow: with its request, with the next one, with its answer.
  std::vector<number> overdue(int64_t now);

  /// Whether it was cut while it had not taken its answer.
  bool owed(number who) const;
  /// The connection of that peer; 0: none.
  number of_peer(const std::string& peer) const;
  size_t connected() const { return live_; }
  size_t bytes() const { return bytes_; }

 private:
  enum class state : uint8_t { fresh, reading, working, writing, idle, lingering, cut };

  struct client {
    std::string peer;
    std::string address;
    state now = state::fresh;
    bool owed = false;    ///< Was cut before it had taken its answer.
    bool proven = false;  ///< Has sent one whole request.
    size_t bytes = 0;
    int64_t since = 0;     ///< When it came into its state; a request: when its first byte came.
    int64_t progress = 0;  ///< When it took something last.
  };
  using table = std::map<number, client>;

  client* find(number who);
  void hold(client& one, size_t bytes);
  void cut(client& one);
  void enter_state(number who, state next, size_t bytes, int64_t now);
  std::optional<int> rank(const client& one, int64_t now) const;
  number room(const std::string* address, int64_t now);
  int64_t deadline(const client& one) const;

  client_limits most_;
  table all_;
  std::unordered_map<std::string, number> peers_;
  std::unordered_map<std::string, size_t> addresses_;  ///< Connections that are not cut.
  number last_ = 0;
  size_t live_ = 0;  ///< Those that are not cut.
  size_t bytes_ = 0;
};

}  // namespace foliot::http
