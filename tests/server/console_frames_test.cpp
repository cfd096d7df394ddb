// What comes through to CAF of what a console sends, frame by frame.
#include "server/console_frames.hpp"

#include <gtest/gtest.h>

#include <random>

namespace foliot::server {
namespace {

constexpr uint64_t admin = 7;
constexpr uint64_t directory = 9;
constexpr uint64_t asker = 20;
const std::string engine = "NODEKIND" + std::string(24, 'e');
const std::string console = "NODEKIND" + std::string(24, 'c');
const std::string no_words("\0\0\3@<>", 6);

enum kind : uint8_t { server_handshake, handshake, message, routed, monitor, down, heartbeat };

frame_terms terms() {
  return {admin, directory, engine, "inquiry", "listing", {"hello", "proof"}, {"ask"}, "request"};
}

std::string number(uint64_t value, size_t bytes) {
  std::string out(bytes, '\0');
  for (size_t i = 0; i < bytes; ++i) out[bytes - 1 - i] = static_cast<char>(value >> (8 * i));
  return out;
}

std::string header_of(uint8_t operation, uint8_t flags, uint64_t payload, uint64_t source,
                      uint64_t destination, uint64_t way = 1) {
  return number(operation, 1) + number(0, 2) + number(flags, 1) + number(payload, 4) +
         number(way << 60 | 1, 8) + number(source, 8) + number(destination, 8);
}

class console_frames_test : public testing::Test {
 protected:
  /// Whether such a frame comes through.
  bool pass(uint8_t operation, const std::string& payload, uint64_t source = 0,
            uint64_t destination = 0, uint8_t flags = 0) {
    why = frames.header(header_of(operation, flags, payload.size(), source, destination));
    if (!why.empty()) return false;
    EXPECT_EQ(frames.payload_bytes(), payload.size());
    why = frames.payload(payload);
    return why.empty();
  }
  bool open() { return pass(handshake, console) && pass(handshake, console, 0, 0, 2); }
  bool ask(const std::string& payload, uint64_t source = asker) {
    return pass(message, payload, source, admin);
  }

