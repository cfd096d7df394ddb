// Consoles and what calls itself one, over real sockets on this host.
#include "tests/server/console_port_fixture.hpp"

#include <filesystem>
#include <thread>

namespace foliot::server {
namespace {

TEST_F(console_port_test, answers_every_question_in_its_own_type) {
  const auto opened = console_link::open(local());
  ASSERT_TRUE(opened) << opened.error().text();
  console_link& link = **opened;
  EXPECT_EQ(link.welcome().user, "local");
  EXPECT_EQ(link.welcome().consoles, 1U);
  EXPECT_EQ(link.status()->user, "local");
  EXPECT_EQ(link.tree("a job", 5)->rows.at(0).id, "a job");
  EXPECT_EQ(link.entity("an id")->watches.size(), 2U);
  EXPECT_EQ(link.actors()->kinds.at(0).live, 7U);
  EXPECT_EQ(link.committer()->write_us.p99, 2U);
  EXPECT_EQ(link.datasets(17)->uris, 17U);
  EXPECT_EQ(link.slots()->run_slots, 4U);
  EXPECT_EQ(link.runs(1)->rows.at(0).name, "job@node.0");
  EXPECT_EQ(link.quarantine(1)->rows.at(0).why, "why");
  EXPECT_EQ(link.settings()->rows.at(0).value, "info");
  EXPECT_EQ(link.change("log_level", "debug")->rows.at(0).value, "debug");
  EXPECT_EQ(link.pulse()->waiting.at(0).waiting, 3U);
  EXPECT_EQ(link.retry("job")->id, "job");
  EXPECT_EQ(link.retry("job")->status, "local") << "who it is asked by is known";
  const auto reply = link.request({"", "GET", "/oozie/versions", "", "", ""});
  ASSERT_TRUE(reply);
  EXPECT_EQ(reply->body, "local GET /oozie/versions");
}

TEST_F(console_port_test, a_refusal_is_told_and_the_conversation_goes_on) {
  const auto link = console_link::open(local());
  ASSERT_TRUE(link);
  const auto refused = (*link)->tree("nobody", 5);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().oozie, "E0604");
  EXPECT_EQ(refused.error().remedy, "Look");
  EXPECT_TRUE((*link)->status());
}

TEST_F(console_port_test, news_come_to_who_follows) {
  const auto link = console_link::open(local());
  ASSERT_TRUE(link);
  EXPECT_FALSE((*link)->next_news());
  ASSERT_FALSE((*link)->follow("nobody"));
  ASSERT_TRUE((*link)->follow(""));
  EXPECT_TRUE(desk.followed);
  desk.write(3);
  const auto news = (*link)->next_news();
  ASSERT_TRUE(news) << news.error().text();
  EXPECT_EQ(news->rows.size(), 3U);
  EXPECT_EQ(news->dropped, 0U);
}

TEST_F(console_port_test, who_stops_reading_loses_news_and_harms_nobody) {
  const auto slow = console_link::open(local());
  ASSERT_TRUE(slow);
  ASSERT_TRUE((*slow)->follow(""));
  constexpr uint64_t written = 100'000;
  for (uint64_t i = 0; i < written / 1'000; ++i) desk.write(1'000);
  expect_served();
  ASSERT_TRUE((*slow)->status());  // the ADMIN has dealt with all of them
  uint64_t seen = 0;
  uint64_t dropped = 0;
  while (seen + dropped < written) {
    const auto news = (*slow)->next_news();
    ASSERT_TRUE(news) << news.error().text();
    seen += news->rows.size();
    dropped += news->dropped;
  }
  EXPECT_EQ(seen, actors::admin::news_waiting_max);
  EXPECT_EQ(dropped, written - actors::admin::news_waiting_max);
}

TEST_F(console_port_test, a_conversation_that_ends_follows_no_more) {
  {
    const auto link = console_link::open(local());
    ASSERT_TRUE(link);
    ASSERT_TRUE((*link)->follow(""));
  }
  const auto other = console_link::open(local());
  ASSERT_TRUE(other);
  for (int i = 0; desk.followed && i < 10'000; ++i) ASSERT_TRUE((*other)->status());
  EXPECT_FALSE(desk.followed);
}

TEST_F(console_port_test, an_issued_console_is_served_under_its_own_name) {
  const auto link = console_link::open(target(engine.issue("ada", 30, now())));
  ASSERT_TRUE(link) << link.error().text();
  EXPECT_EQ((*link)->welcome().user, "ada");
}

TEST_F(console_port_test, a_revoked_console_is_refused_at_its_next_question_and_for_good) {
  const std::string secret = engine.issue("ada", 30, now());
  const auto link = console_link::open(target(secret));
  ASSERT_TRUE(link) << link.error().text();
  ASSERT_TRUE((*link)->status());
  ASSERT_TRUE(engine.keys->revoke("ada"));
  const auto refused = (*link)->status();
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, errc::forbidden);
  EXPECT_NE(refused.error().sentence.find("not trusted any more"), std::string::npos);
  const auto again = console_link::open(target(secret));
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error().code, errc::forbidden);
  expect_served();
}

