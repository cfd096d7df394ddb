#include "el/function.hpp"

#include "time/calendar.hpp"
#include "time/datetime.hpp"

namespace foliot::el {

failure call::wrong(std::string sentence, std::string remedy) const {
  return {errc::bad_input, std::string(rule.name) + ": " + std::move(sentence),
          std::string(error_code(in.where)), "", std::move(remedy)};
}

failure call::because(failure inner) const {
  inner.sentence = std::string(rule.name) + ": " + inner.sentence;
  // E1010 says what is wrong with a range; all else is "cannot be evaluated".
  if (inner.oozie != "E1010") inner.oozie = error_code(in.where);
  return inner;
}

failure call::without_context() const {
  return {errc::internal, std::string(rule.name) + " has nothing to answer from here",
          std::string(error_code(in.where)), "", "Report this: the caller gave no context"};
}

result<int64_t> call::integer(size_t index) const {
  auto number = to_int(arguments[index]);
  if (!number) return because(std::move(number).error());
  if (*number < INT32_MIN || *number > INT32_MAX) {
    return wrong("the number " + text(index).substr(0, 40) + " is too large");
  }
  return number;
}

result<instant> call::datetime(size_t index) const {
  auto at = time::parse_datetime(text(index), in.zone, in.reading);
  if (!at) return because(std::move(at).error());
  return at;
}

implementation find_implementation(std::string_view name) {
  for (const auto find : {find_coordinator_function, find_instance_function, find_hcatalog_function,
                          find_workflow_function, find_text_function}) {
    if (const implementation code = find(name)) return code;
  }
  return nullptr;
}

std::string written_out(const call& of) {
  std::string text(of.rule.name);
  text += '(';
  for (size_t i = 0; i < of.arguments.size(); ++i) {
    if (i > 0) text += of.rule.echo_separator;
    text += i < of.rule.echo_quoted ? "'" + of.text(i) + "'" : of.text(i);
  }
  return text + ")";
}

failure no_unit(const std::string& given) {
  return {errc::bad_input, "there is no unit '" + given.substr(0, 40) + "'", "", "",
          "Use \"MINUTE\", \"HOUR\", \"DAY\", \"WEEK\", \"MONTH\" or \"YEAR\""};
}

result<void> check_unit(const call_node& of, const environment& in) {
  if (of.function != "coord:offset" || of.arguments.size() != 2) return {};
  const auto* variable = std::get_if<variable_node>(&of.arguments[1]->of);
  if (variable == nullptr || time::unit_named(variable->name)) return {};
  if (in.names != nullptr && in.names->find(variable->name) != nullptr) return {};
  const bool written_out =
      in.where == phase::action_create || in.where == phase::action_create_inst;
  std::string one = variable->name;
  if (one.ends_with('S')) one.pop_back();
  return written_out || time::unit_named(one) ? no_unit(variable->name) : result<void>();
}

result<void> check_echoed_unit(const call& of) {
  if (of.in.reading == dialect::oozie || of.in.where != phase::submit_instances) return {};
  if (of.rule.name != "coord:offset") return {};
  const std::string unit = of.text(1);
  const bool inner_call = unit.find('(') != std::string::npos;
  return inner_call || time::unit_named(unit) ? result<void>() : no_unit(unit);
}

}  // namespace foliot::el
