#include "server/http_server.hpp"

#include <fcntl.h>

#include <cerrno>
#include <cstdint>
#include <exception>
#include <future>
#include <mutex>
#include <restinio/all.hpp>
#include <system_error>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "http/errors.hpp"
#include "http/route.hpp"

namespace foliot::server {

namespace {

/// Turns clients away while `most` are connected. RESTinio's own limiter lives inside the server
/// and is touched by connections that die later, with the io_context; this one is shared.
class connection_bound {
 public:
  explicit connection_bound(size_t most) : most_(most) {}

  restinio::ip_blocker::inspection_result_t inspect(
      const restinio::ip_blocker::incoming_info_t&) noexcept {
    const std::scoped_lock guard(lock_);
    return live_.size() < most_ ? restinio::ip_blocker::allow() : restinio::ip_blocker::deny();
  }
  void state_changed(const restinio::connection_state::notice_t& notice) {
    const std::scoped_lock guard(lock_);
    if (restinio::holds_alternative<restinio::connection_state::closed_t>(notice.cause()))
      live_.erase(notice.connection_id());
    else
      live_.insert(notice.connection_id());
  }

 private:
  const size_t most_;
  std::mutex lock_;
  std::unordered_set<restinio::connection_id_t> live_;
};

struct traits : restinio::traits_t<restinio::asio_timer_manager_t, restinio::null_logger_t> {
  using ip_blocker_t = connection_bound;
  using connection_state_listener_t = connection_bound;
};
using server_type = restinio::http_server_t<traits>;

/// Requests whose answer is not known yet. An answer that comes after the server has gone finds
/// nothing here: the connection's memory must not outlive its io_context.
class waiting_requests {
 public:
  uint64_t add(restinio::request_handle_t request) {
    const std::scoped_lock guard(lock_);
    requests_.emplace(++last_, std::move(request));
    return last_;
  }
  restinio::request_handle_t take(uint64_t ticket) {
    const std::scoped_lock guard(lock_);
    const auto found = requests_.find(ticket);
    if (found == requests_.end()) return nullptr;
    auto out = std::move(found->second);
    requests_.erase(found);
    return out;
  }
  void clear() {
    const std::scoped_lock guard(lock_);
    requests_.clear();
  }

