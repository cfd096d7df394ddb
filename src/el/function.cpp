#include "el/function.hpp"

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

}  // namespace foliot::el
