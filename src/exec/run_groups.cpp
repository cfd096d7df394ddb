#include "exec/run_groups.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <filesystem>
#include <system_error>

#include "exec/launch_tree.hpp"
#include "exec/run_files.hpp"
#include "exec/unique_fd.hpp"

namespace foliot::exec {

namespace {

constexpr std::string_view wanted[] = {"memory", "pids", "cpu"};

/// The next line of `text`, or its next word; what is left stays in `text`.
std::string_view take_until(std::string_view& text, char end) {
  const std::string_view out = text.substr(0, text.find(end));
  text.remove_prefix(out.size() < text.size() ? out.size() + 1 : out.size());
  return out;
}

/// One by one: that one of them cannot be handed on must not keep back the others.
void hand_on(const std::string& group) {
  const std::string has = slurp_file(group + "/cgroup.controllers");
  for (const std::string_view each : wanted) {
    if (!has_word(has, each)) continue;
    const unique_fd fd{::open((group + "/cgroup.subtree_control").c_str(), O_WRONLY | O_CLOEXEC)};
    static_cast<void>(write_all(fd.get(), "+" + std::string{each}).ok());
  }
}

/// Whether the launcher in a name that group_path() made is gone.
bool is_orphan(std::string_view name) {
  if (!name.starts_with("run-")) return false;
  name.remove_prefix(4);
  const std::string_view pid_text = take_until(name, '-');
  const std::string_view ticks_text = take_until(name, '-');
  int pid = 0;
  uint64_t ticks = 0;
  std::from_chars(pid_text.data(), pid_text.data() + pid_text.size(), pid);
  std::from_chars(ticks_text.data(), ticks_text.data() + ticks_text.size(), ticks);
  if (pid <= 0) return false;
  const auto facts = look_process(pid);
  return !facts || facts->start_ticks != ticks;
}

/// One that still has processes stays: the kernel removes none of those.
void sweep(const std::string& root) {
  std::error_code why;
  for (std::filesystem::directory_iterator each{root, why}, end; !why && each != end;
       each.increment(why)) {
    if (is_orphan(each->path().filename().string())) ::rmdir(each->path().c_str());
  }
}

}  // namespace

std::string own_group(std::string_view mounts, std::string_view cgroups) {
  std::string mounted;
  while (!mounts.empty() && mounted.empty()) {
    std::string_view line = take_until(mounts, '\n');
    take_until(line, ' ');
    const std::string_view where = take_until(line, ' ');
    // A blank or a backslash in the path is written as an octal number: not for us.
    if (take_until(line, ' ') == "cgroup2" && where.find('\\') == std::string_view::npos)
      mounted = where;
  }
  while (!mounted.empty() && !cgroups.empty()) {
    std::string_view line = take_until(cgroups, '\n');
    if (!line.starts_with("0::/")) continue;
    line.remove_prefix(3);
    if (line.starts_with("/..")) return {};  // above what this namespace shows
    return line == "/" ? mounted : mounted + std::string{line};
  }
  return {};
}

result<group_root> open_group_root(const std::string& path) {
  const size_t slash = path.rfind('/');
  if (!path.starts_with('/') || slash + 1 == path.size()) {
    return failure{errc::io, "'" + path + "' is no absolute path of a control group", "", "", ""};
  }
  hand_on(slash == 0 ? "/" : path.substr(0, slash));
  if (::mkdir(path.c_str(), 0755) != 0 && errno != EEXIST) {
    return io_failure("cannot make the control group " + path, errno);
  }
  if (::access((path + "/cgroup.procs").c_str(), W_OK) != 0) {
    return io_failure(path + " is no control group (cgroup v2) that this user may use", errno);
  }
  hand_on(path);
  sweep(path);
  group_root out{path, ""};
  const std::string kept = slurp_file(path + "/cgroup.subtree_control");
  for (const std::string_view each : wanted) {
    if (has_word(kept, each))
      out.controllers += (out.controllers.empty() ? "" : " ") + std::string{each};
  }
  return out;
}

std::string note_of(const group_root& root) {
  if (root.path.empty()) return "runs have no control groups";
  return "runs have control groups below " + root.path +
         ", with limits of: " + (root.controllers.empty() ? "none" : root.controllers);
}

result<group_root> find_group_root(const std::string& setting) {
  if (setting == "off") return group_root{};
  if (setting != "auto") return open_group_root(setting);
  const std::string own =
      own_group(slurp_file("/proc/self/mounts"), slurp_file("/proc/self/cgroup"));
  if (own.empty()) return group_root{};
  auto opened = open_group_root(own + "/foliot-runs");
  return opened ? *std::move(opened) : group_root{};
}

}  // namespace foliot::exec
