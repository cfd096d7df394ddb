// Conditions over the values of a record: where stepping through a history stops. Pure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "model/record_fields.hpp"

namespace foliot::model {

/// What a condition may cost: conditions are typed by people.
inline constexpr size_t condition_bytes_max = 1'024;
inline constexpr size_t condition_terms_max = 64;
inline constexpr size_t condition_depth_max = 16;

/// "status == KILLED && (pending == true || node.load.attempt > 2)".
class condition {
 public:
  /// FIELD OP VALUE, joined by && and || (or "and", "or"), with ! and parentheses; OP is one of ==
  /// != < <= > >=. A value with blanks or signs stands in quotes, '' or "". A field that the record
  /// does not have is an empty text, 0 or false, as the value it is compared with. Numbers are
  /// compared as numbers, everything else as text, by the alphabet (times are in order then);
  /// statuses are in no order: == and != alone. Fails with bad_input at the first character that is
  /// wrong, naming its place, and with too_large.
  static result<condition> parse(std::string_view text);

  bool holds(const std::vector<record_field>& record) const;
  /// Whether it holds whatever stood in the fields named `absent`.
  bool holds_without(const std::set<std::string>& absent,
                     const std::vector<record_field>& record) const;
  /// The names of all fields that it asks about.
  std::set<std::string> fields() const;

 private:
  enum class verb : uint8_t {
    equal,
    unequal,
    less,
    less_equal,
    more,
    more_equal,
    both,
    either,
    no
  };
  struct term {
    verb what = verb::equal;
    std::string field;
    std::string value;
    size_t left = 0;  ///< Positions of the parts of both, either and no.
    size_t right = 0;
  };
  class parser;

  bool holds(size_t at, const std::vector<record_field>& record) const;
  std::optional<bool> known(size_t at, const std::set<std::string>& absent,
                            const std::vector<record_field>& record) const;
  static bool compare(verb what, const std::string& left, const std::string& right);

  std::vector<term> terms_;
  size_t top_ = 0;
};

}  // namespace foliot::model
