// What lint says: one finding about one place.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "parse/outline.hpp"

namespace foliot::offline {

enum class severity : uint8_t {
  warning,  ///< It runs, but perhaps not as meant, or not in Oozie.
  error     ///< A submission is refused, or an action fails.
};

struct finding {
  std::string code;  ///< "cron-never-fires", or Oozie's where a submission fails with one: "E1003".
  std::string file;
  parse::outline_place at;
  severity level = severity::warning;
  std::string sentence;      ///< Without a trailing full stop.
  std::string remedy;        ///< An imperative sentence; may be empty.
  bool not_offered = false;  ///< What a refusal or warning is about may be offered one day.

  /// "file:line:col CODE"
  std::string place_and_code() const;
};

/// By file, place and code.
bool operator<(const finding& left, const finding& right);

/// `error` as a finding of `file`: its place, if it begins with that file, gives line and column.
finding finding_of(const failure& error, const std::string& file);

/// A reader's warning, "file:line:column: sentence. Remedy.", as a finding called `code`.
finding finding_of_warning(const std::string& text, const std::string& file,
                           const std::string& code);

}  // namespace foliot::offline
