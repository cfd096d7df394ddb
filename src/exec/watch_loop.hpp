// The thread behind inotify_watcher.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/result.hpp"
#include "exec/inotify_watcher.hpp"
#include "exec/path_gap.hpp"
#include "exec/unique_fd.hpp"

namespace foliot::exec {

/// What the thread owns; only what follows `mutex_` is shared with callers.
class watch_loop {
 public:
  explicit watch_loop(watcher_options options);
  ~watch_loop();

  result<void> open();
  void deliver_to(watch_port::sink ready);
  void ask(uint64_t token, std::string path);  ///< An empty path: unwatch.
  inotify_watcher::figures look() const;

 private:
  /// A name in a watched directory that some path waits for.
  struct trigger {
    int wd = -1;
    std::string name;
  };
  struct watched_path {
    std::string path;
    std::vector<trigger> triggers;
  };
  using waiting_names = std::unordered_map<std::string, std::unordered_set<uint64_t>>;

  void work();
  void take_requests();
  void take_events();
  void place(uint64_t token);
  bool try_place(uint64_t token, watched_path& each);
  void unplace(uint64_t token, watched_path& each);
  void place_all_of(int wd);
  void rescan(bool everything);
  void drop_unused();
  bool tell_if_there(uint64_t token);
  void publish();

  const watcher_options options_;
  unique_fd epoll_;
  unique_fd wake_;
  unique_fd timer_;
  unique_fd inotify_;
  std::map<uint64_t, watched_path> paths_;  // ordered: the rescan goes on where it stopped
  std::unordered_map<int, waiting_names> directories_;
  std::unordered_set<int> maybe_unused_;
  std::unordered_set<uint64_t> unwatched_;
  uint64_t rescan_from_ = 0;
  uint64_t overflows_ = 0;
  bool limit_logged_ = false;

  mutable std::mutex mutex_;
  std::deque<std::pair<uint64_t, std::string>> requests_;
  watch_port::sink ready_;
  inotify_watcher::figures figures_;
  bool stopping_ = false;
  std::thread thread_;
};

}  // namespace foliot::exec
