// Where the command line writes, and what that place can show.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace foliot::client {

/// Passed to every command; tests give one that collects.
struct console {
  std::function<void(std::string_view)> out;
  std::function<void(std::string_view)> err;
  /// One line that a person types, without its end; nothing at the end of the input. Empty when
  /// nobody can be asked.
  std::function<std::optional<std::string>()> ask = {};
  bool terminal = false;  ///< `out` is one: redraw in place.
  bool colour = false;    ///< `out` is one, and NO_COLOR is not set.
  bool json = false;      ///< --json
};

/// The process's own standard output and error.
console standard_console();

/// Exit statuses (a table in docs/hacking.md's sense: scripts rely on them).
inline constexpr int exit_good = 0;
inline constexpr int exit_failed = 1;
inline constexpr int exit_usage = 2;
inline constexpr int exit_timeout = 3;

/// Opens /dev/null in the place of standard input, output and error where one is closed: else the
/// next file that is opened would be taken for it. To be called first of all.
void reserve_standard_files();

/// What a command of `program` that ended with `status` ends with: `failed`, and why on standard
/// error, where the standard output did not take all that was written to it (a full disk).
int after_output(int status, std::string_view program = "foliot", int failed = exit_failed);

/// "foliot: CODE: place: sentence. Remedy." on err, or {"error":{...}} with --json; gives
/// exit_failed.
int report(const console& to, const failure& error);

/// `text` as it may stand on a terminal, line by line: what came from elsewhere is not obeyed.
std::string visible_lines(std::string_view text);
/// `text` coloured for a status name: green good, red bad, yellow under way.
std::string painted(const console& to, std::string_view status, std::string_view text);
std::string bold(const console& to, std::string_view text);
std::string dim(const console& to, std::string_view text);

/// Characters of UTF-8 text, not bytes.
size_t width_of(std::string_view text);
/// Cut to `width` characters, the last one "…" when something is missing.
std::string cut(std::string_view text, size_t width);

/// Rows of text in aligned columns, no wider than a line has room (lines.hpp) as long as the
/// flexible column can give way.
class text_table {
 public:
  /// Titles in order; `flexible` is the position of the column that is cut, `status` of the one
  /// that is coloured (or a position beyond the last).
  text_table(std::vector<std::string> titles, size_t flexible, size_t status);
  void add(std::vector<std::string> cells);
  bool empty() const { return rows_.empty(); }
  /// Lines with line breaks, each after `indent` blanks.
  std::string text(const console& to, size_t indent = 0) const;

 private:
  std::vector<std::string> titles_;
  std::vector<std::vector<std::string>> rows_;
  size_t flexible_;
  size_t status_;
};

}  // namespace foliot::client
