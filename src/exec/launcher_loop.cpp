#include "exec/launcher_loop.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <utility>

namespace foliot::exec {

namespace {

// epoll's tags; a run's own begin at 16.
enum tag : uint64_t { tag_requests, tag_files, tag_timer };

/// The environment each program gets; the spec's comes after it.
std::vector<std::string> minimal_environment() {
  const auto of = [](const char* name, const char* otherwise) {
    const char* value = std::getenv(name);
    return std::string{name} + "=" + (value != nullptr ? value : otherwise);
  };
  return {of("PATH", "/usr/local/bin:/usr/bin:/bin"), of("HOME", "/"), of("USER", "nobody"),
          of("LANG", "C.UTF-8")};
}

result<void> make_directory(const std::string& path) {
  if (::mkdir(path.c_str(), 0700) == 0 || errno == EEXIST) return {};
  return io_failure("cannot create the directory " + path, errno);
}

}  // namespace

launcher_loop::launcher_loop(launcher_options options)
    : options_(std::move(options)),
      environment_(minimal_environment()),
      resident_(options_.launcher_program),
      slots_(options_.slots) {}

launcher_loop::~launcher_loop() { stop(); }

// -- making and ending ---------------------------------------------------------------------------

result<void> launcher_loop::open() {
  if (::access(options_.launcher_program.c_str(), X_OK) != 0) {
    return failure{errc::bad_input,
                   "the launcher " + options_.launcher_program + " cannot be executed", "", "",
                   "Install foliot-launcher beside foliot"};
  }
  const std::string& data = options_.data_directory;
  if (!data.starts_with('/')) {
    return failure{errc::bad_input, "the data directory '" + data + "' is not absolute", "", "",
                   ""};
  }
  for (const char* below : {"/runs", "/work", "/logs"}) {
    if (auto made = make_directory(data + below); !made) return made;
  }
  const std::string runs = runs_directory(data);
  runs_.reset(::open(runs.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!runs_) return io_failure("cannot open " + runs, errno);
  epoll_.reset(::epoll_create1(EPOLL_CLOEXEC));
  wake_.reset(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  timer_.reset(::timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK));
  files_.reset(::inotify_init1(IN_CLOEXEC | IN_NONBLOCK));
  if (!epoll_ || !wake_ || !timer_ || !add(wake_.get(), tag_requests) ||
      !add(timer_.get(), tag_timer)) {
    return io_failure("cannot set up the following of runs", errno);
  }
  // Without inotify (its limits are the machine's) the ends of launchers still tell everything,
  // only later.
  const uint32_t mask = IN_MOVED_TO | IN_MODIFY | IN_ONLYDIR;
  if (!files_ || ::inotify_add_watch(files_.get(), runs.c_str(), mask) < 0 ||
      !add(files_.get(), tag_files)) {
    options_.log->write(log_level::warn, "launcher.no-inotify",
                        io_failure("ends of runs are seen late: inotify", errno).sentence);
  }
  thread_ = std::thread([this] { work(); });
  return {};
}

void launcher_loop::stop() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock{mutex_};
    stopping_ = true;
  }
  ::eventfd_write(wake_.get(), 1);
  thread_.join();
}

void launcher_loop::deliver_to(run_port::sink news) {
  const std::lock_guard lock{mutex_};
  news_ = std::move(news);
}

void launcher_loop::ask(run_request what) {
  {
    const std::lock_guard lock{mutex_};
    requests_.push_back(std::move(what));
  }
  ::eventfd_write(wake_.get(), 1);
}

/// Who waits is looked at again at once.
void launcher_loop::set_slots(uint32_t slots) {
  slots_ = slots;
  ::eventfd_write(wake_.get(), 1);
}

bool launcher_loop::add(int fd, uint64_t tag) {
  epoll_event event{};
  event.events = EPOLLIN;
  event.data.u64 = tag;
  return ::epoll_ctl(epoll_.get(), EPOLL_CTL_ADD, fd, &event) == 0;
}

// -- events --------------------------------------------------------------------------------------

