// What is kept of a program's output, at the bounds.
#include "exec/launch_log.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "exec/run_files.hpp"

namespace foliot::exec {
namespace {

class run_log : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = ::testing::TempDir() + "foliot-log-XXXXXX";
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    base_ = pattern;
  }
  void TearDown() override { std::filesystem::remove_all(base_); }

  std::string path() const { return base_ + "/a.stdout"; }
  std::string before() const { return path() + ".1"; }

  static std::string read(const std::string& file) {
    std::ifstream in{file, std::ios::binary};
    std::ostringstream out;
    out << in.rdbuf();
    return out.str();
  }

  /// Without the line in brackets at its head.
  static std::string output_of(const std::string& file) {
    const std::string text = read(file);
    return text.starts_with("[foliot: ") ? text.substr(text.find('\n') + 1) : text;
  }

  /// `text` in pieces through a pump with these limits; what it kept in memory.
  std::string pump(const std::string& text, uint64_t bytes_max, uint64_t keep_max = 0,
                   size_t piece = 1'000) const {
    int fds[2];
    EXPECT_EQ(::pipe2(fds, O_CLOEXEC | O_NONBLOCK), 0);
    unique_fd in{fds[1]};
    log_pump out{unique_fd{fds[0]}, path(), bytes_max, keep_max};
    for (size_t at = 0; at < text.size(); at += piece) {
      EXPECT_TRUE(write_all(in.get(), std::string_view{text}.substr(at, piece)).ok());
      out.copy();
    }
    in.reset();
    out.copy();
    EXPECT_EQ(out.fd(), -1);
    return out.kept();
  }

  static std::string counted(size_t bytes) {
    std::string out;
    out.reserve(bytes + 8);
    for (size_t i = 0; out.size() < bytes; ++i) out += std::to_string(i) + "\n";
    out.resize(bytes);
    return out;
  }

  std::string base_;
};

TEST_F(run_log, up_to_half_of_the_limit_is_one_file) {
  const std::string text = counted(500);
  pump(text, 1'000);
  EXPECT_EQ(read(path()), text);
  EXPECT_FALSE(std::filesystem::exists(before()));
}

TEST_F(run_log, nothing_written_is_no_file_and_what_an_earlier_attempt_left_goes) {
  pump("", 1'000);
  EXPECT_FALSE(std::filesystem::exists(path()));
  pump("before", 1'000);
  pump("", 1'000);
  EXPECT_EQ(read(path()), "");
}

TEST_F(run_log, one_byte_more_begins_the_second) {
  const std::string text = counted(501);
  pump(text, 1'000);
  EXPECT_EQ(read(before()), text.substr(0, 500));
  EXPECT_EQ(output_of(path()), text.substr(500));
  EXPECT_NE(read(path()).find("[foliot: 500 bytes came before this line; the last of them are in " +
                              before() + "]\n"),
            std::string::npos);
}

TEST_F(run_log, the_whole_limit_is_kept_and_one_byte_more_drops_the_first_half) {
  const std::string whole = counted(1'000);
  pump(whole, 1'000);
  EXPECT_EQ(output_of(before()) + output_of(path()), whole);
  const std::string more = counted(1'001);
  pump(more, 1'000);
  EXPECT_EQ(output_of(before()) + output_of(path()), more.substr(500));
}

TEST_F(run_log, the_last_bytes_stay_whatever_the_pieces) {
  const std::string text = counted(123'457);
  for (const size_t piece : {1UL, 499UL, 500UL, 501UL, 60'000UL}) {
    pump(text, 1'000, 0, piece);
    const std::string kept = output_of(before()) + output_of(path());
    EXPECT_TRUE(text.ends_with(kept)) << piece;
    EXPECT_GT(kept.size(), 500U);
    EXPECT_LE(kept.size(), 1'000U);
    EXPECT_LT(read(before()).size(), 500U + 200 + before().size());
    EXPECT_NE(read(path()).find("123000 bytes came before"), std::string::npos);
  }
}

TEST_F(run_log, what_is_captured_are_the_first_bytes) {
  EXPECT_EQ(pump(counted(5'000), 1'000, 33), counted(33));
}

TEST_F(run_log, the_least_limit_keeps_the_last_byte) {
  pump("abc", 0);
  EXPECT_EQ(output_of(path()), "c");
}

TEST_F(run_log, a_full_disk_drops_bytes_and_the_program_goes_on) {
  // Every write to it fails with ENOSPC, as on a full disk.
  int fds[2];
  ASSERT_EQ(::pipe2(fds, O_CLOEXEC | O_NONBLOCK), 0);
  unique_fd in{fds[1]};
  log_pump out{unique_fd{fds[0]}, "/dev/full", 1'000'000, 10};
  for (int i = 0; i < 100; ++i) {
    ASSERT_TRUE(write_all(in.get(), std::string(1'000, 'x')).ok());
    out.copy();
  }
  in.reset();
  out.copy();
  EXPECT_EQ(out.fd(), -1);
  EXPECT_EQ(out.kept(), std::string(10, 'x'));
}

TEST_F(run_log, says_how_much_a_full_disk_took) {
  // A file that may not grow stands for a disk that is full for a while.
  int fds[2];
  ASSERT_EQ(::pipe2(fds, O_CLOEXEC | O_NONBLOCK), 0);
  unique_fd in{fds[1]};
  ASSERT_EQ(::mkfifo(path().c_str(), 0600), 0);
  unique_fd reader{::open(path().c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC)};
  log_pump out{unique_fd{fds[0]}, path(), 1'000'000'000, 0};
  unique_fd writer{::open(path().c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC)};
  reader.reset();  // writing fails with EPIPE now
  ::signal(SIGPIPE, SIG_IGN);
  ASSERT_TRUE(write_all(in.get(), std::string(1'000, 'x')).ok());
  out.copy();
  reader.reset(::open(path().c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  ASSERT_TRUE(write_all(in.get(), "end").ok());
  out.copy();
  char text[500] = {};
  ASSERT_GT(::read(reader.get(), text, sizeof text - 1), 0);
  EXPECT_EQ(std::string{text},
            "\n[foliot: 1000 bytes could not be written here: Broken pipe]\nend");
  ::signal(SIGPIPE, SIG_DFL);
}

}  // namespace
}  // namespace foliot::exec
