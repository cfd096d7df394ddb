#include "el/evaluate.hpp"

#include <algorithm>
#include <utility>

#include "base/contract.hpp"
#include "base/limits.hpp"
#include "base/nearest.hpp"
#include "base/text.hpp"
#include "el/ast.hpp"
#include "el/function.hpp"
#include "el/function_names.hpp"
#include "el/open_instances.hpp"
#include "el/operators.hpp"

namespace foliot::el {
namespace {

found known(value held) { return std::optional<value>(std::move(held)); }
found unknown() { return std::optional<value>(); }

failure coded(failure error, const environment& in) {
  if (error.oozie.empty()) error.oozie = error_code(in.where);
  return error;
}

failure at_column(failure error, const node& tree, const environment& in) {
  if (error.place.empty()) error.place = "column " + std::to_string(tree.column);
  return coded(std::move(error), in);
}

/// One walk over a tree. Depth is bounded by the parser, steps and sizes here.
class walk {
 public:
  walk(const environment& in, notes& noted) : in_(in), noted_(noted) {}

  found visit(const node& tree) {
    if (++noted_.steps > limits::el_steps_max || noted_.bytes > limits::el_work_bytes_max) {
      return coded(
          {errc::too_large, "the expression takes too many steps", "", "", "Make it simpler"}, in_);
    }
    found made = std::visit([&](const auto& of) { return this->on(of); }, tree.of);
    if (!made) return at_column(std::move(made).error(), tree, in_);
    return made;
  }

 private:
  found on(const literal_node& of) { return known(of.held); }

  found on(const variable_node& of) {
    if (const std::string* text = in_.names == nullptr ? nullptr : in_.names->find(of.name)) {
      noted_.bytes += text->size();
      return known(std::string(trim(*text)));
    }
    const bool lenient = in_.reading == dialect::lenient;
    if (const auto constant = find_constant(of.name, in_.where, lenient)) {
      return known(std::string(*constant));
    }
    return undefined(of.name);
  }

  failure undefined(const std::string& name) const {
    return coded({errc::bad_input, "the variable '" + name + "' is not defined", "", "",
                  "Define it in job.properties or with -D " + name + "=..."},
                 in_);
  }

  found on(const call_node& of) {
    const function_rule* rule = find_function(of.function);
    if (rule == nullptr) {
      const std::string meant = did_you_mean(of.function, function_names(in_.where));
      return failure{errc::bad_input, "there is no function '" + of.function + "'", "", "",
                     meant.empty() ? "Check the spelling of its prefix and name" : meant};
    }
    const treatment how = rule->in[static_cast<size_t>(in_.where)];
    if (how == treatment::absent) return misplaced(*rule);
    if (of.arguments.size() < rule->arguments_min || of.arguments.size() > rule->arguments_max) {
      return failure{errc::bad_input,
                     of.function + " takes " + std::to_string(rule->arguments_min) +
                         " argument(s), not " + std::to_string(of.arguments.size()),
                     "", "", ""};
    }
    if (auto checked = check_unit(of, in_); !checked) return checked.error();
    std::vector<value> arguments;
    bool complete = true;
    for (const node_ptr& each : of.arguments) {
      found argument = visit(*each);
      if (!argument) return argument;
      complete = complete && argument->has_value();
      if (complete) arguments.push_back(**std::move(argument));
    }
    if (!complete) return unknown();
    return invoke(call{*rule, arguments, in_, noted_}, how);
  }

  failure misplaced(const function_rule& rule) const {
    std::string places;
    for (size_t i = 0; i < phase_count; ++i) {
      if (rule.in[i] == treatment::absent) continue;
      places += (places.empty() ? "" : ", ") + std::string(name(static_cast<phase>(i)));
    }
    return {errc::bad_input,
            "the function " + std::string(rule.name) + " cannot be used here (" +
                std::string(name(in_.where)) + ")",
            "", "", "It exists in " + places};
  }

  found invoke(const call& of, treatment how) {
    if (how == treatment::dummy) return known(std::string(of.rule.dummy));
    if (how == treatment::echo) return echo(of);
    const implementation code = find_implementation(of.rule.name);
    FOLIOT_ASSERT(code != nullptr, "every function that is real somewhere has its code");
    found made = code(of);
    if (!made || !made->has_value()) return made;
    const std::string* text = (*made)->as_string();
    if (text != nullptr && text->size() > limits::el_result_bytes_max) {
      return failure{errc::too_large, "the result of " + std::string(of.rule.name) + " is too long",
                     "", "", ""};
    }
    if (text != nullptr) noted_.bytes += text->size();
    return made;
  }

