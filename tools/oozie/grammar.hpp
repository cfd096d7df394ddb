// The command line's grammar: GNU options as Oozie's client takes them, a single dash and a word.
//
// Not CLI11: there "-info" is the four flags -i -n -f -o, "-Dk=v" and "-D k=v" cannot be one option
// of two values, and what stands in the wrong place is refused otherwise than scripts expect.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.hpp"

namespace foliot::oozie {

/// How many values follow an option.
enum class takes : uint8_t {
  nothing,
  value,
  pair,  ///< "name=value", or two words.
  many,  ///< All words up to the next option.
};

/// Options that exclude each other.
enum class group : uint8_t {
  none,
  action,   ///< What the command does: one of them.
  dry_run,  ///< Goes with `update`, or stands for an action itself.
};

struct option {
  std::string_view name;
  takes values = takes::nothing;
  std::string_view about;
  group among = group::none;
  std::string_view shown = "arg";  ///< What the help calls its value.
  bool hidden = false;             ///< Understood, but of later versions: not in the help.
};

struct command {
  std::string_view name;
  std::string_view about;
  std::string_view operands;  ///< " <ARGS>" behind the options in the help; may be empty.
  std::span<const option> options;
  bool action_required = false;
  /// Whether the first word that is no option ends the options: "-X" and what is behind it.
  bool stops = false;
};

/// All commands in the order of the help.
std::span<const command> commands();
/// The command called `name`; null when there is none.
const command* find_command(std::string_view name);

/// A command line taken apart.
class command_line {
 public:
  const command* what = nullptr;
  /// Options with their values, in order; one that is given twice is there twice.
  std::vector<std::pair<const option*, std::vector<std::string>>> options;
  std::vector<std::string> operands;

  bool has(std::string_view name) const;
  /// The first value of the first option called `name`.
  std::optional<std::string> value(std::string_view name) const;
  /// All values of all options called `name`.
  std::vector<std::string> values(std::string_view name) const;
  /// "-D a=b -D c" as (a, b), (c, true).
  std::vector<std::pair<std::string, std::string>> pairs(std::string_view name) const;
};

/// Takes the words behind "oozie" apart. Fails (`no_command`) with the words of commons-cli, which
/// Oozie's client uses: no command, an unknown one, an unknown option, one without its value, two
/// actions, none where one is required.
result<command_line> read_command_line(const std::vector<std::string>& words);

}  // namespace foliot::oozie
