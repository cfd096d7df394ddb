#include "tests/tidy/rules.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>

#include "tests/tidy/scanner.hpp"

namespace foliot::tidy {

namespace {

using std::string_view;

/// A folder of src/ and those it may include besides itself.
struct layer {
  string_view folder;
  string_view may_include;  // Names with a blank on each side.
};

constexpr std::array layers{
    layer{"base", " "},
    layer{"time", " base "},
    layer{"el", " time base "},
    layer{"model", " el time base "},
    layer{"parse", " model el time base "},
    layer{"store", " model el time base "},
    layer{"exec", " model el time base "},
    layer{"http", " model el time base "},
    layer{"actors", " parse store exec http model el time base "},
    layer{"server", " actors parse store exec http model el time base "},
    layer{"rehearsal", " actors parse store exec http model el time base "},
};

/// An outside library: what its includes begin with, and the folders of the tree it belongs to.
/// Tests and benchmarks may use any: they look at both sides of a border.
struct library {
  string_view prefix;
  string_view folders;
};

constexpr std::array libraries{
    library{"pugixml.hpp", " src/parse "},
    library{"libxml/", " src/parse "},
    library{"pcre2.h", " src/el "},
    library{"rocksdb/", " src/store "},
    library{"curl/", " src/exec "},
    library{"archive.h", " src/exec "},
    library{"archive_entry.h", " src/exec "},
    library{"nlohmann/", " src/http src/rehearsal tools "},
    library{"caf/", " src/actors src/server src/rehearsal "},
    library{"restinio/", " src/server "},
    library{"asio", " src/server "},
    library{"toml++/", " src/server "},
    library{"spdlog/", " src/server "},
    library{"prometheus/", " src/server "},
    library{"openssl/", " src/server "},
    library{"xxhash.h", " src/base "},
    library{"CLI/", " tools "},
    library{"histedit.h", " tools "},
};

/// What the pure folders el/ and model/ may not know: clocks, threads, files, logs.
constexpr std::array impure{
    string_view{"base/clock.hpp"}, string_view{"base/kv_store.hpp"},
    string_view{"base/log.hpp"},   string_view{"condition_variable"},
    string_view{"filesystem"},     string_view{"fstream"},
    string_view{"future"},         string_view{"iostream"},
    string_view{"mutex"},          string_view{"thread"},
};

/// A call or name with its one place (path prefixes, blanks between), or none, and what to do.
struct ban {
  string_view what;
  string_view allowed;
  string_view remedy;
};

constexpr std::array bans{
    ban{"system_clock::now", "src/server/clocks.cpp", "take a wall_clock"},
    ban{"steady_clock::now", "src/server/clocks.cpp bench/", "take a monotonic clock"},
    ban{"high_resolution_clock", "", "take a monotonic clock"},
    ban{"gettimeofday(", "", "take a wall_clock"},
    ban{"std::time(", "", "take a wall_clock"},
    ban{"sleep_for", "", "ask the alarm; in a test, advance the simulated clock"},
    ban{"sleep_until", "", "ask the alarm; in a test, advance the simulated clock"},
    ban{"usleep(", "", "ask the alarm; in a test, wait for the event itself"},
    ban{"nanosleep(", "", "ask the alarm; in a test, wait for the event itself"},
    ban{"std::cout", "", "log through base/log.hpp; a program prints with std::fputs"},
    ban{"rand(", "", "take an id source"},
    ban{"srand(", "", "take an id source"},
    ban{"fork(", "src/exec/launch_child.cpp", "posix_spawn; the launcher alone forks"},
    ban{"vfork(", "", "posix_spawn"},
    ban{"system(", "", "posix_spawn through the run port"},
    ban{"popen(", "", "posix_spawn through the run port"},
};

bool has_word(string_view list, string_view word) {
  return list.find(" " + std::string{word} + " ") != string_view::npos;
}

/// "src/model" for src/model/x.hpp, "tools" for tools/x.cpp.
string_view folder_of(string_view path) {
  size_t slash = path.find('/');
  if (path.starts_with("src/")) slash = path.find('/', 4);
  return slash == string_view::npos ? string_view{} : path.substr(0, slash);
}

const layer* layer_of(string_view folder) {
  auto at = std::find_if(layers.begin(), layers.end(), [&](auto& l) { return l.folder == folder; });
  return at == layers.end() ? nullptr : &*at;
}

const library* library_of(string_view include_path) {
  auto at = std::find_if(libraries.begin(), libraries.end(),
                         [&](auto& l) { return include_path.starts_with(l.prefix); });
  return at == libraries.end() ? nullptr : &*at;
}

/// Whether `<path>` belongs to the language or the operating system.
bool is_system(string_view path) {
  static constexpr std::array folders{string_view{"sys/"}, string_view{"linux/"},
                                      string_view{"netinet/"}, string_view{"arpa/"},
                                      string_view{"net/"}};
  if (path.find('/') == string_view::npos) return !path.ends_with(".hpp");
  return std::any_of(folders.begin(), folders.end(), [&](auto f) { return path.starts_with(f); });
}

/// What is wrong with `path` (a file of the tree) including `in`, if anything.
std::optional<std::pair<std::string, std::string>> wrong_include(string_view path,
                                                                 const include& in) {
  string_view folder = folder_of(path);
  bool inside_src = path.starts_with("src/");
  if (in.path == "caf/all.hpp") return {{"includes caf/all.hpp", "include what you use"}};
  if (const library* lib = library_of(in.path)) {
    if (path.starts_with("tests/") || path.starts_with("bench/")) return {};
    if (has_word(lib->folders, folder)) return {};
    return {{std::string{folder} + " includes " + in.path,
             "that library belongs to" + std::string{lib->folders}}};
  }
  string_view pure = inside_src ? folder.substr(4) : string_view{};
  bool is_pure = pure == "el" || pure == "model";
  if (is_pure && std::find(impure.begin(), impure.end(), in.path) != impure.end())
    return {{std::string{folder} + " includes " + in.path,
             "el and model are pure: take the value as an argument, give the wish as an effect"}};
  if (in.angle) {
    if (is_system(in.path) || !(inside_src || path.starts_with("tools/"))) return {};
    return {{"includes " + in.path + " of an unknown library",
             "name it in docs/dependencies.md and in tests/tidy/rules.cpp with its one folder"}};
  }
  if (!inside_src) return {};
  string_view target = string_view{in.path}.substr(0, in.path.find('/'));
  const layer* own = layer_of(folder.substr(4));
  if (own == nullptr)
    return {{"src/ has no folder " + std::string{folder.substr(4)} + " in its layering",
             "name it in docs/architecture.md and in tests/tidy/rules.cpp"}};
  if (layer_of(target) == nullptr)
    return {{"includes \"" + in.path + "\"", "paths are relative to src: \"folder/file.hpp\""}};
  if (target == own->folder || has_word(own->may_include, target)) return {};
  return {{std::string{own->folder} + " includes " + in.path,
           "it may include only" + std::string{own->may_include}}};
}

size_t columns(string_view line) {
  return static_cast<size_t>(
      std::count_if(line.begin(), line.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

bool allowed_at(string_view allowed, string_view path) {
  while (!allowed.empty()) {
    size_t blank = std::min(allowed.find(' '), allowed.size());
    if (path.starts_with(allowed.substr(0, blank))) return true;
    allowed.remove_prefix(std::min(blank + 1, allowed.size()));
  }
  return false;
}

}  // namespace

std::string finding::text() const {
  return file + ":" + std::to_string(line) + ": " + what + ", " + remedy;
}

findings check_includes(string_view path, string_view text) {
  findings found;
  for (const include& in : includes(text)) {
    if (auto wrong = wrong_include(path, in))
      found.push_back({std::string{path}, in.line, wrong->first, wrong->second});
  }
  return found;
}

findings check_header(string_view path, string_view text, bool has_header) {
  if (path.ends_with(".hpp")) {
    if (code_only(text).find("#pragma once") != std::string::npos) return {};
    return {{std::string{path}, 1, "header without #pragma once", "add it below the comment"}};
  }
  if (!has_header || !path.starts_with("src/")) return {};
  std::string own{path.substr(4, path.size() - 4 - string_view{".cpp"}.size())};
  own += ".hpp";
  std::vector<include> all = includes(text);
  if (!all.empty() && all.front().path == own) return {};
  return {{std::string{path}, all.empty() ? 1 : all.front().line, "its own header is not first",
           "include \"" + own + "\" before all others, so that it is known to stand alone"}};
}

findings check_lengths(string_view path, string_view text) {
  findings found;
  std::vector<string_view> lines = lines_of(text);
  std::string file{path};
  if (lines.size() > file_lines_max)
    found.push_back({file, lines.size(), "file of " + std::to_string(lines.size()) + " lines",
                     "split it by topic: at most " + std::to_string(file_lines_max)});
  for (size_t i = 0; i < lines.size(); ++i) {
    if (size_t n = columns(lines[i]); n > line_columns_max)
      found.push_back({file, i + 1, "line of " + std::to_string(n) + " columns",
                       "break it: at most " + std::to_string(line_columns_max)});
  }
  if (!path.ends_with(".cpp") && !path.ends_with(".hpp")) return found;
  for (const span& f : functions(code_only(text))) {
    if (f.lines() > function_lines_max)
      found.push_back({file, f.first_line, "function of " + std::to_string(f.lines()) + " lines",
                       "split it: at most " + std::to_string(function_lines_max)});
  }
  return found;
}

findings check_calls(string_view path, string_view text) {
  findings found;
  std::string code = code_only(text);
  std::vector<string_view> lines = lines_of(code);
  for (size_t i = 0; i < lines.size(); ++i) {
    for (const ban& b : bans) {
      if (mentions(lines[i], b.what) && !allowed_at(b.allowed, path))
        found.push_back({std::string{path}, i + 1, std::string{b.what} + " is banned here",
                         std::string{b.remedy}});
    }
  }
  return found;
}

findings check_links(string_view path, string_view text) {
  findings found;
  string_view folder = folder_of(path).substr(4);
  const layer* own = layer_of(folder);
  std::vector<string_view> lines = lines_of(text);
  for (size_t i = 0; i < lines.size() && own != nullptr; ++i) {
    string_view line = lines[i].substr(0, lines[i].find('#'));
    for (size_t at = line.find("foliot_"); at != string_view::npos;
         at = line.find("foliot_", at + 1)) {
      string_view name = line.substr(at + 7);
      size_t end = 0;
      while (end < name.size() && std::isalpha(static_cast<unsigned char>(name[end]))) ++end;
      name = name.substr(0, end);
      if (layer_of(name) == nullptr || name == folder || has_word(own->may_include, name)) continue;
      found.push_back({std::string{path}, i + 1,
                       std::string{folder} + " links foliot_" + std::string{name},
                       "it may link only" + std::string{own->may_include}});
    }
  }
  return found;
}

}  // namespace foliot::tidy