  /// Writes the call out for a later phase; names of data events are checked now.
  found echo(const call& of) {
    const std::string_view function = of.rule.name;
    if (in_.where == phase::submit_data && function.starts_with("coord:da") &&
        !of.arguments.empty() && !of.null(0)) {
      if (auto checked = check_event(of); !checked) return checked.error();
    }
    if (in_.where == phase::submit_data && function.starts_with("coord:table")) {
      if (auto checked = check_event(of); !checked) return checked.error();
    }
    if (auto checked = check_open_range(of); !checked) return checked.error();
    if (auto checked = check_echoed_unit(of); !checked) return checked.error();
    noted_.echoed = true;
    std::string text = written_out(of);
    noted_.bytes += text.size();
    return known(std::move(text));
  }

  /// latest and future with impossible numbers: Oozie takes them and never starts the action.
  result<void> check_open_range(const call& of) const {
    if (in_.reading == dialect::oozie || in_.where != phase::submit_instances) return {};
    if (!is_open_function(of.rule.name)) return {};
    for (const value& each : of.arguments) {
      if (!to_int(each)) return {};  // an inner call that is written out
    }
    const auto range = open_range_of(of.rule.name, of.arguments);
    return range ? result<void>() : range.error();
  }

  result<void> check_event(const call& of) const {
    const std::string_view function = of.rule.name;
    const bool input = function.find("In") != std::string_view::npos;
    const bool output = function.find("Out") != std::string_view::npos;
    if ((!input && !output) || in_.coordinator == nullptr) return {};
    const std::string event = of.text(0);
    const bool there =
        input ? in_.coordinator->has_input(event) : in_.coordinator->has_output(event);
    if (there) return {};
    return of.wrong(
        std::string("there is no ") + (input ? "data-in" : "data-out") + " event '" + event + "'",
        input ? "Name one of the <input-events>" : "Name one of the <output-events>");
  }

  found on(const chain_node& of) {
    found left = visit(*of.first);
    for (const auto& [op, operand] : of.rest) {
      if (!left) return left;
      if (op == binary::both || op == binary::either) {
        left = lazily(op, *left, *operand);
        continue;
      }
      found right = visit(*operand);
      if (!right) return right;
      if (!left->has_value() || !right->has_value()) {
        left = unknown();
        continue;
      }
      auto made = apply(op, **left, **right);
      if (!made) return made.error();
      left = known(*std::move(made));
    }
    return left;
  }

  /// and, or: the right side is looked at only when the left side does not decide.
  found lazily(binary op, const std::optional<value>& left, const node& operand) {
    if (!left.has_value()) return unknown();
    const auto first = to_bool(*left);
    if (!first) return first.error();
    if (*first == (op == binary::either)) return known(*first);
    found right = visit(operand);
    if (!right || !right->has_value()) return right;
    const auto second = to_bool(**right);
    if (!second) return second.error();
    return known(*second);
  }

  found on(const prefix_node& of) {
    found held = visit(*of.operand);
    if (!held || !held->has_value()) return held;
    value made = **std::move(held);
    for (auto op = of.operators.rbegin(); op != of.operators.rend(); ++op) {
      auto next = apply(*op, made);
      if (!next) return next.error();
      made = *std::move(next);
    }
    return known(std::move(made));
  }

  found on(const choice_node& of) {
    found condition = visit(*of.condition);
    if (!condition || !condition->has_value()) return condition;
    const auto truth = to_bool(**condition);
    if (!truth) return truth.error();
    return visit(*truth ? *of.yes : *of.no);
  }

  found on(const access_node& of) {
    if (const auto* variable = std::get_if<variable_node>(&of.base->of)) {
      if (auto error = dotted_property(*variable, of)) return *std::move(error);
    }
    found base = visit(*of.base);
    if (!base) return base;
    for (const node_ptr& each : of.keys) {
      found key = visit(*each);
      if (!key) return key;
      if (!base->has_value() || !key->has_value()) {
        base = unknown();
        continue;
      }
      auto entry = access(**base, **key);
      if (!entry) return entry.error();
      base = known(*std::move(entry));
    }
    return base;
  }

  /// A property such as oozie.libpath written as a variable: says how to reach it.
  std::optional<failure> dotted_property(const variable_node& variable,
                                         const access_node& of) const {
    if (in_.names != nullptr && in_.names->find(variable.name) != nullptr) return std::nullopt;
    if (find_constant(variable.name, in_.where, true)) return std::nullopt;
    std::string property = variable.name;
    for (const node_ptr& each : of.keys) {
      const auto* key = std::get_if<literal_node>(&each->of);
      if (key == nullptr || key->held.as_string() == nullptr) return std::nullopt;
      property += "." + *key->held.as_string();
    }
    if (in_.names == nullptr || in_.names->find(property) == nullptr) return std::nullopt;
    failure error = undefined(variable.name);
    const std::string function = in_.where == phase::workflow ? "wf:conf"
                                 : in_.where == phase::bundle ? "bundle:conf"
                                                              : "coord:conf";
    error.remedy = "A name with dots is no variable: write ${" + function + "('" + property + "')}";
    return error;
  }

