#include "server/console_gate.hpp"

#include <sys/socket.h>

#include <algorithm>
#include <caf/actor_system.hpp>
#include <caf/detail/socket_guard.hpp>
#include <caf/io/basp_broker.hpp>
#include <caf/io/middleman.hpp>
#include <caf/io/network/default_multiplexer.hpp>
#include <caf/io/network/doorman_impl.hpp>
#include <caf/io/network/stream_impl.hpp>
#include <caf/io/scribe.hpp>
#include <caf/make_counted.hpp>
#include <caf/openssl/session.hpp>
#include <caf/send.hpp>
#include <exception>
#include <memory>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "server/tls_errors.hpp"

namespace foliot::server {

namespace {

using caf::io::network::native_socket;
using caf::io::network::rw_state;
using multiplexer = caf::io::network::default_multiplexer;

/// Read at a time: one record of TLS.
constexpr uint32_t read_bytes = 16 << 10;
/// Buffers that were longer are given back.
constexpr size_t kept_bytes = 64 << 10;
constexpr int64_t remarks_window_ns = 10'000'000'000;

class connection;

/// What all connections share; used by the one thread that serves them.
class gate {
 public:
  gate(frame_terms what, const monotonic_clock& clock,
       std::function<void(const std::string&)> remark)
      : terms(std::move(what)), clock_(clock), remark_(std::move(remark)) {}

  /// That a connection of `peer` was closed, and why.
  void refused(const std::string& peer, const std::string& why);
  /// Closes one where there are as many as may be.
  void make_room();
  /// Closes those that hold most while all hold too much.
  void keep_small();
  uint64_t tick() { return ++ticks_; }

  const frame_terms terms;
  std::set<connection*> all;

 private:
  const monotonic_clock& clock_;
  std::function<void(const std::string&)> remark_;
  uint64_t ticks_ = 0;
  int64_t window_ns_ = 0;
  uint32_t remarks_ = 0;
  uint64_t untold_ = 0;
};

/// TLS as CAF speaks it; tells the connection what became of it.
class tls_policy {
 public:
  tls_policy(caf::openssl::session_ptr session, connection* owner)
      : session_(std::move(session)), owner_(owner) {}

  rw_state read_some(size_t& result, native_socket fd, void* bytes, size_t size);
  rw_state write_some(size_t& result, native_socket fd, const void* bytes, size_t size);
  bool must_read_more(native_socket fd, size_t threshold) {
    return session_->must_read_more(fd, threshold);
  }

 private:
  caf::openssl::session_ptr session_;
  connection* owner_;
};

class connection : public caf::io::scribe {
 public:
  connection(multiplexer& loop, native_socket fd, caf::openssl::session_ptr session,
             std::shared_ptr<gate> shared)
      : scribe(caf::io::network::conn_hdl_from_socket(fd)),
        gate_(std::move(shared)),
        frames_(gate_->terms),
        peer_(this->addr_of(fd)),
        used_(gate_->tick()),
        stream_(loop, fd, std::move(session), this) {
    gate_->all.insert(this);
  }
  ~connection() override { gate_->all.erase(this); }

  void configure_read(caf::io::receive_policy::config config) override {
    wanted_ = config.second;
    if (std::exchange(launched_, true)) return;
    stream_.configure_read(caf::io::receive_policy::at_most(read_bytes));
    stream_.start(this);
    // The handshake may wait for room to write.
    stream_.force_empty_write(this);
  }
  void ack_writes(bool enable) override { stream_.ack_writes(enable); }
  std::vector<char>& wr_buf() override { return stream_.wr_buf(); }
  std::vector<char>& rd_buf() override { return frame_; }
  void graceful_shutdown() override {
    stream_.graceful_shutdown();
    detach(&stream_.backend(), false);
  }
  void flush() override {
    const std::vector<char>& out = stream_.wr_buf();
    const size_t before = out.size();
    if (before > counted) answered_ += messages_in({out.data() + counted, before - counted});
    counted = before;
    stream_.flush(this);
    if (before > 0 && out.empty()) taken(before);
    gate_->keep_small();
  }
  std::string addr() const override { return addr_of(stream_.fd()); }
  uint16_t port() const override {
    const auto out = caf::io::network::remote_port_of_fd(stream_.fd());
    return out ? *out : uint16_t{0};
  }
  void add_to_loop() override { stream_.activate(this); }
  void remove_from_loop() override { stream_.passivate(); }
  bool consume(caf::execution_unit* context, const void* bytes, size_t size) override;

