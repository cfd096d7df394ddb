#include "el/instances.hpp"

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

/// How many instances `date` lies from the one in force; it must be an instance itself.
result<int64_t> index_of(instant date, const dataset_time& at) {
  const auto current = time::current_instance(at.dataset, at.nominal);
  const auto start = time::current_instance(at.dataset, date);
  if (!current || !start) {
    return bad_range("the start-instance or the action lies before the initial-instance",
                     "Start later, or give the dataset an earlier initial-instance");
  }
  if (start->at != date) {
    return bad_range("the start-instance is no instance of the dataset",
                     "Choose a date that the dataset's frequency reaches");
  }
  return start->index - current->index;
}

}  // namespace

result<std::vector<instant>> split_instances(std::string_view text,
                                             const time::processing_zone& zone, dialect reading) {
  std::vector<instant> made;
  if (text.find("${") != std::string_view::npos) {
    return failure{errc::unsupported,
                   "the instance '" + std::string(text.substr(0, 100)) + "' is not offered yet",
                   "E1004", "", "Use coord:current"};
  }
  while (!text.empty()) {
    const size_t end = std::min(text.find('#'), text.size());
    const auto at = time::parse_datetime(text.substr(0, end), zone, reading);
    if (!at) return at.error();
    if (made.size() == limits::instances_per_event_max) {
      return failure{errc::too_large, "there are too many instances", "E1010", "", ""};
    }
    made.push_back(*at);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return made;
}

result<std::vector<instant>> instances_of(const expression& instance, const environment& in) {
  const auto at = context_of(in);
  if (!at) return at.error();
  const call_node* call = only_call(instance);
  if (call != nullptr &&
      (call->function == "coord:absolute" || end_of_unit(call->function).has_value())) {
    const auto one = take_apart(instance, in);
    if (!one) return one.error();
    const auto date = date_of(*one, *at, in);
    if (!date) return date.error();
    return std::vector<instant>{**date};
  }
  const auto text = text_of(instance, in);
  if (!text) return text.error();
  return split_instances(*text, in.zone, in.reading);
}

result<std::vector<instant>> instance_range(const expression& start, const expression& end,
                                            const environment& in) {
  const auto at = context_of(in);
  if (!at) return at.error();
  const auto first = take_apart(start, in);
  if (!first) return first.error();
  const auto last = take_apart(end, in);
  if (!last) return last.error();
  const auto date = date_of(*first, *at, in);
  if (!date) return date.error();
  const bool dated = date->has_value();
  if (last->function != (dated ? "coord:current" : first->function)) {
    return bad_range("a range cannot go from " + first->function + " to " + last->function,
                     "Use the same function for both, or end with coord:current");
  }
  if (last->function != "coord:current") {
    return failure{errc::unsupported, "ranges of " + last->function + " are not offered yet",
                   "E1004", "", "Use coord:current"};
  }
  const auto from = dated ? index_of(**date, *at) : to_int(first->arguments[0]);
  if (!from) return from.error();
  const auto to = to_int(last->arguments[0]);
  if (!to) return to.error();
  return time::current_range(at->dataset, at->nominal, *from, *to);
}

}  // namespace foliot::el
