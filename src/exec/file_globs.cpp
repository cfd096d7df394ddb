#include "exec/file_globs.hpp"

#include <dirent.h>
#include <sys/stat.h>

#include <algorithm>
#include <set>

namespace foliot::exec {

namespace {

// Alternatives multiply: "{a,b}{a,b}{a,b}..." doubles with each pair.
constexpr size_t alternatives_max = 1'000;

failure bad_glob(const std::string& pattern, const char* why) {
  return {errc::bad_input, "the pattern '" + pattern + "' " + why, "", "", ""};
}

/// Whether `c` matches the class that begins behind the '[' at `at`; moves `at` behind its ']'.
/// Without a ']' the bracket is an ordinary character: `at` stays.
bool class_matches(std::string_view pattern, size_t& at, char c) {
  size_t i = at;
  const bool negated = i < pattern.size() && (pattern[i] == '^' || pattern[i] == '!');
  if (negated) ++i;
  bool hit = false;
  for (bool first = true; i < pattern.size() && (first || pattern[i] != ']'); first = false) {
    if (pattern[i] == '\\' && i + 1 < pattern.size()) ++i;
    const char low = pattern[i++];
    char high = low;
    if (i + 1 < pattern.size() && pattern[i] == '-' && pattern[i + 1] != ']') {
      high = pattern[i + 1];
      i += 2;
    }
    if (low <= c && c <= high) hit = true;
  }
  if (i >= pattern.size()) return c == '[';
  at = i + 1;
  return hit != negated;
}

bool has_wildcard(std::string_view component) {
  return component.find_first_of("?*[\\") != std::string_view::npos;
}

std::vector<std::string> names_in(const std::string& directory) {
  std::vector<std::string> out;
  DIR* open = ::opendir(directory.c_str());
  if (open == nullptr) return out;
  while (const dirent* entry = ::readdir(open)) {
    std::string name{entry->d_name};
    if (name != "." && name != "..") out.push_back(std::move(name));
  }
  ::closedir(open);
  return out;
}

bool is_there(const std::string& path) {
  struct stat facts {};
  return ::lstat(path.c_str(), &facts) == 0;
}

failure too_many(const std::string& pattern, size_t matches_max) {
  return {
      errc::too_large,
      "the pattern '" + pattern + "' matches more than " + std::to_string(matches_max) + " files",
      "FS013", "", "Name them more closely"};
}

}  // namespace

bool glob_matches(std::string_view pattern, std::string_view name) {
  size_t p = 0;
  size_t n = 0;
  size_t star = std::string_view::npos;
  size_t star_name = 0;
  while (n < name.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = ++p;
      star_name = n;
      continue;
    }
    size_t next = p + 1;
    bool fits = false;
    if (p < pattern.size()) {
      if (pattern[p] == '?') {
        fits = true;
      } else if (pattern[p] == '[') {
        fits = class_matches(pattern, next, name[n]);
      } else if (pattern[p] == '\\' && p + 1 < pattern.size()) {
        fits = pattern[p + 1] == name[n];
        next = p + 2;
      } else {
        fits = pattern[p] == name[n];
      }
    }
    if (fits) {
      p = next;
      ++n;
    } else if (star != std::string_view::npos) {
      p = star;  // only the last star has to give: no exponential search
      n = ++star_name;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

result<std::vector<std::string>> glob_alternatives(const std::string& pattern, size_t most) {
  std::vector<std::string> done;
  std::vector<std::string> open{pattern};
  while (!open.empty()) {
    if (open.size() + done.size() > most) {
      return failure{errc::too_large, "the pattern '" + pattern + "' has too many alternatives",
                     "FS013", "", ""};
    }
    const std::string text = std::move(open.back());
    open.pop_back();
    // The first brace that is not escaped, and the commas and the end of its own level.
    std::vector<size_t> cuts;
    size_t depth = 0;
    for (size_t i = 0; i < text.size(); ++i) {
      if (text[i] == '\\') {
        ++i;
      } else if (text[i] == '{') {
        if (depth++ == 0) cuts.push_back(i);
      } else if (depth > 0 && text[i] == '}') {
        if (--depth == 0) {
          cuts.push_back(i);
          break;
        }
      } else if (depth == 1 && text[i] == ',') {
        cuts.push_back(i);
      }
    }
    if (depth != 0) return bad_glob(pattern, "has a { without its }");
    if (cuts.empty()) {
      done.push_back(text);
      continue;
    }
    const std::string before = text.substr(0, cuts.front());
    const std::string after = text.substr(cuts.back() + 1);
    // Taken from the back, so the last alternative goes in first.
    for (size_t i = cuts.size() - 1; i > 0; --i) {
      open.push_back(before + text.substr(cuts[i - 1] + 1, cuts[i] - cuts[i - 1] - 1) + after);
    }
  }
  return done;
}

result<std::vector<std::string>> expand_glob(const std::string& pattern, size_t matches_max) {
  auto alternatives = glob_alternatives(pattern, alternatives_max);
  if (!alternatives) return alternatives.error();
  std::set<std::string> found;
  for (const auto& alternative : *alternatives) {
    std::vector<std::string> here{""};
    for (size_t at = 0; at < alternative.size();) {
      const size_t begin = at + (alternative[at] == '/' ? 1 : 0);
      const size_t end = std::min(alternative.find('/', begin), alternative.size());
      const std::string component = alternative.substr(begin, end - begin);
      at = end;
      if (component.empty()) continue;
      std::vector<std::string> next;
      for (const auto& directory : here) {
        if (!has_wildcard(component)) {
          std::string path = directory + "/" + component;
          if (is_there(path)) next.push_back(std::move(path));
          continue;
        }
        for (const auto& name : names_in(directory.empty() ? "/" : directory)) {
          if (glob_matches(component, name)) next.push_back(directory + "/" + name);
        }
        if (next.size() > matches_max) return too_many(pattern, matches_max);
      }
      here = std::move(next);
    }
    for (auto& path : here) found.insert(path.empty() ? "/" : std::move(path));
    if (found.size() > matches_max) return too_many(pattern, matches_max);
  }
  return std::vector<std::string>{found.begin(), found.end()};
}

}  // namespace foliot::exec
