// A remembered text must never be older than the file.
#include "exec/remembered_files.hpp"

#include <gtest/gtest.h>

#include <map>

#include "base/limits.hpp"

namespace foliot::exec {
namespace {

class hand_clock final : public wall_clock {
 public:
  instant now() const override { return at; }
  instant at{1'000'000};
};

/// Counts the readings.
class counted_files final : public file_port {
 public:
  result<file_facts> look(const std::string& path) const override {
    if (blind) return failure{errc::forbidden, "may not look", "", path, ""};
    const auto found = all.find(path);
    return found == all.end() ? file_facts{} : found->second.first;
  }
  result<int64_t> directory_size(const std::string&) const override { return int64_t{-1}; }
  result<std::string> read(const std::string& path, uint64_t) const override {
    ++readings;
    const auto found = all.find(path);
    if (found == all.end()) return failure{errc::not_found, "none", "", path, ""};
    return found->second.second;
  }
  result<void> perform(const file_operation&, bool) override { return {}; }

  void put(const std::string& path, const std::string& text, int64_t changed_ms) {
    auto& [facts, content] = all[path];
    facts = {true, false, static_cast<int64_t>(text.size()), facts.modified_ms, changed_ms, 7};
    content = text;
  }

  std::map<std::string, std::pair<file_facts, std::string>> all;
  mutable int readings = 0;
  bool blind = false;
};

class remembered_files_test : public ::testing::Test {
 protected:
  std::string read(uint64_t bytes_max = 100) {
    const auto text = memory.read("/a", bytes_max);
    return text ? *text : "failed: " + text.error().sentence;
  }
  hand_clock clock;
  counted_files files;
  remembered_files memory{files, clock};
};

TEST_F(remembered_files_test, an_old_file_is_read_once) {
  files.put("/a", "one", 1'000);
  EXPECT_EQ(read(), "one");
  EXPECT_EQ(read(), "one");
  EXPECT_EQ(files.readings, 1);
  EXPECT_EQ(read(2), "one");  // larger than asked for: the file decides
  EXPECT_EQ(files.readings, 2);
}

TEST_F(remembered_files_test, a_change_of_equal_size_is_seen) {
  files.put("/a", "one", 1'000);
  EXPECT_EQ(read(), "one");
  files.put("/a", "two", 999'000);  // its modification time was set back
  EXPECT_EQ(read(), "two");
}

TEST_F(remembered_files_test, a_young_file_is_read_until_its_time_can_tell) {
  files.put("/a", "one", clock.at.ms - 1);
  EXPECT_EQ(read(), "one");
  files.put("/a", "two", clock.at.ms - 1);  // within the same tick of the file system
  EXPECT_EQ(read(), "two");
  clock.at.ms += limits::file_settles_ms;
  EXPECT_EQ(read(), "two");
  EXPECT_EQ(read(), "two");
  EXPECT_EQ(files.readings, 3);
}

TEST_F(remembered_files_test, a_clock_set_back_makes_it_read) {
  files.put("/a", "one", clock.at.ms + 60'000);
  EXPECT_EQ(read(), "one");
  EXPECT_EQ(read(), "one");
  EXPECT_EQ(files.readings, 2);
}

TEST_F(remembered_files_test, what_is_gone_is_gone_and_what_cannot_be_looked_at_is_read) {
  files.put("/a", "one", 1'000);
  EXPECT_EQ(read(), "one");
  files.all.clear();
  EXPECT_EQ(read(), "failed: the file /a does not exist");
  files.blind = true;
  files.put("/a", "one", 1'000);
  EXPECT_EQ(read(), "one");
}

TEST_F(remembered_files_test, memory_is_bounded) {
  const size_t half = limits::remembered_texts_bytes_max / 2 + 1;
  for (const char* name : {"/a", "/b"}) {
    files.put(name, std::string(half, 'x'), 1'000);
    EXPECT_TRUE(memory.read(name, half).ok());
  }
  EXPECT_TRUE(memory.read("/b", half).ok());
  EXPECT_EQ(files.readings, 2);
  EXPECT_TRUE(memory.read("/a", half).ok());  // made room for the other
  EXPECT_EQ(files.readings, 3);
}

}  // namespace
}  // namespace foliot::exec