TEST_F(console_port_test, a_new_certificate_of_that_name_revives_no_conversation) {
  const auto link = console_link::open(target(engine.issue("ada", 30, now())));
  ASSERT_TRUE(link) << link.error().text();
  ASSERT_TRUE(engine.keys->revoke("ada"));
  const auto fresh = console_link::open(target(engine.issue("ada", 30, now())));
  ASSERT_TRUE(fresh) << fresh.error().text();
  const auto refused = (*link)->status();
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, errc::forbidden);
  EXPECT_TRUE((*fresh)->status());
}

TEST_F(console_port_test, a_revoked_console_that_waits_for_news_gets_none) {
  const auto link = console_link::open(target(engine.issue("ada", 30, now())));
  ASSERT_TRUE(link) << link.error().text();
  ASSERT_TRUE((*link)->follow(""));
  std::thread later([&] {
    EXPECT_TRUE(console_link::open(local()));  // takes long enough for the other one to wait
    EXPECT_TRUE(engine.keys->revoke("ada"));
    desk.write(3);
  });
  const auto news = (*link)->next_news();
  later.join();
  EXPECT_TRUE(!news || news->rows.empty());
  EXPECT_FALSE((*link)->next_news());
  EXPECT_FALSE(desk.followed);
}

TEST_F(console_port_test, who_asks_for_an_unknown_tree_follows_nothing) {
  const auto link = console_link::open(local());
  ASSERT_TRUE(link) << link.error().text();
  ASSERT_TRUE((*link)->follow(""));
  EXPECT_TRUE(desk.followed);
  EXPECT_FALSE((*link)->follow("nobody"));
  EXPECT_FALSE(desk.followed);
}

TEST_F(console_port_test, an_expired_certificate_is_refused) {
  const instant then = plus_ms(now(), -2 * ms_per_day);
  const auto link = console_link::open(target(engine.issue("old", 1, then)));
  ASSERT_FALSE(link);
  EXPECT_EQ(link.error().code, errc::forbidden);
  expect_served();
}

TEST_F(console_port_test, the_certificate_of_another_engine_is_refused) {
  const engine_keys other;
  const std::string theirs = *read_secret_file(other.keys->local_file(), 64 << 10);
  const auto link = console_link::open(target(theirs));
  ASSERT_FALSE(link);
  EXPECT_EQ(link.error().code, errc::forbidden);
  // Nor where it would trust this engine.
  auto file = read_console_file(theirs);
  ASSERT_TRUE(file);
  file->engine_anchor = engine.keys->engine_certificate()->anchor;
  const auto knows_us = console_link::open(target(console_file_text(*file, "")));
  ASSERT_FALSE(knows_us);
  EXPECT_EQ(knows_us.error().code, errc::forbidden);
  expect_served();
}

TEST_F(console_port_test, a_console_cannot_take_another_s_name) {
  engine.issue("ada", 30, now());
  const std::string eve = engine.issue("eve", 30, now());
  // Eve's connection is good; what she signs in the name of ada is not.
  const auto link = console_link::open(target(eve));
  ASSERT_TRUE(link);
  const auto file = read_console_file(eve);
  const std::string text = actors::admin::signed_text("challenge", "ada");
  EXPECT_FALSE(desk.proves("ada", text, *sign_text(file->key, text)));
}

TEST_F(console_port_test, another_version_is_told_both) {
  const auto link = console_link::open(local(), actors::admin::protocol_version + 1);
  ASSERT_FALSE(link);
  EXPECT_EQ(link.error().code, errc::unsupported);
  for (const uint32_t each : {0U, 1U}) {
    const std::string version = std::to_string(actors::admin::protocol_version + each);
    EXPECT_NE(link.error().sentence.find("version " + version), std::string::npos)
        << link.error().text();
  }
  expect_served();
}

TEST_F(console_port_test, plain_connections_and_noise_are_closed) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    const exec::unique_fd socket = connect();
    const std::string bytes =
        seed == 0 ? "GET / HTTP/1.1\r\nHost: x\r\n\r\n" : noise(seed, 50 * seed);
    ASSERT_EQ(::send(socket.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL),
              static_cast<ssize_t>(bytes.size()));
    ::shutdown(socket.get(), SHUT_WR);
    EXPECT_TRUE(is_closed(socket.get())) << seed;
  }
  expect_served();
}

