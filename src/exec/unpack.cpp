#include "exec/unpack.hpp"

#include <archive.h>
#include <archive_entry.h>
#include <fcntl.h>
#include <locale.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>

#include "exec/unique_fd.hpp"

namespace foliot::exec {

namespace {

struct close_reader {
  void operator()(::archive* reader) const { ::archive_read_free(reader); }
};
struct close_writer {
  void operator()(::archive* writer) const { ::archive_write_free(writer); }
};

failure refused(std::string sentence) { return {errc::bad_input, std::move(sentence), "", "", ""}; }

failure damaged(std::string sentence) {
  return {errc::bad_input, std::move(sentence), "", "",
          "Look whether it is whole: tar -tf or unzip -l"};
}

failure too_large(std::string sentence) {
  return {errc::too_large, std::move(sentence), "", "", "Take out what the action does not need"};
}

std::string words_of(::archive* from) {
  const char* text = ::archive_error_string(from);
  return text != nullptr ? text : "no reason is given";
}

/// Of the system's numbers: what the library finds by itself is negative, EILSEQ or EINVAL.
bool is_of_system(int error) { return error > 0 && error != EILSEQ && error != EINVAL; }

failure disk_failure(::archive* disk, const std::string& path) {
  const int error = ::archive_errno(disk);
  const bool disk_is_full = error == ENOSPC || error == EDQUOT || error == EFBIG || error == EIO;
  std::string words = words_of(disk);
  if (is_of_system(error)) words += std::string{": "} + std::strerror(error);
  return {disk_is_full ? errc::io : errc::bad_input,
          "'" + path + "' cannot be written: " + std::move(words), "", "", ""};
}

bool is_plain_file(const std::string& path) {
  struct stat facts {};
  return ::fstatat(AT_FDCWD, path.c_str(), &facts, AT_SYMLINK_NOFOLLOW) == 0 &&
         S_ISREG(facts.st_mode);
}

/// One archive on its way to the working directory.
class unpacking {
 public:
  unpacking(::archive* reader, ::archive* disk, const unpack_bounds& bounds)
      : reader_(reader), disk_(disk), bounds_(bounds) {}

  result<unpacked_sum> run() {
    ::archive_entry* entry = nullptr;
    for (;;) {
      const int got = ::archive_read_next_header(reader_, &entry);
      if (got == ARCHIVE_EOF) break;
      if (got == ARCHIVE_RETRY) continue;
      if (got < ARCHIVE_WARN) return damaged(words_of(reader_));
      if (++sum_.entries > bounds_.entries)
        return too_large("it has more than " + std::to_string(bounds_.entries) + " entries");
      if (auto taken = take(entry); !taken) return taken.error();
    }
    if (::archive_write_close(disk_) != ARCHIVE_OK) return disk_failure(disk_, ".");
    return sum_;
  }

 private:
  result<void> take(::archive_entry* entry) {
    const char* written = ::archive_entry_pathname(entry);
    if (written == nullptr) return refused("an entry has a name that cannot be read");
    auto path = entry_path(written, bounds_.depth);
    if (!path) return path.error();
    if (path->empty()) return {};
    ::archive_entry_set_pathname(entry, path->c_str());
    if (auto fine = ::archive_entry_hardlink(entry) != nullptr ? check_hard_link(entry, *path)
                                                               : check_kind(entry, *path);
        !fine) {
      return fine;
    }
    if (::archive_entry_size_is_set(entry) != 0 &&
        static_cast<uint64_t>(std::max<la_int64_t>(::archive_entry_size(entry), 0)) >
            bounds_.bytes) {
      return over_bytes();
    }
    if (::archive_write_header(disk_, entry) < ARCHIVE_WARN) return disk_failure(disk_, *path);
    if (auto copied = copy(*path); !copied) return copied;
    if (::archive_write_finish_entry(disk_) != ARCHIVE_OK) return disk_failure(disk_, *path);
    return {};
  }

  result<void> check_hard_link(::archive_entry* entry, const std::string& path) const {
    auto target = entry_path(::archive_entry_hardlink(entry), bounds_.depth);
    if (!target) return target.error();
    if (!is_plain_file(*target))
      return refused("'" + path + "' is a link to '" + *target +
                     "', which is no file that was unpacked before");
    ::archive_entry_set_hardlink(entry, target->c_str());
    return {};
  }

  static result<void> check_kind(::archive_entry* entry, const std::string& path) {
    const auto kind = ::archive_entry_filetype(entry);
    const auto mode = ::archive_entry_perm(entry) & 0777U;
    if (kind == AE_IFDIR) {
      ::archive_entry_set_perm(entry, mode | 0700U);
    } else if (kind == AE_IFREG) {
      ::archive_entry_set_perm(entry, mode | 0600U);
    } else if (kind == AE_IFLNK) {
      const char* target = ::archive_entry_symlink(entry);
      if (target == nullptr || !link_stays(path, target))
        return refused("the link '" + path + "' to '" + (target != nullptr ? target : "") +
                       "' could lead out of the directory of the archive");
    } else {
      return refused("'" + path + "' is neither a file nor a directory nor a link");
    }
    return {};
  }

