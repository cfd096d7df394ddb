#include "base/hadoop_clusters.hpp"

#include <algorithm>
#include <utility>

namespace foliot {

namespace {

std::string_view without_blanks(std::string_view text) {
  constexpr std::string_view blanks = " \t";
  const size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

failure bad_entry(std::string sentence) {
  return {errc::bad_input, std::move(sentence), "", "",
          "Write HOST:PORT=DIRECTORY or *=DIRECTORY, several with a comma between them"};
}

}  // namespace

std::string cluster_name(std::string_view authority) {
  std::string out(without_blanks(authority));
  std::transform(out.begin(), out.end(), out.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return out;
}

result<hadoop_clusters> parse_hadoop_clusters(std::string_view text) {
  hadoop_clusters out;
  while (!text.empty()) {
    const size_t comma = std::min(text.find(','), text.size());
    const std::string_view entry = without_blanks(text.substr(0, comma));
    text.remove_prefix(std::min(comma + 1, text.size()));
    const size_t equals = entry.find('=');
    if (equals == std::string_view::npos)
      return bad_entry("'" + std::string(entry) + "' has no '='");
    const std::string who = cluster_name(entry.substr(0, equals));
    const std::string directory(without_blanks(entry.substr(equals + 1)));
    if (who.empty()) return bad_entry("'" + std::string(entry) + "' names no cluster");
    if (!directory.starts_with('/'))
      return bad_entry("'" + directory + "' is not an absolute path of a directory");
    if (!out.emplace(who, directory).second) return bad_entry("'" + who + "' is given twice");
  }
  return out;
}

}  // namespace foliot
