#include "tools/offline/oozie_keys.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "base/secrets.hpp"

namespace foliot::offline {

namespace {

struct index {
  std::map<std::string, const key_rule*, std::less<>> whole;
  std::vector<std::pair<std::string, const key_rule*>> patterns;
  std::vector<std::string> names;
};

std::vector<std::string> names_of(const key_rule& rule) {
  std::vector<std::string> out;
  std::string_view rest = rule.names;
  while (!rest.empty()) {
    const std::string_view one = rest.substr(0, rest.find(' '));
    rest.remove_prefix(std::min(rest.size(), one.size() + 1));
    out.push_back(std::string(rule.prefix) + std::string(one));
  }
  return out;
}

const index& all() {
  static const index made = [] {
    index out;
    for (const key_rule& rule : key_rules()) {
      for (std::string& name : names_of(rule)) {
        if (name.find('*') != std::string::npos)
          out.patterns.emplace_back(std::move(name), &rule);
        else
          out.whole.emplace(std::move(name), &rule);
      }
    }
    out.names.reserve(out.whole.size());
    for (const auto& [name, rule] : out.whole) out.names.push_back(name);
    return out;
  }();
  return made;
}

}  // namespace

const std::vector<key_rule>& key_rules() {
  static const std::vector<key_rule> made = [] {
    std::vector<key_rule> out;
    add_server_keys(out);
    add_service_keys(out);
    add_job_keys(out);
    add_action_keys(out);
    return out;
  }();
  return made;
}

found_rule find_rule(std::string_view key) {
  const auto found = all().whole.find(key);
  if (found != all().whole.end()) return {found->second, ""};
  for (const auto& [pattern, rule] : all().patterns) {
    const size_t star = pattern.find('*');
    const std::string_view before = std::string_view(pattern).substr(0, star);
    const std::string_view behind = std::string_view(pattern).substr(star + 1);
    if (key.size() <= before.size() + behind.size() || !key.starts_with(before) ||
        !key.ends_with(behind))
      continue;
    const size_t size = key.size() - before.size() - behind.size();
    return {rule, std::string(key.substr(before.size(), size))};
  }
  return {};
}

const std::vector<std::string>& known_keys() { return all().names; }

bool is_secret(std::string_view key) {
  // Besides what such a name looks like everywhere (base/secrets.hpp).
  static constexpr std::array<std::string_view, 4> marks{"account", "private", "jdbc.url",
                                                         "connection.properties"};
  // Numbers and lists of classes, which happen to be called so.
  static constexpr std::array<std::string_view, 3> open{"oozie.authentication.token.validity",
                                                        "oozie.credentials.credentialclasses",
                                                        "oozie.credentials.skip"};
  // Sections of who may ask: only what follows tells.
  static constexpr std::array<std::string_view, 2> sections{"oozie.authentication.",
                                                            "oozie.service.AuthorizationService."};
  if (std::find(open.begin(), open.end(), key) != open.end()) return false;
  for (const std::string_view section : sections)
    if (key.starts_with(section)) key.remove_prefix(section.size());
  std::string lower(key);
  for (char& c : lower)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return names_secret(key) || std::any_of(marks.begin(), marks.end(), [&](std::string_view mark) {
           return lower.find(mark) != std::string::npos;
         });
}

std::string_view default_value(std::string_view key) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 8> values{
      {{"oozie.http.hostname", "0.0.0.0"},
       {"oozie.http.port", "11000"},
       {"oozie.https.port", "11443"},
       {"oozie.base.url", "http://${oozie.http.hostname}:${oozie.http.port}/oozie"},
       {"oozie.authentication.type", "simple"},
       {"oozie.processing.timezone", "UTC"},
       {"oozie.db.schema.name", "oozie"},
       {"local.realm", "LOCALHOST"}}};
  const auto* const found =
      std::find_if(values.begin(), values.end(), [&](const auto& one) { return one.first == key; });
  return found == values.end() ? std::string_view{} : found->second;
}

}  // namespace foliot::offline
