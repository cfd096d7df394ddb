#include "exec/path_gap.hpp"

#include <limits.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <deque>

namespace foliot::exec {

namespace {

constexpr int links_max = 40;  // as the kernel does

/// Puts the components of `path` in front of `rest`.
void push_front(std::deque<std::string>& rest, const std::string& path) {
  std::deque<std::string> parts;
  for (size_t at = 0; at < path.size();) {
    const size_t slash = std::min(path.find('/', at), path.size());
    if (slash > at) parts.push_back(path.substr(at, slash - at));
    at = slash + 1;
  }
  rest.insert(rest.begin(), parts.begin(), parts.end());
}

std::string below(const std::string& directory, const std::string& name) {
  std::string out = directory;
  if (out.back() != '/') out += '/';
  return out += name;
}

std::string parent_of(const std::string& directory) {
  const size_t slash = directory.rfind('/');
  return directory.substr(0, slash == 0 ? 1 : slash);
}

}  // namespace

path_gap find_gap(const std::string& path) {
  path_gap out;
  std::deque<std::string> rest;
  push_front(rest, path);
  std::string here = "/";
  for (int links = 0; !rest.empty();) {
    const std::string name = rest.front();
    rest.pop_front();
    if (name == ".") continue;
    if (name == "..") {
      here = parent_of(here);
      continue;
    }
    const std::string next = below(here, name);
    struct stat facts {};
    if (::lstat(next.c_str(), &facts) != 0) {
      if (errno != ENOENT && errno != ENOTDIR) return out;
      out.places.push_back({here, name});
      out.what = path_gap::kind::missing;
      return out;
    }
    if (S_ISLNK(facts.st_mode)) {
      char target[PATH_MAX];
      const ssize_t length = ::readlink(next.c_str(), target, sizeof target);
      if (length <= 0 || ++links > links_max) return out;
      out.places.push_back({here, name});
      if (target[0] == '/') here.resize(1);
      push_front(rest, {target, static_cast<size_t>(length)});
      continue;
    }
    if (!S_ISDIR(facts.st_mode) && !rest.empty()) {  // a file where a directory has to be
      out.places.push_back({here, name});
      out.what = path_gap::kind::missing;
      return out;
    }
    here = next;
  }
  out.what = path_gap::kind::none;
  return out;
}

}  // namespace foliot::exec
