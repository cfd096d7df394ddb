// The engine's end of the connections of consoles: TLS, and nothing reaches CAF that
// console_frames does not let through.
#pragma once

#include <caf/io/doorman.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

#include "base/clock.hpp"
#include "base/result.hpp"
#include "server/config.hpp"
#include "server/console_frames.hpp"

namespace caf {
class actor_system;
}  // namespace caf

namespace foliot::server {

/// Connections at a time: 64 conversations, and as many that begin. The next one takes the place of
/// one that has shown no certificate yet, else of the one that was silent longest.
inline constexpr size_t gate_connections_max = 128;
/// What all connections together may hold in memory, bytes: questions that are not complete and
/// answers that were not read. Who holds most is closed first.
inline constexpr size_t gate_bytes_max = 24 << 20;
/// What one connection may have left unread, bytes, when it asks again: consoles read first.
inline constexpr size_t gate_unread_bytes_max = 64 << 10;
/// Messages of one connection that wait for their answer: a console asks one thing at a time.
inline constexpr uint64_t gate_unanswered_max = 16;
/// Lines in the log about refused connections in ten seconds; the others are counted.
inline constexpr uint32_t gate_remarks_max = 10;

/// Opens the port of consoles in `system`, which has CAF's TLS, but listens by itself: to be given
/// to CAF's broker. `remark` takes a sentence about each connection that is refused, bounded; it is
/// called by the thread of all connections. Fails with io.
result<caf::io::doorman_ptr> open_gate(caf::actor_system& system, const listen_address& where,
                                       frame_terms terms, const monotonic_clock& clock,
                                       std::function<void(const std::string&)> remark);

}  // namespace foliot::server
