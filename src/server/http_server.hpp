// The listening socket: the only place that includes RESTinio.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "base/clock.hpp"
#include "base/result.hpp"
#include "http/access.hpp"
#include "http/clients.hpp"
#include "http/message.hpp"

namespace foliot::server {

struct http_server_options {
  std::string host = "127.0.0.1";          ///< IPv4 or IPv6 address, or "localhost".
  uint16_t port = 11000;                   ///< 0: any free one, see `http_server::port`.
  uint32_t threads = 2;                    ///< 1..16
  http::client_limits clients;             ///< How many, how slow, and how much of memory.
  uint32_t handle_seconds = 60;            ///< So long a command may wait for the disk.
  std::string id_prefix = "r";             ///< Of the ids of requests; letters, digits, - and _.
  const monotonic_clock* clock = nullptr;  ///< Outlives the server; null: the machine's.
  /// When set: called once with the port that is bound, before `start` returns and before any
  /// request is taken.
  std::function<void(uint16_t port)> on_bound;
  /// When set: called on a server thread with the status of each answer that the kernel has taken.
  std::function<void(int status)> on_sent;
  /// When set: called on a server thread for each request that was answered, or whose client was
  /// cut meanwhile, and for what was no request.
  std::function<void(const http::exchange&)> on_exchange;
  /// When set: called at most every ten seconds with what was done to unwanted connections.
  std::function<void(const std::string& sentence)> on_trouble;
};

/// Listens from `start` on until it is destroyed. What is no request gets an answer, and its
/// connection ends: 400, 413 (body), 414 (address), 431 (headers), 501 (method), 505 (version).
/// Each connection has one request at a time; what a client sends ahead waits. Every answer has the
/// request's id as X-Request-Id.
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
