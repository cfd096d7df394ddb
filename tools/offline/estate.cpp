#include "tools/offline/estate.hpp"

#include <algorithm>
#include <filesystem>
#include <set>

#include "base/limits.hpp"
#include "parse/configuration.hpp"
#include "parse/location.hpp"
#include "tools/offline/files.hpp"

namespace foliot::offline {

namespace fs = std::filesystem;

namespace {

/// More files than the largest estates have: a slip such as `foliot lint /` ends soon.
constexpr size_t files_max = 100'000;

entity_kind kind_of_root(const std::string& name) {
  if (name == "bundle-app") return entity_kind::bundle;
  if (name == "coordinator-app") return entity_kind::coordinator;
  return name == "workflow-app" ? entity_kind::workflow : entity_kind::none;
}

/// Whether a file that is no XML was meant to be a definition.
bool meant_as_definition(const std::string& path, const std::string& text) {
  const std::string name = fs::path(path).filename().string();
  if (name == "bundle.xml" || name == "coordinator.xml" || name == "workflow.xml") return true;
  for (const char* root : {"<bundle-app", "<coordinator-app", "<workflow-app"})
    if (text.find(root) != std::string::npos) return true;
  return false;
}

bool names_application(const model::configuration& of) {
  for (const auto& [name, value] : of)
    if (name.starts_with("oozie.") && name.ends_with(".path") &&
        name.find("application") != std::string::npos)
      return true;
  return false;
}

/// Where each property of a Java property file begins; continued lines belong to the one before.
void place_properties(const std::string& text, properties_file& out) {
  bool continued = false;
  uint32_t number = 0;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    std::string line = text.substr(at, end - at);
    at = end + 1;
    ++number;
    if (!line.empty() && line.back() == '\r') line.pop_back();
    const size_t first = line.find_first_not_of(" \t\f");
    const bool before = continued;
    size_t slashes = 0;
    while (slashes < line.size() && line[line.size() - 1 - slashes] == '\\') ++slashes;
    const bool comment =
        !before && first != std::string::npos && (line[first] == '#' || line[first] == '!');
    continued = slashes % 2 == 1 && !comment;
    if (before || comment || first == std::string::npos) continue;
    std::string name;
    for (size_t i = first; i < line.size(); ++i) {
      if (line[i] == '\\' && i + 1 < line.size()) {
        name += line[++i];
        continue;
      }
      if (std::string_view("=: \t\f").find(line[i]) != std::string_view::npos) break;
      name += line[i];
    }
    const parse::outline_place place{number, static_cast<uint32_t>(first + 1)};
    if (!out.places.emplace(name, place).second) out.repeated.emplace_back(name, place);
  }
}

std::vector<std::string> parts_of(const std::string& path) {
  std::vector<std::string> out;
  for (const fs::path& each : fs::path(path).lexically_normal())
    if (!each.empty() && each != "/") out.push_back(each.string());
  return out;
}

/// The last `take` parts, for the index.
std::string end_of(const std::vector<std::string>& parts, size_t take) {
  std::string out;
  for (size_t i = parts.size() - std::min(take, parts.size()); i < parts.size(); ++i)
    out += "/" + parts[i];
  return out;
}

class collector {
 public:
  result<void> walk(const fs::path& path) {
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    if (status.type() == fs::file_type::not_found)
      return failure{errc::not_found, "there is no such file or directory", "", path.string(),
                     "Check the path"};
    if (!fs::is_directory(status)) return single(path);
    std::vector<std::string> files;
    fs::recursive_directory_iterator at(path, fs::directory_options::skip_permission_denied, error);
    for (const fs::recursive_directory_iterator end; !error && at != end; at.increment(error)) {
      const std::string name = at->path().filename().string();
      std::error_code ignored;
      if (name.starts_with('.') && at->is_directory(ignored)) at.disable_recursion_pending();
      if (!at->is_regular_file(ignored)) continue;
      if (!name.ends_with(".xml") && !name.ends_with(".properties")) continue;
      files.push_back(at->path().string());
      if (files.size() > files_max)
        return failure{errc::too_large,
                       "there are more than " + std::to_string(files_max) + " files", "",
                       path.string(), "Name the directory of the applications"};
    }
    if (error) return failure{errc::io, error.message(), "", path.string(), "Check permissions"};
    std::sort(files.begin(), files.end());
    for (const std::string& each : files) add(each);
    return {};
  }

