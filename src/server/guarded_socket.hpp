// Private to http_server.cpp: a socket that lets only whole, well-formed requests through, one at a
// time, and tells the guard how far its client is.
#pragma once

#include <sys/socket.h>

#include <algorithm>
#include <asio.hpp>
#include <cstring>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include "http/errors.hpp"
#include "http/intake.hpp"
#include "server/connection_guard.hpp"

namespace foliot::server {

/// "127.0.0.1:4711", "[::1]:4711"
inline std::string peer_text(const asio::ip::tcp::endpoint& peer) {
  const std::string address = peer.address().to_string();
  return (peer.address().is_v6() ? "[" + address + "]" : address) + ":" +
         std::to_string(peer.port());
}

/// An answer to what was no request, as bytes; the connection ends with it.
inline std::string refusal_bytes(const http::intake& of, const std::string& id) {
  const http::response out = http::refusal_answer(of.why(), of.target_start());
  std::string text = "HTTP/1.1 " + std::to_string(out.status) + " " + out.reason + "\r\n";
  for (const auto& [name, value] : out.headers) text += name + ": " + value + "\r\n";
  text += "X-Request-Id: " + id +
          "\r\nConnection: close\r\nContent-Length: " + std::to_string(out.body.size()) +
          "\r\n\r\n" + out.body;
  return text;
}

/// What the sockets of one io_context share: a service of it, as RESTinio makes them of that alone.
class socket_rules : public asio::execution_context::service {
 public:
  using key_type = socket_rules;
  inline static asio::execution_context::id id;

  explicit socket_rules(asio::execution_context& owner) : service(owner) {}

  connection_guard* guard = nullptr;
  std::function<std::string()> new_id;
  std::function<void(const http::exchange&)> on_refused;

 private:
  void shutdown() override {}
};

/// RESTinio asks it for bytes and gets at most one request's; what a client sends ahead stays here
/// until the answer before has been written.
class guarded_socket : public asio::ip::tcp::socket {
  using plain = asio::ip::tcp::socket;

 public:
  explicit guarded_socket(asio::io_context& context)
      : plain(context),
        rules_(&asio::use_service<socket_rules>(static_cast<asio::execution_context&>(context))) {}
  guarded_socket(guarded_socket&&) = default;  // only before its first use
  guarded_socket& operator=(guarded_socket&&) = delete;
  guarded_socket(const guarded_socket&) = delete;
  guarded_socket& operator=(const guarded_socket&) = delete;
  ~guarded_socket() { leave(); }

  template <typename Buffers, typename Handler>
  void async_read_some(const Buffers& buffers, Handler handler) {
    const asio::mutable_buffer room(*asio::buffer_sequence_begin(buffers));
    if (!enter()) return later(std::move(handler), [](auto& told) { told(asio::error::eof, 0); });
    if (proven_ && intake_.at() == http::intake::stage::idle) rules_->guard->rests(who_);
    if (ahead_.empty()) return receive(room, std::move(handler));
    const size_t size = std::min(room.size(), ahead_.size());
    std::memcpy(room.data(), ahead_.data(), size);
    ahead_.erase(0, size);
    later(std::move(handler),
          [this, room, size](auto& told) { this->arrived(room, size, std::move(told)); });
  }

  /// Each call but the first means that the client took some.
  template <typename Buffers, typename Handler>
  auto async_write_some(const Buffers& buffers, Handler&& handler) {
    rules_->guard->progresses(who_);
    return plain::async_write_some(buffers, std::forward<Handler>(handler));
  }

  void close() {
    leave();
    plain::close();
  }

 private:
  /// Calls `what` with the handler where the handler wants to be called, not before we return.
  template <typename Handler, typename What>
  void later(Handler handler, What what) {
    const auto where = asio::get_associated_executor(handler, get_executor());
    asio::post(where, [told = std::move(handler), what]() mutable { what(told); });
  }

  template <typename Handler>
  void receive(asio::mutable_buffer room, Handler handler) {
    const auto where = asio::get_associated_executor(handler, get_executor());
    plain::async_read_some(
        asio::mutable_buffer(room),
        asio::bind_executor(where, [this, room, told = std::move(handler)](
                                       const asio::error_code& error, size_t size) mutable {
          if (error) return told(error, size);
          arrived(room, size, std::move(told));
        }));
  }

  template <typename Handler>
  void arrived(asio::mutable_buffer room, size_t size, Handler handler) {
    if (lingers_) {
      drained_ += size;
      if (drained_ > limits::http_linger_bytes_max) return handler(asio::error::eof, 0);
      return receive(room, std::move(handler));
    }
    const std::string_view bytes(static_cast<const char*>(room.data()), size);
    const size_t taken = intake_.take(bytes);
    switch (intake_.at()) {
      case http::intake::stage::refused: refuse(); return receive(room, std::move(handler));
      case http::intake::stage::complete:
        ahead_.insert(0, bytes.substr(taken));
        intake_.next();
        proven_ = true;
        continued_ = false;
        rules_->guard->works(who_);
        break;
      default:
        rules_->guard->reads(who_, intake_.held());
        if (!continued_ && intake_.awaits_continue()) {
          continued_ = true;
          say("HTTP/1.1 100 Continue\r\n\r\n");
        }
    }
    handler(asio::error_code(), taken);
  }

  /// What does not fit into the kernel's buffer is lost; it is empty here.
  void say(std::string_view text) {
    (void)::send(native_handle(), text.data(), text.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
  }

  void refuse() {
    const std::string id = rules_->new_id();
    const std::string text = refusal_bytes(intake_, id);
    say(text);
    ::shutdown(native_handle(), SHUT_WR);
    lingers_ = true;
    ahead_.clear();
    rules_->guard->lingers(who_);
    if (!rules_->on_refused) return;
    const int64_t now = rules_->guard->now_ns();
    http::exchange about{id, peer_, "", "", intake_.why().status, text.size(), now, now, true};
    rules_->on_refused(about);
  }

  bool enter() {
    if (who_ != 0) return true;
    asio::error_code error;
    peer_ = peer_text(remote_endpoint(error));
    if (!error) who_ = rules_->guard->enter(peer_, native_handle());
    return who_ != 0;
  }

  void leave() {
    if (who_ != 0) rules_->guard->leave(std::exchange(who_, 0));
  }

  socket_rules* rules_;
  connection_guard::number who_ = 0;
  std::string peer_;
  http::intake intake_;
  std::string ahead_;  ///< What came behind the request that is being answered.
  bool proven_ = false;
  bool continued_ = false;
  bool lingers_ = false;
  size_t drained_ = 0;
};

}  // namespace foliot::server
