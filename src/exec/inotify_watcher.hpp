// The real watch_port: inotify, and a slow rescan for what inotify cannot tell.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "base/log.hpp"
#include "base/result.hpp"
#include "exec/watch_port.hpp"

namespace foliot::exec {

class watch_loop;

struct watcher_options {
  uint32_t rescan_ms = 10'000;  ///< Pause between two rescans.
  log_sink* log = &null_log();
};

/// One thread with epoll. For each path the nearest existing directory is watched, and each
/// directory that holds a symbolic link on the way; watches of one directory share one of inotify's
/// (the machine's `fs.inotify.max_user_watches` counts directories, not paths).
///
/// The rescan looks at every path in turn. It finds what inotify does not tell: paths beyond the
/// machine's limit of watches, an existing parent swapped for another, network file systems,
/// permissions given later. An overflow of inotify's queue makes one at once.
class inotify_watcher final : public watch_port {
 public:
  /// Fails with errc::io when the kernel gives no epoll, eventfd or timerfd. Without inotify
  /// (max_user_instances reached) it works with the rescan alone and logs that.
  static result<std::unique_ptr<inotify_watcher>> open(watcher_options options);
  ~inotify_watcher() override;

  void deliver_to(sink ready) override;
  void watch(uint64_t token, const std::string& path) override;
  void unwatch(uint64_t token) override;

  struct figures {
    size_t paths = 0;        ///< Watched now.
    size_t directories = 0;  ///< Watches of inotify in use.
    size_t unwatched = 0;    ///< Paths that only the rescan finds.
    uint64_t overflows = 0;  ///< Of inotify's queue, since the start.
  };
  /// As of the last event handled. Thread-safe.
  figures look() const;

 private:
  explicit inotify_watcher(std::unique_ptr<watch_loop> made);

  std::unique_ptr<watch_loop> loop_;
};

}  // namespace foliot::exec