  /// Keeps the files of properties that belong to jobs: named by the user, naming an application,
  /// called job*, or, where a definition has no such file beside it, any file beside it.
  estate finish() {
    std::set<std::string> homes;
    for (const definition_file& each : out_.definitions) homes.insert(home(each.path));
    const auto certain = [&](const properties_file& each) {
      return named_.contains(each.path) || names_application(each.properties) ||
             fs::path(each.path).filename().string().starts_with("job");
    };
    for (const properties_file& each : out_.properties)
      if (certain(each)) homes.erase(home(each.path));
    std::erase_if(out_.properties, [&](const properties_file& each) {
      return !certain(each) && !homes.contains(home(each.path));
    });
    return std::move(out_);
  }

 private:
  static std::string home(const std::string& path) { return fs::path(path).parent_path().string(); }

  result<void> single(const fs::path& path) {
    named_.insert(path.string());
    add(path.string());
    return {};
  }

  void add(const std::string& path) {
    ++out_.looked_at;
    const auto text = read_text(path, limits::definition_bytes_max);
    if (!text) {
      out_.broken.push_back({path, text.error()});
      return;
    }
    if (path.ends_with(".properties")) return add_properties(path, *text);
    auto root = parse::read_outline(path, *text);
    if (!root) {
      if (named_.contains(path) || meant_as_definition(path, *text))
        out_.broken.push_back({path, root.error()});
      return;
    }
    const entity_kind kind = kind_of_root(root->name);
    if (kind == entity_kind::none) return;
    definition_file made{path, kind, *text, std::move(*root), parts_of(path)};
    for (const size_t take : {1, 2})
      out_.by_end[end_of(made.parts, take)].push_back(out_.definitions.size());
    out_.definitions.push_back(std::move(made));
  }

  void add_properties(const std::string& path, const std::string& text) {
    auto read = parse::read_properties(path, text);
    if (!read) {
      out_.broken.push_back({path, read.error()});
      return;
    }
    properties_file made{path, std::move(*read), {}, {}};
    place_properties(text, made);
    out_.properties.push_back(std::move(made));
  }

  estate out_;
  std::set<std::string> named_;  ///< Files that the user named.
};

size_t common_end(const std::vector<std::string>& left, const std::vector<std::string>& right) {
  size_t out = 0;
  while (out < left.size() && out < right.size() &&
         left[left.size() - 1 - out] == right[right.size() - 1 - out])
    ++out;
  return out;
}

size_t common_begin(const std::vector<std::string>& left, const std::vector<std::string>& right) {
  size_t out = 0;
  while (out < left.size() && out < right.size() && left[out] == right[out]) ++out;
  return out;
}

}  // namespace

result<estate> read_estate(const std::string& path) {
  collector all;
  if (auto walked = all.walk(path); !walked) return walked.error();
  return all.finish();
}

const definition_file* find_definition(const estate& in, const std::string& app_path,
                                       entity_kind kind, const std::string& near) {
  const std::vector<std::string> wanted = parts_of(parse::definition_file(app_path, kind));
  const std::vector<std::string> home = parts_of(near);
  const size_t least = app_path.ends_with(".xml") || wanted.size() < 2 ? 1 : 2;
  const definition_file* best = nullptr;
  std::pair<size_t, size_t> merit{0, 0};
  bool twice = false;
  const auto candidates = in.by_end.find(end_of(wanted, least));
  if (candidates == in.by_end.end()) return nullptr;
  for (const size_t index : candidates->second) {
    const definition_file& each = in.definitions[index];
    if (each.kind != kind) continue;
    const std::pair<size_t, size_t> here{common_end(each.parts, wanted),
                                         common_begin(each.parts, home)};
    if (here < merit) continue;
    twice = here == merit;
    if (!twice) best = &each;
    merit = here;
  }
  return twice ? nullptr : best;
}

const char* kind_name(entity_kind kind) {
  return kind == entity_kind::bundle        ? "bundle"
         : kind == entity_kind::coordinator ? "coordinator"
                                            : "workflow";
}

}  // namespace foliot::offline
