// Evaluation of parsed texts: pure, bounded, over a table of facts.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/dialect.hpp"
#include "base/limits.hpp"
#include "base/result.hpp"
#include "el/context.hpp"
#include "el/facts.hpp"
#include "el/parser.hpp"
#include "el/phases.hpp"
#include "el/value.hpp"
#include "time/datetime.hpp"
#include "time/frequency.hpp"

namespace foliot::el {

/// Everything an evaluation can see. Pointers may be null where the phase needs nothing from them;
/// they must outlive the call.
struct environment {
  phase where = phase::workflow;
  const variables* names = nullptr;  ///< Values are trimmed before use, as Oozie does.
  const facts* known = nullptr;      ///< Answers about the world; null: none yet.
  const coordinator_context* coordinator = nullptr;
  const workflow_context* workflow = nullptr;
  const bundle_context* bundle = nullptr;
  time::processing_zone zone;
  dialect reading = dialect::lenient;
  size_t ask_at_most = limits::probes_at_once_max;  ///< For resolve(open_range) alone.
};

/// Facts that an evaluation asks for: answer them, put them into `facts`, evaluate again. All that
/// can be asked at once are, up to limits::probes_at_once_max; more may follow.
struct needs {
  std::vector<probe> probes;  ///< Sorted, without repetitions, never empty.

  friend bool operator==(const needs&, const needs&) = default;
};

/// A value, questions, or what is wrong: bad_input with the phase's Oozie code (an undefined
/// variable, an unknown function or one of another phase, a wrong argument), unsupported (a regular
/// expression of Java's that is not offered) or too_large.
using outcome = std::variant<value, needs, failure>;

/// Evaluates `text`. A text that is one expression gives its value; mixed text gives text. Where
/// the phase echoes a function, the result is the whole text in one "${...}" (coordinator.md 4).
outcome evaluate(const expression& text, const environment& in);

/// As `evaluate`, converted to text (null is ""). The value held is always a string.
outcome evaluate_text(const expression& text, const environment& in);

/// As `evaluate`, converted to a condition. The value held is always a bool.
outcome evaluate_condition(const expression& text, const environment& in);

/// For texts that need not look at the world: the text, or the failure; bad_input where a fact is
/// missing.
result<std::string> text_of(const expression& text, const environment& in);

/// As parse, for a frequency: a cron expression inside ${} is refused with the remedy to leave the
/// braces out (rulings 0.9).
result<expression> parse_frequency(std::string_view text);

/// Evaluates a frequency (phase submit_freq): "10", "${coord:days(1)}", "${freq}". Fails with
/// bad_input E1004 when it cannot be evaluated or is not above 0 inside a coord: function, with
/// E1003 when the result is neither a number above 0 nor a cron expression ("0 10 * * MON-FRI").
result<time::schedule> frequency_of(const expression& text, const environment& in);

/// Evaluates a timeout (phase wait_timeout): minutes, "${coord:hours(2)}"; a month has 30 days.
/// Fails as frequency_of, but takes any integer that fits 32 bits.
result<int32_t> timeout_of(const expression& text, const environment& in);

/// Variables from a sorted table, which must outlive this.
class map_variables final : public variables {
 public:
  using table = std::map<std::string, std::string, std::less<>>;
  explicit map_variables(const table& entries) : entries_(&entries) {}
  const std::string* find(std::string_view name) const override;

 private:
  const table* entries_;
};

}  // namespace foliot::el
