// Who is not let in, or not any more: what the log says, and that others are served.
#include "server/console_gate.hpp"

#include "tests/server/console_port_fixture.hpp"

namespace foliot::server {
namespace {

std::string number(uint64_t value, size_t bytes) {
  std::string out(bytes, '\0');
  for (size_t i = 0; i < bytes; ++i) out[bytes - 1 - i] = static_cast<char>(value >> (8 * i));
  return out;
}

std::string header_of(uint8_t operation, uint64_t payload, uint64_t source, uint64_t destination) {
  return number(operation, 1) + number(0, 3) + number(payload, 4) + number(0, 8) +
         number(source, 8) + number(destination, 8);
}

constexpr uint8_t handshake = 1;
constexpr uint8_t message = 2;

class console_gate_test : public console_port_test {
 protected:
  /// A client with that certificate shows it, and learns whether it is let in.
  void show(const std::string& secret) {
    const auto file = read_console_file(secret);
    ASSERT_TRUE(file);
    const exec::unique_fd socket = connect();
    tls_client client(socket.get(), &*file);
    client.connect();
    client.read();
  }
  /// What a console with a good certificate says comes to its end: the engine hangs up.
  void say(const std::string& bytes) {
    const auto file = read_console_file(engine.issue("n" + std::to_string(++names), 1, now()));
    ASSERT_TRUE(file);
    const exec::unique_fd socket = connect();
    tls_client client(socket.get(), &*file);
    ASSERT_TRUE(client.connect());
    client.write(bytes);
    while (client.read()) {
    }
  }
  /// That the log says so; who is served was let in after what it tells.
  void expect_remark(const std::string& words) {
    expect_served();
    EXPECT_EQ(desk.remarked(words), 1U) << words;
  }

  int names = 0;
};

TEST_F(console_gate_test, without_a_certificate) {
  const exec::unique_fd socket = connect();
  tls_client nobody(socket.get(), nullptr);
  nobody.connect();
  EXPECT_FALSE(nobody.read());
  expect_remark("was refused: it shows no certificate");
}

TEST_F(console_gate_test, with_another_engine_s_certificate) {
  const engine_keys other;
  show(*read_secret_file(other.keys->local_file(), 64 << 10));
  expect_remark("was refused: its certificate was revoked, or is none of this engine's");
}

TEST_F(console_gate_test, with_one_that_has_expired) {
  show(engine.issue("old", 1, plus_ms(now(), -2 * ms_per_day)));
  expect_remark("was refused: its certificate has expired");
}

TEST_F(console_gate_test, with_one_that_was_revoked) {
  const std::string secret = engine.issue("ada", 30, now());
  ASSERT_TRUE(engine.keys->revoke("ada"));
  show(secret);
  expect_remark("was refused: its certificate was revoked");
}

TEST_F(console_gate_test, without_tls) {
  for (const char* each : {"GET / HTTP/1.1\r\nHost: x\r\n\r\n", "\x01\x02\x03\x04\x05\x06 noise"}) {
    const exec::unique_fd socket = connect();
    ASSERT_GT(::send(socket.get(), each, std::string_view(each).size(), MSG_NOSIGNAL), 0);
    EXPECT_TRUE(is_closed(socket.get()));
  }
  expect_remark("it speaks HTTP");
  expect_remark("it does not speak TLS");
}

TEST_F(console_gate_test, who_only_looks_whether_somebody_listens_is_not_worth_a_line) {
  connect();
  expect_served();
  EXPECT_EQ(desk.remarked("refused"), 0U);
}

TEST_F(console_gate_test, a_length_is_refused_before_there_is_room_for_it) {
  const std::string node = "x" + std::string(31, '\0');
  say(header_of(handshake, UINT32_MAX, 0, 0));
  expect_remark("the header of a message of 4294967295 bytes");
  say(header_of(handshake, node.size(), 0, 0) + node);
  expect_remark("it sent what no console sends");
  say(header_of(message, 10, 1, 1));
  expect_remark("it sent a message before it said who it is");
}

TEST_F(console_gate_test, lines_in_the_log_are_bounded) {
  for (uint32_t i = 0; i < 3 * gate_remarks_max; ++i) say(noise(i + 1, 100));
  expect_served();
  EXPECT_EQ(desk.remarked("was refused"), gate_remarks_max);
}

TEST_F(console_gate_test, idle_strangers_make_room_for_consoles) {
  std::vector<exec::unique_fd> strangers;
  const auto link = console_link::open(local());
  ASSERT_TRUE(link);
  for (size_t i = 0; i < gate_connections_max + 20; ++i) strangers.push_back(connect());
  expect_served();
  EXPECT_GT(desk.remarked("there is no room for more"), 0U);
  EXPECT_TRUE((*link)->status());
}

TEST_F(console_gate_test, a_request_that_is_too_long_is_not_sent) {
  const auto link = console_link::open(local());
  ASSERT_TRUE(link);
  actors::admin::user_request what{"", "POST", "/oozie/v2/jobs", "", "", ""};
  what.body.assign(actors::admin::admin_request_bytes_max, 'x');
  EXPECT_TRUE((*link)->request(what));
  what.body += 'x';
  const auto refused = (*link)->request(what);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, errc::too_large);
  EXPECT_TRUE((*link)->status());
}

}  // namespace
}  // namespace foliot::server
