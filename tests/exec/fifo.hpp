// A pipe with a name, by which a test and a script wait for each other.
#pragma once

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <string>
#include <utility>

#include "exec/unique_fd.hpp"

namespace foliot::exec {

/// A script's "echo x > fifo" wakes `take`, its "read x < fifo" waits for `give`. Opened for both
/// directions, so nobody blocks in open().
class fifo {
 public:
  explicit fifo(std::string file) : file_(std::move(file)) {
    EXPECT_EQ(::mkfifo(file_.c_str(), 0600), 0);
    fd_.reset(::open(file_.c_str(), O_RDWR | O_CLOEXEC));
  }
  const std::string& file() const { return file_; }
  void give(const std::string& text = "x") {
    const std::string line = text + "\n";
    EXPECT_EQ(::write(fd_.get(), line.data(), line.size()), static_cast<ssize_t>(line.size()));
  }
  std::string take() {
    std::string out;
    char byte = 0;
    while (::read(fd_.get(), &byte, 1) == 1 && byte != '\n') out += byte;
    return out;
  }

 private:
  std::string file_;
  unique_fd fd_;
};

}  // namespace foliot::exec
