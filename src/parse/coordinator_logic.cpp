// <input-logic> of a coordinator (coordinator.md 8).
#include <algorithm>
#include <charconv>

#include "parse/coordinator_reader.hpp"
#include "parse/text.hpp"

namespace foliot::parse {

namespace {

model::logic_kind kind_of(const pugi::xml_node& element) {
  const std::string_view name = local_name(element);
  return name == "and"       ? model::logic_kind::all
         : name == "or"      ? model::logic_kind::any
         : name == "combine" ? model::logic_kind::combine
                             : model::logic_kind::input;
}

}  // namespace

result<void> coordinator_reader::read_logic(const pugi::xml_node& section) {
  if (!section) return {};
  result<model::logic_node> root = logic_node(children(section).front());
  if (!root) return root.error();
  out_.logic = model::input_logic{std::move(*root)};
  return {};
}

// Depth is bounded by limits::xml_depth_max.
result<model::logic_node> coordinator_reader::logic_node(const pugi::xml_node& element) {
  model::logic_node out;
  out.kind = kind_of(element);
  result<std::string> name = logic_attribute(element, "name");
  if (!name) return name.error();
  out.name = std::move(*name);
  const result<std::optional<int32_t>> least = logic_number(element, "min");
  if (!least) return least.error();
  out.min = *least;
  const result<std::optional<int32_t>> wait = logic_number(element, "wait");
  if (!wait) return wait.error();
  out.wait_minutes = *wait;
  if (out.kind == model::logic_kind::input) {
    const result<uint16_t> input = logic_input(element);
    if (!input) return input.error();
    out.input = *input;
    return out;
  }
  for (const pugi::xml_node& each : children(element)) {
    result<model::logic_node> part = logic_node(each);
    if (!part) return part;
    out.parts.push_back(std::move(*part));
  }
  if (out.kind == model::logic_kind::combine)
    if (auto fine = check_combined(element, out); !fine) return fine.error();
  return out;
}

result<std::string> coordinator_reader::logic_attribute(const pugi::xml_node& element,
                                                        const char* name) {
  return evaluate({element, name}, attribute_text(name), attribute(element, name),
                  el::phase::submit_nofuncs);
}

result<std::optional<int32_t>> coordinator_reader::logic_number(const pugi::xml_node& element,
                                                                const char* name) {
  const result<std::string> text = logic_attribute(element, name);
  if (!text) return text.error();
  if (text->empty()) return std::optional<int32_t>();
  int32_t out = 0;
  const char* end = text->data() + text->size();
  const auto [behind, problem] = std::from_chars(text->data(), end, out);
  if (problem != std::errc{} || behind != end)
    return in_.document().error({element, name}, "E1003",
                                attribute_text(name) + " is " + quoted(*text) + ", not a number",
                                "Write a whole number");
  return std::optional<int32_t>(out);
}

result<uint16_t> coordinator_reader::logic_input(const pugi::xml_node& element) {
  const result<std::string> event = logic_attribute(element, "dataset");
  if (!event) return event.error();
  std::vector<std::string> known;
  for (size_t i = 0; i < out_.inputs.size(); ++i) {
    if (out_.inputs[i].name == *event) return static_cast<uint16_t>(i);
    known.push_back(out_.inputs[i].name);
  }
  std::string remedy = did_you_mean(*event, known);
  if (remedy.empty())
    remedy = "Name one of the events of <input-events>" +
             (known.empty() ? std::string() : ": " + join(known));
  return in_.document().error({element, "dataset"}, "E0803",
                              "there is no input event " + quoted(*event) + " for <input-logic>",
                              remedy);
}

// What is combined needs as many instances each. Oozie finds out when it resolves them, which its
// dry run does.
result<void> coordinator_reader::check_combined(const pugi::xml_node& element,
                                                const model::logic_node& combined) {
  if (!finds_out_now()) return {};
  const model::data_event& first = out_.inputs[combined.parts.front().input];
  const std::optional<int64_t> size = instance_count(first);
  for (const model::logic_node& each : combined.parts) {
    const model::data_event& event = out_.inputs[each.input];
    const std::optional<int64_t> other = instance_count(event);
    if (!size || !other || *size == *other) continue;
    return in_.document().error(element, "E0803",
                                "E1028: <combine> needs events with as many instances each, but " +
                                    quoted(first.name) + " has " + std::to_string(*size) + " and " +
                                    quoted(event.name) + " has " + std::to_string(*other),
                                "Give them ranges of the same length");
  }
  return {};
}

}  // namespace foliot::parse
