// What the helper program is told and what it answers: property files in its work directory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.hpp"

namespace foliot::exec::helper {

/// Names with texts, in order; a name may come more than once.
class document {
 public:
  static document parse(std::string_view text);
  /// The file `path`. Fails with not_found, io or too_large.
  static result<document> read(const std::string& path);

  void add(std::string name, std::string text) {
    entries_.emplace_back(std::move(name), std::move(text));
  }
  /// The last text of that name; `otherwise` where there is none.
  std::string text(std::string_view name, std::string_view otherwise = {}) const;
  /// All texts of that name.
  std::vector<std::string> texts(std::string_view name) const;
  /// The same as a whole number; `otherwise` also where it is none.
  int64_t number(std::string_view name, int64_t otherwise) const;
  bool has(std::string_view name) const;

 private:
  std::vector<std::pair<std::string, std::string>> entries_;
};

/// What became of the work, in the words of workflow.md 4 (error types).
enum class outcome_type : uint8_t { ok, error, transient, non_transient, failed };

struct outcome {
  outcome_type type = outcome_type::ok;
  std::string code;     ///< Oozie's, of what went wrong.
  std::string message;  ///< For people.
  std::string data;     ///< What the action leaves behind: Java properties.
};

/// The result file's text: type, code, message (cut to message_bytes_max) and data.
std::string encode(const outcome& of);

/// A failure with its Oozie code as an outcome.
outcome outcome_of(const failure& error, outcome_type type = outcome_type::error);

/// All of the file `path`, at most `bytes_max`. Fails with not_found, forbidden, too_large or io.
result<std::string> read_file(const std::string& path, size_t bytes_max);

/// Writes `text` into the new file `path`, with these permissions. Fails with io.
result<void> write_file(const std::string& path, std::string_view text, int mode);

/// The first line of a file that holds a secret. Fails as read_file, and with forbidden where
/// others may read it.
result<std::string> read_secret(const std::string& path);

}  // namespace foliot::exec::helper
