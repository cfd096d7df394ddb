// What is written to the log, component by component.
#include "base/log_levels.hpp"

#include <gtest/gtest.h>

namespace foliot {
namespace {

TEST(log_levels, are_the_same_for_all_until_one_has_its_own) {
  log_levels levels(log_level::info);
  EXPECT_TRUE(levels.lets(log_level::info, "launcher.failed"));
  EXPECT_FALSE(levels.lets(log_level::debug, "launcher.failed"));
  ASSERT_TRUE(levels.set("launcher", log_level::error));
  EXPECT_FALSE(levels.lets(log_level::warn, "launcher.failed"));
  EXPECT_TRUE(levels.lets(log_level::error, "launcher.failed"));
  EXPECT_TRUE(levels.lets(log_level::info, "purge.done"));
  levels.set(log_level::debug);
  EXPECT_TRUE(levels.lets(log_level::debug, "purge.done"));
  EXPECT_FALSE(levels.lets(log_level::warn, "launcher.failed")) << "it keeps its own";
  ASSERT_TRUE(levels.set("launcher", std::nullopt));
  EXPECT_TRUE(levels.lets(log_level::debug, "launcher.failed"));
}

TEST(log_levels, of_events_without_a_known_component_are_those_of_all) {
  log_levels levels(log_level::warn);
  for (const char* event : {"", ".", "console", "unheard-of.event", "launchers.failed"}) {
    EXPECT_TRUE(levels.lets(log_level::warn, event)) << event;
    EXPECT_FALSE(levels.lets(log_level::info, event)) << event;
  }
}

TEST(log_levels, of_the_audit_cannot_be_changed) {
  log_levels levels(log_level::info);
  levels.set(log_level::error);
  ASSERT_TRUE(levels.set("http", log_level::error));
  EXPECT_TRUE(levels.lets(log_level::info, "http.audit"));
  EXPECT_TRUE(levels.lets(log_level::info, "console.audit"));
  EXPECT_FALSE(levels.lets(log_level::info, "http.clients"));
  EXPECT_FALSE(log_levels(log_level::warn).lets(log_level::info, "http.audit"))
      << "who wants none from the start has none";
}

TEST(log_levels, know_their_components) {
  log_levels levels(log_level::info);
  for (size_t i = 0; i < log_components.size(); ++i) {
    ASSERT_TRUE(levels.set(log_components[i], log_level::debug));
    EXPECT_EQ(levels.own().at(i), log_level::debug);
  }
  const auto unknown = levels.set("nonsense", log_level::debug);
  ASSERT_FALSE(unknown);
  EXPECT_NE(unknown.error().remedy.find("safe-mode"), std::string::npos);
  for (const char* word : {"debug", "info", "warn", "error"})
    EXPECT_EQ(level_name(*level_of(word)), word);
  EXPECT_FALSE(level_of("loud"));
}

}  // namespace
}  // namespace foliot
