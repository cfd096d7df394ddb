#include "parse/chosen_application.hpp"

#include <array>

#include "parse/generated_application.hpp"
#include "parse/text.hpp"

namespace foliot::parse {

namespace {

struct application_property {
  const char* name;
  entity_kind kind;
};
constexpr std::array<application_property, 3> application_properties{
    {{"oozie.wf.application.path", entity_kind::workflow},
     {"oozie.coord.application.path", entity_kind::coordinator},
     {"oozie.bundle.application.path", entity_kind::bundle}}};
constexpr const char* bundle_property = "oozie.bundle.application.path";
constexpr const char* bundle_alias = "oozie.application.bundle.path";

}  // namespace

const char* path_property(entity_kind kind) {
  for (const application_property& each : application_properties)
    if (each.kind == kind) return each.name;
  return "";
}

result<application> choose_application(model::configuration& conf, dialect reading,
                                       std::vector<std::string>& warnings) {
  if (const auto alias = conf.find(bundle_alias);
      alias != conf.end() && !conf.contains(bundle_property) && reading == dialect::lenient) {
    warnings.push_back(std::string("the property ") + bundle_alias + " is read as " +
                       bundle_property + ". Rename it.");
    conf.emplace(bundle_property, alias->second);
  }
  name_generated(conf);
  application out;
  std::vector<std::string> given;
  for (const application_property& each : application_properties) {
    const auto found = conf.find(each.name);
    if (found == conf.end()) continue;
    given.emplace_back(each.name);
    out = {each.kind, found->second};
  }
  if (given.size() > 1)
    return failure{errc::bad_input, "the job names more than one application: " + join(given),
                   "E0302", "", "Set exactly one of these properties"};
  if (given.empty() || out.path.empty())
    return failure{errc::bad_input, "the job names no application", "E0307", "",
                   "Set oozie.bundle.application.path, oozie.coord.application.path or "
                   "oozie.wf.application.path"};
  return out;
}

}  // namespace foliot::parse
