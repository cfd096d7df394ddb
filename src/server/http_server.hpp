// The listening socket: the only place that includes RESTinio.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "base/limits.hpp"
#include "base/result.hpp"
#include "http/message.hpp"

namespace foliot::server {

struct http_server_options {
  std::string host = "127.0.0.1";  ///< IPv4 or IPv6 address, or "localhost".
  uint16_t port = 11000;           ///< 0: any free one, see `http_server::port`.
  uint32_t threads = 2;            ///< 1..16
  uint32_t connections_max = limits::http_connections_default;
  uint32_t idle_seconds = 60;    ///< A connection without a complete request for so long is closed.
  uint32_t handle_seconds = 60;  ///< So long a command may wait for the disk.
  /// When set: called on a server thread with the status of each answer that the kernel has taken.
  std::function<void(int status)> on_sent;
};

/// Listens from `start` on until it is destroyed. Requests beyond the size limits of
/// base/limits.hpp are dropped with their connection.
class http_server {
 public:
  /// Called on a server thread for each request; `done` may be called from any thread, once, also
  /// after the server has gone (it does nothing then).
  using handler = std::function<void(http::request, std::function<void(http::response)> done)>;

  /// Binds and listens before it returns. Fails with errc::io, naming the address and the remedy,
  /// when the port is in use or not allowed, and with bad_input when `host` is no address.
  static result<std::unique_ptr<http_server>> start(const http_server_options& options,
                                                    handler handle);
  /// Stops accepting, closes all connections and joins the threads. Not from a handler.
  ~http_server();

  /// The port it listens on.
  uint16_t port() const;
  /// "http://127.0.0.1:11000"
  std::string url() const;

 private:
  struct parts;
  explicit http_server(std::unique_ptr<parts> inside);

  std::unique_ptr<parts> parts_;
};

}  // namespace foliot::server
