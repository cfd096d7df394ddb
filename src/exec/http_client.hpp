// Outbound HTTP: the only place that includes libcurl.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.hpp"

namespace foliot::exec {

/// The sentence of the failure when nobody listens, as against a server that answers late or never.
inline constexpr std::string_view refused_connection = "cannot connect";
/// What the sentence begins with when the other end went away in the middle of a call.
inline constexpr std::string_view lost_connection = "the connection was lost";

struct http_call {
  std::string method = "GET";
  std::string url;
  std::vector<std::pair<std::string, std::string>> headers;
  std::string body;  ///< Sent when it is not empty, or the method is POST.
  int64_t timeout_ms = 60'000;
  std::string proxy{};             ///< "http://host:port", "socks5://host:port"; empty: as usual.
  bool direct = false;             ///< Not through the proxy that the environment names.
  bool any_certificate = false;    ///< The user said so: no certificate is checked.
  size_t reply_bytes = 64U << 20;  ///< A longer answer is refused.
};

struct http_reply {
  int status = 0;
  std::string reason;
  std::vector<std::pair<std::string, std::string>> headers;
  std::string body;

  /// The first header called `name` (any case); empty when there is none.
  std::string header(const std::string& name) const;
};

/// One connection at a time, kept open between calls. Not thread-safe.
class http_client {
 public:
  /// Longest answer taken, bytes: lists and logs are bounded below it by the server.
  static constexpr size_t reply_bytes_max = 64U << 20;

  http_client();
  ~http_client();

  /// Does the call; no redirect is followed, proxies of the environment are not used for this host.
  /// Fails with errc::unavailable when nobody answers (connection refused, time-out), bad_input for
  /// a URL that is none, too_large, or io.
  result<http_reply> send(const http_call& call);

 private:
  struct handle;
  std::unique_ptr<handle> handle_;
};

/// `text` as part of a path or query: all but letters, digits and -._~@ percent-encoded.
std::string url_encode(const std::string& text);

}  // namespace foliot::exec
