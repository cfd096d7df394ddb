#include "server/http_server.hpp"

#include <fcntl.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <exception>
#include <future>
#include <mutex>
#include <restinio/all.hpp>
#include <system_error>
#include <unordered_map>
#include <utility>

#include "http/costs.hpp"
#include "http/errors.hpp"
#include "server/clocks.hpp"
#include "server/guarded_socket.hpp"

namespace foliot::server {

namespace {

struct traits : restinio::traits_t<restinio::asio_timer_manager_t, restinio::null_logger_t,
                                   restinio::details::autodetect_request_handler_type,
                                   restinio::default_strand_t, guarded_socket> {};
using server_type = restinio::http_server_t<traits>;

/// Requests whose answer is not known yet. An answer that comes after the server has gone finds
/// nothing here: the connection's memory must not outlive its io_context.
class waiting_requests {
 public:
  struct one {
    restinio::request_handle_t request;
    http::exchange about;
  };
  using send_fn = std::function<void(one, http::response)>;

  waiting_requests(asio::io_context& context, send_fn send)
      : context_(&context), send_(std::make_shared<send_fn>(std::move(send))) {}

  uint64_t add(one what) {
    const std::scoped_lock guard(lock_);
    all_.emplace(++last_, std::move(what));
    return last_;
  }
  /// Sends it on a thread of the server, never at once: while it works on a request RESTinio reads
  /// no further, so each connection has one request at a time.
  void answer(uint64_t ticket, http::response out) {
    const std::scoped_lock guard(lock_);
    const auto found = all_.find(ticket);
    if (context_ == nullptr || found == all_.end()) return;
    asio::post(*context_,
               [send = send_, what = std::move(found->second), out = std::move(out)]() mutable {
                 (*send)(std::move(what), std::move(out));
               });
    all_.erase(found);
  }
  /// From here on answers are passed over.
  void close() {
    const std::scoped_lock guard(lock_);
    context_ = nullptr;
  }
  void clear() {
    const std::scoped_lock guard(lock_);
    all_.clear();
  }

