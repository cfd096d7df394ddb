// The rules that look beyond one C++ file: words in any text, sources nobody builds, the walk.
#include <algorithm>
#include <array>
#include <cctype>
#include <fstream>
#include <iterator>
#include <map>

#include "tests/tidy/rules.hpp"
#include "tests/tidy/scanner.hpp"

namespace foliot::tidy {

namespace {

namespace fs = std::filesystem;
using std::string_view;

// Written in two pieces, so that this file may be read by its own rules.
const std::array parked{std::string{"TO"} + "DO", std::string{"FIX"} + "ME"};
const std::array machine_paths{std::string{"/wo"} + "rk/main", std::string{"/wo"} + "rk/shared",
                               std::string{"/ro"} + "ot/", std::string{"/Us"} + "ers/"};
const std::string shared_folder = std::string{"../sha"} + "red";
const std::string tracked = std::string{"iss"} + "ue";

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// Whether `word` stands in `line` by itself.
bool has_whole(string_view line, string_view word) {
  for (size_t at = line.find(word); at != string_view::npos; at = line.find(word, at + 1)) {
    bool begins = at == 0 || !is_word(line[at - 1]);
    bool ends = at + word.size() >= line.size() || !is_word(line[at + word.size()]);
    if (begins && ends) return true;
  }
  return false;
}

/// Whether `line` holds the absolute path `prefix`, not a longer path with it in the middle.
bool has_path(string_view line, string_view prefix) {
  for (size_t at = line.find(prefix); at != string_view::npos; at = line.find(prefix, at + 1)) {
    char before = at == 0 ? ' ' : line[at - 1];
    if (!is_word(before) && string_view{".-}*$)"}.find(before) == string_view::npos) return true;
  }
  return false;
}

/// The tracked word followed by "12" or "#12".
bool has_tracker_number(string_view line) {
  for (size_t at = line.find(tracked); at != string_view::npos; at = line.find(tracked, at + 1)) {
    string_view rest = line.substr(at + tracked.size());
    if (!rest.starts_with(' ')) continue;
    rest.remove_prefix(1);
    if (rest.starts_with('#')) rest.remove_prefix(1);
    if (!rest.empty() && std::isdigit(static_cast<unsigned char>(rest.front())) != 0) return true;
  }
  return false;
}

std::string read_all(const fs::path& path) {
  std::ifstream in{path, std::ios::binary};
  return {std::istreambuf_iterator<char>{in}, {}};
}

bool is_source(string_view path) { return path.ends_with(".cpp") || path.ends_with(".hpp"); }

bool is_script(string_view path) {
  return path == "tools/dev" || path == ".ci/run" || path.ends_with(".sh");
}

bool is_text(string_view path) {
  static constexpr std::array ends{
      string_view{".md"},  string_view{".txt"},  string_view{".cmake"},     string_view{".json"},
      string_view{".xml"}, string_view{".toml"}, string_view{".properties"}};
  return is_source(path) || is_script(path) ||
         std::any_of(ends.begin(), ends.end(), [&](auto e) { return path.ends_with(e); });
}

/// All text files of the tree with their contents, by path; build and data directories are none.
std::map<std::string, std::string> read_tree(const fs::path& root) {
  std::map<std::string, std::string> files;
  for (fs::recursive_directory_iterator at{root}, end; at != end; ++at) {
    std::string path = at->path().lexically_relative(root).generic_string();
    if (at->is_directory() && (path == "build" || path == "data" || path == ".git")) {
      at.disable_recursion_pending();
    } else if (at->is_regular_file() && !at->is_symlink() && is_text(path)) {
      files.emplace(path, read_all(at->path()));
    }
  }
  return files;
}

/// Whether a CMakeLists.txt beside `path` or above names it.
bool is_listed(const std::map<std::string, std::string>& files, const std::string& path) {
  std::string folder = path;
  while (!folder.empty()) {
    size_t slash = folder.rfind('/');
    folder = slash == std::string::npos ? "" : folder.substr(0, slash);
    auto list = files.find(folder.empty() ? "CMakeLists.txt" : folder + "/CMakeLists.txt");
    if (list != files.end() && names_source(folder, list->second, path)) return true;
  }
  return false;
}

void append(findings& to, findings&& more) {
  to.insert(to.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

}  // namespace

findings check_words(string_view path, string_view text) {
  findings found;
  std::vector<string_view> lines = lines_of(text);
  for (size_t i = 0; i < lines.size(); ++i) {
    auto add = [&](std::string what, std::string remedy) {
      found.push_back({std::string{path}, i + 1, std::move(what), std::move(remedy)});
    };
    for (const std::string& word : parked) {
      if (has_whole(lines[i], word)) add(word, "do it now, or say in docs/ what is not there");
    }
    for (const std::string& prefix : machine_paths) {
      if (has_path(lines[i], prefix)) add("path of a machine, " + prefix, "name no such place");
    }
    size_t shared = lines[i].find(shared_folder);
    if (shared != string_view::npos &&
        !lines[i].substr(shared + shared_folder.size()).starts_with("/vectors"))
      add("path outside the tree", "only the directory of vectors may be named");
    if (has_tracker_number(lines[i])) add("number of a tracker", "say what it was about");
  }
  return found;
}

bool names_source(string_view folder, string_view text, string_view path) {
  string_view name = folder.empty() ? path : path.substr(folder.size() + 1);
  for (string_view line : lines_of(text)) {
    line = line.substr(0, line.find('#'));
    for (size_t at = line.find(name); at != string_view::npos; at = line.find(name, at + 1)) {
      static constexpr string_view around = " \t()\"/";
      bool begins = at == 0 || around.find(line[at - 1]) != string_view::npos;
      size_t end = at + name.size();
      bool ends = end == line.size() || around.find(line[end]) != string_view::npos;
      if (begins && ends) return true;
    }
  }
  return false;
}

findings check_tree(const fs::path& root) {
  std::map<std::string, std::string> files = read_tree(root);
  findings found;
  for (const auto& [path, text] : files) {
    append(found, check_words(path, text));
    if (is_source(path) || is_script(path)) append(found, check_lengths(path, text));
    if (path.starts_with("src/") && path.ends_with("/CMakeLists.txt"))
      append(found, check_links(path, text));
    if (!is_source(path)) continue;
    append(found, check_includes(path, text));
    append(found, check_calls(path, text));
    std::string header = path.substr(0, path.size() - 4) + ".hpp";
    append(found, check_header(path, text, files.contains(header)));
    if (path.ends_with(".cpp") && !is_listed(files, path))
      found.push_back({path, 1, "no CMakeLists.txt names this file", "list it or delete it"});
  }
  return found;
}

}  // namespace foliot::tidy