  const frame_terms what = terms();
  console_frames frames{what};
  std::string why;
};

TEST_F(console_frames_test, what_a_console_says_comes_through) {
  EXPECT_TRUE(open());
  EXPECT_EQ(frames.node(), console);
  EXPECT_TRUE(pass(message, "inquiry", 19, directory, 1));
  EXPECT_TRUE(pass(monitor, console + engine, 0, admin));
  EXPECT_TRUE(pass(message, "listing" + number(3, 8) + console + "\x09SpawnServ", 3, 12));
  EXPECT_TRUE(ask("hello and more"));
  EXPECT_TRUE(ask("proof"));
  EXPECT_TRUE(ask("ask for something"));
  EXPECT_TRUE(ask("request" + std::string(4 << 20, 'x')));
  EXPECT_TRUE(pass(down, console + engine + number(3, 9) + no_words, asker));
}

TEST_F(console_frames_test, nothing_is_said_before_the_address) {
  EXPECT_FALSE(ask("hello"));
  EXPECT_NE(why.find("before it said who it is"), std::string::npos) << why;
  EXPECT_FALSE(pass(monitor, console + engine, 0, admin));
  EXPECT_FALSE(pass(down, console + engine + number(3, 9) + no_words, asker));
}

TEST_F(console_frames_test, an_address_is_one_of_a_process_and_not_the_engine_s) {
  EXPECT_FALSE(pass(handshake, engine));
  EXPECT_FALSE(pass(handshake, "OTHER---" + std::string(24, 'c')));
  EXPECT_FALSE(pass(handshake, console + "x"));
  EXPECT_FALSE(pass(handshake, ""));
  EXPECT_FALSE(pass(handshake, console, 1));
  EXPECT_TRUE(open());
  EXPECT_FALSE(pass(handshake, console, 0, 0, 2)) << "a third time";
}

TEST_F(console_frames_test, an_address_cannot_be_changed) {
  EXPECT_TRUE(pass(handshake, console));
  EXPECT_FALSE(pass(handshake, "NODEKIND" + std::string(24, 'x'), 0, 0, 2));
}

TEST_F(console_frames_test, other_kinds_of_frames_are_refused) {
  EXPECT_TRUE(open());
  for (const uint8_t each : {server_handshake, routed, heartbeat, kind{7}, kind{255}})
    EXPECT_FALSE(pass(each, console + engine, asker, admin)) << int{each};
  EXPECT_FALSE(frames.header(header_of(heartbeat, 0, 0, 0, 0)).empty());
}

TEST_F(console_frames_test, lengths_are_refused_before_there_is_room_for_them) {
  EXPECT_TRUE(open());
  for (const uint64_t bytes : {uint64_t{request_bytes_max} + 1, uint64_t{UINT32_MAX}}) {
    why = frames.header(header_of(message, 0, bytes, asker, admin));
    EXPECT_NE(why.find(std::to_string(bytes)), std::string::npos) << why;
  }
  EXPECT_EQ(frames.header(header_of(message, 0, request_bytes_max, asker, admin)), "");
  EXPECT_FALSE(frames.header(header_of(message, 0, small_frame_bytes_max + 1, asker, 12)).empty());
  EXPECT_FALSE(
      frames.header(header_of(message, 1, small_frame_bytes_max + 1, asker, directory)).empty());
  EXPECT_FALSE(frames.header(header_of(message, 0, 0, asker, admin)).empty());
}

TEST_F(console_frames_test, parts_of_streams_and_answers_are_no_questions) {
  EXPECT_TRUE(open());
  EXPECT_EQ(frames.header(header_of(message, 0, 10, asker, admin)), "");
  for (uint64_t way = 0; way < 16; ++way)
    EXPECT_EQ(frames.header(header_of(message, 0, 10, asker, admin, way)).empty(), way == 1) << way;
}

TEST_F(console_frames_test, only_a_request_is_long) {
  EXPECT_TRUE(open());
  EXPECT_TRUE(ask("ask" + std::string(question_bytes_max - 3, 'x')));
  EXPECT_FALSE(ask("ask" + std::string(question_bytes_max, 'x')));
}

TEST_F(console_frames_test, messages_of_other_types_are_refused) {
  EXPECT_TRUE(open());
  for (const char* each : {"exit", "Hello", "as", "x", "inquiry"}) EXPECT_FALSE(ask(each)) << each;
}

TEST_F(console_frames_test, nobody_but_the_admin_is_asked) {
  EXPECT_TRUE(open());
  EXPECT_FALSE(pass(message, "ask", asker, 12));
  EXPECT_FALSE(pass(message, "ask", asker, admin, 1));
  EXPECT_FALSE(pass(message, "inquiry", asker, admin, 1));
  EXPECT_FALSE(pass(message, "inquiry and more", asker, directory, 1));
  EXPECT_FALSE(ask("ask", 0)) << "from nobody";
}

TEST_F(console_frames_test, the_directory_is_asked_and_answered_once) {
  EXPECT_TRUE(open());
  EXPECT_TRUE(pass(message, "inquiry", 19, directory, 1));
  EXPECT_FALSE(pass(message, "inquiry", 19, directory, 1));
  const std::string other = "NODEKIND" + std::string(24, 'o');
  EXPECT_FALSE(pass(message, "listing" + number(3, 8) + other + "\x09SpawnServ", 3, 12));
  EXPECT_FALSE(pass(message, "listing" + number(3, 8) + console + "\x09SpawnServ", 3, 12));
}

TEST_F(console_frames_test, a_console_asks_by_few_actors) {
  EXPECT_TRUE(open());
  for (uint64_t i = 0; i < askers_max; ++i) EXPECT_TRUE(ask("ask", asker + i));
  EXPECT_TRUE(ask("ask", asker));
  EXPECT_FALSE(ask("ask", asker + askers_max));
}

TEST_F(console_frames_test, openings_are_few) {
  EXPECT_TRUE(open());
  for (size_t i = 0; i < openings_max; ++i) EXPECT_TRUE(ask(i % 2 == 0 ? "hello" : "proof"));
  EXPECT_FALSE(ask("hello"));
  EXPECT_TRUE(ask("ask"));
}

TEST_F(console_frames_test, watching_and_ending_is_bounded_and_in_the_own_name) {
  EXPECT_TRUE(open());
  const std::string other = "NODEKIND" + std::string(24, 'o');
  EXPECT_FALSE(pass(monitor, other + engine, 0, admin));
  EXPECT_FALSE(pass(monitor, console + other, 0, admin));
  EXPECT_FALSE(pass(down, other + engine + number(3, 9) + no_words, asker));
  EXPECT_FALSE(pass(down, console + engine + number(3, 9) + no_words + "@", asker));
  const std::string words("\0\0\x0b@<>+@message", 14);
  EXPECT_FALSE(pass(down, console + engine + number(3, 9) + words, asker));
  for (size_t i = 5; i < small_frames_max; ++i)
    EXPECT_TRUE(pass(monitor, console + engine, 0, admin)) << i;
  EXPECT_FALSE(pass(monitor, console + engine, 0, admin));
  EXPECT_TRUE(ask("ask"));
}

TEST(console_messages, are_counted_among_other_frames) {
  const std::string one = header_of(message, 0, 3, asker, admin) + "abc";
  const std::string other = header_of(heartbeat, 0, 0, 0, 0);
  EXPECT_EQ(messages_in(""), 0U);
  EXPECT_EQ(messages_in(one), 1U);
  EXPECT_EQ(messages_in(other + one + other + one + one), 3U);
}

TEST_F(console_frames_test, any_bytes_are_judged) {
  std::mt19937 chance(1);
  for (int i = 0; i < 20'000; ++i) {
    std::string head = header_of(handshake, 0, node_bytes, 0, 0);
    for (uint32_t n = chance() % 4; n > 0; --n) head[chance() % head.size()] = char(chance());
    if (!frames.header(head).empty()) continue;
    ASSERT_LE(frames.payload_bytes(), request_bytes_max);
    std::string payload = console;
    payload.resize(chance() % 100, 'x');
    if (!frames.payload(payload).empty()) continue;
    EXPECT_EQ(frames.node(), console);
  }
}

}  // namespace
}  // namespace foliot::server
