// Private to api*.cpp: what requests below /api are checked for, and how their query is read.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

#include "base/instant.hpp"
#include "base/result.hpp"
#include "http/api_call.hpp"
#include "http/message.hpp"
#include "http/own_routes.hpp"

namespace foliot::http {

/// Makes GET of a HEAD where GET is taken: the transport leaves the body out. Then 405 with Allow
/// for a method that the address does not take, 400 for a parameter that it does not know; nothing
/// where all is well.
std::optional<response> refuse_own(api_call& call);

/// The answer to OPTIONS.
response own_options_answer(const own_route& of);

/// What a parameter without a value is: a mistake below /api, nothing where Oozie reads it.
enum class empty_value : uint8_t { wrong, absent };

/// Reads parameters one by one, and remembers the first that is wrong: its name is the place.
class own_reading {
 public:
  explicit own_reading(const parameters& query, empty_value empty = empty_value::wrong)
      : query_(query), empty_(empty) {}

  /// A whole number from `least` to `most`; nothing when it is absent.
  std::optional<uint64_t> number(std::string_view name, uint64_t least, uint64_t most);
  uint64_t number_or(std::string_view name, uint64_t otherwise, uint64_t least, uint64_t most);
  /// "true" or "false".
  std::optional<bool> truth(std::string_view name);
  /// "2026-01-05T00:00Z"
  std::optional<instant> time(std::string_view name);
  /// One of `words`; with `needed` it must be there. Empty otherwise.
  std::string choice(std::string_view name, std::initializer_list<std::string_view> words,
                     bool needed);
  /// Any text of at most `most` characters of UTF-8; with `needed` it must be there. Empty
  /// otherwise.
  std::string text(std::string_view name, size_t most, bool needed = false);

  const std::optional<failure>& wrong() const { return wrong_; }

 private:
  std::optional<std::string> given(std::string_view name) const;
  void refuse_value(std::string_view name, const std::string& text, const std::string& wanted);
  void refuse_absence(std::string_view name, const std::string& wanted);

  const parameters& query_;
  empty_value empty_;
  std::optional<failure> wrong_;
};

}  // namespace foliot::http
