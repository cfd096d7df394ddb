// What launcher_loop does about single runs: orders, launchers, files.
#include <sys/timerfd.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

#include "base/run_limits.hpp"
#include "exec/launch_tree.hpp"
#include "exec/launch_user.hpp"
#include "exec/launcher_loop.hpp"
#include "exec/pidfd.hpp"
#include "exec/run_files.hpp"

namespace foliot::exec {

namespace {

// Kills do not wait for a slot, but they must not fork without bound either.
constexpr uint32_t kill_slots = 16;
constexpr uint32_t retry_doublings_max = 6;

bool is_about_user(const std::string& variable) {
  return variable.starts_with("HOME=") || variable.starts_with("USER=");
}

}  // namespace

// -- orders --------------------------------------------------------------------------------------

followed_run* launcher_loop::find(const std::string& name) {
  const auto found = all_.find(name);
  return found == all_.end() ? nullptr : found->second.get();
}

void launcher_loop::begin(run_spec spec) {
  if (followed_run* known = find(spec.name)) {
    if (known->pid != 0) tell(run_started{spec.name, known->pid});
    if (!known->ended_told) return;
    known->ended_told = false;  // told once more
    tell_end(*known);
    return;
  }
  auto made = std::make_unique<followed_run>();
  made->spec = std::move(spec);
  followed_run& each = *made;
  if (tell_end(each)) return;
  all_.emplace(each.spec.name, std::move(made));
  queue(each);
}

void launcher_loop::kill(const std::string& name) {
  followed_run* each = find(name);
  if (each == nullptr) {
    auto made = std::make_unique<followed_run>();
    made->spec.name = name;
    each = made.get();
    if (tell_end(*each)) return;
    all_.emplace(name, std::move(made));
  }
  each->kill = true;
  if (each->process.pidfd) {
    ::pidfd_send_signal(each->process.pidfd.get(), kill_signal(), nullptr, 0);
  } else if (!each->ended_told && !each->pausing) {
    queue(*each);
  }
}

void launcher_loop::forget(const std::string& name) {
  followed_run* each = find(name);
  if (each == nullptr) return remove_files(name);
  each->forget = true;
  if (!each->process.pidfd && each->ended_told) drop(*each);
}

/// Of a job that was purged, so no launcher follows it any more.
void launcher_loop::erase(const std::string& name) {
  forget(name);
  for (const char* stream : {"stdout", "stdout.1", "stderr", "stderr.1"})
    ::unlink(log_path(options_.data_directory, name, stream).c_str());
}

// -- launchers -----------------------------------------------------------------------------------

void launcher_loop::queue(followed_run& each) {
  if (each.kill) return kill_queue_.push_back(each.spec.name);
  const std::lock_guard lock{mutex_};
  start_queue_.push_back(each.spec.name);
}

std::string launcher_loop::next_to_start() {
  const std::lock_guard lock{mutex_};
  std::string out = std::move(start_queue_.front());
  start_queue_.pop_front();
  return out;
}

run_queue launcher_loop::queued(const std::string& name) const {
  run_queue out;
  out.slots = slots_;
  const std::lock_guard lock{mutex_};
  const auto found = std::find(start_queue_.begin(), start_queue_.end(), name);
  out.waits = found != start_queue_.end();
  if (out.waits) out.before = static_cast<size_t>(found - start_queue_.begin());
  return out;
}

size_t launcher_loop::waiting() const {
  const std::lock_guard lock{mutex_};
  return start_queue_.size();
}

void launcher_loop::fill_slots() {
  while (!kill_queue_.empty() && kill_slots_taken_ < kill_slots) {
    followed_run* next = find(kill_queue_.front());
    kill_queue_.pop_front();
    if (next != nullptr && !next->process.pidfd && !next->pausing) launch(*next);
  }
  while (!start_queue_.empty() && slots_taken_ < slots_) {
    followed_run* next = find(next_to_start());
    if (next != nullptr && !next->kill && !next->process.pidfd && !next->pausing) launch(*next);
  }
}

void launcher_loop::launch(followed_run& each) {
  if (tell_end(each)) return drop(each);
  claim_holder holder = find_holder(runs_.get(), each.spec.name);
  if (holder.process.pidfd) {
    follow(each, std::move(holder.process));
    if (each.kill) ::pidfd_send_signal(each.process.pidfd.get(), kill_signal(), nullptr, 0);
    return look(each);
  }
  if (holder.unseen) return pause(each);
  auto process = resident_.start(order_for(each));
  if (process && process->perhaps_two) each.unfollowed = true;
  if (process && process->pidfd) return follow(each, *std::move(process));
  if (process) each.unfollowed = true;  // it is found by its lock, later
  refused(each,
          process ? "cannot follow the launcher: no descriptor is left" : process.error().sentence);
}

launch_order launcher_loop::order_for(const followed_run& each) const {
  launch_order out;
  out.kill = each.kill;
  out.data_directory = options_.data_directory;
  out.engine_pid = ::getpid();
  out.unpacker = options_.launcher_program.substr(0, options_.launcher_program.rfind('/') + 1) +
                 "foliot-unpack";
  out.group_root = options_.group_root;
  out.way = options_.way;
  out.spec = each.spec;
  auto& environment = out.spec.environment;
  std::vector<std::string> minimal = environment_;
  // Those are the engine's; foliot-run-as knows the user's.
  if (!out.spec.user.empty()) std::erase_if(minimal, is_about_user);
  environment.insert(environment.begin(), minimal.begin(), minimal.end());
  environment.push_back(run_variable(each.spec.name));
  out.spec.bounds = options_.bounds;
  return out;
}

/// The host could not start a launcher, or that could not begin. Tried again for a while: a disk
/// gets free, processes end. A kill is tried for ever: nobody else can say that it never ran.
void launcher_loop::refused(followed_run& each, const std::string& sentence) {
  options_.log->write(log_level::error, "launcher.failed",
                      "run " + each.spec.name + ": " + sentence);
  ++each.refusals;
  if (each.refusals < limits::start_refusals_max || each.kill || each.unfollowed ||
      !surely_not_started(runs_.get(), each.spec.name)) {
    return pause(each);
  }
  run_ended end;
  end.name = each.spec.name;
  end.outcome = run_outcome::not_started;
  end.message = "this host could not start it, " + std::to_string(each.refusals) +
                " times in a row: " + sentence;
  each.ended_told = true;
  tell(std::move(end));
  drop(each);
}

void launcher_loop::follow(followed_run& each, launcher_process process) {
  each.process = std::move(process);
  each.tag = next_tag_++;
  each.in_kill_slot = each.kill;
  ++(each.in_kill_slot ? kill_slots_taken_ : slots_taken_);
  by_tag_.emplace(each.tag, &each);
  if (add(each.process.pidfd.get(), each.tag)) return;
  // Not followed, so asked again later.
  options_.log->write(log_level::error, "launcher.not-followed",
                      io_failure("cannot follow a launcher", errno).sentence);
  launcher_gone(each);
}

void launcher_loop::launcher_gone(followed_run& each) {
  const launcher_end end = reap_launcher(each.process);
  by_tag_.erase(each.tag);
  each.process = launcher_process{};
  --(each.in_kill_slot ? kill_slots_taken_ : slots_taken_);
  if (tell_end(each)) return drop(each);
  if (!end.sentence.empty()) return refused(each, end.sentence);
  // It lost a race or was killed: the next one finds out at once what is the case.
  if (each.failures == 0) {
    ++each.failures;
    return queue(each);
  }
  pause(each);
}

void launcher_loop::pause(followed_run& each) {
  each.pausing = true;
  each.pause_ticks = 1U << std::min(each.failures, retry_doublings_max);
  ++each.failures;
  pausing_.push_back(each.spec.name);
  if (pausing_.size() > 1) return;
  itimerspec every{};
  every.it_interval.tv_sec = options_.retry_ms / 1000;
  every.it_interval.tv_nsec = static_cast<long>(options_.retry_ms % 1000) * 1'000'000;
  every.it_value = every.it_interval;
  ::timerfd_settime(timer_.get(), 0, &every, nullptr);
}

void launcher_loop::drop(followed_run& each) {
  const std::string name = each.spec.name;
  const bool forget = each.forget;
  all_.erase(name);
  if (forget) remove_files(name);
}

/// The claim goes first: an exit file without one is still the truth, a claim without one is LOST.
void launcher_loop::remove_files(const std::string& name) {
  ::unlinkat(runs_.get(), claim_name(name).c_str(), 0);
  ::unlinkat(runs_.get(), exit_name(name).c_str(), 0);
  if (has_user_work(runs_.get(), name)) {
    const auto cleared = clear_user_work(runs_.get(), options_.way, name);
    if (!cleared)
      options_.log->write(
          log_level::warn, "launcher.left",
          "the work directory of run " + name + " is left: " + cleared.error().text());
  }
  std::error_code ignored;  // the launcher has removed it, unless it was killed
  std::filesystem::remove_all(work_directory(options_.data_directory, name), ignored);
}

}  // namespace foliot::exec
