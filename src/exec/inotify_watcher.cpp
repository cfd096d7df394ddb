#include "exec/inotify_watcher.hpp"

#include <utility>

#include "exec/watch_loop.hpp"

namespace foliot::exec {

result<std::unique_ptr<inotify_watcher>> inotify_watcher::open(watcher_options options) {
  auto made = std::make_unique<watch_loop>(options);
  if (auto opened = made->open(); !opened) return opened.error();
  return std::unique_ptr<inotify_watcher>{new inotify_watcher{std::move(made)}};
}

inotify_watcher::inotify_watcher(std::unique_ptr<watch_loop> made) : loop_(std::move(made)) {}
inotify_watcher::~inotify_watcher() = default;

void inotify_watcher::deliver_to(sink ready) { loop_->deliver_to(std::move(ready)); }

void inotify_watcher::watch(uint64_t token, const std::string& path) { loop_->ask(token, path); }

void inotify_watcher::unwatch(uint64_t token) { loop_->ask(token, ""); }

inotify_watcher::figures inotify_watcher::look() const { return loop_->look(); }

}  // namespace foliot::exec