 private:
  std::mutex lock_;
  std::unordered_map<uint64_t, restinio::request_handle_t> requests_;
  uint64_t last_ = 0;
};

http::request to_request(const restinio::request_t& in) {
  http::request out;
  const auto& header = in.header();
  out.method = header.method().c_str();
  out.path = std::string(header.path());
  out.query = std::string(header.query());
  header.for_each_field([&](const restinio::http_header_field_t& field) {
    out.headers.emplace_back(field.name(), field.value());
  });
  out.body = in.body();
  const auto& peer = in.remote_endpoint();
  out.peer = (peer.address().is_v6() ? "[" + peer.address().to_string() + "]"
                                     : peer.address().to_string()) +
             ":" + std::to_string(peer.port());
  return out;
}

template <class Builder>
void finish(Builder& answer, const http::response& out, const std::function<void(int)>& on_sent) {
  for (const auto& [name, value] : out.headers) answer.append_header(name, value);
  if (!on_sent) {
    answer.done();
    return;
  }
  answer.done([on_sent, status = out.status](const restinio::asio_ns::error_code& error) {
    if (!error) on_sent(status);
  });
}

void send(const restinio::request_handle_t& request, http::response out,
          const std::function<void(int)>& on_sent) {
  if (out.reason.empty()) out.reason = http::usual_reason(out.status);
  restinio::http_status_line_t line{restinio::http_status_code_t{static_cast<uint16_t>(out.status)},
                                    std::move(out.reason)};
  if (request->header().method() == restinio::http_method_head()) {
    // The length of what GET would have brought, and nothing behind it.
    auto answer = request->create_response<restinio::user_controlled_output_t>(std::move(line));
    answer.set_content_length(out.body.size());
    finish(answer, out, on_sent);
    return;
  }
  auto answer = request->create_response(std::move(line));
  answer.set_body(std::move(out.body));
  finish(answer, out, on_sent);
}

restinio::incoming_http_msg_limits_t message_limits() {
  return restinio::incoming_http_msg_limits_t{}
      .max_url_size(limits::http_url_bytes_max)
      .max_field_name_size(limits::http_header_name_bytes_max)
      .max_field_value_size(limits::http_header_value_bytes_max)
      .max_field_count(limits::http_headers_max)
      // Beyond its limit RESTinio hangs up without a word: those who are a little over get an
      // answer.
      .max_body_size(2 * limits::request_body_bytes_max);
}

result<asio::ip::address> address_of(const std::string& host) {
  std::error_code error;
  const auto out = asio::ip::make_address(host == "localhost" ? "127.0.0.1" : host, error);
  if (!error) return out;
  return failure{errc::bad_input, "'" + host + "' is no address to listen on", "", "listen",
                 "Give an IP address, for example 127.0.0.1:11000 or [::1]:11000"};
}

std::string bracketed(const std::string& host) {
  return host.find(':') == std::string::npos ? host : "[" + host + "]";
}

// asio has an error category of its own, so numbers are compared, not conditions.
failure cannot_listen(const http_server_options& options, const std::error_code& why) {
  const std::string place = bracketed(options.host) + ":" + std::to_string(options.port);
  if (why.value() == EADDRINUSE)
    return {errc::io, "the port is in use by another program", "", place,
            "Stop that program ('ss -ltnp sport = :" + std::to_string(options.port) +
                "' names it), or choose another port with --listen HOST:PORT"};
  if (why.value() == EACCES)
    return {errc::io, "this user may not listen on the port", "", place,
            "Choose a port above 1023 with --listen HOST:PORT"};
  if (why.value() == EADDRNOTAVAIL)
    return {errc::io, "this machine has no such address", "", place,
            "Choose one of its addresses with --listen HOST:PORT"};
  return {errc::io, "cannot listen: " + why.message(), "", place, ""};
}

}  // namespace

struct http_server::parts {
  http_server_options options;
  std::shared_ptr<waiting_requests> waiting = std::make_shared<waiting_requests>();
  asio::io_context context;
  std::unique_ptr<server_type> server;
  std::unique_ptr<restinio::on_pool_runner_t<server_type>> runner;
  uint16_t bound = 0;
};

namespace {

http::response too_long(const http::request& in) {
  const std::string sentence = "the request body is longer than " +
                               std::to_string(limits::request_body_bytes_max) + " bytes";
  const std::string remedy = "Send only the job's properties in it";
  if (http::is_own(http::find_route(in.path).what))
    return http::api_error({errc::too_large, sentence, "", "body", remedy}, 413);
  return http::plain_error(413, in.method, sentence + ". " + remedy + ".");
}

auto request_handler(std::shared_ptr<waiting_requests> waiting, http_server::handler handle,
                     std::function<void(int)> on_sent) {
  return [waiting = std::move(waiting), handle = std::move(handle),
          on_sent = std::move(on_sent)](const restinio::request_handle_t& request) {
    http::request in = to_request(*request);
    if (in.body.size() > limits::request_body_bytes_max) {
      send(request, too_long(in), on_sent);
      return restinio::request_accepted();
    }
    const uint64_t ticket = waiting->add(request);
    handle(std::move(in), [waiting, ticket, on_sent](http::response out) {
      if (const auto back = waiting->take(ticket)) send(back, std::move(out), on_sent);
    });
    return restinio::request_accepted();
  };
}

}  // namespace

http_server::http_server(std::unique_ptr<parts> inside) : parts_(std::move(inside)) {}

result<std::unique_ptr<http_server>> http_server::start(const http_server_options& options,
                                                        handler handle) {
  const auto address = address_of(options.host);
  if (!address) return address.error();
  auto inside = std::make_unique<parts>();
  inside->options = options;
  const auto bound_connections = std::make_shared<connection_bound>(options.connections_max);
  try {
    inside->server = std::make_unique<server_type>(
        restinio::external_io_context(inside->context), [&](auto& settings) {
          settings.address(*address)
              .port(options.port)
              .protocol(address->is_v6() ? asio::ip::tcp::v6() : asio::ip::tcp::v4())
              .acceptor_options_setter(
                  [](auto& what) { what.set_option(asio::ip::tcp::acceptor::reuse_address(true)); })
              .socket_options_setter(
                  [](auto& what) { what.set_option(asio::ip::tcp::no_delay(true)); })
              .acceptor_post_bind_hook([bound = &inside->bound](auto& acceptor) {
                // An inherited listening socket would block the next engine's start.
                ::fcntl(acceptor.native_handle(), F_SETFD, FD_CLOEXEC);
                *bound = acceptor.local_endpoint().port();
              })
              .incoming_http_msg_limits(message_limits())
              .ip_blocker(bound_connections)
              .connection_state_listener(bound_connections)
              .max_pipelined_requests(4)
              .read_next_http_message_timelimit(std::chrono::seconds(options.idle_seconds))
              .handle_request_timeout(std::chrono::seconds(options.handle_seconds))
              .write_http_response_timelimit(std::chrono::seconds(options.idle_seconds))
              .request_handler(
                  request_handler(inside->waiting, std::move(handle), options.on_sent));
        });
    inside->runner =
        std::make_unique<restinio::on_pool_runner_t<server_type>>(options.threads, *inside->server);
    std::promise<void> begun;
    auto outcome = begun.get_future();
    inside->runner->start([&begun]() noexcept { begun.set_value(); },
                          [&begun](std::exception_ptr why) noexcept { begun.set_exception(why); });
    outcome.get();
  } catch (const std::system_error& error) {
    return cannot_listen(options, error.code());
  } catch (const std::exception& error) {
    return failure{errc::io, std::string("cannot listen: ") + error.what(), "", options.host, ""};
  }
  return std::unique_ptr<http_server>(new http_server(std::move(inside)));
}

http_server::~http_server() {
  parts_->runner->stop();
  parts_->runner->wait();
  parts_->waiting->clear();
}

uint16_t http_server::port() const { return parts_->bound; }

std::string http_server::url() const {
  const std::string& host = parts_->options.host;
  return "http://" + bracketed(host) + ":" + std::to_string(parts_->bound);
}

}  // namespace foliot::server