  const environment& in_;
  notes& noted_;
};

/// The pieces of a text put together; nothing when facts are missing.
found evaluate_segments(const text_tree& tree, const environment& in, notes& noted) {
  if (tree.segments.size() == 1) {
    if (const auto* only = std::get_if<node_ptr>(&tree.segments.front())) {
      return evaluate_node(**only, in, noted);
    }
  }
  std::string text;
  bool complete = true;
  for (const segment& each : tree.segments) {
    if (const auto* constant = std::get_if<std::string>(&each)) {
      text += *constant;
    } else {
      found piece = evaluate_node(*std::get<node_ptr>(each), in, noted);
      if (!piece) return piece;
      complete = complete && piece->has_value();
      if (complete) text += to_text(**piece);
    }
    if (text.size() > limits::el_result_bytes_max) {
      return coded({errc::too_large, "the evaluated text is too long", "", "", ""}, in);
    }
  }
  return complete ? known(std::move(text)) : unknown();
}

/// What was kept although it cannot be parsed (parse::scope::parse_for_node) fails here.
outcome as_written(const expression& text, const environment& in) {
  if (text.source().find("${") != std::string::npos)
    if (auto read = parse(text.source()); !read) return coded(std::move(read).error(), in);
  return value(text.source());
}

outcome evaluate_noted(const expression& text, const environment& in, notes& noted) {
  if (text.is_constant()) return as_written(text, in);
  found made = evaluate_segments(*text.tree(), in, noted);
  if (!made) return std::move(made).error();
  if (!made->has_value()) {
    FOLIOT_ASSERT(!noted.asked.empty(), "only facts can be missing");
    return needs{{noted.asked.begin(), noted.asked.end()}};
  }
  // Oozie wraps the whole result once, whatever stands beside the echoed call.
  if (noted.echoed) return value("${" + to_text(**made) + "}");
  return **std::move(made);
}

failure about_the_world(const environment& in) {
  return coded({errc::bad_input, "the text depends on the world, which cannot be asked here", "",
                "", "Use functions such as fs:exists inside actions and decisions only"},
               in);
}

}  // namespace

found evaluate_node(const node& tree, const environment& in, notes& noted) {
  return walk(in, noted).visit(tree);
}

outcome evaluate(const expression& text, const environment& in) {
  notes noted;
  return evaluate_noted(text, in, noted);
}

outcome evaluate_text(const expression& text, const environment& in) {
  outcome made = evaluate(text, in);
  if (const value* held = std::get_if<value>(&made)) return value(to_text(*held));
  return made;
}

outcome evaluate_condition(const expression& text, const environment& in) {
  outcome made = evaluate(text, in);
  const value* held = std::get_if<value>(&made);
  if (held == nullptr) return made;
  auto truth = to_bool(*held);
  if (!truth) return coded(std::move(truth).error(), in);
  return value(*truth);
}

result<std::string> text_of(const expression& text, const environment& in) {
  outcome made = evaluate(text, in);
  if (const value* held = std::get_if<value>(&made)) return to_text(*held);
  if (auto* error = std::get_if<failure>(&made)) return std::move(*error);
  return about_the_world(in);
}

result<time::schedule> frequency_of(const expression& text, const environment& in) {
  FOLIOT_ASSERT(in.where == phase::submit_freq, "the phase of frequencies");
  notes noted;
  const outcome made = evaluate_noted(text, in, noted);
  if (const auto* error = std::get_if<failure>(&made)) return *error;
  if (std::holds_alternative<needs>(made)) return about_the_world(in);
  const std::string whole = to_text(std::get<value>(made));
  const std::string shown(trim(whole));
  const auto number = to_int(value(shown));
  if (!number) {
    if (shown.find(' ') != std::string::npos) {
      result<time::cron> every = time::cron::parse(shown, in.reading);
      if (!every) return std::move(every).error();
      return time::schedule(std::move(*every));
    }
    return failure{errc::bad_input, "the frequency '" + shown.substr(0, 100) + "' is no number",
                   "E1003", "", "Write minutes, or a function such as ${coord:days(1)}"};
  }
  if (*number <= 0 || *number > INT32_MAX || shown.empty()) {
    return failure{
        errc::bad_input,
        "the frequency '" + shown + "' is " + (*number > INT32_MAX ? "too large" : "not above 0"),
        "E1003", "", "Write a whole number from 1 to " + std::to_string(INT32_MAX)};
  }
  time::frequency every;
  every.count = static_cast<int32_t>(*number);
  if (noted.unit) std::tie(every.unit, every.flag) = *noted.unit;
  return time::schedule(every);
}

const std::string* map_variables::find(std::string_view name) const {
  const auto found_at = entries_->find(name);
  return found_at == entries_->end() ? nullptr : &found_at->second;
}

}  // namespace foliot::el
