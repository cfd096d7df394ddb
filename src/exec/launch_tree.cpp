#include "exec/launch_tree.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <unordered_set>

#include "exec/pidfd.hpp"
#include "exec/unique_fd.hpp"

namespace foliot::exec {

namespace {

std::vector<process_facts> all_processes() {
  std::vector<process_facts> out;
  DIR* proc = ::opendir("/proc");
  if (proc == nullptr) return out;
  while (const dirent* entry = ::readdir(proc)) {
    const int pid = std::atoi(entry->d_name);
    if (pid <= 0) continue;
    if (auto facts = look_process(pid)) out.push_back(*facts);
  }
  ::closedir(proc);
  return out;
}

/// Those of `all` whose chain of parents leads to one of `members`, which grows.
void add_descendants(const std::vector<process_facts>& all, std::unordered_set<pid_t>& members) {
  for (bool grown = true; grown;) {
    grown = false;
    for (const auto& each : all) {
      if (members.count(each.parent) != 0 && members.insert(each.pid).second) grown = true;
    }
  }
}

/// Through a pidfd and after a second look, so that a number given to somebody else in between is
/// not hit.
void signal_exactly(const process_facts& target, int signal) {
  unique_fd fd{::pidfd_open(target.pid, 0)};
  if (!fd) return;
  const auto now = look_process(target.pid);
  if (!now || now->start_ticks != target.start_ticks) return;
  ::pidfd_send_signal(fd.get(), signal, nullptr, 0);
}

/// The process of `record`, whatever carries the name of the run in its environment, and the
/// descendants of both; without the caller.
std::unordered_set<pid_t> strangers_among(const std::vector<process_facts>& all,
                                          const pid_record& record, const std::string& run_name) {
  const std::string mark = std::string{'\0'} + run_variable(run_name) + '\0';
  std::unordered_set<pid_t> members;
  if (lives(record)) members.insert(static_cast<pid_t>(record.pid));
  for (const auto& each : all) {
    if (each.pid == ::getpid() || !each.alive()) continue;
    const std::string environment =
        std::string{'\0'} + slurp_file("/proc/" + std::to_string(each.pid) + "/environ");
    if (environment.find(mark) != std::string::npos) members.insert(each.pid);
  }
  add_descendants(all, members);
  members.erase(::getpid());
  return members;
}

std::vector<pid_t> living(const std::vector<process_facts>& all,
                          const std::unordered_set<pid_t>& members) {
  std::vector<pid_t> out;
  for (const auto& each : all) {
    if (each.alive() && members.count(each.pid) != 0) out.push_back(each.pid);
  }
  return out;
}

/// Stopped first, so that a fork bomb does not outrun the walk. False when there was nobody.
bool kill_members(const std::vector<process_facts>& all, const std::unordered_set<pid_t>& members) {
  bool hit = false;
  for (const int signal : {SIGSTOP, SIGKILL}) {
    for (const auto& each : all) {
      if (!each.alive() || members.count(each.pid) == 0) continue;
      signal_exactly(each, signal);
      hit = true;
    }
  }
  return hit;
}

/// Reaps what has ended; false when no child is left at all.
bool reap() {
  for (;;) {
    siginfo_t info{};
    const int got = ::waitid(P_ALL, 0, &info, WEXITED | WNOHANG);
    if (got < 0 && errno == ECHILD) return false;
    if (got < 0 || info.si_pid == 0) return true;
  }
}

}  // namespace

std::string slurp_file(const std::string& path) {
  unique_fd fd{::open(path.c_str(), O_RDONLY | O_CLOEXEC)};
  std::string out;
  char buffer[4096];
  for (;;) {
    const ssize_t got = ::read(fd.get(), buffer, sizeof buffer);
    if (got <= 0) return out;
    out.append(buffer, static_cast<size_t>(got));
  }
}

std::optional<process_facts> look_process(pid_t pid) {
  const std::string text = slurp_file("/proc/" + std::to_string(pid) + "/stat");
  const size_t name_end = text.rfind(')');  // the name may hold anything, brackets too
  if (name_end == std::string::npos) return {};
  process_facts out;
  out.pid = pid;
  unsigned long long ticks = 0;
  unsigned long long cpu[4] = {};
  const int got = std::sscanf(
      text.c_str() + name_end + 1,
      " %c %d %*d %d %*d %*d %*u %*u %*u %*u %*u %llu %llu %llu %llu %*d %*d %*d %*d %llu",
      &out.state, &out.parent, &out.session, &cpu[0], &cpu[1], &cpu[2], &cpu[3], &ticks);
  if (got != 8) return {};
  out.start_ticks = ticks;
  out.cpu_ticks = cpu[0] + cpu[1] + cpu[2] + cpu[3];
  return out;
}

std::string boot_id() {
  std::string out = slurp_file("/proc/sys/kernel/random/boot_id");
  while (!out.empty() && out.back() == '\n') out.pop_back();
  return out;
}

bool lives(const pid_record& record) {
  if (record.boot_id != boot_id()) return false;
  const auto facts = look_process(static_cast<pid_t>(record.pid));
  return facts && facts->alive() && facts->start_ticks == record.start_ticks;
}

std::vector<pid_t> descendants() {
  const auto all = all_processes();
  std::unordered_set<pid_t> members{::getpid()};
  add_descendants(all, members);
  members.erase(::getpid());
  return living(all, members);
}

std::vector<pid_t> strangers(const pid_record& record, const std::string& run_name) {
  const auto all = all_processes();
  return living(all, strangers_among(all, record, run_name));
}

bool kill_descendants(const run_group& group) {
  for (int round = 0; reap(); ++round) {
    if (round == 100) return false;
    group.kill();
    const auto all = all_processes();
    std::unordered_set<pid_t> members{::getpid()};
    add_descendants(all, members);
    members.erase(::getpid());
    kill_members(all, members);
    // A child of ours ends next; a process that the kernel holds on to must not hold us for ever.
    unique_fd any;
    for (const auto& each : all) {
      if (each.parent == ::getpid()) any.reset(::pidfd_open(each.pid, 0));
      if (any) break;
    }
    pollfd wait{any.get(), POLLIN, 0};
    ::poll(&wait, 1, 100);
  }
  return true;
}

std::string run_variable(const std::string& run_name) { return "FOLIOT_RUN=" + run_name; }

void kill_strangers(const pid_record& record, const std::string& run_name, const run_group& group) {
  for (int round = 0; round < 100; ++round) {
    group.kill();
    const auto all = all_processes();
    // Those of another user are known by their group alone.
    const bool populated = group.figure("cgroup.events", "populated").value_or(0) != 0;
    if (!kill_members(all, strangers_among(all, record, run_name)) && !populated) return;
    ::poll(nullptr, 0, 10);
  }
}

}  // namespace foliot::exec
