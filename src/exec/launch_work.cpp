#include "exec/launch_work.hpp"

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "exec/file_tree.hpp"
#include "exec/launch_unpack.hpp"
#include "exec/unique_fd.hpp"

namespace foliot::exec {

namespace {

failure bad(std::string sentence) { return {errc::bad_input, std::move(sentence), "", "", ""}; }

result<void> check_link_name(const std::string& name) {
  if (!name.empty() && name != "." && name != ".." && name.find('/') == std::string::npos &&
      name.find('\0') == std::string::npos) {
    return {};
  }
  return bad("'" + name + "' cannot be the name of a file in the work directory");
}

failure in_the_way(const std::string& what, const std::string& name, int error) {
  if (error == EEXIST) {
    return bad("two files of the action want to be called '" + name + "' in the work directory");
  }
  return io_failure("cannot put " + what + " into the work directory", error);
}

/// Whether it has to be executable and is not. On a cluster every file of an action is localised
/// with the right to execute it, so scripts that come from there need not have it themselves.
bool lacks_execution(const run_file& file, const std::string& program) {
  struct stat facts {};
  if (::stat(file.source.c_str(), &facts) != 0 || !S_ISREG(facts.st_mode)) return false;
  if (::access(file.source.c_str(), X_OK) == 0) return false;
  if (program == file.link_name || program == "./" + file.link_name) return true;
  const unique_fd fd{::open(file.source.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
  char first[2] = {};
  return ::read(fd.get(), first, sizeof first) == 2 && first[0] == '#' && first[1] == '!';
}

result<void> copy_file(const std::string& work, const run_file& file) {
  const unique_fd from{::open(file.source.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
  if (!from) return bad("the file " + file.source + " cannot be read: " + std::strerror(errno));
  const std::string path = work + "/" + file.link_name;
  const unique_fd to{
      ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0700)};
  if (!to) return in_the_way(file.source, file.link_name, errno);
  if (const auto wrong = copy_bytes(from.get(), to.get()))
    return io_failure("cannot copy " + file.source + " into the work directory", wrong.value());
  return {};
}

result<void> put_file(const std::string& work, const run_file& file, const std::string& program) {
  if (auto named = check_link_name(file.link_name); !named) return named;
  if (::access(file.source.c_str(), F_OK) != 0) {
    return bad("the file " + file.source + " cannot be reached: " + std::strerror(errno));
  }
  if (lacks_execution(file, program)) return copy_file(work, file);
  if (::symlink(file.source.c_str(), (work + "/" + file.link_name).c_str()) != 0) {
    return in_the_way(file.source, file.link_name, errno);
  }
  return {};
}

result<void> write_document(const std::string& work, const std::string& name,
                            const std::string& content) {
  if (auto named = check_link_name(name); !named) return named;
  const std::string path = work + "/" + name;
  unique_fd fd{::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600)};
  if (!fd) return in_the_way("the file " + name, name, errno);
  if (auto written = write_all(fd.get(), content); !written) {
    return failure{errc::io,
                   "the file " + name + " in the work directory: " + written.error().sentence, "",
                   "", ""};
  }
  return {};
}

result<void> make_work(const std::string& work) {
  // Somebody who was just killed may still be adding to it: looked at again a few times.
  for (int again = 0; ::mkdir(work.c_str(), 0700) != 0; ++again) {
    if (errno != EEXIST) return io_failure("cannot create the work directory " + work, errno);
    if (again == 10) return io_failure("cannot replace the work directory " + work, errno);
    remove_work(work);
  }
  return {};
}

}  // namespace

void remove_work(const std::string& path) {
  std::error_code ignored;
  std::filesystem::remove_all(path, ignored);
}

result<readiness> prepare_work(const launch_order& order, int signals) {
  if (auto made = make_work(work_directory(order)); !made) return made.error();
  return fill_work(order, signals);
}

result<readiness> fill_work(const launch_order& order, int signals) {
  const run_spec& spec = order.spec;
  const std::string work = work_directory(order);
  for (const auto& file : spec.files) {
    if (auto put = put_file(work, file, spec.program); !put) return put.error();
  }
  for (const auto& [name, content] : spec.documents) {
    if (auto written = write_document(work, name, content); !written) return written.error();
  }
  for (const auto& archive : spec.archives) {
    if (auto named = check_link_name(archive.link_name); !named) return named.error();
    const std::string directory = work + "/" + archive.link_name;
    if (::mkdir(directory.c_str(), 0700) != 0) {
      return in_the_way(archive.source, archive.link_name, errno);
    }
    auto unpacked = unpack_archive(order.unpacker, archive.source, directory, signals);
    if (!unpacked) return unpacked.error();
    if (*unpacked == readiness::killed) return readiness::killed;
  }
  return readiness::ready;
}

result<std::string> read_output(const std::string& work, const std::string& file,
                                uint64_t bytes_max) {
  const unique_fd directory{::open(work.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
  if (!directory) return std::string{};  // the program removed its own directory
  struct open_how how {};
  // Not blocking: it may be a pipe.
  how.flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;
  how.resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS;
  const unique_fd fd{
      static_cast<int>(::syscall(SYS_openat2, directory.get(), file.c_str(), &how, sizeof how))};
  if (!fd && errno == ENOENT) return std::string{};
  if (!fd && (errno == EXDEV || errno == ELOOP)) {
    return bad("the output file " + file + " is not read: it leads out of the work directory");
  }
  if (!fd) return io_failure("cannot open the output file " + file, errno);
  struct stat facts {};
  if (::fstat(fd.get(), &facts) != 0 || !S_ISREG(facts.st_mode)) {
    return bad("the output file " + file + " is not read: it is no regular file");
  }
  std::string out;
  char buffer[16 << 10];
  while (out.size() < bytes_max) {
    const size_t wanted = std::min<uint64_t>(sizeof buffer, bytes_max - out.size());
    const ssize_t got = ::read(fd.get(), buffer, wanted);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return io_failure("cannot read the output file " + file, errno);
    if (got == 0) break;
    out.append(buffer, static_cast<size_t>(got));
  }
  return out;
}

void note_unstarted(const launch_order& order, const std::string& sentence) {
  const std::string path = log_path(order.data_directory, order.spec.name, "stderr");
  const unique_fd fd{
      ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0600)};
  static_cast<void>(write_all(fd.get(), "[foliot: not started: " + sentence + "]\n").ok());
}

}  // namespace foliot::exec
