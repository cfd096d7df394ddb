// Which function exists where, as data (coordinator.md 4.1, workflow.md 5).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace foliot::el {

/// Where a text stands and when it is evaluated. The names are Oozie's.
enum class phase : uint8_t {
  submit_freq,              ///< Frequencies of coordinators and datasets.
  wait_timeout,             ///< controls/timeout.
  submit_nofuncs,           ///< Names, dates, zones, controls, uri-template, app-path.
  submit_initial_instance,  ///< initial-instance.
  submit_instances,         ///< instance, start-instance, end-instance, at submission: echoed.
  submit_data,              ///< Configuration of a coordinator's workflow, at submission: echoed.
  sla_submit,               ///< SLA elements, at submission: echoed.
  action_create,            ///< Instances, when the action is materialised.
  action_create_inst,       ///< Arguments of start- and end-instance functions.
  sla_create,               ///< SLA elements, when the action is materialised.
  action_start,             ///< Configuration of a coordinator's workflow, when inputs are there.
  workflow,                 ///< Everything inside workflow.xml.
  bundle,                   ///< Everything inside bundle.xml.
  count_
};
inline constexpr size_t phase_count = static_cast<size_t>(phase::count_);

/// "coord-job-submit-freq", ..., "workflow", "bundle".
std::string_view name(phase where);

/// What a phase does with a function.
enum class treatment : uint8_t {
  absent,  ///< The function does not exist here.
  real,    ///< It is computed.
  echo,    ///< Its call is written out again with evaluated arguments, for a later phase.
  dummy    ///< A constant stands in, so that the syntax can be checked.
};

/// One function of the language.
struct function_rule {
  std::string_view name;  ///< "coord:current", "trim"
  uint8_t arguments_min = 0;
  uint8_t arguments_max = 0;
  std::array<treatment, phase_count> in{};  ///< By phase.
  std::string_view dummy;                   ///< What stands in where `in` says dummy.
  std::string_view echo_separator = ", ";   ///< Between echoed arguments.
  uint8_t echo_quoted = 0;                  ///< How many echoed arguments are put in quotes.
};

/// The rule of the function called `function`; nullptr when no phase knows it.
const function_rule* find_function(std::string_view function);

/// Oozie's error code for a text that cannot be evaluated there: "E1004" or "EL_ERROR".
std::string_view error_code(phase where);

/// The constant called `name` in that phase (KB, RECORDS, the echoing YEAR, ...), as text; nothing
/// when there is none. `lenient` adds MINUTE and HOUR to frequencies (rulings 0.8).
std::optional<std::string_view> find_constant(std::string_view name, phase where, bool lenient);

}  // namespace foliot::el
