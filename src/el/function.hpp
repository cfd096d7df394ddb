// What the evaluator and the functions share. Private to el/.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/limits.hpp"
#include "base/result.hpp"
#include "el/ast.hpp"
#include "el/evaluate.hpp"
#include "el/value.hpp"
#include "time/calendar.hpp"

namespace foliot::el {

/// What one evaluation notices besides its value.
struct notes {
  std::set<probe> asked;  ///< Facts that are missing.
  bool echoed = false;    ///< A function was written out again.
  size_t steps = 0;
  int64_t regex_steps = limits::regex_evaluation_steps_max;  ///< Still left to spend.
  size_t bytes = 0;  ///< Of texts made so far; bounded by limits::el_work_bytes_max.
  /// The unit of the last frequency function (coord:days, ...).
  std::optional<std::pair<time::time_unit, time::end_of>> unit;
};

/// A value; nothing when a fact is missing (noted in `asked`); or what is wrong.
using found = result<std::optional<value>>;

/// One call of a function with evaluated arguments, of the right number.
struct call {
  const function_rule& rule;
  const std::vector<value>& arguments;
  const environment& in;
  notes& noted;

  std::string text(size_t index) const { return to_text(arguments[index]); }
  bool null(size_t index) const { return arguments[index].is_null(); }
  /// A failure of this function: bad_input with the phase's code.
  failure wrong(std::string sentence, std::string remedy = "") const;
  /// A failure that happened inside, with the function as place and the phase's code.
  failure because(failure inner) const;
  /// For functions whose context the caller did not give.
  failure without_context() const;
  /// An argument that is an int in Oozie; doubles are cut.
  result<int64_t> integer(size_t index) const;
  /// An argument that is a datetime in the processing zone.
  result<instant> datetime(size_t index) const;
};

/// The units of coord:offset: `given` is none of them.
failure no_unit(const std::string& given);
/// Refuses a variable in the place of coord:offset's unit that is meant as one: 'DAYS'. A later
/// phase sees units without their quotes.
result<void> check_unit(const call_node& of, const environment& in);
/// Refuses a unit that is about to be written out for a later phase and is none. Oozie takes any
/// and never starts the action.
result<void> check_echoed_unit(const call& of);

using implementation = found (*)(const call&);

/// The code behind a function; nullptr when there is none (yet).
implementation find_coordinator_function(std::string_view name);
implementation find_instance_function(std::string_view name);
implementation find_hcatalog_function(std::string_view name);
implementation find_workflow_function(std::string_view name);
implementation find_text_function(std::string_view name);

/// The code behind `name`, wherever it is.
implementation find_implementation(std::string_view name);

/// Writes a call out again with its evaluated arguments: "coord:offset(1 , DAY)".
std::string written_out(const call& of);

/// The value of `tree`.
found evaluate_node(const node& tree, const environment& in, notes& noted);

/// The instances coord:endOfDays(n) and its like mean (coordinator.md 4.2): the start of the day,
/// week or month of the nominal time, moved by n + 1.
instant end_of_instance(const time::dataset_calendar& of, instant nominal, time::time_unit unit,
                        int64_t n);

/// The time that coord:offset(n, unit) means before it is moved back to an instance: the instance
/// in force at `nominal` moved by n units; nothing before the first instance.
std::optional<instant> offset_time(const time::dataset_calendar& of, instant nominal, int64_t n,
                                   time::time_unit unit);

/// coord:offset(n, unit): the last instance not after offset_time; nothing before the first one.
/// dialect::oozie fails where Oozie does: where stepping from the first instance one by one ends
/// elsewhere (pinned month ends, days in a gap).
result<std::optional<instant>> offset_instance(const time::dataset_calendar& of, instant nominal,
                                               int64_t n, time::time_unit unit, dialect reading);

/// The instances from `start`, which must be one, to coord:current(`to`), newest first. Fails with
/// bad_input E1010.
result<std::vector<instant>> absolute_range(const time::dataset_calendar& of, instant nominal,
                                            instant start, int64_t to);

}  // namespace foliot::el
