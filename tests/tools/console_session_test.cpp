// A conversation whose engine goes and comes back, over real sockets on this host.
#include <filesystem>
#include <thread>

#include "tests/server/console_port_fixture.hpp"
#include "tools/console/session.hpp"

namespace foliot::console {
namespace {

using server::console_link;
using server::console_port;

class console_session_test : public server::console_port_test {
 protected:
  console_session_test() : over([this] { return server::local_target(engine.data); }) {}

  void start() {
    auto opened = console_port::open(desk, *engine.keys, {"127.0.0.1", 0});
    ASSERT_TRUE(opened) << opened.error().text();
    port = std::move(*opened);
  }
  /// The engine ends, and the session knows it.
  void end() {
    port.reset();
    while (over.connected()) std::this_thread::yield();
  }
  /// So many pauses; in the last of them the engine starts where it `returns`.
  patience waits(int pauses, bool returns) {
    return {[this](const std::string& words) { said += words; },
            [this, pauses, returns](int tried) {
              paused = tried + 1;
              if (returns && paused == pauses) start();
              return tried < pauses;
            }};
  }
  auto status() {
    return over.ask([](console_link& link) { return link.status(); });
  }

  session over;
  std::string said;
  int paused = 0;
};

TEST_F(console_session_test, a_question_after_a_restart_is_asked_of_the_new_engine) {
  over.wait_with(waits(1, false));
  ASSERT_TRUE(over.ready());
  EXPECT_EQ(said, "") << "the first connection is none that came back";
  end();
  start();
  const auto seen = status();
  ASSERT_TRUE(seen) << seen.error().text();
  EXPECT_EQ(seen->consoles, 1U);
  EXPECT_EQ(said.find("Connected again: foliot"), 0U) << said;
  EXPECT_EQ(paused, 0);
}

TEST_F(console_session_test, an_order_after_a_restart_is_given_once) {
  over.wait_with(waits(1, false));
  ASSERT_TRUE(over.ready());
  end();
  start();
  int asked = 0;
  const auto changed = over.ask([&](console_link& link) {
    ++asked;
    return link.change("log_level", "debug");
  });
  ASSERT_TRUE(changed) << changed.error().text();
  EXPECT_EQ(asked, 1);
  EXPECT_EQ(changed->rows.at(0).value, "debug");
}

TEST_F(console_session_test, an_engine_that_takes_its_time_is_waited_for) {
  over.wait_with(waits(5, true));
  ASSERT_TRUE(over.ready());
  end();
  EXPECT_TRUE(status());
  EXPECT_EQ(paused, 5);
  EXPECT_NE(said.find("The engine is gone; trying again"), std::string::npos) << said;
  EXPECT_NE(said.find("Connected again"), std::string::npos) << said;
}

TEST_F(console_session_test, who_gave_up_waiting_is_not_made_to_wait_again) {
  over.wait_with(waits(2, false));
  ASSERT_TRUE(over.ready());
  end();
  const auto lost = status();
  ASSERT_FALSE(lost);
  EXPECT_EQ(lost.error().code, errc::unavailable);
  EXPECT_EQ(paused, 3);
  paused = 0;
  EXPECT_FALSE(status());
  EXPECT_EQ(paused, 0);
  start();
  EXPECT_TRUE(status());
}

TEST_F(console_session_test, a_single_command_does_not_wait) {
  ASSERT_TRUE(over.ready());
  end();
  const auto lost = status();
  ASSERT_FALSE(lost);
  EXPECT_NE(lost.error().sentence.find("no engine"), std::string::npos) << lost.error().text();
}

TEST_F(console_session_test, who_follows_is_not_connected_behind_its_back) {
  ASSERT_TRUE(over.ready());
  ASSERT_TRUE(over.ask_on([](console_link& link) { return link.follow(""); }));
  end();
  start();
  const auto next = [](console_link& link) { return link.next_news(); };
  const auto lost = over.ask_on(next);
  ASSERT_FALSE(lost) << "the new engine was not told what to follow";
  EXPECT_EQ(lost.error().code, errc::unavailable);
  ASSERT_TRUE(over.come_back(waits(1, false)));
  EXPECT_TRUE(over.ask_on([](console_link& link) { return link.follow(""); }));
}

TEST_F(console_session_test, a_revoked_console_waits_for_nobody) {
  over.wait_with(waits(10, false));
  ASSERT_TRUE(over.ready());
  ASSERT_TRUE(engine.keys->revoke("local"));
  for (int i = 0; i < 2; ++i) {
    const auto refused = status();
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().code, errc::unavailable) << refused.error().text();
  }
  EXPECT_EQ(paused, 0);
}

TEST_F(console_session_test, requests_name_the_new_engine) {
  over.wait_with(waits(1, false));
  ASSERT_TRUE(over.ready());
  end();
  start();
  ASSERT_TRUE(over.ready());
  auto way = over.as_connection();
  const auto body = way.get("/oozie/versions");
  ASSERT_TRUE(body) << body.error().text();
  EXPECT_EQ(*body, "local GET /oozie/versions");
}

}  // namespace
}  // namespace foliot::console
