#include "http/access.hpp"

#include <algorithm>
#include <array>

#include "base/visible.hpp"

namespace foliot::http {

namespace {

/// Parameters whose values are words, numbers, ids and names.
bool is_harmless(std::string_view name) {
  constexpr std::array<std::string_view, 26> known{
      "action", "bulk",        "before",   "bundle-days", "coordinator-days", "diff",  "doAs",
      "dryrun", "jobtype",     "kind",     "len",         "length",           "limit", "nocleanup",
      "offset", "old-actions", "order",    "refresh",     "safemode",         "scope", "selection",
      "show",   "systemmode",  "timezone", "user.name",   "workflow-days"};
  return std::find(known.begin(), known.end(), name) != known.end();
}

std::string_view or_dash(const std::string& text) {
  return text.empty() ? std::string_view("-") : std::string_view(text);
}

/// One word of a line: nothing in it divides or ends it.
std::string word(std::string_view text) {
  std::string out = visible(text);
  std::replace(out.begin(), out.end(), ' ', '_');
  return out.empty() ? "-" : out;
}

}  // namespace

bool is_request_id(std::string_view text) {
  return !text.empty() && text.size() <= limits::request_id_bytes_max &&
         std::all_of(text.begin(), text.end(), [](char c) {
           return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                  c == '.' || c == '_' || c == '-' || c == ':';
         });
}

std::string request_id_of(const header_list& headers, std::string made) {
  const auto given = find_header(headers, "X-Request-Id");
  if (given && is_request_id(*given)) return std::string(*given);
  return made;
}

std::string shown_target(std::string_view path, std::string_view query) {
  constexpr size_t most = limits::access_target_bytes_max;
  std::string out = word(path.substr(0, most));
  const bool cut = path.size() + query.size() > most;
  query = query.substr(0, path.size() < most ? most - path.size() : 0);
  char mark = '?';
  while (!query.empty()) {
    const std::string_view piece = query.substr(0, query.find('&'));
    query.remove_prefix(std::min(query.size(), piece.size() + 1));
    if (piece.empty()) continue;
    const std::string_view name = piece.substr(0, piece.find('='));
    out += mark;
    out += is_harmless(name) ? word(piece) : word(name) + "=...";
    mark = '&';
  }
  return cut ? out + "..." : out;
}

std::string access_line(const exchange& one) {
  constexpr int64_t ns_per_us = 1'000;
  std::string out = one.id;
  out += ' ';
  out += or_dash(one.peer);
  out += ' ' + word(one.user) + ' ' + word(one.method) + ' ';
  out += or_dash(one.target);
  out += ' ' + std::to_string(one.status) + ' ' + std::to_string(one.bytes) + ' ' +
         std::to_string((one.ended_ns - one.begun_ns) / ns_per_us) + "us";
  if (!one.taken) out += " cut";
  return out;
}

}  // namespace foliot::http
