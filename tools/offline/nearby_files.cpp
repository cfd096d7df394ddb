#include "tools/offline/nearby_files.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace foliot::offline {

namespace fs = std::filesystem;

namespace {

bool is_defaults(const fs::path& path) {
  return path.filename().string().ends_with("config-default.xml");
}

/// Names that say nothing: every application has such a file.
bool is_common(const fs::path& path) {
  constexpr std::array<const char*, 3> names{"bundle.xml", "coordinator.xml", "workflow.xml"};
  return std::find(names.begin(), names.end(), path.string()) != names.end();
}

/// The ends of `path`, the longest first.
std::vector<fs::path> ends_of(const fs::path& path) {
  std::vector<fs::path> out;
  fs::path end;
  for (fs::path rest = path; rest.has_filename(); rest = rest.parent_path()) {
    end = end.empty() ? rest.filename() : rest.filename() / end;
    if (!is_common(end)) out.push_back(end);
  }
  std::reverse(out.begin(), out.end());
  return out;
}

}  // namespace

nearby_files::nearby_files(fs::path directory, parse::read_text read)
    : read_(std::move(read)), home_(directory.empty() ? "." : std::move(directory)), last_(home_) {}

parse::read_text nearby_files::reader() {
  return [this](const std::string& path) { return this->read(path); };
}

result<std::string> nearby_files::read(const std::string& path) {
  const fs::path asked(path);
  if (const auto known = found_.find(path); known != found_.end()) return read_(known->second);
  if (const auto moved = moved_.find(asked.parent_path().string()); moved != moved_.end())
    return read_((fs::path(moved->second) / asked.filename()).string());
  result<std::string> text = read_(path);
  if (text || text.error().code != errc::not_found || is_defaults(asked)) return text;
  result<std::string> other = search(asked);
  return other ? std::move(other) : std::move(text);
}

result<std::string> nearby_files::search(const fs::path& path) {
  for (const fs::path& end : ends_of(path))
    for (const fs::path& base : {last_, home_})
      for (const char* up : {".", "..", "../.."}) {
        const fs::path here = (base / up / end).lexically_normal();
        result<std::string> text = read_(here.string());
        if (!text) continue;
        found_[path.string()] = here.string();
        moved_[path.parent_path().string()] = here.parent_path().string();
        last_ = here.has_parent_path() ? here.parent_path() : fs::path(".");
        return text;
      }
  return failure{errc::not_found, "", "", "", ""};
}

}  // namespace foliot::offline
