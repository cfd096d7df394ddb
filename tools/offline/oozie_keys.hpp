// The keys of oozie-site.xml, of Oozie 3.3 to 5.2.1, and what becomes of each here. Names and
// meanings of the keys: oozie-default.xml and the classes that read them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace foliot::offline {

/// How the value of a key becomes that of a setting, or what else is looked at.
enum class handling : uint8_t {
  ignored,             ///< Whatever it says.
  only,                ///< Means nothing new where it is one of `fine` or empty; else unsupported.
  at_most,             ///< The same for whole numbers up to `fine`.
  number,              ///< The setting's own unit.
  seconds_as_minutes,  ///< Rounded up.
  ms_as_seconds,       ///< Rounded up.
  truth,               ///< `fine` has the setting's words for true and false: "on|off".
  text,
  path,       ///< Of this host; "file:" is taken off.
  names,      ///< With commas; the setting has no blanks in it.
  system_id,  ///< Oozie takes the first ten characters.
  clusters,   ///< Directories are relative to the file's.
  host,       ///< With `port` it becomes the address to listen on.
  port,
  base_url,     ///< Means nothing new where it names every address.
  proxy_hosts,  ///< The '*' of the name is the user.
  proxy_groups,
  mail_login,  ///< Whether there is an account.
  mail_user,
  mail_password,  ///< Never shown nor written.
  classes,        ///< Those of `fine`, by their last part, mean nothing new.
  functions,      ///< Classes of Oozie's own mean nothing new.
  schemas,        ///< Those that are built in.
  file_systems
};

/// Keys that are handled alike.
struct key_rule {
  std::string_view prefix;  ///< Put before each of `names`.
  std::string_view names;   ///< With blanks between; one may hold a '*' for any characters.
  handling how = handling::ignored;
  std::string_view setting;  ///< Of foliot.toml; empty: none.
  std::string_view fine;     ///< See `handling`; several with '|' between.
  std::string_view says;     ///< Why it is ignored, or what it means that it is not supported.
  std::string_view remedy;   ///< Where it is not supported, as an imperative sentence.
};

/// A key that nothing comes of.
constexpr key_rule ignored(std::string_view prefix, std::string_view names, std::string_view says) {
  return {prefix, names, handling::ignored, {}, {}, says, {}};
}
/// A key that becomes a setting.
constexpr key_rule mapped(std::string_view prefix, std::string_view names, handling how,
                          std::string_view setting, std::string_view fine = {},
                          std::string_view says = {}) {
  return {prefix, names, how, setting, fine, says, {}};
}
/// A key without a setting, some of whose values ask for nothing that is not here.
constexpr key_rule limited(std::string_view prefix, std::string_view names, handling how,
                           std::string_view fine, std::string_view says, std::string_view remedy) {
  return {prefix, names, how, {}, fine, says, remedy};
}

/// All of them; a whole name is in one rule only.
const std::vector<key_rule>& key_rules();

/// A rule and what stands for its '*'.
struct found_rule {
  const key_rule* rule = nullptr;  ///< None: the key is not known.
  std::string variable;
};
/// A rule with the whole name goes before one with '*'.
found_rule find_rule(std::string_view key);

/// The names without '*', for what a user may have meant.
const std::vector<std::string>& known_keys();

/// Whether the value of such a key may be a secret: it is neither shown nor put into other values.
bool is_secret(std::string_view key);

/// Values that oozie-default.xml gives to keys which others refer to; empty for all others.
std::string_view default_value(std::string_view key);

/// The parts of the table.
void add_server_keys(std::vector<key_rule>& out);
void add_service_keys(std::vector<key_rule>& out);
void add_job_keys(std::vector<key_rule>& out);
void add_action_keys(std::vector<key_rule>& out);
template <size_t count>
void add_rules(std::vector<key_rule>& out, const key_rule (&rules)[count]) {
  out.insert(out.end(), rules, rules + count);
}

}  // namespace foliot::offline
