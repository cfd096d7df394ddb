#include "exec/launch_group.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

#include "exec/launch_tree.hpp"
#include "exec/run_files.hpp"
#include "exec/unique_fd.hpp"

namespace foliot::exec {

namespace {

/// A group cannot be removed before those below it.
void remove_below(const std::filesystem::path& group, int depth) {
  constexpr int depth_max = 16;  // the program made them; they may be many
  if (depth < depth_max) {
    std::vector<std::filesystem::path> below;
    std::error_code why;
    for (std::filesystem::directory_iterator each{group, why}, end; !why && each != end;
         each.increment(why)) {
      if (each->symlink_status(why).type() == std::filesystem::file_type::directory)
        below.push_back(each->path());
    }
    for (const auto& each : below) remove_below(each, depth + 1);
  }
  ::rmdir(group.c_str());
}

}  // namespace

bool has_word(std::string_view text, std::string_view word) {
  while (!text.empty()) {
    const size_t end = std::min(text.find_first_of(" \n"), text.size());
    if (text.substr(0, end) == word) return true;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return false;
}

run_group::run_group(std::string path) : path_(std::move(path)) {
  if (path_.empty()) return;
  // A group has the controllers that its parent hands on.
  const std::string parent = path_.substr(0, path_.rfind('/'));
  const std::string handed_on = slurp_file(parent + "/cgroup.subtree_control");
  memory_ = has_word(handed_on, "memory");
  pids_ = has_word(handed_on, "pids");
}

run_group run_group::make(const std::string& path, pid_t pid, const run_limits& bounds) {
  if (::mkdir(path.c_str(), 0755) != 0) return {};
  run_group out{path};
  if (!out.confine(pid, bounds)) out.remove();
  return out;
}

bool run_group::confine(pid_t pid, const run_limits& bounds) const {
  if (bounds.memory_bytes > 0 && memory_) {
    if (!write("memory.max", std::to_string(bounds.memory_bytes))) return false;
    // Otherwise the rest would go to swap, as far as that reaches. Not there without swap.
    write("memory.swap.max", "0");
    // All of the run ends, not one process of it: half a run is worse than none.
    write("memory.oom.group", "1");
  }
  if (bounds.processes > 0 && pids_ && !write("pids.max", std::to_string(bounds.processes))) {
    return false;
  }
  // Within a group of its own a nice value counts among the run's processes only.
  if (bounds.nice > 0) write("cpu.weight.nice", std::to_string(std::min(bounds.nice, 19U)));
  return write("cgroup.procs", std::to_string(pid));
}

bool run_group::keeps(std::string_view controller) const {
  return controller == "memory" ? memory_ : controller == "pids" && pids_;
}

bool run_group::kill() const { return write("cgroup.kill", "1"); }

std::optional<uint64_t> run_group::figure(const std::string& file, std::string_view key) const {
  if (path_.empty()) return {};
  const std::string all = slurp_file(path_ + "/" + file);
  std::string_view text = all;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    if (!line.starts_with(key) || line.size() <= key.size() || line[key.size()] != ' ') continue;
    uint64_t value = 0;
    const char* from = line.data() + key.size() + 1;
    if (std::from_chars(from, line.data() + line.size(), value).ec == std::errc{}) return value;
  }
  return {};
}

void run_group::remove() {
  if (!path_.empty()) remove_below(path_, 0);
  path_.clear();
}

bool run_group::write(const std::string& file, const std::string& text) const {
  if (path_.empty()) return false;
  const unique_fd fd{::open((path_ + "/" + file).c_str(), O_WRONLY | O_CLOEXEC)};
  return fd && write_all(fd.get(), text).ok();
}

std::string group_path(const std::string& root, const std::string& run_name, pid_t launcher,
                       uint64_t launcher_ticks) {
  return root + "/run-" + std::to_string(launcher) + "-" + std::to_string(launcher_ticks) + "-" +
         run_name;
}

}  // namespace foliot::exec
