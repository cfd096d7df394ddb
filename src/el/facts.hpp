// What an evaluation knows about the world. A pure step cannot look; it asks (architecture 2).
#pragma once

#include <compare>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "el/value.hpp"

namespace foliot::el {

/// A question to the world: a function that looks at it, with its evaluated arguments, for example
/// {"fs:exists", {"file:///data/2009"}}.
struct probe {
  std::string function;
  std::vector<std::string> arguments;

  friend auto operator<=>(const probe&, const probe&) = default;
};

/// The answer to a question that nobody here can answer: whoever evaluates it fails with `why`
/// (its sentence and remedy). No question has a map for an answer otherwise.
value unanswerable(const failure& why);
/// Why `answer` is none; nothing when it is one.
std::optional<failure> why_unanswerable(const value& answer);

/// The answers known so far.
class facts {
 public:
  /// Adds or replaces an answer.
  void put(probe question, value answer);
  /// The answer, or nullptr when it is not known.
  const value* find(const probe& question) const;

  const std::map<probe, value>& all() const { return known_; }
  bool empty() const { return known_.empty(); }

  friend bool operator==(const facts&, const facts&) = default;

 private:
  std::map<probe, value> known_;
};

}  // namespace foliot::el