  result<void> copy(const std::string& path) {
    for (;;) {
      const void* bytes = nullptr;
      size_t size = 0;
      la_int64_t offset = 0;
      const int got = ::archive_read_data_block(reader_, &bytes, &size, &offset);
      if (got == ARCHIVE_EOF) return {};
      if (got == ARCHIVE_RETRY) continue;
      if (got < ARCHIVE_WARN) return damaged("'" + path + "': " + words_of(reader_));
      sum_.bytes += size;
      if (offset < 0 || sum_.bytes > bounds_.bytes ||
          static_cast<uint64_t>(offset) > bounds_.bytes - size) {
        return over_bytes();
      }
      // For a write that failed, on a full disk, the library has no more than a warning.
      if (::archive_write_data_block(disk_, bytes, size, offset) != ARCHIVE_OK)
        return disk_failure(disk_, path);
    }
  }

  failure over_bytes() const {
    return too_large("it holds more than " + std::to_string(bounds_.bytes) + " bytes");
  }

  ::archive* reader_;
  ::archive* disk_;
  const unpack_bounds bounds_;
  unpacked_sum sum_;
};

}  // namespace

result<std::string> entry_path(std::string_view written, size_t depth_max) {
  if (written.starts_with('/'))
    return refused("the entry '" + std::string{written} + "' has an absolute path");
  std::string out;
  size_t depth = 0;
  while (!written.empty()) {
    const size_t slash = std::min(written.find('/'), written.size());
    const std::string_view part = written.substr(0, slash);
    written.remove_prefix(std::min(slash + 1, written.size()));
    if (part.empty() || part == ".") continue;
    if (part == "..") return refused("an entry's path has '..' in it");
    if (++depth > depth_max)
      return too_large("an entry lies more than " + std::to_string(depth_max) +
                       " directories deep");
    if (!out.empty()) out += '/';
    out += part;
  }
  return out;
}

bool link_stays(std::string_view path, std::string_view target) {
  if (target.empty() || target.starts_with('/')) return false;
  auto ups_allowed = std::count(path.begin(), path.end(), '/');
  bool in_front = true;
  while (!target.empty()) {
    const size_t slash = std::min(target.find('/'), target.size());
    const std::string_view part = target.substr(0, slash);
    target.remove_prefix(std::min(slash + 1, target.size()));
    if (part.empty() || part == ".") continue;
    if (part != "..") {
      in_front = false;
    } else if (!in_front || --ups_allowed < 0) {
      return false;
    }
  }
  return true;
}

result<unpacked_sum> unpack(const std::string& archive, const std::string& directory,
                            const unpack_bounds& bounds) {
  // Names in UTF-8 stay what they are; in the locale "C" they would have no name.
  ::setlocale(LC_CTYPE, "C.UTF-8");
  const std::unique_ptr<::archive, close_reader> reader{::archive_read_new()};
  const std::unique_ptr<::archive, close_writer> disk{::archive_write_disk_new()};
  if (!reader || !disk) return failure{errc::io, "there is no memory to read it", "", "", ""};
  ::archive_read_support_format_tar(reader.get());
  ::archive_read_support_format_zip(reader.get());
  ::archive_read_support_filter_gzip(reader.get());
  ::archive_write_disk_set_options(
      disk.get(), ARCHIVE_EXTRACT_TIME | ARCHIVE_EXTRACT_SECURE_SYMLINKS |
                      ARCHIVE_EXTRACT_SECURE_NODOTDOT | ARCHIVE_EXTRACT_SECURE_NOABSOLUTEPATHS);
  // Without O_NONBLOCK a pipe of that name would hold us for ever.
  const unique_fd file{::open(archive.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)};
  if (!file) return refused(std::string{"it cannot be opened: "} + std::strerror(errno));
  struct stat facts {};
  if (::fstat(file.get(), &facts) != 0 || !S_ISREG(facts.st_mode))
    return refused("it is no regular file");
  constexpr size_t block = 64 << 10;
  if (::archive_read_open_fd(reader.get(), file.get(), block) != ARCHIVE_OK) {
    const int error = ::archive_errno(reader.get());
    return damaged(words_of(reader.get()) +
                   (is_of_system(error) ? std::string{": "} + std::strerror(error) : ""));
  }
  if (::chdir(directory.c_str()) != 0)
    return failure{errc::io, "cannot enter " + directory + ": " + std::strerror(errno), "", "", ""};
  return unpacking{reader.get(), disk.get(), bounds}.run();
}

}  // namespace foliot::exec
