// Small files that nobody else may read.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "exec/unique_fd.hpp"
#include "server/console_keys.hpp"

namespace foliot::server {

namespace {

failure trouble(const std::string& path, const std::string& what) {
  const errc code = errno == ENOENT                     ? errc::not_found
                    : errno == EACCES || errno == EPERM ? errc::forbidden
                                                        : errc::io;
  return {code, what + ": " + std::strerror(errno), "", path, ""};
}

result<std::string> read_open(int file, const std::string& path, size_t most) {
  std::string out;
  char part[4096];
  for (;;) {
    const ssize_t got = ::read(file, part, sizeof part);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return trouble(path, "the file cannot be read");
    if (got == 0) return out;
    out.append(part, static_cast<size_t>(got));
    if (out.size() > most)
      return failure{errc::too_large, "the file has more than " + std::to_string(most) + " bytes",
                     "", path, ""};
  }
}

bool write_all(int file, const std::string& text) {
  size_t at = 0;
  while (at < text.size()) {
    const ssize_t done = ::write(file, text.data() + at, text.size() - at);
    if (done < 0 && errno == EINTR) continue;
    if (done < 0) return false;
    at += static_cast<size_t>(done);
  }
  return true;
}

}  // namespace

result<std::string> read_small_file(const std::string& path, size_t most) {
  const exec::unique_fd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!file) return trouble(path, "the file cannot be opened");
  return read_open(file.get(), path, most);
}

result<std::string> read_secret_file(const std::string& path, size_t most) {
  const exec::unique_fd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!file) return trouble(path, "the file cannot be opened");
  struct stat about {};
  if (::fstat(file.get(), &about) != 0) return trouble(path, "the file cannot be looked at");
  if (!S_ISREG(about.st_mode))
    return failure{errc::bad_input, "this is no file", "", path, "Name a file"};
  if (about.st_uid != ::geteuid())
    return failure{errc::forbidden, "the file belongs to another user", "", path,
                   "Use one of your own: 'foliot console certificate NAME --out FILE' makes it"};
  if ((about.st_mode & 077) != 0)
    return failure{errc::forbidden, "others may read this secret", "", path,
                   "Run chmod 600 on it; if somebody may have read it, revoke it"};
  return read_open(file.get(), path, most);
}

result<void> write_private_file(const std::string& path, const std::string& text) {
  const std::string fresh = path + ".new";
  ::unlink(fresh.c_str());
  {
    const exec::unique_fd file(
        ::open(fresh.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600));
    if (!file) return trouble(fresh, "the file cannot be made");
    if (!write_all(file.get(), text) || ::fsync(file.get()) != 0) {
      failure out = trouble(path, "the file cannot be written");
      ::unlink(fresh.c_str());
      return out;
    }
  }
  if (std::rename(fresh.c_str(), path.c_str()) == 0) return {};
  failure out = trouble(path, "the file cannot be written");
  ::unlink(fresh.c_str());
  return out;
}

}  // namespace foliot::server
