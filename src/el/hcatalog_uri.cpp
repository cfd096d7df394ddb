#include "el/hcatalog_uri.hpp"

#include <algorithm>

namespace foliot::el {
namespace {

constexpr std::string_view scheme = "hcat://";

/// The part of `rest` before `end`, which is taken away with it.
std::string_view next_part(std::string_view& rest, char end) {
  const size_t at = std::min(rest.find(end), rest.size());
  const std::string_view part = rest.substr(0, at);
  rest.remove_prefix(std::min(at + 1, rest.size()));
  return part;
}

failure malformed(std::string_view uri) {
  return {errc::bad_input,
          "'" + std::string(uri.substr(0, 200)) + "' names no table or partition of HCatalog",
          "E1004", "", "Write hcat://host:port/database/table/key=value;key=value"};
}

}  // namespace

const std::string* hcatalog_uri::find(std::string_view key) const {
  const auto at = std::find_if(partition.begin(), partition.end(),
                               [&](const auto& each) { return each.first == key; });
  return at == partition.end() ? nullptr : &at->second;
}

bool is_hcatalog(std::string_view uri) { return uri.starts_with(scheme); }

result<hcatalog_uri> parse_hcatalog(std::string_view uri) {
  if (!is_hcatalog(uri)) return malformed(uri);
  std::string_view rest = uri.substr(scheme.size());
  hcatalog_uri made;
  made.server = next_part(rest, '/');
  made.database = next_part(rest, '/');
  made.table = next_part(rest, '/');
  if (made.server.empty() || made.database.empty() || made.table.empty()) return malformed(uri);
  while (!rest.empty() && rest != "/") {
    std::string_view pair = next_part(rest, ';');
    const std::string_view key = next_part(pair, '=');
    if (key.empty() || pair.empty()) return malformed(uri);
    made.partition.emplace_back(key, pair);
  }
  return made;
}

}  // namespace foliot::el
