// Instances of events: how they are written, and which of them cannot mean anything
// (coordinator.md 4.2). In the oozie dialect the latter are only found out when actions are made.
#include <algorithm>
#include <array>
#include <variant>

#include "el/ast.hpp"
#include "el/open_instances.hpp"
#include "parse/coordinator_reader.hpp"
#include "parse/text.hpp"

namespace foliot::parse {

namespace {

// At submission a constant stands in for these, so their text must be kept as it was written.
constexpr std::array<const char*, 3> stand_ins{"coord:hoursInDay", "coord:daysInMonth",
                                               "coord:tzOffset"};

// Oozie writes these out without the quotes of their second argument, and then cannot read that.
constexpr std::array<const char*, 2> lose_quotes{"coord:formatTime", "coord:epochTime"};

// An instance that is one call with constant arguments.
struct call_form {
  std::string function;
  std::vector<el::value> arguments;
};

std::optional<el::value> constant(const el::node& of) {
  if (const auto* literal = std::get_if<el::literal_node>(&of.of)) return literal->held;
  const auto* prefix = std::get_if<el::prefix_node>(&of.of);
  if (prefix == nullptr || prefix->operators != std::vector{el::unary::minus}) return std::nullopt;
  const auto* literal = std::get_if<el::literal_node>(&prefix->operand->of);
  if (literal == nullptr) return std::nullopt;
  const result<int64_t> number = el::to_int(literal->held);
  if (!number) return std::nullopt;
  return el::value(-*number);
}

/// The call that is all of `text`, null when it is not one.
const el::call_node* call_of(const el::expression& text) {
  if (!text.is_single()) return nullptr;
  const auto* tree = std::get_if<el::node_ptr>(&text.tree()->segments.front());
  return tree == nullptr ? nullptr : std::get_if<el::call_node>(&(*tree)->of);
}

std::optional<std::string> function_of(const el::expression& text) {
  const el::call_node* call = call_of(text);
  if (call == nullptr) return std::nullopt;
  return call->function;
}

std::optional<call_form> form_of(const el::expression& text) {
  const el::call_node* call = call_of(text);
  if (call == nullptr) return std::nullopt;
  call_form out{call->function, {}};
  for (const el::node_ptr& each : call->arguments) {
    std::optional<el::value> held = constant(*each);
    if (!held) return std::nullopt;
    out.arguments.push_back(std::move(*held));
  }
  return out;
}

bool is_one_of(const std::string& function, std::initializer_list<const char*> names) {
  return std::find(names.begin(), names.end(), function) != names.end();
}

bool is_fixed(const std::string& function) {
  return is_one_of(function,
                   {"coord:absolute", "coord:endOfDays", "coord:endOfWeeks", "coord:endOfMonths"});
}

// Functions whose first argument tells the order of instances.
std::optional<int64_t> position(const call_form& form) {
  if (form.arguments.empty() ||
      !is_one_of(form.function, {"coord:current", "coord:latest", "coord:future"}))
    return std::nullopt;
  const result<int64_t> out = el::to_int(form.arguments.front());
  return out ? std::optional<int64_t>(*out) : std::nullopt;
}

}  // namespace

// One element holds one instance: a comma outside of parentheses means that somebody wrote a list.
result<void> coordinator_reader::check_instance_text(const pugi::xml_node& element,
                                                     const std::string& text) {
  const std::string name = "<" + std::string(element.name()) + ">";
  if (text.empty())
    return in_.document().error(element, "E1021", name + " is empty",
                                "Write an instance such as ${coord:current(0)}");
  int depth = 0;
  for (const char c : text) {
    if (c == '(') ++depth;
    if (c == ')') --depth;
    if (depth < 0) break;
    if (c == ',' && depth == 0)
      return in_.document().error(element, "E1021", name + " holds more than one instance",
                                  "Write one element for each instance");
  }
  if (depth != 0)
    return in_.document().error(element, "E1021", "the parentheses in " + name + " do not match",
                                "Close every '('");
  return {};
}

result<el::expression> coordinator_reader::instance(const pugi::xml_node& element) {
  const std::string text = text_of(element);
  if (auto fine = check_instance_text(element, text); !fine) return fine.error();
  const std::string what = element_text(element.name());
  std::string echoed;
  result<el::expression> parsed =
      checked(element, what, text, el::phase::submit_instances, &echoed);
  if (!parsed) return parsed;
  const auto called = [&](const char* each) { return parsed->calls(each); };
  const bool keeps = std::any_of(stand_ins.begin(), stand_ins.end(), called) ||
                     (in_.lenient() && std::any_of(lose_quotes.begin(), lose_quotes.end(), called));
  result<el::expression> out = keeps ? parsed : in_.parse(element, what, echoed, "E1004");
  if (!out) return out;
  if (auto fine = check_open(element, *out); !fine) return fine.error();
  return out;
}

result<void> coordinator_reader::check_open(const pugi::xml_node& element,
                                            const el::expression& text) {
  if (auto fine = check_fixed(element, text); !fine) return fine;
  static constexpr std::array<const char*, 4> open{"coord:latest", "coord:latestRange",
                                                   "coord:future", "coord:futureRange"};
  const auto called =
      std::find_if(open.begin(), open.end(), [&](const char* each) { return text.calls(each); });
  if (called == open.end()) return {};
  if (!finds_out_now()) return {};
  if (local_name(element.parent()) == "data-out")
    return found_out(in_.document().error(
        element, "E1006", std::string(*called) + " cannot tell where an output goes",
        "Use coord:current or coord:offset"));
  const std::optional<call_form> form = form_of(text);
  if (!form || !el::is_open_function(form->function)) return {};
  const result<el::open_range> range = el::open_range_of(form->function, form->arguments);
  if (!range) return found_out(in_.at(element, element_text(element.name()), range.error()));
  return {};
}

// Oozie resolves these functions only as the start of a range.
result<void> coordinator_reader::check_fixed(const pugi::xml_node& element,
                                             const el::expression& text) {
  if (in_.lenient() || !in_.how().dry_run || local_name(element) != "instance") return {};
  const std::optional<call_form> form = form_of(text);
  if (!form || !is_fixed(form->function)) return {};
  return in_.document().error(element, "E0803",
                              form->function +
                                  " cannot stand in <instance>: Oozie resolves it "
                                  "only in <start-instance>",
                              "Write the date itself");
}

// Whether what cannot be is refused at once: always in the lenient dialect, in the other one in a
// dry run.
bool coordinator_reader::finds_out_now() const {
  return !in_.how().accepted_before && (in_.lenient() || in_.how().dry_run);
}

failure coordinator_reader::found_out(failure error) const {
  if (in_.lenient()) return error;
  error.sentence = error.oozie + ": " + error.sentence;
  error.oozie = "E0803";
  return error;
}

result<void> coordinator_reader::check_range(const pugi::xml_node& element,
                                             const model::data_event& event) {
  if (!finds_out_now() || !event.range_start) return {};
  // The arguments need not be constants: that of coord:offset loses its quotes at submission.
  const std::optional<std::string> begin = function_of(*event.range_start);
  const std::optional<std::string> end = function_of(*event.range_end);
  if (!begin || !end) return {};
  const bool fixed_start = is_fixed(*begin);
  if (*begin != *end && !(fixed_start && *end == "coord:current"))
    return found_out(in_.document().error(
        element, "E1010",
        "event " + quoted(event.name) + " begins with " + *begin + " and ends with " + *end,
        fixed_start ? "End it with coord:current" : "Use one function for both ends"));
  const std::optional<call_form> from = form_of(*event.range_start);
  const std::optional<call_form> to = form_of(*event.range_end);
  if (!from || !to) return {};
  const std::optional<int64_t> first = position(*from);
  const std::optional<int64_t> last = position(*to);
  if (first && last && *first > *last && from->function == to->function)
    return found_out(in_.document().error(element, "E1010",
                                          "event " + quoted(event.name) + " begins with instance " +
                                              std::to_string(*first) + ", behind its end " +
                                              std::to_string(*last),
                                          "Exchange <start-instance> and <end-instance>"));
  return {};
}

// How many instances an event has, where its text tells.
std::optional<int64_t> coordinator_reader::instance_count(const model::data_event& event) {
  if (!event.range_start) return static_cast<int64_t>(event.instances.size());
  const std::optional<call_form> from = form_of(*event.range_start);
  const std::optional<call_form> to = form_of(*event.range_end);
  if (!from || !to || from->function != "coord:current" || to->function != from->function)
    return std::nullopt;
  const std::optional<int64_t> first = position(*from);
  const std::optional<int64_t> last = position(*to);
  if (!first || !last) return std::nullopt;
  return *last - *first + 1;
}

}  // namespace foliot::parse