TEST_F(console_port_test, who_fails_or_goes_without_a_word_ends_nobody_else) {
  const auto link = console_link::open(local());
  ASSERT_TRUE(link);
  connect();  // and away
  EXPECT_TRUE((*link)->status());
  {
    const exec::unique_fd socket = connect();
    const std::string bytes = noise(1, 500);
    ASSERT_GT(::send(socket.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL), 0);
    EXPECT_TRUE(is_closed(socket.get()));
  }
  EXPECT_TRUE((*link)->status());
  {
    const exec::unique_fd socket = connect();
    tls_client nobody(socket.get(), nullptr);
    nobody.connect();
    EXPECT_FALSE(nobody.read());
  }
  EXPECT_TRUE((*link)->status());
  const auto file = read_console_file(engine.issue("ada", 30, now()));
  ASSERT_TRUE(file);
  {
    const exec::unique_fd socket = connect();
    tls_client client(socket.get(), &*file);
    EXPECT_TRUE(client.connect());  // and away without a close
  }
  EXPECT_TRUE((*link)->status());
  expect_served();
  EXPECT_TRUE((*link)->status());
}

TEST_F(console_port_test, without_a_certificate_nothing_is_said) {
  const exec::unique_fd socket = connect();
  tls_client nobody(socket.get(), nullptr);
  nobody.connect();  // in TLS 1.3 the refusal comes after the client's part
  EXPECT_FALSE(nobody.read());
  expect_served();
}

TEST_F(console_port_test, noise_behind_a_good_certificate_harms_nobody) {
  const auto file = read_console_file(engine.issue("ada", 30, now()));
  ASSERT_TRUE(file);
  for (unsigned seed = 1; seed < 30; ++seed) {
    const exec::unique_fd socket = connect();
    tls_client client(socket.get(), &*file);
    ASSERT_TRUE(client.connect());
    client.write(noise(seed, 100 * seed));
    ::shutdown(socket.get(), SHUT_WR);
    while (client.read()) {
    }
  }
  expect_served();
}

TEST_F(console_port_test, who_is_still_connected_at_the_end_learns_it) {
  const auto link = console_link::open(local());
  ASSERT_TRUE(link);
  port.reset();
  EXPECT_FALSE(std::filesystem::exists(engine.keys->port_file()));
  const auto lost = (*link)->status();
  ASSERT_FALSE(lost);
  EXPECT_EQ(lost.error().code, errc::unavailable);
  const auto gone = local_target(engine.data);
  ASSERT_FALSE(gone);
  EXPECT_EQ(gone.error().code, errc::unavailable);
}

TEST_F(console_port_test, only_an_order_that_was_sent_may_have_been_taken) {
  for (const bool order : {true, false}) {
    if (!port) port = std::move(*console_port::open(desk, *engine.keys, {"127.0.0.1", 0}));
    const auto link = console_link::open(local());
    ASSERT_TRUE(link) << link.error().text();
    // The desk never answers this one: the engine ends while it is waited for.
    std::thread ends([this] {
      desk.left_unanswered.acquire();
      port.reset();
    });
    const auto sent = (*link)->request({"", order ? "PUT" : "GET", "/never", "", "", ""});
    ends.join();
    ASSERT_FALSE(sent);
    EXPECT_EQ(sent.error().code, errc::unavailable);
    EXPECT_EQ(sent.error().remedy.find("may have been taken") != std::string::npos, order)
        << sent.error().text();
    EXPECT_EQ(sent.error().sentence,
              "the connection to the engine is lost (the engine ended, or closed it)");
  }
}

TEST_F(console_port_test, an_order_is_not_sent_to_an_engine_that_is_known_to_be_gone) {
  const auto link = console_link::open(local());
  ASSERT_TRUE(link);
  EXPECT_FALSE((*link)->is_lost());
  port.reset();
  while (!(*link)->is_lost()) std::this_thread::yield();
  const auto unsent = (*link)->change("log_level", "debug");
  ASSERT_FALSE(unsent);
  EXPECT_EQ(unsent.error().code, errc::unavailable);
  EXPECT_EQ(unsent.error().remedy.find("taken"), std::string::npos) << unsent.error().text();
}

TEST_F(console_port_test, a_port_that_cannot_be_written_down_is_open_all_the_same) {
  port.reset();
  const std::string secret = *read_secret_file(engine.keys->local_file(), 64 << 10);
  std::filesystem::create_directory(engine.keys->port_file());
  auto opened = console_port::open(desk, *engine.keys, {"127.0.0.1", 0});
  ASSERT_TRUE(opened) << opened.error().text();
  port = std::move(*opened);
  EXPECT_TRUE(console_link::open(target(secret)));
}

TEST_F(console_port_test, targets_are_checked) {
  for (const char* where : {"", "host", "host:", "host:0", "host:65536", ":1", "host:1x"})
    EXPECT_FALSE(remote_target(where, engine.keys->local_file())) << where;
  EXPECT_TRUE(remote_target("host:1", engine.keys->local_file()));
  EXPECT_FALSE(remote_target("host:1", engine.data + "/nothing"));
  std::filesystem::permissions(engine.keys->local_file(), std::filesystem::perms(0644));
  const auto open = remote_target("host:1", engine.keys->local_file());
  ASSERT_FALSE(open);
  EXPECT_EQ(open.error().code, errc::forbidden);
}

}  // namespace
}  // namespace foliot::server