void launcher_loop::work() {
  // Signals are for the threads that expect them.
  sigset_t all;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_BLOCK, &all, nullptr);
  epoll_event events[64];
  for (;;) {
    const int n = ::epoll_wait(epoll_.get(), events, 64, -1);
    for (int i = 0; i < n; ++i) {
      const uint64_t tag = events[i].data.u64;
      if (tag == tag_requests) take_requests();
      if (tag == tag_files) take_file_events();
      if (tag == tag_timer) take_tick();
      if (const auto found = by_tag_.find(tag); found != by_tag_.end()) {
        launcher_gone(*found->second);
      }
    }
    {
      const std::lock_guard lock{mutex_};
      if (stopping_) return;
    }
    fill_slots();
  }
}

void launcher_loop::take_requests() {
  eventfd_t ignored = 0;
  ::eventfd_read(wake_.get(), &ignored);
  std::deque<run_request> taken;
  {
    const std::lock_guard lock{mutex_};
    taken.swap(requests_);
  }
  for (auto& each : taken) {
    const std::string name = each.spec.name;
    if (auto named = check_run_name(name); !named) {
      tell(run_ended{name, run_outcome::not_started, 0, 0, "", named.error().sentence});
      continue;
    }
    switch (each.what) {
      case run_request::kind::start: begin(std::move(each.spec)); break;
      case run_request::kind::kill: kill(name); break;
      case run_request::kind::forget: forget(name); break;
      case run_request::kind::erase: erase(name); break;
    }
  }
}

void launcher_loop::take_file_events() {
  alignas(inotify_event) char buffer[16 << 10];
  for (;;) {
    const ssize_t got = ::read(files_.get(), buffer, sizeof buffer);
    if (got <= 0) return;
    for (ssize_t at = 0; at < got;) {
      const auto* event = reinterpret_cast<const inotify_event*>(buffer + at);
      at += static_cast<ssize_t>(sizeof(inotify_event) + event->len);
      if ((event->mask & IN_Q_OVERFLOW) != 0) {
        for (auto& [name, each] : all_) look(*each);
      }
      if (event->len == 0) continue;
      std::string name{event->name};
      const size_t dot = name.rfind('.');
      if (dot == std::string::npos) continue;
      if (followed_run* each = find(name.substr(0, dot))) look(*each);
    }
  }
}

void launcher_loop::take_tick() {
  uint64_t ticks = 0;
  if (::read(timer_.get(), &ticks, sizeof ticks) < 0) return;
  std::erase_if(pausing_, [&](const std::string& name) {
    followed_run* each = find(name);
    if (each == nullptr || !each->pausing) return true;
    each->pause_ticks -= static_cast<uint32_t>(std::min<uint64_t>(ticks, each->pause_ticks));
    if (each->pause_ticks > 0) return false;
    each->pausing = false;
    queue(*each);
    return true;
  });
  if (!pausing_.empty()) return;
  const itimerspec off{};
  ::timerfd_settime(timer_.get(), 0, &off, nullptr);
}

// -- news ----------------------------------------------------------------------------------------

void launcher_loop::look(followed_run& each) {
  if (tell_end(each)) return;
  tell_start(each);
}

void launcher_loop::tell_start(followed_run& each) {
  if (each.pid != 0) return;
  const claim_text text = read_claim(runs_.get(), each.spec.name);
  if (!text.started) return;
  each.pid = text.record->pid;
  each.failures = 0;
  each.refusals = 0;
  tell(run_started{each.spec.name, each.pid});
}

/// Tells the end of `each` if there is one on disk and it was not told yet, after its start; true
/// when it ended.
bool launcher_loop::tell_end(followed_run& each) {
  if (each.ended_told) return true;
  auto end = read_end(runs_.get(), each.spec.name);
  if (!end) {
    options_.log->write(log_level::error, "launcher.bad-exit-file", end.error().text());
    return false;
  }
  if (!end->has_value()) return false;
  tell_start(each);
  each.ended_told = true;
  tell(std::move(**end));
  return true;
}

void launcher_loop::tell(run_news what) {
  run_port::sink news;
  {
    const std::lock_guard lock{mutex_};
    news = news_;
  }
  if (news) news(std::move(what));
}

}  // namespace foliot::exec
