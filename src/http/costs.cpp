#include "http/costs.hpp"

#include <bit>
#include <charconv>
#include <set>

#include "http/api_call.hpp"
#include "http/body_limits.hpp"
#include "http/route.hpp"

namespace foliot::http {

namespace {

/// Numbers of about one size.
std::string size_of(uint32_t number) {
  constexpr int digits_alike = 3;  // in binary
  return std::to_string((std::bit_width(number) + digits_alike - 1) / digits_alike);
}

/// Texts that are no number count as 0.
std::string size_of(const std::string& text) {
  uint32_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return size_of(number);
}

/// A word that means something somewhere; anything else is one kind.
const std::string& word_of(const std::string& text) {
  static const std::string other = "?";
  static const std::set<std::string> known = [] {
    std::set<std::string> out{"",       "bundle",      "bundle-rerun", "change", "coord", "dryrun",
                              "ignore", "coord-rerun", "coordinator",  "kill",   "rerun", "resume",
                              "start",  "suspend",     "update",       "wf"};
    for (const auto& names : {view_names(), admin_names()}) out.insert(names.begin(), names.end());
    return out;
  }();
  const auto found = known.find(text);
  return found == known.end() ? other : *found;
}

}  // namespace

std::string kind_of_request(const request& in, size_t body_bytes) {
  const route where = find_route(in.path);
  const auto query = parameters::parse(in.query.substr(0, limits::access_target_bytes_max));
  const bool reads = in.method == "GET";
  std::string out = (reads ? "read " : "write ") + std::to_string(static_cast<int>(where.what));
  if (body_bytes > limits::http_notable_body_bytes)
    return out + "+" + size_of(static_cast<uint32_t>(body_bytes));
  if (where.what == resource::admin) return out + word_of(where.rest);
  if (!query || (where.what != resource::job && where.what != resource::jobs)) return out;
  const auto add = [&](const char* name) { out += "&" + word_of(query->find(name).value_or("")); };
  if (where.what == resource::jobs) add("jobtype");
  if (!reads) add("action");
  if (!reads) return out;
  if (where.what == resource::job) add("show");
  out += "&" + size_of(query->find("len").value_or("0"));
  for (const char* name : {"filter", "bulk", "scope"})
    if (query->find(name)) out += "&" + std::string(name);
  return out;
}

bool is_long_body(size_t bytes) { return bytes > limits::http_long_body_bytes; }

void costs::took(const std::string& kind, int64_t ns) {
  constexpr int64_t weight = 4;  // of what was known, beside one part of what is new
  const auto known = usual_.find(kind);
  if (known != usual_.end())
    known->second = (weight * known->second + ns) / (weight + 1);
  else if (usual_.size() < limits::http_kinds_max)
    usual_.emplace(kind, ns);
}

bool costs::is_long(const std::string& kind) const {
  const auto known = usual_.find(kind);
  return known != usual_.end() && known->second >= limits::http_long_ns;
}

}  // namespace foliot::http
