#include "exec/watch_loop.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

namespace foliot::exec {

namespace {

enum tag : uint64_t { tag_requests, tag_events, tag_timer };

constexpr uint32_t watch_mask =
    IN_CREATE | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR | IN_EXCL_UNLINK;

// One rescan looks at this many healthy paths (0.2 s of stat calls); the next goes on from there.
constexpr size_t rescan_paths_max = 100'000;

// A path whose parents change faster than we can look is left to the rescan.
constexpr int place_tries_max = 100;

failure kernel_says(const char* what) {
  return {errc::io, std::string{what} + ": " + std::strerror(errno), "", "", ""};
}

}  // namespace

watch_loop::watch_loop(watcher_options options) : options_(options) {}

watch_loop::~watch_loop() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock{mutex_};
    stopping_ = true;
  }
  ::eventfd_write(wake_.get(), 1);
  thread_.join();
}

result<void> watch_loop::open() {
  epoll_.reset(::epoll_create1(EPOLL_CLOEXEC));
  wake_.reset(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  timer_.reset(::timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK));
  inotify_.reset(::inotify_init1(IN_CLOEXEC | IN_NONBLOCK));
  if (!inotify_) {
    options_.log->write(log_level::warn, "watcher.no-inotify",
                        kernel_says("files are found by the rescan alone").sentence);
  }
  const auto add = [this](const unique_fd& fd, uint64_t tag) {
    epoll_event event{};
    event.events = EPOLLIN;
    event.data.u64 = tag;
    return ::epoll_ctl(epoll_.get(), EPOLL_CTL_ADD, fd.get(), &event) == 0;
  };
  itimerspec every{};
  every.it_interval.tv_sec = options_.rescan_ms / 1000;
  every.it_interval.tv_nsec = static_cast<long>(options_.rescan_ms % 1000) * 1'000'000;
  every.it_value = every.it_interval;
  if (!epoll_ || !wake_ || !timer_ || !add(wake_, tag_requests) || !add(timer_, tag_timer) ||
      (inotify_ && !add(inotify_, tag_events)) ||
      ::timerfd_settime(timer_.get(), 0, &every, nullptr) != 0) {
    return kernel_says("cannot set up the watching of files");
  }
  thread_ = std::thread([this] { work(); });
  return {};
}

void watch_loop::deliver_to(watch_port::sink ready) {
  const std::lock_guard lock{mutex_};
  ready_ = std::move(ready);
}

void watch_loop::ask(uint64_t token, std::string path) {
  {
    const std::lock_guard lock{mutex_};
    requests_.emplace_back(token, std::move(path));
  }
  ::eventfd_write(wake_.get(), 1);
}

inotify_watcher::figures watch_loop::look() const {
  const std::lock_guard lock{mutex_};
  return figures_;
}

// -- events --------------------------------------------------------------------------------------

void watch_loop::work() {
  // Signals are for the threads that expect them.
  sigset_t all;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_BLOCK, &all, nullptr);
  epoll_event events[4];
  for (;;) {
    const int n = ::epoll_wait(epoll_.get(), events, 4, -1);
    for (int i = 0; i < n; ++i) {
      if (events[i].data.u64 == tag_requests) take_requests();
      if (events[i].data.u64 == tag_events) take_events();
      if (events[i].data.u64 != tag_timer) continue;
      uint64_t ticks = 0;
      if (::read(timer_.get(), &ticks, sizeof ticks) > 0) rescan(false);
    }
    drop_unused();
    publish();
    const std::lock_guard lock{mutex_};
    if (stopping_) return;
  }
}

void watch_loop::take_requests() {
  eventfd_t ignored = 0;
  ::eventfd_read(wake_.get(), &ignored);
  std::deque<std::pair<uint64_t, std::string>> taken;
  {
    const std::lock_guard lock{mutex_};
    taken.swap(requests_);
  }
  for (auto& [token, path] : taken) {
    if (const auto known = paths_.find(token); known != paths_.end()) {
      unplace(token, known->second);
      paths_.erase(known);
    }
    if (path.empty()) continue;
    paths_[token].path = std::move(path);
    place(token);
  }
}

void watch_loop::take_events() {
  alignas(inotify_event) char buffer[64 << 10];
  bool overflow = false;
  for (;;) {
    const ssize_t got = ::read(inotify_.get(), buffer, sizeof buffer);
    if (got <= 0) break;
    for (ssize_t at = 0; at < got;) {
      const auto* event = reinterpret_cast<const inotify_event*>(buffer + at);
      at += static_cast<ssize_t>(sizeof(inotify_event) + event->len);
      if ((event->mask & IN_Q_OVERFLOW) != 0) overflow = true;
      const auto directory = directories_.find(event->wd);
      if (directory == directories_.end()) continue;
      if ((event->mask & (IN_IGNORED | IN_DELETE_SELF | IN_MOVE_SELF | IN_UNMOUNT)) != 0) {
        place_all_of(event->wd);
        continue;
      }
      if (event->len == 0) continue;
      const auto waiting = directory->second.find(event->name);
      if (waiting == directory->second.end()) continue;
      const std::vector<uint64_t> tokens{waiting->second.begin(), waiting->second.end()};
      for (const uint64_t token : tokens) place(token);
    }
  }
  if (!overflow) return;
  ++overflows_;
  rescan(true);
}

