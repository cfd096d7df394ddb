#include "parse/definitions.hpp"

#include <string>
#include <utility>
#include <vector>

#include "base/limits.hpp"
#include "parse/bundle_xml.hpp"
#include "parse/coordinator_xml.hpp"
#include "parse/workflow_xml.hpp"

namespace foliot::parse {

namespace {

// All that the meaning depends on; lengths keep neighbours apart.
hash128 key_of(const model::definition_text& text) {
  std::string bytes;
  const auto add = [&](const std::string& part) {
    bytes += std::to_string(part.size());
    bytes += ':';
    bytes += part;
  };
  bytes += static_cast<char>(text.kind);
  add(text.app_path);
  add(text.name);
  add(text.xml);
  for (const auto& [name, value] : text.conf) {
    add(name);
    add(value);
  }
  return hash_of(bytes);
}

}  // namespace

cached_definitions::cached_definitions(const time::processing_zone& zone) {
  how_.zone = zone;
  how_.fork_join_checks = false;
}

template <class T, class Parse>
result<std::shared_ptr<const T>> cached_definitions::get(const model::definition_text& text,
                                                         Parse parse) const {
  const hash128 key = key_of(text);
  {
    const std::lock_guard lock(mutex_);
    if (const auto found = entries_.find(key); found != entries_.end()) {
      ages_.splice(ages_.begin(), ages_, found->second.age);
      return std::static_pointer_cast<const T>(found->second.value);
    }
  }
  // Parsed without the lock: two threads may do the same once, which is harmless.
  std::vector<std::string> known_warnings;
  result<T> made = parse(text, how_, known_warnings);
  if (!made) return made.error();
  auto value = std::make_shared<const T>(std::move(*made));
  const std::lock_guard lock(mutex_);
  if (entries_.contains(key)) return std::shared_ptr<const T>(value);
  ages_.push_front(key);
  entries_.emplace(key, entry{value, ages_.begin()});
  while (entries_.size() > limits::cached_definitions_max) {
    entries_.erase(ages_.back());
    ages_.pop_back();
  }
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
