// What consoles may say in the framing of CAF's actors (BASP of CAF 0.17), judged before CAF reads
// it. Plain bytes: nothing here knows sockets or actors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/limits.hpp"

namespace foliot::server {

/// A frame is a header of so many bytes and a payload whose length stands in it.
inline constexpr size_t frame_header_bytes = 32;
/// A node (a process that runs actors) as CAF writes it: a kind, a process, a host.
inline constexpr size_t node_bytes = 32;
/// Longest question but for requests: passes, ids, names, values.
inline constexpr size_t question_bytes_max = 64 << 10;
/// Longest request: the longest body that HTTP takes, its path and its query.
inline constexpr size_t request_bytes_max = limits::request_body_bytes_max + question_bytes_max;
/// Longest payload of what CAF itself says: addresses, the end of an actor.
inline constexpr size_t small_frame_bytes_max = 256;
/// How often a connection may watch an actor or tell the end of one: a console does it for a few.
inline constexpr size_t small_frames_max = 16;
/// Actors of one console that ask: it has one.
inline constexpr size_t askers_max = 4;
/// How often one connection may say hello, and prove its name: a console does it once.
inline constexpr size_t openings_max = 4;

/// How many messages stand in `frames`, which begins with a frame and has no part of one.
size_t messages_in(std::string_view frames);

/// What is the same for all connections. Texts are bytes of payloads.
struct frame_terms {
  uint64_t admin = 0;      ///< The ADMIN's number: the only actor that is asked.
  uint64_t directory = 0;  ///< "SpawnServ" as a number: CAF asks it once for each connection.
  std::string engine;      ///< The engine's own node.
  std::string inquiry;     ///< What CAF asks the directory.
  std::string listing;     ///< How the answer to the engine's own inquiry begins.
  std::vector<std::string> openings;   ///< How hello and proof begin.
  std::vector<std::string> questions;  ///< How each of all others begins, but the next.
  std::string request;                 ///< How a request begins: it may be long.
};

/// Judges one connection, frame after frame. CAF trusts its peers: it makes room for any length
/// that a header tells, reads any message, nested as deep as it is, lets one console speak for
/// another and end any actor. So only what CAF and a console really say comes through.
class console_frames {
 public:
  explicit console_frames(const frame_terms& terms) : terms_(terms) {}

  /// Takes a header. Why the connection has to be closed; empty: it is in order, and a payload of
  /// `payload_bytes` follows.
  std::string header(std::string_view bytes);
  size_t payload_bytes() const { return payload_bytes_; }
  /// Whether the last header was that of a message.
  bool is_message() const { return kind_ == operation::message; }
  /// Takes the payload of the last header, as `header` does.
  std::string payload(std::string_view bytes);

  /// Who is connected, once that was said.
  const std::string& node() const { return node_; }

 private:
  enum class operation : uint8_t {
    server_handshake,
    client_handshake,
    message,
    routed,
    monitor,
    down
  };

  std::string check_kind() const;
  std::string check_handshake(std::string_view bytes);
  std::string check_monitor(std::string_view bytes);
  std::string check_down(std::string_view bytes);
  std::string check_message(std::string_view bytes);
  std::string check_listing(std::string_view bytes);
  std::string check_question(std::string_view bytes);

  const frame_terms& terms_;
  std::string node_;
  operation kind_ = operation::client_handshake;
  uint8_t flags_ = 0;
  uint64_t way_ = 0;  ///< Of a message: urgent or not, part of a stream, an answer.
  size_t payload_bytes_ = 0;
  uint64_t source_ = 0;
  uint64_t destination_ = 0;
  std::vector<uint64_t> askers_;
  size_t handshakes_ = 0;
  size_t small_ = 0;
  size_t openings_ = 0;
  bool inquired_ = false;
  bool listed_ = false;
};

}  // namespace foliot::server
