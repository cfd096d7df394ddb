#include "parse/generated_application.hpp"

#include <string>
#include <utility>

#include "base/hash.hpp"
#include "parse/chosen_application.hpp"
#include "parse/location.hpp"

namespace foliot::parse {

namespace {

constexpr const char* text_property = "oozie.jobs.api.generated.xml";

}  // namespace

void name_generated(model::configuration& conf) {
  const auto text = conf.find(text_property);
  if (text == conf.end()) return;
  for (const entity_kind other : {entity_kind::coordinator, entity_kind::bundle})
    if (conf.contains(path_property(other))) return;
  conf.emplace(path_property(entity_kind::workflow),
               "/generated/gen_app_" + std::to_string(hash_of(text->second).low));
}

read_text or_generated(const read_text& read, const model::configuration& conf) {
  const auto text = conf.find(text_property);
  const auto path = conf.find(path_property(entity_kind::workflow));
  if (text == conf.end() || path == conf.end()) return read;
  return [&read, xml = text->second,
          file = definition_file(path->second, entity_kind::workflow)](const std::string& asked) {
    result<std::string> found = read(asked);
    const bool missing = !found && found.error().code == errc::not_found;
    return missing && asked == file ? result<std::string>(xml) : std::move(found);
  };
}

}  // namespace foliot::parse
