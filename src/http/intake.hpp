// Where a request on a connection begins and ends, and whether it is one (RFC 9112), looked at
// before anything else sees its bytes. Pure: bytes in, a verdict out, nothing kept of them.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/limits.hpp"
#include "http/limits.hpp"

namespace foliot::http {

/// The most that one request may have; bytes, and counts.
struct intake_limits {
  size_t target = limits::http_url_bytes_max;
  size_t head = limits::http_head_bytes_max;
  size_t header_name = limits::http_header_name_bytes_max;
  size_t header_value = limits::http_header_value_bytes_max;
  size_t headers = limits::http_headers_max;
  size_t body = limits::request_body_bytes_max;
  size_t chunks = limits::http_chunks_max;
};

/// Why a request is none: 400, 413, 414, 431, 501 or 505, and a sentence for the client.
struct intake_refusal {
  int status = 0;
  std::string_view sentence;
};

/// Follows the bytes of one connection. Stricter than the RFC asks for where leniency has let
/// proxies and servers see different requests in the same bytes: lines end with CR LF, headers are
/// not folded, a length is told once and in one way, nothing stands behind the length of a piece.
class intake {
 public:
  enum class stage : uint8_t {
    idle,      ///< Nothing of a request has come.
    head,      ///< A part of first line and headers.
    body,      ///< Head is whole, body is not.
    complete,  ///< One whole request; `next` begins another.
    refused    ///< This is no request; `why` tells. Nothing more is looked at.
  };

  explicit intake(const intake_limits& most = {}) : most_(most) {}

  /// Takes bytes up to the end of the request, and returns how many: fewer than all only where the
  /// request is complete or refused by then.
  size_t take(std::string_view bytes);

  stage at() const;
  const intake_refusal& why() const { return why_; }
  /// The beginning of the target, as far as it has come.
  std::string_view target_start() const { return target_.start(); }
  /// Bytes of head and body so far: what somebody who collects the request holds.
  size_t held() const { return head_bytes_ + body_bytes_; }
  /// Whether the head is whole, and its client waits to be told that the body may come.
  bool awaits_continue() const { return expects_ && at() == stage::body && body_bytes_ == 0; }
  /// Forgets the request; the next byte begins another.
  void next() { *this = intake(most_); }

 private:
  enum class step : uint8_t {
    before,  // empty lines before a request
    method,
    target,
    version,
    line_feed,  // of the first line
    header_start,
    header_name,
    header_blank,  // between ':' and the value
    header_value,
    header_feed,
    head_feed,
    body,
    chunk_size,
    chunk_size_feed,
    chunk_data,
    chunk_data_return,
    chunk_data_feed,
    last_return,  // of the empty line behind the last piece
    last_feed,
    complete,
    refused
  };

  /// The beginning of a word, and its whole length.
  struct word {
    std::array<char, 32> text{};
    size_t size = 0;

    void clear() { size = 0; }
    void add(char c) {
      if (size < text.size()) text[size] = c;
      ++size;
    }
    std::string_view start() const { return {text.data(), std::min(size, text.size())}; }
    std::string_view whole() const {
      return size <= text.size() ? std::string_view(text.data(), size) : std::string_view();
    }
  };

  void refuse(int status, std::string_view sentence);
  void of_head(char c);
  void of_first_line(char c);
  void of_header(char c);
  void of_chunk(char c);
  void end_header();
  void end_length();
  void end_head();
  void end_chunk_size();
  /// Expects `c` to be `wanted`, then goes to `then`.
  void expect(char c, char wanted, step then);
  size_t skip_body(size_t available);

  intake_limits most_;
  step at_ = step::before;
  intake_refusal why_;
  size_t head_bytes_ = 0;
  size_t body_bytes_ = 0;
  size_t headers_ = 0;
  size_t value_size_ = 0;
  size_t left_ = 0;  // of the body, or of the piece
  size_t chunks_ = 0;
  word target_;
  word name_;         // of the method, then of each header
  word value_;        // of the version, then of each header, then the length of each piece
  bool old_ = false;  // HTTP/1.0
  bool has_length_ = false;
  bool is_chunked_ = false;
  bool has_host_ = false;
  bool expects_ = false;
};

}  // namespace foliot::http