/// The directory is not where it was: its watch is given up and all its paths are looked at anew.
void watch_loop::place_all_of(int wd) {
  std::unordered_set<uint64_t> tokens;
  for (const auto& [name, waiting] : directories_[wd]) {
    tokens.insert(waiting.begin(), waiting.end());
  }
  ::inotify_rm_watch(inotify_.get(), wd);
  directories_.erase(wd);
  maybe_unused_.erase(wd);
  for (const uint64_t token : tokens) place(token);
}

void watch_loop::rescan(bool everything) {
  const std::vector<uint64_t> blind{unwatched_.begin(), unwatched_.end()};
  for (const uint64_t token : blind) place(token);
  size_t looked = 0;
  auto next = paths_.lower_bound(everything ? 0 : rescan_from_);
  while (next != paths_.end()) {
    const uint64_t token = next->first;
    ++next;
    if (unwatched_.count(token) == 0) tell_if_there(token);
    if (!everything && ++looked >= rescan_paths_max) break;
  }
  rescan_from_ = next == paths_.end() ? 0 : next->first;
  if (!everything) return;
  // Lost events may have been about parents too.
  std::vector<uint64_t> all;
  for (const auto& [token, each] : paths_) all.push_back(token);
  for (const uint64_t token : all) place(token);
}

// -- places --------------------------------------------------------------------------------------

bool watch_loop::tell_if_there(uint64_t token) {
  const auto found = paths_.find(token);
  struct stat facts {};
  if (found == paths_.end() || ::stat(found->second.path.c_str(), &facts) != 0) return false;
  unplace(token, found->second);
  paths_.erase(found);
  watch_port::sink ready;
  {
    const std::lock_guard lock{mutex_};
    ready = ready_;
  }
  if (ready) ready(token);
  return true;
}

/// Tells `token` if its path is there; otherwise finds out anew what to watch for it.
void watch_loop::place(uint64_t token) {
  if (paths_.find(token) == paths_.end()) return;
  for (int tries = 0; tries < place_tries_max; ++tries) {
    if (tell_if_there(token)) return;
    watched_path& each = paths_[token];
    unplace(token, each);
    if (try_place(token, each)) return;
  }
  unwatched_.insert(token);
}

/// One try to watch all places that `each` depends on. False when something changed meanwhile: the
/// caller starts again. What changes after the watch was added is an event.
bool watch_loop::try_place(uint64_t token, watched_path& each) {
  const path_gap gap = find_gap(each.path);
  if (gap.what == path_gap::kind::none) return false;
  if (gap.what == path_gap::kind::hidden) return unwatched_.insert(token), true;
  for (const auto& place : gap.places) {
    const int wd = ::inotify_add_watch(inotify_.get(), place.directory.c_str(), watch_mask);
    if (wd < 0 && (errno == ENOENT || errno == ENOTDIR)) return false;
    if (wd < 0) {
      if (!std::exchange(limit_logged_, true)) {
        options_.log->write(log_level::warn, "watcher.limit",
                            kernel_says("some files are found by the rescan alone").sentence +
                                "; see fs.inotify.max_user_watches");
      }
      unwatched_.insert(token);
      return true;
    }
    directories_[wd][place.name].insert(token);
    each.triggers.push_back({wd, place.name});
  }
  if (!(find_gap(each.path) == gap)) return false;
  // The same names, but are they the same directories? One that is has its number still.
  for (size_t i = 0; i < gap.places.size(); ++i) {
    const char* directory = gap.places[i].directory.c_str();
    const int wd = ::inotify_add_watch(inotify_.get(), directory, watch_mask);
    if (wd == each.triggers[i].wd) continue;
    if (wd >= 0) maybe_unused_.insert(wd), directories_[wd];
    return false;
  }
  return true;
}

void watch_loop::unplace(uint64_t token, watched_path& each) {
  unwatched_.erase(token);
  for (const auto& [wd, name] : each.triggers) {
    const auto directory = directories_.find(wd);
    if (directory == directories_.end()) continue;
    const auto waiting = directory->second.find(name);
    if (waiting == directory->second.end()) continue;
    waiting->second.erase(token);
    if (!waiting->second.empty()) continue;
    directory->second.erase(waiting);
    if (directory->second.empty()) maybe_unused_.insert(wd);
  }
  each.triggers.clear();
}

/// Not at once: most directories that lose their last path get another in the same round.
void watch_loop::drop_unused() {
  for (const int wd : maybe_unused_) {
    const auto directory = directories_.find(wd);
    if (directory == directories_.end() || !directory->second.empty()) continue;
    ::inotify_rm_watch(inotify_.get(), wd);
    directories_.erase(directory);
  }
  maybe_unused_.clear();
}

void watch_loop::publish() {
  const std::lock_guard lock{mutex_};
  figures_ = {paths_.size(), directories_.size(), unwatched_.size(), overflows_};
}

}  // namespace foliot::exec
