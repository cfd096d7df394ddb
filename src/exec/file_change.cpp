#include "exec/file_change.hpp"

#include <grp.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>
#include <vector>

#include "exec/local_files.hpp"

namespace foliot::exec {

namespace {

namespace fs = std::filesystem;

// Deeper trees than paths may be long do not exist; this bounds the recursion all the same.
constexpr int depth_max = 2'048;

failure bad_permissions(const std::string& text) {
  return {errc::bad_input, "'" + text + "' cannot be read as permissions", "FS010", "",
          "Write three octal digits such as 755 or ten characters such as -rwxr-xr-x"};
}

result<gid_t> find_group(const std::string& name) {
  std::vector<char> buffer(64 << 10);
  group entry{};
  group* found = nullptr;
  const int error = ::getgrnam_r(name.c_str(), &entry, buffer.data(), buffer.size(), &found);
  if (error != 0) return refused(error, "Exception", "cannot look up the group '" + name + "'");
  if (found == nullptr) {
    return failure{errc::bad_input, "the group '" + name + "' does not exist on this host",
                   "Exception", "", ""};
  }
  return found->gr_gid;
}

result<void> change_one(const file_change& change, const std::string& path) {
  if (change.group && ::chown(path.c_str(), static_cast<uid_t>(-1), *change.group) != 0) {
    return refused(errno, "Exception", "cannot change the group of " + path);
  }
  if (change.mode && ::chmod(path.c_str(), *change.mode) != 0) {
    return refused(errno, "Exception", "cannot change the permissions of " + path);
  }
  return {};
}

result<void> change_below(const file_change& change, const std::string& directory, int depth) {
  if (depth > depth_max) {
    return failure{errc::too_large, directory + " is nested too deeply", "Exception", "", ""};
  }
  std::error_code error;
  std::vector<fs::directory_entry> children;
  for (fs::directory_iterator at{directory, error}, end; !error && at != end; at.increment(error)) {
    children.push_back(*at);
  }
  if (error) return refused(error.value(), "Exception", "cannot read the directory " + directory);
  for (const auto& child : children) {
    if (asked_to_stop(change.stop)) return refused(ECANCELED, "Exception", "at " + directory);
    const auto kind = child.symlink_status(error).type();
    if (kind == fs::file_type::symlink || kind == fs::file_type::not_found) continue;
    const std::string path = child.path().string();
    if (kind == fs::file_type::directory && change.recursive) {
      if (auto below = change_below(change, path, depth + 1); !below) return below;
    }
    if (auto changed = change_one(change, path); !changed) return changed;
  }
  return {};
}

}  // namespace

result<uint32_t> parse_permissions(const std::string& text) {
  uint32_t mode = 0;
  if (text.size() == 3) {
    for (const char digit : text) {
      if (digit < '0' || digit > '7') return bad_permissions(text);
      mode = mode * 8 + static_cast<uint32_t>(digit - '0');
    }
    return mode;
  }
  if (text.size() != 10) return bad_permissions(text);
  constexpr std::string_view letters = "rwxrwxrwx";
  for (size_t i = 0; i < letters.size(); ++i) {
    const char c = text[i + 1];
    mode <<= 1;
    if (c == letters[i] || (i == 8 && c == 't')) {
      mode |= 1;
    } else if (c != '-' && !(i == 8 && c == 'T')) {
      return bad_permissions(text);
    }
  }
  if (text[9] == 't' || text[9] == 'T') mode |= 01000;
  return mode;
}

result<file_change> plan_change(const file_operation& operation) {
  file_change out;
  out.children = operation.directories;
  out.stop = operation.stop.get();
  out.recursive = operation.recursive && operation.directories;
  if (operation.what == file_operation::kind::chgrp) {
    auto found = find_group(operation.group);
    if (!found) return found.error();
    out.group = *found;
    return out;
  }
  auto mode = parse_permissions(operation.permissions);
  if (!mode) return mode.error();
  out.mode = static_cast<mode_t>(*mode);
  return out;
}

result<void> apply_change(const file_change& change, const std::string& path) {
  struct stat facts {};
  if (change.children && ::stat(path.c_str(), &facts) == 0 && S_ISDIR(facts.st_mode)) {
    if (auto below = change_below(change, path, 0); !below) return below;
  }
  return change_one(change, path);
}

}  // namespace foliot::exec
