// What may be set while the engine runs.
#include "server/live_settings.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace foliot::server {
namespace {

class changed : public testing::Test {
 protected:
  static config written() {
    config out;
    out.run_slots = 4;
    out.written = {{"run_slots", "4"}, {"email_username", "ann"}};
    return out;
  }
  shown_setting shown(const std::string& name) const {
    const auto all = settings.list();
    const auto found = std::find_if(all.begin(), all.end(),
                                    [&](const shown_setting& each) { return each.name == name; });
    return found == all.end() ? shown_setting{} : *found;
  }

  log_levels levels{log_level::info};
  std::vector<std::string> done;
  live_settings settings{
      written(), levels,
      setting_effects{[this](bool on) { done.push_back(on ? "saves" : "does not save"); },
                      [this](uint32_t slots) { done.push_back(std::to_string(slots) + " slots"); },
                      [this](model::start_rate all) {
                        done.push_back(std::to_string(all.per_minute) + " a minute, " +
                                       std::to_string(all.burst) + " at once");
                      }}};
};

TEST_F(changed, takes_effect_and_is_shown) {
  ASSERT_TRUE(settings.change("run_slots", "7"));
  ASSERT_TRUE(settings.change("starts_per_minute", "600"));
  ASSERT_TRUE(settings.change("starts_burst", "20"));
  ASSERT_TRUE(settings.change("starts_per_minute", "0"));
  ASSERT_TRUE(settings.change("safe_mode", "on"));
  EXPECT_EQ(done, (std::vector<std::string>{"7 slots", "600 a minute, 0 at once",
                                            "600 a minute, 20 at once", "0 a minute, 20 at once",
                                            "saves"}));
  EXPECT_EQ(shown("run_slots").value, "7");
  EXPECT_EQ(shown("starts_burst").value, "20");
  EXPECT_EQ(shown("safe_mode").value, "on");
  EXPECT_EQ(shown("email_username").value, "ann");
}

TEST_F(changed, level_of_one_component_or_all) {
  ASSERT_TRUE(settings.change("log_level.launcher", "debug"));
  EXPECT_TRUE(levels.lets(log_level::debug, "launcher.left"));
  EXPECT_EQ(shown("log_level.launcher").value, "debug");
  EXPECT_EQ(shown("log_level.http").value, "default");
  ASSERT_TRUE(settings.change("log_level", "error"));
  EXPECT_EQ(shown("log_level").value, "error");
  EXPECT_FALSE(levels.lets(log_level::warn, "purge.done"));
  ASSERT_TRUE(settings.change("log_level.launcher", "default"));
  EXPECT_FALSE(levels.lets(log_level::debug, "launcher.left"));
  EXPECT_FALSE(settings.change("log_level", "default")) << "that is it itself";
  EXPECT_TRUE(done.empty());
}

TEST_F(changed, beyond_its_bounds_is_refused_with_them) {
  struct row {
    const char* name;
    const char* value;
    const char* told;
  };
  for (const row& each : {row{"run_slots", "0", "1 to 10000"},
                          {"run_slots", "10001", "1 to 10000"},
                          {"run_slots", "-1", "1 to 10000"},
                          {"run_slots", "", "1 to 10000"},
                          {"run_slots", " 7", "1 to 10000"},
                          {"run_slots", "7x", "1 to 10000"},
                          {"starts_per_minute", "1000001", "0 to 1000000"},
                          {"starts_burst", "99999999999999999999", "0 to 1000000"},
                          {"log_level", "loud", "debug, info, warn, error"},
                          {"log_level.http", "", "default"},
                          {"log_level.nobody", "info", "launcher"},
                          {"log_level.", "info", "launcher"},
                          {"safe_mode", "off", "auto"},
                          {"listen", "127.0.0.1:1", "run_slots"},
                          {"", "", "run_slots"}}) {
    const auto refused = settings.change(each.name, each.value);
    ASSERT_FALSE(refused) << each.name << "=" << each.value;
    EXPECT_NE(refused.error().text().find(each.told), std::string::npos) << refused.error().text();
  }
  EXPECT_TRUE(done.empty());
  EXPECT_EQ(shown("run_slots").value, "4");
}

TEST_F(changed, only_where_bounds_are_told) {
  for (const shown_setting& each : settings.list()) {
    const auto outcome = settings.change(each.name, std::string(2'000, '\1'));
    ASSERT_FALSE(outcome) << each.name;
    const bool fixed = outcome.error().sentence.find("cannot be changed") != std::string::npos;
    EXPECT_EQ(fixed, each.bounds.empty()) << each.name;
  }
}

}  // namespace
}  // namespace foliot::server
