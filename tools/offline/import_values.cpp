#include "tools/offline/import_values.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <utility>

#include "base/local_path.hpp"
#include "base/public_url.hpp"
#include "base/text.hpp"
#include "parse/embedded_schemas.hpp"
#include "server/config.hpp"

namespace foliot::offline {

namespace {

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return out;
}

std::vector<std::string> split(std::string_view text, char mark) {
  std::vector<std::string> out;
  while (!text.empty()) {
    const std::string_view one = text.substr(0, text.find(mark));
    text.remove_prefix(std::min(text.size(), one.size() + 1));
    if (const std::string_view part = trim(one); !part.empty()) out.emplace_back(part);
  }
  return out;
}

verdict ignored_for(std::string_view says) { return {fate::ignored, "", std::string(says), ""}; }

verdict as_here() { return ignored_for("that is how it is here"); }

verdict unsupported_by(const key_rule& rule, const std::vector<std::string>& which = {}) {
  std::string says(rule.says);
  if (!which.empty()) says += " (" + joined(which, ", ") + ")";
  return unsupported(std::move(says), std::string(rule.remedy));
}

std::optional<uint64_t> number_in(std::string_view text) {
  uint64_t out = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return out;
}

verdict no_number(const std::string& value) {
  return unsupported("'" + value + "' is not a whole number", "Write digits alone");
}

/// In a larger unit; what is begun counts whole.
verdict in_units(const key_rule& rule, const std::string& value, uint64_t size) {
  const auto number = number_in(value);
  if (!number) return no_number(value);
  const uint64_t units = *number / size + (*number % size == 0 ? 0 : 1);
  return mapped_to(rule.setting, std::to_string(units));
}

verdict truth(const key_rule& rule, const std::string& value) {
  const auto is = truth_in(value);
  if (!is) return unsupported("'" + value + "' is neither true nor false", "Write true or false");
  const size_t bar = rule.fine.find('|');
  return mapped_to(rule.setting,
                   std::string(*is ? rule.fine.substr(0, bar) : rule.fine.substr(bar + 1)));
}

verdict only(const key_rule& rule, const std::string& value) {
  if (value.empty()) return as_here();
  for (const std::string& fine : split(rule.fine, '|'))
    if (lower(value) == lower(fine)) return as_here();
  return unsupported_by(rule);
}

verdict at_most(const key_rule& rule, const std::string& value) {
  const auto number = number_in(value);
  if (!number) return no_number(value);
  return *number <= number_in(rule.fine).value_or(0) ? ignored_for(rule.says)
                                                     : unsupported_by(rule);
}

/// A path of this host, relative as it may be written there; empty where `text` names none, or
/// another file system.
std::string path_here(std::string_view text) {
  if (const auto absolute = local_path(text)) return *absolute;
  const bool has_scheme = text.find(':') < text.find('/');
  return has_scheme ? std::string() : std::string(text);
}

verdict not_here(const key_rule& rule, std::string_view value) {
  return unsupported(
      "'" + public_url(value) + "' is not on this host",
      "Copy the directory to this host, and name it in " + std::string(rule.setting));
}

verdict path(const key_rule& rule, const std::string& value) {
  if (value.empty()) return as_here();
  std::string here = path_here(value);
  if (here.empty()) return not_here(rule, value);
  verdict out = mapped_to(rule.setting, std::move(here));
  if (out.what == fate::mapped && !value.starts_with("file:"))
    out.says = "this is a path of this host now: see that all is there";
  return out;
}

verdict clusters(const key_rule& rule, const std::string& value, const std::string& folder) {
  std::vector<std::string> out;
  for (const std::string& one : parts_of(value)) {
    const size_t equals = one.find('=');
    const std::string_view named =
        equals == std::string::npos ? "" : trim(std::string_view(one).substr(equals + 1));
    if (named.empty())
      return unsupported("'" + public_url(one) + "' is no AUTHORITY=DIRECTORY",
                         "Write it as in *=/etc/hadoop/conf");
    const std::string directory = path_here(named);
    if (directory.empty()) return not_here(rule, named);
    const std::string whole = directory.starts_with('/') ? directory : folder + "/" + directory;
    out.push_back(std::string(trim(std::string_view(one).substr(0, equals))) + "=" + whole);
  }
  return mapped_to(rule.setting, joined(out, ","));
}

/// Oozie's default has the address that it listens on, and that is every address by default.
verdict base_url(const key_rule& rule, const std::string& value) {
  const std::string authority = host_of_url(value);
  const auto place = server::parse_listen(authority);
  if (place && server::is_every_address(place->host))
    return ignored_for("it names no host: links have this host's name then");
  return mapped_to(rule.setting, value);
}

/// Those of Oozie's own classes whose last part is in the rule mean nothing new.
verdict classes(const key_rule& rule, const std::string& value) {
  const std::vector<std::string> fine = split(rule.fine, '|');
  std::vector<std::string> others;
  for (const std::string& one : parts_of(value)) {
    const std::string last = one.substr(one.rfind('.') + 1);
    const bool own = one.starts_with("org.apache.oozie.");
    if (!own || std::find(fine.begin(), fine.end(), last) == fine.end())
      others.push_back(own ? last : one);
  }
  return others.empty() ? as_here() : unsupported_by(rule, others);
}

/// "prefix:name=class#method" of classes that are not Oozie's.
verdict functions(const key_rule& rule, const std::string& value) {
  std::vector<std::string> others;
  for (const std::string& one : parts_of(value)) {
    const size_t equals = one.find('=');
    const std::string_view of =
        equals == std::string::npos ? "" : trim(std::string_view(one).substr(equals + 1));
    if (!of.starts_with("org.apache.oozie.")) others.push_back(one.substr(0, equals));
  }
  return others.empty() ? as_here() : unsupported_by(rule, others);
}

/// "hive-action-0.5.xsd" is called hive-0.5.xsd here.
verdict schemas(const key_rule& rule, const std::string& value) {
  std::vector<std::string> others;
  for (const std::string& one : parts_of(value)) {
    std::string name = one;
    for (const std::string_view prefix : {"gms-", "oozie-"})
      if (name.starts_with(prefix)) name.erase(0, prefix.size());
    if (const size_t at = name.find("-action-"); at != std::string::npos) name.erase(at, 7);
    const auto built_in = parse::embedded_schemas();
    const bool known =
        name.starts_with("common-") ||
        std::any_of(built_in.begin(), built_in.end(),
                    [&](const parse::embedded_file& each) { return each.name == name; });
    if (!known) others.push_back(one);
  }
  return others.empty() ? as_here() : unsupported_by(rule, others);
}

verdict file_systems(const key_rule& rule, const std::string& value) {
  std::vector<std::string> others;
  for (std::string& one : parts_of(value))
    if (one != "file") others.push_back(std::move(one));
  return others.empty() ? as_here() : unsupported_by(rule, others);
}

}  // namespace

