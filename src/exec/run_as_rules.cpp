#include "exec/run_as_rules.hpp"

#include <algorithm>
#include <charconv>
#include <set>
#include <utility>

namespace foliot::exec {

namespace {

// Far more than the kernel takes for a program's arguments and environment.
constexpr size_t words_max = 1U << 20;

failure bad(std::string sentence) { return {errc::bad_input, std::move(sentence), "", "", ""}; }

failure forbidden(std::string sentence) {
  return {errc::forbidden, std::move(sentence), "JA002", "", ""};
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t\r";
  const size_t from = text.find_first_not_of(blanks);
  if (from == std::string_view::npos) return {};
  return text.substr(from, text.find_last_not_of(blanks) - from + 1);
}

/// Absolute, and written as the kernel would: no "//", no "." and "..", no '/' at the end.
bool is_plain_path(std::string_view path) {
  if (path.size() < 2 || path.front() != '/' || path.back() == '/') return false;
  if (path.find('\0') != std::string_view::npos) return false;
  while (!path.empty()) {
    path.remove_prefix(1);
    const std::string_view part = path.substr(0, path.find('/'));
    if (part.empty() || part == "." || part == "..") return false;
    path.remove_prefix(part.size());
  }
  return true;
}

/// As it can be shown to whoever reads messages of root's.
std::string shown(const std::string& name) {
  std::string out = name.substr(0, 64);
  for (char& each : out)
    if (each < ' ' || each > '~') each = '?';
  return "'" + out + "'";
}

bool is_number(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

/// False for a name that is not known or a value that cannot be.
bool take_rule(run_as_rules& out, std::string_view name, std::string_view value) {
  if (name == "engine_user") return out.engine_user = value, is_user_name(value);
  if (name == "data") return out.data = value, is_plain_path(value);
  if (name == "work") return out.work = value, is_plain_path(value);
  if (name == "run_as_group") return out.group = value, is_user_name(value);
  if (name != "run_as_uid_min") return false;
  const auto read = std::from_chars(value.data(), value.data() + value.size(), out.uid_min);
  return read.ec == std::errc{} && read.ptr == value.data() + value.size() && out.uid_min > 0;
}

bool has_nul(const std::string& text) { return text.find('\0') != std::string::npos; }

bool is_variable(const std::string& text) {
  const size_t equals = text.find('=');
  return equals != std::string::npos && equals > 0 && !has_nul(text);
}

}  // namespace

result<run_as_rules> parse_run_as_rules(std::string_view text) {
  run_as_rules out;
  std::set<std::string, std::less<>> seen;
  size_t number = 0;
  while (!text.empty()) {
    const std::string_view whole = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(whole.size() + 1, text.size()));
    ++number;
    const std::string_view line = trimmed(whole);
    if (line.empty() || line.front() == '#') continue;
    const size_t equals = std::min(line.find('='), line.size());
    const std::string_view name = trimmed(line.substr(0, equals));
    std::string_view value = trimmed(line.substr(std::min(equals + 1, line.size())));
    if (value.size() >= 2 && value.front() == '"' && value.back() == '"')
      value = value.substr(1, value.size() - 2);
    const std::string where = "line " + std::to_string(number) + ": ";
    if (!seen.emplace(name).second) return bad(where + std::string{name} + " is there twice");
    if (!take_rule(out, name, value))
      return bad(where + "'" + std::string{line.substr(0, 200)} + "' is no rule");
  }
  for (const char* needed : {"engine_user", "data", "work", "run_as_group"})
    if (!seen.contains(std::string_view{needed})) return bad(std::string{needed} + " is missing");
  return out;
}

bool is_user_name(std::string_view name) {
  constexpr std::string_view first = "abcdefghijklmnopqrstuvwxyz_";
  constexpr std::string_view rest = "abcdefghijklmnopqrstuvwxyz_0123456789-";
  return !name.empty() && name.size() <= 32 && first.find(name.front()) != first.npos &&
         name.find_first_not_of(rest) == std::string_view::npos;
}

result<void> judge_user(const std::string& asked, const user_facts& found,
                        const run_as_rules& rules, gid_t group) {
  if (!is_user_name(asked))
    return forbidden(shown(asked) + " is no name that a program can run as (run_as)");
  // A directory of users may know more spellings of a name than one.
  if (found.name != asked) return forbidden("the host knows no user '" + asked + "' (run_as)");
  if (found.uid == 0 || found.uid == static_cast<uid_t>(-1) || found.gid == static_cast<gid_t>(-1))
    return forbidden("no program runs as '" + asked + "' (run_as)");
  if (found.uid < rules.uid_min)
    return forbidden("no program runs as '" + asked + "': the user's number " +
                     std::to_string(found.uid) + " is below " + std::to_string(rules.uid_min) +
                     " (run_as_uid_min)");
  if (std::find(found.groups.begin(), found.groups.end(), group) == found.groups.end())
    return forbidden("no program runs as '" + asked + "', who is not in the group " + rules.group +
                     " (run_as_group)");
  return {};
}

result<void> judge_file(const struct stat& facts, mode_t type, uid_t owner,
                        const std::string& name) {
  if ((facts.st_mode & S_IFMT) != type)
    return forbidden(name + (type == S_IFDIR ? " is no directory" : " is no plain file"));
  if (facts.st_uid != owner)
    return forbidden(name + " belongs to the user number " + std::to_string(facts.st_uid) +
                     ", not to " + std::to_string(owner));
  if ((facts.st_mode & (S_IWGRP | S_IWOTH)) != 0)
    return forbidden(name + " can be written by others than its owner");
  if (type == S_IFREG && facts.st_nlink != 1) return forbidden(name + " has a second name");
  return {};
}

result<launch_order> decode_user_order(std::string_view text, const std::string& name) {
  auto order = decode_order(text);
  if (!order) return order;
  const run_spec& spec = order->spec;
  // What is left out, doubled, misspelt or out of range does not come back as it was.
  if (encode(*order) != text) return bad("the order is not as an engine writes it");
  if (spec.name != name) return bad("the order is for another run");
  if (spec.user.empty() || order->kill) return bad("the order starts nothing as another user");
  if (spec.program.empty() || has_nul(spec.program)) return bad("the order names no program");
  if (spec.arguments.size() + spec.environment.size() > words_max)
    return bad("the order has too many words");
  if (std::any_of(spec.arguments.begin(), spec.arguments.end(), has_nul))
    return bad("an argument has a zero byte in it");
  if (!std::all_of(spec.environment.begin(), spec.environment.end(), is_variable))
    return bad("a variable of the environment is not NAME=VALUE");
  for (const auto* files : {&spec.files, &spec.archives})
    for (const auto& file : *files)
      if (has_nul(file.source) || !file.source.starts_with('/'))
        return bad("a file of the action has no absolute path");
  if (!is_plain_path(order->unpacker)) return bad("the order names no foliot-unpack");
  if (has_nul(spec.output_file)) return bad("the output file has a zero byte in its name");
  return order;
}

bool is_group_of(std::string_view group, const std::string& name) {
  if (!is_plain_path(group)) return false;
  std::string_view last = group.substr(group.rfind('/') + 1);
  if (!last.starts_with("run-") || !last.ends_with("-" + name)) return false;
  last.remove_prefix(4);
  last.remove_suffix(std::min(last.size(), name.size() + 1));
  const size_t dash = last.find('-');
  return dash != std::string_view::npos && is_number(last.substr(0, dash)) &&
         is_number(last.substr(dash + 1));
}

std::string encode_refusal(const failure& why) {
  failure plain = why;
  plain.oozie.clear();
  return (why.oozie + "\n" + plain.text()).substr(0, refusal_bytes_max);
}

failure decode_refusal(std::string_view text) {
  const size_t line = std::min(text.find('\n'), text.size());
  failure out{errc::bad_input, std::string{text.substr(std::min(line + 1, text.size()))},
              std::string{text.substr(0, line)}, "", ""};
  if (!out.oozie.empty()) out.code = errc::forbidden;
  return out;
}

}  // namespace foliot::exec
