#include "exec/free_space.hpp"

#include <sys/statvfs.h>

#include <cerrno>
#include <cstring>
#include <utility>

namespace foliot::exec {

disk_space::disk_space(std::string directory) : directory_(std::move(directory)) {}

result<uint64_t> disk_space::bytes_free() const {
  struct statvfs facts {};
  if (::statvfs(directory_.c_str(), &facts) != 0) {
    return failure{errc::io,
                   "cannot ask for the free space of " + directory_ + ": " + std::strerror(errno),
                   "", "", ""};
  }
  return static_cast<uint64_t>(facts.f_bavail) * facts.f_frsize;
}

}  // namespace foliot::exec