verdict unsupported(std::string says, std::string remedy) {
  return {fate::unsupported, "", std::move(says), std::move(remedy)};
}

verdict unsupported(const failure& error) { return unsupported(error.sentence, error.remedy); }

verdict mapped_to(std::string_view setting, std::string value) {
  const auto taken = server::parse_config("", "", {{std::string(setting), value}});
  if (!taken) return unsupported(taken.error());
  return {fate::mapped, std::move(value), "", ""};
}

std::vector<std::string> parts_of(std::string_view text) { return split(text, ','); }

std::string joined(const std::vector<std::string>& parts, std::string_view mark) {
  std::string out;
  for (const std::string& one : parts) {
    if (!out.empty()) out += mark;
    out += one;
  }
  return out;
}

std::optional<bool> truth_in(std::string_view text) {
  const std::string word = lower(text);
  if (word != "true" && word != "false") return std::nullopt;
  return word == "true";
}

bool is_number(handling how) {
  return how == handling::number || how == handling::seconds_as_minutes ||
         how == handling::ms_as_seconds;
}

verdict judged(const key_rule& rule, const std::string& value, const std::string& folder) {
  constexpr uint64_t oozie_id_size = 10;
  switch (rule.how) {
    case handling::only: return only(rule, value);
    case handling::at_most: return at_most(rule, value);
    case handling::number:
    case handling::text: return mapped_to(rule.setting, value);
    case handling::seconds_as_minutes: return in_units(rule, value, 60);
    case handling::ms_as_seconds: return in_units(rule, value, 1000);
    case handling::truth: return truth(rule, value);
    case handling::path: return path(rule, value);
    case handling::names: return mapped_to(rule.setting, joined(parts_of(value), ","));
    case handling::system_id: return mapped_to(rule.setting, value.substr(0, oozie_id_size));
    case handling::base_url: return base_url(rule, value);
    case handling::clusters: return clusters(rule, value, folder);
    case handling::classes: return classes(rule, value);
    case handling::functions: return functions(rule, value);
    case handling::schemas: return schemas(rule, value);
    case handling::file_systems: return file_systems(rule, value);
    default: return ignored_for(rule.says);
  }
}

}  // namespace foliot::offline
