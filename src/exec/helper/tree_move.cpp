#include "exec/helper/tree_move.hpp"

#include <filesystem>
#include <system_error>

#include "exec/file_carry.hpp"

namespace foliot::exec::helper {

namespace {

namespace fs = std::filesystem;

failure trouble(const fs::path& at, const std::error_code& error) {
  return {errc::io, "cannot put the files to " + at.string() + ": " + error.message(), "JA018", "",
          ""};
}

/// Of the entry itself, not of what a link leads to.
fs::file_type type_of(const fs::path& path) {
  std::error_code error;  // set also where nothing is there
  return fs::symlink_status(path, error).type();
}

/// Where nothing is.
result<void> place(const fs::path& from, const fs::path& to) {
  if (const auto error = carry(from.string(), to.string(), false)) return trouble(to, error);
  return {};
}

result<void> merge(const fs::path& from, const fs::path& to) {
  std::error_code error;
  for (fs::directory_iterator each{from, error}, end; !error && each != end;
       each.increment(error)) {
    const fs::path target = to / each->path().filename();
    const fs::file_type there = type_of(target);
    const bool both =
        type_of(each->path()) == fs::file_type::directory && there == fs::file_type::directory;
    if (both) {
      if (auto done = merge(each->path(), target); !done) return done;
      continue;
    }
    if (there == fs::file_type::directory)
      return failure{errc::bad_input,
                     target.string() + " is a directory, and the repository has a file there",
                     "JA018", "", "Remove it, or name another destination"};
    if (there != fs::file_type::not_found) fs::remove(target, error);
    if (error) return trouble(target, error);
    if (auto done = place(each->path(), target); !done) return done;
  }
  if (error) return trouble(to, error);
  return {};
}

}  // namespace

result<void> move_tree(const std::string& from, const std::string& to) {
  fs::path target = fs::path{to}.lexically_normal();
  if (!target.has_filename()) target = target.parent_path();
  std::error_code error;
  fs::create_directories(target.parent_path(), error);
  if (error) return trouble(target, error);
  if (type_of(target) == fs::file_type::not_found) return place(from, target);
  const bool is_link = type_of(target) == fs::file_type::symlink;
  if (!fs::is_directory(target, error))
    return failure{errc::bad_input, target.string() + " is not a directory", "JA018", "",
                   "Remove it, or name another destination"};
  if (fs::is_empty(target, error) && !is_link) {
    fs::remove(target, error);
    if (!error) return place(from, target);
  }
  return merge(from, target);
}

}  // namespace foliot::exec::helper
