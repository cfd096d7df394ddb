#include "el/instances.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "base/limits.hpp"
#include "el/ast.hpp"
#include "el/function.hpp"
#include "time/instances.hpp"

namespace foliot::el {
namespace {

failure bad_range(std::string sentence, std::string remedy) {
  return {errc::bad_input, std::move(sentence), "E1010", "", std::move(remedy)};
}

/// One end of a range: a function of instances with its numbers, or a date.
struct range_end {
  std::string function;  ///< "coord:current", or "coord:absolute" for a date written out.
  std::vector<value> arguments;
};

/// The call that makes up the whole of `text`; nothing when it is anything else.
const call_node* only_call(const expression& text) {
  if (!text.is_single()) return nullptr;
  return std::get_if<call_node>(&std::get<node_ptr>(text.tree()->segments.front())->of);
}

bool is_instance_function(std::string_view name) {
  const function_rule* rule = find_function(name);
  return rule != nullptr &&
         rule->in[static_cast<size_t>(phase::action_create_inst)] == treatment::echo;
}

/// Takes one end apart: its arguments are evaluated in their own phase, where the scalar functions
/// are real.
result<range_end> take_apart(const expression& text, const environment& in) {
  environment inside = in;
  inside.where = phase::action_create_inst;
  const call_node* call = only_call(text);
  if (call == nullptr || !is_instance_function(call->function)) {
    auto date = text_of(text, inside);
    if (!date) return date.error();
    if (in.reading == dialect::oozie) {
      return bad_range("a date cannot begin or end a range in Oozie",
                       "Write it as coord:absolute(\"" + *date + "\")");
    }
    return range_end{"coord:absolute", {value(*std::move(date))}};
  }
  // Checks the number of arguments and reports what is wrong with them.
  if (auto checked = text_of(text, inside); !checked) return checked.error();
  range_end made{call->function, {}};
  notes noted;
  for (const node_ptr& each : call->arguments) {
    found argument = evaluate_node(*each, inside, noted);
    if (!argument) return argument.error();
    if (!argument->has_value()) return bad_range("an instance depends on the world", "");
    made.arguments.push_back(**std::move(argument));
  }
  return made;
}

std::optional<time::time_unit> end_of_unit(std::string_view function) {
  if (function == "coord:endOfDays") return time::time_unit::day;
  if (function == "coord:endOfWeeks") return time::time_unit::week;
  if (function == "coord:endOfMonths") return time::time_unit::month;
  return std::nullopt;
}

failure too_many() {
  return {errc::too_large,
          "there are more than " + std::to_string(limits::instances_per_event_max) + " instances",
          "E1010", "", "Ask for a shorter range"};
}

struct dataset_time {
  const time::dataset_calendar& dataset;
  instant nominal;
};

result<dataset_time> context_of(const environment& in) {
  if (in.coordinator == nullptr || in.coordinator->dataset() == nullptr ||
      !in.coordinator->nominal_time()) {
    return failure{errc::internal, "there is no dataset to take instances from", "E1004", "",
                   "Report this: the caller gave no context"};
  }
  return dataset_time{*in.coordinator->dataset(), *in.coordinator->nominal_time()};
}

/// The date that absolute or endOf... means; nothing for other functions.
result<std::optional<instant>> date_of(const range_end& of, const dataset_time& at,
                                       const environment& in) {
  if (of.function == "coord:absolute") {
    const auto date = time::parse_datetime(to_text(of.arguments[0]), in.zone, in.reading);
    if (!date) return date.error();
    return std::optional(*date);
  }
  const auto unit = end_of_unit(of.function);
  if (!unit) return std::optional<instant>();
  const auto n = to_int(of.arguments[0]);
  if (!n) return n.error();
  if (*n < INT32_MIN || *n > INT32_MAX) return bad_range("the number is too large", "");
  return std::optional(end_of_instance(at.dataset, at.nominal, *unit, *n));
}

/// The Calendar field number that stands for a unit in Oozie's order check of offsets.
int64_t java_field(time::time_unit unit) {
  constexpr std::array<int64_t, 6> fields{12, 10, 5, 3, 2, 1};
  return fields[static_cast<size_t>(unit)];
}

struct offset_end {
  int64_t n = 0;
  time::time_unit unit = time::time_unit::minute;
};

result<offset_end> offset_of(const range_end& of) {
  const auto n = to_int(of.arguments[0]);
  if (!n) return n.error();
  const auto unit = time::unit_named(to_text(of.arguments[1]));
  if (!unit || *n < INT32_MIN || *n > INT32_MAX) {
    return bad_range("coord:offset(" + to_text(of.arguments[0]).substr(0, 40) + ", " +
                         to_text(of.arguments[1]).substr(0, 40) + ") is no offset",
                     "Write it as coord:offset(-1, \"DAY\")");
  }
  return offset_end{*n, *unit};
}

/// All instances between the times that two offsets mean.
result<std::vector<instant>> offset_range(const range_end& first, const range_end& last,
                                          const dataset_time& at, const environment& in) {
  const auto from = offset_of(first);
  if (!from) return from.error();
  const auto to = offset_of(last);
  if (!to) return to.error();
  const auto start = offset_time(at.dataset, at.nominal, from->n, from->unit);
  const auto end = offset_time(at.dataset, at.nominal, to->n, to->unit);
  const bool backwards = in.reading == dialect::oozie
                             ? from->n * java_field(from->unit) > to->n * java_field(to->unit)
                             : start && end && *start > *end;
  if (backwards) {
    return bad_range("the start-instance is later than the end-instance",
                     "Write the earlier offset first");
  }
  std::vector<instant> made;
  const instant earliest = time::first_instance(at.dataset);
  const auto newest = end ? time::current_instance(at.dataset, *end) : std::nullopt;
  if (!newest) return made;
  for (int64_t index = newest->index; index >= 0; --index) {
    const instant each = time::add(earliest, index * at.dataset.every.count, at.dataset.every.unit,
                                   at.dataset.where);
    if (each < *start) break;
    if (made.size() == limits::instances_per_event_max) return too_many();
    made.push_back(each);
  }
  return made;
}

/// From latest to latest, from future to future.
result<instance_set> open_between(const range_end& first, const range_end& last) {
  std::vector<value> arguments{first.arguments[0], last.arguments[0]};
  const bool future = last.function == "coord:future";
  if (future) arguments.push_back(last.arguments[1]);
  auto range = open_range_of(future ? "coord:futureRange" : "coord:latestRange", arguments);
  if (!range) return range.error();
  return instance_set{{}, {*range}};
}

/// A set of dates alone.
result<instance_set> dated(result<std::vector<instant>> dates) {
  if (!dates) return std::move(dates).error();
  return instance_set{*std::move(dates), {}};
}

}  // namespace

result<std::vector<instant>> split_instances(std::string_view text,
                                             const time::processing_zone& zone, dialect reading) {
  std::vector<instant> made;
  while (!text.empty()) {
    const size_t end = std::min(text.find('#'), text.size());
    const auto at = time::parse_datetime(text.substr(0, end), zone, reading);
    if (!at) return at.error();
    if (made.size() == limits::instances_per_event_max) return too_many();
    made.push_back(*at);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return made;
}

result<instance_set> instances_of(const expression& instance, const environment& in) {
  const auto at = context_of(in);
  if (!at) return at.error();
  const call_node* call = only_call(instance);
  const bool is_date = call != nullptr && (call->function == "coord:absolute" ||
                                           end_of_unit(call->function).has_value());
  if (is_date && in.reading == dialect::oozie) {
    return failure{errc::bad_input,
                   call->function + " in a single <instance> is never resolved by Oozie", "E1012",
                   "", "Write the date itself, or leave compat = \"oozie\" away"};
  }
  if (is_date || (call != nullptr && is_open_function(call->function))) {
    const auto one = take_apart(instance, in);
    if (!one) return one.error();
    if (!is_date) {
      const auto range = open_range_of(one->function, one->arguments);
      if (!range) return range.error();
      return instance_set{{}, {*range}};
    }
    const auto date = date_of(*one, *at, in);
    if (!date) return date.error();
    return instance_set{{**date}, {}};
  }
  const auto text = text_of(instance, in);
  if (!text) return text.error();
  return dated(split_instances(*text, in.zone, in.reading));
}

result<instance_set> instance_range(const expression& start, const expression& end,
                                    const environment& in) {
  const auto at = context_of(in);
  if (!at) return at.error();
  const auto first = take_apart(start, in);
  if (!first) return first.error();
  const auto last = take_apart(end, in);
  if (!last) return last.error();
  const auto date = date_of(*first, *at, in);
  if (!date) return date.error();
  if (last->function != (date->has_value() ? "coord:current" : first->function)) {
    return bad_range("a range cannot go from " + first->function + " to " + last->function,
                     "Use the same function for both, or end with coord:current");
  }
  if (last->function == "coord:latest" || last->function == "coord:future") {
    return open_between(*first, *last);
  }
  if (last->function == "coord:offset") return dated(offset_range(*first, *last, *at, in));
  if (last->function != "coord:current") {
    return bad_range(last->function + " cannot begin or end a range",
                     "Use coord:current, offset, latest, future, absolute or endOf...");
  }
  const auto to = to_int(last->arguments[0]);
  if (!to) return to.error();
  if (date->has_value()) return dated(absolute_range(at->dataset, at->nominal, **date, *to));
  const auto from = to_int(first->arguments[0]);
  if (!from) return from.error();
  return dated(time::current_range(at->dataset, at->nominal, *from, *to));
}

}  // namespace foliot::el
