// The log files of a run: what its program writes, bounded, the last bytes first.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "exec/unique_fd.hpp"

namespace foliot::exec {

/// One stream of a program on its way to its log. The last bytes matter most: they say why a
/// program failed. So the log is `path` with the newest output and `path`.1 with what came before
/// it, half of the limit each; when `path` is full it becomes `path`.1, whose bytes are gone then.
/// A line in brackets at the head of `path` tells how much came before. Together they hold at least
/// the last half of the limit and at most the limit (and that line). A stream to which nothing is
/// written has no file: most programs say nothing most of the time, and a file costs more than all
/// they say.
class log_pump {
 public:
  /// Of `source` (non-blocking); `bytes_max` is the limit of both files together, from 2 up;
  /// the first `keep_max` bytes are kept in memory as well. What an earlier attempt left in `path`
  /// goes.
  log_pump(unique_fd source, std::string path, uint64_t bytes_max, uint64_t keep_max);
  ~log_pump();
  log_pump(const log_pump&) = delete;
  log_pump& operator=(const log_pump&) = delete;

  int fd() const { return source_.get(); }
  std::string& kept() { return kept_; }

  /// Copies what is there, at most about a megabyte. The program never waits for a full disk: what
  /// cannot be written is dropped, and a line says how much as soon as there is space again.
  void copy();
  /// Makes the log where there is none, for people who are told to look there.
  void make();

 private:
  void take(std::string_view bytes);
  void put(std::string_view bytes);
  void turn();
  bool say_what_was_lost();

  unique_fd source_;
  unique_fd log_;
  const std::string path_;
  const uint64_t file_max_;
  const uint64_t keep_max_;
  uint64_t newest_ = 0;  ///< Bytes of output in `path`.
  uint64_t total_ = 0;   ///< All that the program wrote.
  uint64_t lost_ = 0;    ///< Not written since the last success.
  int error_ = 0;
  std::string kept_;
};

}  // namespace foliot::exec