 private:
  std::mutex lock_;
  asio::io_context* context_;
  std::shared_ptr<send_fn> send_;
  std::unordered_map<uint64_t, one> all_;
  uint64_t last_ = 0;
};

/// All but the body, of which the connection has one already: those that wait for their turn are
/// not to have two.
http::request head_of(const restinio::request_t& in) {
  http::request out;
  const auto& header = in.header();
  out.method = header.method().c_str();
  out.path = std::string(header.path());
  out.query = std::string(header.query());
  header.for_each_field([&](const restinio::http_header_field_t& field) {
    out.headers.emplace_back(field.name(), field.value());
  });
  out.peer = peer_text(in.remote_endpoint());
  return out;
}

/// Fills an answer in and sends it; `done` is told whether the kernel has taken it.
template <class Builder, class Done>
void finish(Builder answer, const http::response& out, const waiting_requests::one& what,
            Done done) {
  for (const auto& [name, value] : out.headers) answer.append_header(name, value);
  answer.append_header("X-Request-Id", what.about.id);
  // RESTinio looks at no time limit any more once a client has asked for another protocol.
  if (what.request->header().connection() == restinio::http_connection_header_t::upgrade)
    answer.connection_close();
  answer.done(std::move(done));
}

/// Called on a server thread.
void send(const waiting_requests::one& what, http::response out, connection_guard& guard,
          const http_server_options& options) {
  const bool head = what.request->header().method() == restinio::http_method_head();
  http::exchange about = what.about;
  about.status = out.status;
  about.bytes = head ? 0 : out.body.size();
  about.user = std::move(out.user);
  if (out.reason.empty()) out.reason = http::usual_reason(out.status);
  restinio::http_status_line_t line{restinio::http_status_code_t{static_cast<uint16_t>(out.status)},
                                    std::move(out.reason)};
  guard.writes(about.peer, about.bytes);
  auto done = [about = std::move(about), &guard, &options](const auto& error) mutable {
    about.taken = !error;
    about.ended_ns = guard.now_ns();
    if (options.on_exchange) options.on_exchange(about);
    if (about.taken && options.on_sent) options.on_sent(about.status);
  };
  if (head) {
    // The length of what GET would have brought, and nothing behind it.
    auto answer =
        what.request->create_response<restinio::user_controlled_output_t>(std::move(line));
    answer.set_content_length(out.body.size());
    return finish(std::move(answer), out, what, std::move(done));
  }
  auto answer = what.request->create_response(std::move(line));
  answer.set_body(std::move(out.body));
  finish(std::move(answer), out, what, std::move(done));
}

/// Those of the intake, which has looked before, and a little more.
restinio::incoming_http_msg_limits_t message_limits() {
  return restinio::incoming_http_msg_limits_t{}
      .max_url_size(limits::http_url_bytes_max + 1)
      .max_field_name_size(limits::http_header_name_bytes_max + 1)
      .max_field_value_size(limits::http_header_value_bytes_max + 1)
      .max_field_count(limits::http_headers_max + 1)
      .max_body_size(limits::request_body_bytes_max + 1);
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
  handler ask;
  std::atomic<uint64_t> requests{0};
  connection_guard guard;
  asio::io_context context;
  asio::steady_timer broom{context};
  int sweeps = 0;
  std::shared_ptr<waiting_requests> waiting;
  std::unique_ptr<server_type> server;
  std::unique_ptr<restinio::on_pool_runner_t<server_type>> runner;
  uint16_t bound = 0;
  std::mutex costs_lock;
  http::costs costs;
  asio::thread_pool patient{1};  ///< For what takes long, so that nobody else waits for it.

  parts(const http_server_options& given, const monotonic_clock& clock);
  std::string new_id() { return options.id_prefix + std::to_string(++requests); }
  restinio::request_handling_status_t handle(const restinio::request_handle_t& request);
  bool is_long(const std::string& kind);
  void run(const std::string& kind, uint64_t ticket, http::request in);
  void sweep();
};

http_server::parts::parts(const http_server_options& given, const monotonic_clock& clock)
    : options(given), guard(given.clients, clock) {
  auto& rules = asio::use_service<socket_rules>(static_cast<asio::execution_context&>(context));
  rules.guard = &guard;
  rules.new_id = [this] { return new_id(); };
  rules.on_refused = options.on_exchange;
  waiting = std::make_shared<waiting_requests>(
      context, [this](const waiting_requests::one& what, http::response out) {
        send(what, std::move(out), guard, options);
      });
}

restinio::request_handling_status_t http_server::parts::handle(
    const restinio::request_handle_t& request) {
  http::request in = head_of(*request);
  in.id = http::request_id_of(in.headers, new_id());
  http::exchange about{in.id, in.peer, in.method, "", 0, 0, guard.now_ns(), 0, true};
  if (options.on_exchange) about.target = http::shown_target(in.path, in.query);
  const uint64_t ticket = waiting->add({request, std::move(about)});
  const size_t body_bytes = request->body().size();
  const std::string kind = http::kind_of_request(in, body_bytes);
  auto work = [this, kind, ticket, request, in = std::move(in)]() mutable {
    in.body = request->body();
    run(kind, ticket, std::move(in));
  };
  if (http::is_long_body(body_bytes) || is_long(kind))
    asio::post(patient, std::move(work));
  else
    work();
  return restinio::request_accepted();
}

bool http_server::parts::is_long(const std::string& kind) {
  const std::scoped_lock guarded(costs_lock);
  return costs.is_long(kind);
}

void http_server::parts::run(const std::string& kind, uint64_t ticket, http::request in) {
  const std::string method = in.method;
  const int64_t begun = guard.now_ns();
  try {
    ask(std::move(in),
        [to = waiting, ticket](http::response out) { to->answer(ticket, std::move(out)); });
  } catch (const std::exception& error) {
    waiting->answer(ticket, http::plain_error(500, method, error.what()));
  }
  const std::scoped_lock guarded(costs_lock);
  costs.took(kind, guard.now_ns() - begun);
}

void http_server::parts::sweep() {
  constexpr int sweeps_a_report = 40;  // ten seconds
  guard.sweep();
  if (++sweeps % sweeps_a_report == 0 && options.on_trouble) {
    const auto counts = guard.take_counts();
    if (counts.any()) options.on_trouble(counts.sentence());
  }
  broom.expires_after(std::chrono::milliseconds(250));
  broom.async_wait([this](const asio::error_code& error) {
    if (!error) sweep();
  });
}

http_server::http_server(std::unique_ptr<parts> inside) : parts_(std::move(inside)) {}

result<std::unique_ptr<http_server>> http_server::start(const http_server_options& options,
                                                        handler handle) {
  const auto address = address_of(options.host);
  if (!address) return address.error();
  static const steady_clock_source machine;
  auto inside = std::make_unique<parts>(options, options.clock ? *options.clock : machine);
  inside->ask = std::move(handle);
  const auto seconds = [](int64_t ns) { return std::chrono::seconds(ns / 1'000'000'000 + 5); };
  const http::client_limits& most = options.clients;
  try {
    inside->server = std::make_unique<server_type>(
        restinio::external_io_context(inside->context), [&](auto& settings) {
          settings.address(*address)
              .port(options.port)
              .protocol(address->is_v6() ? asio::ip::tcp::v6() : asio::ip::tcp::v4())
              .acceptor_options_setter([](auto& what) {
                what.set_option(asio::ip::tcp::acceptor::reuse_address(true));
                // Connections inherit these.
                constexpr int bytes = limits::http_kernel_buffer_bytes;
                what.set_option(asio::socket_base::send_buffer_size(bytes));
                what.set_option(asio::socket_base::receive_buffer_size(bytes));
              })
              .socket_options_setter(
                  [](auto& what) { what.set_option(asio::ip::tcp::no_delay(true)); })
              .acceptor_post_bind_hook([self = inside.get()](auto& acceptor) {
                // An inherited listening socket would block the next engine's start.
                ::fcntl(acceptor.native_handle(), F_SETFD, FD_CLOEXEC);
                self->bound = acceptor.local_endpoint().port();
                if (self->options.on_bound) self->options.on_bound(self->bound);
              })
              .incoming_http_msg_limits(message_limits())
              .max_pipelined_requests(1)
              // The guard's limits are shorter; these are for what it does not see.
              .read_next_http_message_timelimit(seconds(most.idle_ns + most.request_ns))
              .handle_request_timeout(std::chrono::seconds(options.handle_seconds))
              .write_http_response_timelimit(seconds(most.answer_ns))
              .request_handler(
                  [self = inside.get()](const auto& request) { return self->handle(request); });
        });
    inside->sweep();
    inside->runner =
        std::make_unique<restinio::on_pool_runner_t<server_type>>(options.threads, *inside->server);
    std::promise<void> begun;
    auto outcome = begun.get_future();
    inside->runner->start([&begun]() noexcept { begun.set_value(); },
                          [&begun](std::exception_ptr why) noexcept { begun.set_exception(why); });
    outcome.get();
    inside->options.on_bound = nullptr;
  } catch (const std::system_error& error) {
    return cannot_listen(options, error.code());
  } catch (const std::exception& error) {
    return failure{errc::io, std::string("cannot listen: ") + error.what(), "", options.host, ""};
  }
  return std::unique_ptr<http_server>(new http_server(std::move(inside)));
}

http_server::~http_server() {
  parts_->waiting->close();
  parts_->patient.stop();
  parts_->patient.join();
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
