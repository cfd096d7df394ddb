#include "parse/definitions.hpp"

#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/limits.hpp"
#include "parse/bundle_xml.hpp"
#include "parse/coordinator_xml.hpp"
#include "parse/workflow_xml.hpp"

namespace foliot::parse {

namespace {

/// What it is taken for when it is understood as a T.
template <class T>
constexpr entity_kind kind_as =
    std::is_same_v<T, model::bundle_definition>        ? entity_kind::bundle
    : std::is_same_v<T, model::coordinator_definition> ? entity_kind::coordinator
                                                       : entity_kind::workflow;

// All that the meaning depends on, and what the text is taken for: the journal of a bug report may
// name a text of another kind than it needs.
hash128 key_of(const model::definition_text& text, entity_kind as) {
  text_key out;
  const std::string kinds{static_cast<char>(text.kind), static_cast<char>(as)};
  out.add(kinds).add(text.app_path).add(text.name).add(text.xml);
  for (const auto& [name, value] : text.conf) out.add(name).add(value);
  return out.hash();
}

}  // namespace

cached_definitions::cached_definitions(const time::processing_zone& zone) {
  how_.zone = zone;
  how_.fork_join_checks = false;
  how_.accepted_before = true;
}

template <class T, class Parse>
result<std::shared_ptr<const T>> cached_definitions::get(const model::definition_text& text,
                                                         Parse parse) const {
  const hash128 key = key_of(text, kind_as<T>);
  if (const auto known = known_.find(key)) return std::static_pointer_cast<const T>(known);
  // Parsed without the lock: two threads may do the same once, which is harmless.
  std::vector<std::string> known_warnings;
  result<T> made = parse(text, how_, known_warnings);
  if (!made) return made.error();
  auto value = std::make_shared<const T>(std::move(*made));
  known_.keep(key, value);
  return std::shared_ptr<const T>(std::move(value));
}

result<std::shared_ptr<const model::bundle_definition>> cached_definitions::bundle(
    const model::definition_text& text) const {
  return get<model::bundle_definition>(text, parse_bundle);
}

result<std::shared_ptr<const model::coordinator_definition>> cached_definitions::coordinator(
    const model::definition_text& text) const {
  return get<model::coordinator_definition>(text, parse_coordinator);
}

result<std::shared_ptr<const model::workflow_definition>> cached_definitions::workflow(
    const model::definition_text& text) const {
  return get<model::workflow_definition>(text, parse_workflow);
}

}  // namespace foliot::parse
