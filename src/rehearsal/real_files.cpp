#include "rehearsal/real_files.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <utility>

#include "base/limits.hpp"
#include "parse/configuration.hpp"
#include "parse/text.hpp"
#include "rehearsal/limits.hpp"

namespace foliot::rehearsal {

namespace fs = std::filesystem;

namespace {

constexpr int folders_up_max = 3;
constexpr std::array markers{"job.properties", "bundle.xml", "coordinator.xml", "workflow.xml"};

bool lies_within(const fs::path& path, const fs::path& root) {
  const auto [end, rest] = std::mismatch(root.begin(), root.end(), path.begin(), path.end());
  return end == root.end();
}

/// "Did you mean 'job.properties'", from what lies where `path` was looked for.
std::string remedy_for(const fs::path& path) {
  std::vector<std::string> there;
  std::error_code error;
  for (fs::directory_iterator at(path.parent_path(), error), end;
       !error && at != end && there.size() < limits::scenario_files_max; at.increment(error))
    there.push_back(at->path().filename().string());
  const std::string near = parse::did_you_mean(path.filename().string(), there);
  return near.empty() ? "Paths are of the application directory, " + path.parent_path().string()
                      : near;
}

}  // namespace

real_files::real_files(const std::string& root) {
  std::error_code ignored;
  if (!root.empty()) root_ = fs::canonical(root, ignored);
}

result<fs::path> real_files::locate(const std::string& path) const {
  if (root_.empty())
    return failure{errc::bad_input, "this scenario has no application directory", "", path, ""};
  if (path.empty() || path.front() == '/')
    return failure{errc::bad_input, "a real file is named by its path in the application directory",
                   "", path, "Write it without the leading '/'"};
  const fs::path plain = (root_ / path).lexically_normal();
  const failure outside{errc::bad_input, "the path leads out of the application directory", "",
                        path, "Name a file below " + root_.string() + ", or give --app"};
  if (!lies_within(plain, root_)) return outside;
  std::error_code error;
  const fs::path real = fs::canonical(plain, error);
  if (error) return failure{errc::not_found, "there is no such file", "", path, remedy_for(plain)};
  if (!lies_within(real, root_)) return outside;
  return real;
}

result<std::vector<real_file>> real_files::list(const std::string& path) const {
  const auto top = locate(path);
  if (!top) return top.error();
  std::error_code error;
  std::vector<real_file> out;
  const auto take = [&](const fs::path& real, std::string below) {
    const auto bytes = static_cast<int64_t>(fs::file_size(real, error));
    if (!error) out.push_back({std::move(below), real.string(), bytes});
  };
  if (fs::is_regular_file(*top, error)) {
    take(*top, top->filename().string());
    return out;
  }
  for (fs::recursive_directory_iterator at(*top, error), end; !error && at != end;
       at.increment(error)) {
    if (at->path().filename().string().starts_with(".")) {
      if (at->is_directory(error)) at.disable_recursion_pending();
      continue;
    }
    const fs::path real = fs::canonical(at->path(), error);
    if (error || !lies_within(real, root_) || !fs::is_regular_file(real, error)) {
      error.clear();
      continue;
    }
    if (out.size() == limits::scenario_files_max)
      return failure{errc::too_large,
                     "there are more than " + std::to_string(limits::scenario_files_max) + " files",
                     "", path, "Name the directory of one application"};
    take(real, at->path().lexically_relative(*top).generic_string());
  }
  if (error) return failure{errc::io, error.message(), "", path, "Check its permissions"};
  return out;
}

result<model::configuration> real_files::properties(const std::string& path) const {
  const auto real = locate(path);
  if (!real) return real.error();
  auto text = read_real(real->string(), limits::request_body_bytes_max);
  if (!text) return text.error();
  return path.ends_with(".xml") ? parse::read_configuration(path, std::move(*text))
                                : parse::read_properties(path, *text);
}

std::string real_files::place_of(const std::string& virtual_path,
                                 const std::string& definition) const {
  if (root_.empty()) return {};
  std::error_code ignored;
  for (size_t slash = 0; slash != std::string::npos; slash = virtual_path.find('/', slash + 1)) {
    const std::string end = virtual_path.substr(slash + 1);
    const auto real = end.empty() ? result<fs::path>(root_) : locate(end);
    if (!real) continue;
    if (fs::is_regular_file(*real, ignored) || fs::is_regular_file(*real / definition, ignored))
      return virtual_path.substr(0, slash);
  }
  return fs::is_regular_file(root_ / definition, ignored) ? virtual_path : std::string();
}

result<std::string> read_real(const std::string& path, uint64_t bytes_max) {
  std::error_code error;
  if (fs::exists(path, error) && !fs::is_regular_file(path, error))
    return failure{errc::bad_input, "this is no file", "", path, "Name a file"};
  std::ifstream file(path, std::ios::binary);
  if (!file)
    return failure{errno == ENOENT ? errc::not_found : errc::io,
                   errno == ENOENT ? "there is no such file"
                                   : "cannot read the file: " + std::string(std::strerror(errno)),
                   "", path, "Check the path"};
  std::string text;
  std::array<char, 64 << 10> some{};
  while (text.size() <= bytes_max && file) {
    file.read(some.data(), some.size());
    text.append(some.data(), static_cast<size_t>(file.gcount()));
  }
  if (text.size() > bytes_max)
    return failure{errc::too_large,
                   "the file is longer than " + std::to_string(bytes_max) + " bytes", "", path,
                   "Check that it is the right file"};
  return text;
}

std::string application_folder(const std::string& file) {
  std::error_code error;
  const fs::path own = fs::canonical(fs::path(file), error).parent_path();
  fs::path at = own;
  for (int up = 0; up <= folders_up_max && !at.empty(); ++up, at = at.parent_path()) {
    for (const char* marker : markers)
      if (fs::is_regular_file(at / marker, error)) return at.string();
    if (at == at.parent_path()) break;
  }
  return own.string();
}

}  // namespace foliot::rehearsal