  /// What waited to be written is being written: so many bytes.
  void taken(size_t bytes) {
    in_flight = bytes;
    counted = 0;
  }
  /// Ends it as soon as its thread comes by; nothing more is read.
  void cut() {
    cut_ = true;
    ::shutdown(stream_.fd(), SHUT_RDWR);
  }
  /// The handshake did not come to its end, or the peer went.
  void failed() {
    if (const std::string why = take_tls_refusal(); !why.empty() && !shown_ && !cut_)
      gate_->refused(peer_, why);
  }
  bool is_cut() const { return cut_; }
  bool shown() const { return shown_; }
  uint64_t used() const { return used_; }
  size_t held() const { return in_.size() + unread(); }
  const std::string& node() const { return frames_.node(); }
  const std::string& peer() const { return peer_; }

  /// Bytes that the stream is writing.
  size_t in_flight = 0;
  /// Bytes of what waits to be written whose messages are counted.
  size_t counted = 0;

 private:
  static std::string addr_of(native_socket fd) {
    const auto out = caf::io::network::remote_addr_of_fd(fd);
    return out ? *out : std::string();
  }
  size_t unread() const {
    return in_flight + const_cast<connection*>(this)->stream_.wr_buf().size();
  }
  /// Why what stands in `frame_` is refused.
  std::string judge();

  std::shared_ptr<gate> gate_;
  console_frames frames_;
  std::string peer_;
  uint64_t used_;  ///< When it last said anything, in ticks of the gate.
  uint64_t asked_ = 0;
  uint64_t answered_ = 0;
  bool shown_ = false;  ///< Its certificate is good.
  bool cut_ = false;
  bool launched_ = false;
  bool in_payload_ = false;
  size_t wanted_ = frame_header_bytes;
  std::string in_;           ///< What came and is not complete.
  std::vector<char> frame_;  ///< A header or a payload, for CAF.
  caf::io::network::stream_impl<tls_policy> stream_;
};

rw_state tls_policy::read_some(size_t& result, native_socket fd, void* bytes, size_t size) {
  const rw_state out = session_->read_some(result, fd, bytes, size);
  if (out == rw_state::failure) owner_->failed();
  return out;
}

rw_state tls_policy::write_some(size_t& result, native_socket fd, const void* bytes, size_t size) {
  const rw_state out = session_->write_some(result, fd, bytes, size);
  if (out == rw_state::failure) owner_->failed();
  owner_->in_flight = size - std::min(size, result);
  // What waited comes next.
  if (owner_->in_flight == 0) owner_->taken(owner_->wr_buf().size());
  return out;
}

std::string connection::judge() {
  const std::string_view bytes(frame_.data(), frame_.size());
  if (!in_payload_) return frames_.header(bytes);
  const bool known = !node().empty();
  if (auto wrong = frames_.payload(bytes); !wrong.empty()) return wrong;
  // Who bears the address of another one could read the other one's answers.
  const auto is_other = [&](const connection* each) {
    return each != this && !each->is_cut() && each->node() == node();
  };
  if (!known && std::any_of(gate_->all.begin(), gate_->all.end(), is_other))
    return "it took the address of another console";
  if (frames_.is_message()) ++asked_;
  if (asked_ > answered_ + gate_unanswered_max) return "it asks on without waiting for answers";
  if (unread() > gate_unread_bytes_max) return "it asks on without reading the answers";
  return {};
}

bool connection::consume(caf::execution_unit* context, const void* bytes, size_t size) {
  if (detached()) return false;
  std::string wrong;
  if (!cut_) {
    shown_ = true;
    used_ = gate_->tick();
    in_.append(static_cast<const char*>(bytes), size);
    gate_->keep_small();
  }
  size_t taken = 0;
  while (!cut_ && in_.size() - taken >= wanted_) {
    frame_.assign(in_.begin() + static_cast<ptrdiff_t>(taken),
                  in_.begin() + static_cast<ptrdiff_t>(taken + wanted_));
    taken += wanted_;
    wrong = judge();
    if (!wrong.empty()) break;
    in_payload_ = !in_payload_;
    if (!scribe::consume(context, frame_.data(), frame_.size())) return false;
  }
  in_.erase(0, taken);
  if (in_.empty() && in_.capacity() > kept_bytes) std::string().swap(in_);
  if (frame_.capacity() > kept_bytes) std::vector<char>().swap(frame_);
  if (wrong.empty() && !cut_) return true;
  if (!wrong.empty()) gate_->refused(peer_, wrong);
  cut();
  detach(&stream_.backend(), true);
  return false;
}

void gate::refused(const std::string& peer, const std::string& why) {
  const int64_t now = clock_.now_ns();
  if (remarks_ == 0 || now - window_ns_ >= remarks_window_ns) {
    if (untold_ > 0)
      remark_(std::to_string(std::exchange(untold_, 0)) +
              " more connections of consoles were refused");
    window_ns_ = now;
    remarks_ = 0;
  }
  if (remarks_ >= gate_remarks_max) {
    ++untold_;
    return;
  }
  ++remarks_;
  remark_("a console at " + (peer.empty() ? "an unknown address" : peer) + " was refused: " + why);
}

void gate::make_room() {
  const auto open =
      std::count_if(all.begin(), all.end(), [](const connection* each) { return !each->is_cut(); });
  if (static_cast<size_t>(open) < gate_connections_max) return;
  connection* oldest = nullptr;
  const auto rank = [](const connection* of) { return std::pair(of->shown(), of->used()); };
  for (connection* each : all)
    if (!each->is_cut() && (oldest == nullptr || rank(each) < rank(oldest))) oldest = each;
  refused(oldest->peer(), "there is no room for more, and it was silent longest");
  oldest->cut();
}

void gate::keep_small() {
  for (;;) {
    size_t sum = 0;
    connection* greediest = nullptr;
    for (connection* each : all) {
      if (each->is_cut()) continue;
      sum += each->held();
      if (greediest == nullptr || each->held() > greediest->held()) greediest = each;
    }
    if (sum <= gate_bytes_max) return;
    refused(greediest->peer(), "it holds " + std::to_string(greediest->held()) +
                                   " bytes, most of all, and all together hold too many");
    greediest->cut();
  }
}

/// CAF keeps an actor for every process that ever connected.
void forget_gone_nodes(caf::io::basp_broker& broker) {
  auto& kept = broker.spawn_servers;
  for (auto each = kept.begin(); each != kept.end();) {
    if (broker.instance.tbl().lookup_direct(each->first)) {
      ++each;
      continue;
    }
    caf::anon_send_exit(each->second, caf::exit_reason::kill);
    each = kept.erase(each);
  }
}

class doorman : public caf::io::network::doorman_impl {
 public:
  doorman(multiplexer& loop, native_socket fd, std::shared_ptr<gate> shared)
      : doorman_impl(loop, fd), gate_(std::move(shared)) {}

