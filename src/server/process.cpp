#include "server/process.hpp"

#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>

namespace foliot::server {

result<std::string> prepare_directory(const std::string& path) {
  if (::mkdir(path.c_str(), 0700) != 0 && errno != EEXIST)
    return failure{errno == EACCES ? errc::forbidden : errc::io,
                   "the data directory cannot be made: " + std::string(std::strerror(errno)), "",
                   path, "Create it, or name another one with --data"};
  struct stat about {};
  if (::stat(path.c_str(), &about) == 0 && !S_ISDIR(about.st_mode))
    return failure{errc::bad_input, "the data directory cannot be used: this is a file", "", path,
                   "Name a directory with --data"};
  char absolute[PATH_MAX];
  if (::realpath(path.c_str(), absolute) == nullptr || ::access(absolute, R_OK | W_OK | X_OK) != 0)
    return failure{errno == EACCES ? errc::forbidden : errc::io,
                   "the data directory cannot be used: " + std::string(std::strerror(errno)), "",
                   path, "Give this user read and write permission, or name another with --data"};
  return std::string(absolute);
}

std::string path_beside(const std::string& program) {
  char self[PATH_MAX];
  const ssize_t length = ::readlink("/proc/self/exe", self, sizeof self);
  if (length <= 0) return program;
  std::string path(self, static_cast<size_t>(length));
  return path.substr(0, path.rfind('/') + 1) + program;
}

uint64_t raise_descriptor_limit() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return 0;
  const rlim_t before = limit.rlim_cur;
  limit.rlim_cur = limit.rlim_max;
  return ::setrlimit(RLIMIT_NOFILE, &limit) == 0 ? limit.rlim_cur : before;
}

}  // namespace foliot::server
