// What foliot-run-as allows: decisions about values, without the system.
#pragma once

#include <sys/stat.h>
#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "exec/run_files.hpp"

namespace foliot::exec {

/// Where root's rules stand. Not in foliot.toml: who has the engine's account may change that.
inline constexpr const char* run_as_rules_path = "/etc/foliot/run-as.conf";

/// A sentence of foliot-run-as about a program that it did not start is no longer.
inline constexpr size_t refusal_bytes_max = 8U << 10;

/// What root allows.
struct run_as_rules {
  std::string engine_user;  ///< Whose engine it is; nobody else's orders count.
  std::string data;         ///< Its data directory; absolute, without links.
  std::string work;         ///< Root's directory for the work directories; absolute.
  std::string group;        ///< `run_as_group`: programs run as its members only.
  uint32_t uid_min = 1000;  ///< `run_as_uid_min`
};

/// Lines "name = value", comments after '#' at the beginning of a line, empty lines; the values as
/// they stand, or in double quotes. Fails with errc::bad_input for an unknown, double, missing or
/// impossible one.
result<run_as_rules> parse_run_as_rules(std::string_view text);

/// Whether `name` is [a-z_][a-z0-9_-]{0,31}: so it is no option and no number.
bool is_user_name(std::string_view name);

/// What the host knows of a user.
struct user_facts {
  std::string name;  ///< As the host spells it.
  uid_t uid = 0;
  gid_t gid = 0;
  std::string home;
  std::vector<gid_t> groups;  ///< All, with `gid`.
};

/// Whether programs may run as `found`, who was asked for as `asked`. `group` is the number of the
/// rules' group. Fails with errc::forbidden, JA002, and the name of the setting.
result<void> judge_user(const std::string& asked, const user_facts& found,
                        const run_as_rules& rules, gid_t group);

/// Whether `facts` are those of a plain file (or directory) of `owner` that nobody else can write.
/// Fails with errc::forbidden.
result<void> judge_file(const struct stat& facts, mode_t type, uid_t owner,
                        const std::string& name);

/// The order in `text` to start the run `name` as another user. It is held to be exactly what
/// `encode` writes, byte for byte, with nothing that only a hostile writer would put there. Fails
/// with errc::bad_input.
result<launch_order> decode_user_order(std::string_view text, const std::string& name);

/// Whether `group` is a path that group_path() can have made for the run `name`, without "..".
bool is_group_of(std::string_view group, const std::string& name);

/// Why a program was not started, between foliot-run-as and the launcher.
std::string encode_refusal(const failure& why);
failure decode_refusal(std::string_view text);

}  // namespace foliot::exec