  bool new_connection() override {
    caf::detail::socket_guard socket(acceptor_.accepted_socket());
    if (detached()) return false;
    const native_socket fd = acceptor_.accepted_socket();
    caf::io::network::nonblocking(fd, true);
    forget_gone_nodes(*static_cast<caf::io::basp_broker*>(parent()));
    gate_->make_room();
    const auto from = caf::io::network::remote_addr_of_fd(fd);
    auto session = handshake(fd);
    if (session == nullptr) {
      const std::string why = take_tls_refusal();
      if (!why.empty()) gate_->refused(from ? *from : "", why);
      return false;
    }
    auto made = caf::make_counted<connection>(acceptor_.backend(), fd, std::move(session), gate_);
    socket.release();  // the connection closes it
    const auto handle = made->hdl();
    parent()->add_scribe(std::move(made));
    return caf::io::doorman::new_connection(&acceptor_.backend(), handle);
  }

 private:
  /// Null where it cannot begin. CAF throws where it cannot read the certificates: no descriptor is
  /// free, for one.
  caf::openssl::session_ptr handshake(native_socket fd) {
    try {
      return caf::openssl::make_session(parent()->system(), fd, true);
    } catch (const std::exception& error) {
      gate_->refused("", std::string("its connection cannot be made: ") + error.what());
      return nullptr;
    }
  }

  std::shared_ptr<gate> gate_;
};

}  // namespace

result<caf::io::doorman_ptr> open_gate(caf::actor_system& system, const listen_address& where,
                                       frame_terms terms, const monotonic_clock& clock,
                                       std::function<void(const std::string&)> remark) {
  const auto fd = caf::io::network::new_tcp_acceptor_impl(where.port, where.host.c_str(), true);
  if (!fd)
    return failure{errc::io, "consoles cannot be listened for: " + to_string(fd.error()), "",
                   where.host + ":" + std::to_string(where.port),
                   "Choose another port with admin_listen, or set admin_enabled = false"};
  auto& loop = static_cast<multiplexer&>(system.middleman().backend());
  return caf::io::doorman_ptr(caf::make_counted<doorman>(
      loop, *fd, std::make_shared<gate>(std::move(terms), clock, std::move(remark))));
}

}  // namespace foliot::server
