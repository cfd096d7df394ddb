// What `foliot export --out FILE` leaves behind where it fails.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "tests/tools/past_report.hpp"
#include "tools/client/export.hpp"

namespace foliot::client {
namespace {

/// A disk with room for little.
class small_disk {
 public:
  small_disk() {
    EXPECT_EQ(::getrlimit(RLIMIT_FSIZE, &before_), 0);
    const rlimit little{100, before_.rlim_max};
    EXPECT_EQ(::setrlimit(RLIMIT_FSIZE, &little), 0);
  }
  small_disk(const small_disk&) = delete;
  small_disk& operator=(const small_disk&) = delete;
  ~small_disk() {
    EXPECT_EQ(::setrlimit(RLIMIT_FSIZE, &before_), 0);
    std::signal(SIGXFSZ, handler_);
  }

 private:
  rlimit before_{};
  void (*handler_)(int) = std::signal(SIGXFSZ, SIG_IGN);
};

TEST_F(past_report, a_report_that_finds_no_room_leaves_nothing_behind) {
  const std::string other = file_ + ".full";
  const std::string bytes(1'000, 'x');
  write("older");
  {
    const small_disk disk;
    const auto over = write_report(file_, bytes);
    ASSERT_FALSE(over.ok());
    EXPECT_EQ(over.error().sentence.find("the bug report cannot be written: "), 0U);
    EXPECT_FALSE(write_report(other, bytes).ok());
    EXPECT_FALSE(write_report("/dev/full", bytes).ok());
  }
  for (const std::string& path : {other, other + ".new", file_ + ".new"})
    EXPECT_FALSE(std::filesystem::exists(path)) << path;
  std::ifstream in(file_);
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(in), {}), "older");
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/full"));
}

}  // namespace
}  // namespace foliot::client
