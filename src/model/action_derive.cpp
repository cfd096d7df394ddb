// What an action is about, derived from (definition, nominal time) on demand (architecture 1).
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "base/limits.hpp"
#include "el/evaluate.hpp"
#include "el/open_instances.hpp"
#include "el/phases.hpp"
#include "model/action.hpp"
#include "model/coordinator_el.hpp"
#include "model/dataset_instances.hpp"

namespace foliot::model {
namespace {

failure still_open(const data_event& event, const el::open_range& range) {
  return {errc::unsupported, el::text_of(range) + " depends on which data is there", "E1004",
          "event '" + event.name + "'", ""};
}

/// The instances of an event without latest and future.
result<std::vector<dataset_instance>> fixed_instances(const coordinator_definition& definition,
                                                      const data_event& event,
                                                      const action_identity& identity) {
  result<event_instances> all = instances_of(definition, event, identity);
  if (!all) return std::move(all).error();
  if (!all->open.empty()) return still_open(event, all->open.front());
  return std::move(all->fixed);
}

std::string joined(const std::vector<std::string>& uris) {
  std::string out;
  for (const std::string& uri : uris) {
    if (!out.empty()) out += ',';
    out += uri;
  }
  return out;
}

}  // namespace

result<std::vector<std::string>> instance_uris(const coordinator_definition& definition,
                                               const data_event& event,
                                               const action_identity& identity) {
  result<std::vector<dataset_instance>> all = fixed_instances(definition, event, identity);
  if (!all) return std::move(all).error();
  std::vector<std::string> out;
  out.reserve(all->size());
  for (dataset_instance& each : *all) out.push_back(std::move(each.uri));
  return out;
}

result<std::vector<std::string>> output_uris(const coordinator_definition& definition,
                                             const action_identity& identity) {
  std::vector<std::string> out;
  std::unordered_set<std::string> known;  // two events may mean the same instance
  for (const data_event& event : definition.outputs) {
    result<std::vector<dataset_instance>> all = fixed_instances(definition, event, identity);
    if (!all) return std::move(all).error();
    if (out.size() + all->size() > limits::instances_per_action_max) return too_many_instances();
    for (dataset_instance& each : *all)
      if (known.insert(each.dependency).second) out.push_back(std::move(each.dependency));
  }
  return out;
}

std::vector<std::string> outputs_to_clean(const coordinator_definition& definition,
                                          const action_identity& identity) {
  std::vector<std::string> out;
  for (const data_event& event : definition.outputs) {
    if (event.keep) continue;
    auto uris = instance_uris(definition, event, identity);
    if (!uris) continue;
    for (std::string& uri : *uris) out.push_back(std::move(uri));
  }
  return out;
}

namespace {

/// The configuration with what coord:dataIn gives already in `names`.
result<configuration> evaluated_configuration(const coordinator_definition& definition,
                                              const action_identity& identity, action_el& names) {
  for (const data_event& event : definition.outputs) {
    const result<std::vector<std::string>> uris = instance_uris(definition, event, identity);
    if (!uris) return uris.error();
    names.put_output(event.name, joined(*uris));
  }
  const el::environment in = names.environment(el::phase::action_start);
  configuration out;
  for (const auto& [name, value] : definition.workflow_conf) {
    result<std::string> text = el::text_of(value, in);
    if (!text) return std::move(text).error().within("property '" + name + "'");
    out[name] = std::move(*text);
  }
  out["oozie.wf.application.path"] = definition.workflow_path;
  return out;
}

}  // namespace

result<configuration> workflow_configuration(const coordinator_definition& definition,
                                             const action_identity& identity,
                                             const resolved_inputs& resolved) {
  action_el names(definition, identity);
  for (const auto& [name, uris] : resolved) names.put_input(name, uris);
  for (const data_event& event : definition.inputs) {
    if (resolved.contains(event.name)) continue;
    const result<std::vector<std::string>> uris = instance_uris(definition, event, identity);
    if (!uris) return uris.error();
    names.put_input(event.name, joined(*uris));
  }
  return evaluated_configuration(definition, identity, names);
}

}  // namespace foliot::model
