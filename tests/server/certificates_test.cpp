#include "server/certificates.hpp"

#include <gtest/gtest.h>

#include <set>

namespace foliot::server {
namespace {

constexpr instant now{1'767'571'200'000};  // 2026-01-05T00:00:00Z

TEST(certificates, says_what_was_asked_for) {
  const auto made = issue_certificate("ada", certificate_use::console, now, 30);
  ASSERT_TRUE(made) << made.error().text();
  const auto facts = read_certificate(made->leaf);
  ASSERT_TRUE(facts);
  EXPECT_EQ(facts->name, "ada");
  EXPECT_EQ(facts->from, now);
  EXPECT_EQ(facts->until, plus_ms(now, 30 * ms_per_day));
  EXPECT_EQ(facts->fingerprint.size(), 64U);
  EXPECT_NE(made->leaf, made->anchor);
}

TEST(certificates, no_two_share_an_anchor) {
  std::set<std::string> names;
  for (int i = 0; i < 8; ++i) {
    const auto made = issue_certificate("ada", certificate_use::console, now, 1);
    ASSERT_TRUE(made);
    const auto name = anchor_file_name(made->anchor);
    ASSERT_TRUE(name);
    EXPECT_EQ(name->size(), 10U) << *name;
    EXPECT_TRUE(name->ends_with(".0"));
    names.insert(*name);
  }
  EXPECT_EQ(names.size(), 8U);
}

TEST(certificates, a_signature_is_of_one_text_and_one_key) {
  const auto ada = issue_certificate("ada", certificate_use::console, now, 1);
  const auto bob = issue_certificate("bob", certificate_use::console, now, 1);
  ASSERT_TRUE(ada && bob);
  const auto signature = sign_text(ada->key, "a challenge");
  ASSERT_TRUE(signature);
  EXPECT_TRUE(is_signed(ada->leaf, "a challenge", *signature));
  EXPECT_FALSE(is_signed(ada->leaf, "a challengf", *signature));
  EXPECT_FALSE(is_signed(bob->leaf, "a challenge", *signature));
  EXPECT_FALSE(is_signed(ada->leaf, "a challenge", ""));
  EXPECT_FALSE(is_signed(ada->leaf, "a challenge", std::string(5'000, 'x')));
  EXPECT_FALSE(is_signed("no certificate", "a challenge", *signature));
  EXPECT_FALSE(sign_text("no key", "a challenge"));
}

TEST(certificates, days_are_bounded) {
  EXPECT_FALSE(issue_certificate("ada", certificate_use::console, now, 0));
  EXPECT_FALSE(issue_certificate("ada", certificate_use::console, now, engine_days + 1));
}

TEST(certificates, names_of_consoles_are_names_of_files) {
  for (const char* good : {"ada", "Ada.Lovelace", "ops-2", "a_b", "7"})
    EXPECT_TRUE(check_console_name(good)) << good;
  for (const char* bad : {"", ".", "..", "-a", "_a", "a/b", "a b", "a;b", "ä", "a\n"})
    EXPECT_FALSE(check_console_name(bad)) << bad;
  EXPECT_TRUE(check_console_name(std::string(console_name_bytes_max, 'a')));
  EXPECT_FALSE(check_console_name(std::string(console_name_bytes_max + 1, 'a')));
}

TEST(certificates, a_console_s_file_is_read_as_it_was_written) {
  const auto ada = issue_certificate("ada", certificate_use::console, now, 1);
  const auto engine = issue_certificate("engine", certificate_use::engine, now, 1);
  ASSERT_TRUE(ada && engine);
  const std::string text = console_file_text({ada->leaf, ada->key, engine->anchor}, "a comment");
  const auto file = read_console_file(text);
  ASSERT_TRUE(file) << file.error().text();
  EXPECT_EQ(file->leaf, ada->leaf);
  EXPECT_EQ(file->key, ada->key);
  EXPECT_EQ(file->engine_anchor, engine->anchor);
}

TEST(certificates, a_file_that_lacks_something_says_what) {
  const auto ada = issue_certificate("ada", certificate_use::console, now, 1);
  ASSERT_TRUE(ada);
  const auto sentence = [](const std::string& text) {
    const auto file = read_console_file(text);
    return file ? "accepted" : file.error().sentence;
  };
  EXPECT_EQ(sentence(""), "the file of a console has not a certificate");
  EXPECT_EQ(sentence(ada->leaf),
            "the file of a console has not a private key behind its certificate");
  EXPECT_EQ(sentence(ada->leaf + ada->key),
            "the file of a console has not the engine's anchor behind its private key");
  EXPECT_EQ(sentence(ada->leaf + ada->key +
                     "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"),
            "the file of a console has a damaged certificate");
}

}  // namespace
}  // namespace foliot::server
