// Regular expressions with Java's meaning and bounded work.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.hpp"

namespace foliot::el {

/// Where a match and its groups lie: byte offsets; npos for a group that took no part.
struct regex_match {
  std::vector<std::pair<size_t, size_t>> groups;  ///< [0] is the whole match.

  size_t begin() const { return groups[0].first; }
  size_t end() const { return groups[0].second; }
};

/// A compiled expression.
class regex {
 public:
  /// Fails as java_pattern, and with bad_input on what PCRE2 refuses.
  static result<regex> compile(std::string_view java_pattern);

  /// All matches as Java's Matcher.find gives them one after the other: after an empty match the
  /// search goes on one character further. `steps` is what may still be spent, and is taken from.
  /// Fails with bad_input when `subject` is no UTF-8, with too_large when the steps are used up or
  /// there are more than limits::el_steps_max matches.
  result<std::vector<regex_match>> find_all(const std::string& subject, int64_t& steps) const;

  /// `subject` with all `matches` replaced by `replacement`, in which $1, ${name} and \$ mean what
  /// they mean in Java. Fails with bad_input on a group that does not exist, if there is a match at
  /// all, with too_large beyond
  /// limits::el_result_bytes_max.
  result<std::string> replaced(const std::string& subject, const std::vector<regex_match>& matches,
                               std::string_view replacement) const;

 private:
  struct code;
  /// Of a replacement: text, then a group (npos: none).
  struct piece {
    std::string text;
    size_t group = std::string::npos;
  };
  explicit regex(std::shared_ptr<const code> compiled);
  result<std::vector<piece>> pieces_of(std::string_view replacement) const;

  std::shared_ptr<const code> compiled_;
};

}  // namespace foliot::el
