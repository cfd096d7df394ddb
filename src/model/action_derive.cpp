// What an action is about, derived from (definition, nominal time) on demand (architecture 1).
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "base/contract.hpp"
#include "base/limits.hpp"
#include "el/evaluate.hpp"
#include "el/instances.hpp"
#include "el/phases.hpp"
#include "el/uri_template.hpp"
#include "model/action.hpp"
#include "model/coordinator_el.hpp"
#include "time/datetime.hpp"

namespace foliot::model {
namespace {

failure too_many(const data_event& event) {
  return {errc::too_large,
          "event '" + event.name + "' has more than " +
              std::to_string(limits::instances_per_event_max) + " instances",
          "E1010", "", "Split the instances over several events"};
}

failure still_open(const el::open_range& range) {
  return {errc::unsupported,
          el::text_of(range) + " depends on which data is there, which actions do not look at yet",
          "E1004", "", "Use coord:current"};
}

result<std::vector<instant>> instances_of(const coordinator_definition& definition,
                                          const data_event& event,
                                          const action_identity& identity) {
  FOLIOT_ASSERT(event.dataset < definition.datasets.size(), "an event of a dataset that exists");
  action_el names(definition, identity);
  names.look_at(definition.datasets[event.dataset]);
  const el::environment in = names.environment(el::phase::action_create);
  if (event.range_start && event.range_end) {
    result<el::instance_set> range = el::instance_range(*event.range_start, *event.range_end, in);
    if (!range) return std::move(range).error();
    if (!range->open.empty()) return still_open(range->open.front());
    return std::move(range->dates);
  }
  std::vector<instant> out;
  for (const el::expression& instance : event.instances) {
    const result<el::instance_set> some = el::instances_of(instance, in);
    if (!some) return some.error();
    if (!some->open.empty()) return still_open(some->open.front());
    out.insert(out.end(), some->dates.begin(), some->dates.end());
    if (out.size() > limits::instances_per_event_max) return too_many(event);
  }
  return out;
}

std::string joined(const std::vector<std::string>& uris) {
  std::string out;
  for (const std::string& uri : uris) {
    if (!out.empty()) out += ',';
    out += uri;
  }
  return out;
}

result<std::vector<std::string>> with_done_flags(const coordinator_definition& definition,
                                                 const std::vector<data_event>& events,
                                                 const action_identity& identity) {
  std::vector<std::string> out;
  std::unordered_set<std::string> known;  // two events may mean the same instance
  for (const data_event& event : events) {
    result<std::vector<std::string>> uris = instance_uris(definition, event, identity);
    if (!uris) return uris.error();
    const std::string& flag = definition.datasets[event.dataset].done.file;
    for (std::string& uri : *uris) {
      if (!flag.empty()) uri += '/' + flag;
      if (known.insert(uri).second) out.push_back(std::move(uri));
    }
  }
  return out;
}

}  // namespace

result<std::vector<std::string>> instance_uris(const coordinator_definition& definition,
                                               const data_event& event,
                                               const action_identity& identity) {
  const result<std::vector<instant>> instances = instances_of(definition, event, identity);
  if (!instances) return instances.error().within("event '" + event.name + "'");
  const dataset& of = definition.datasets[event.dataset];
  std::vector<std::string> out;
  out.reserve(instances->size());
  for (instant at : *instances)
    out.push_back(el::expand_uri_template(of.uri_template, at, time::processing_zone{}));
  return out;
}

result<std::vector<std::string>> dependency_uris(const coordinator_definition& definition,
                                                 const action_identity& identity) {
  return with_done_flags(definition, definition.inputs, identity);
}

result<std::vector<std::string>> output_uris(const coordinator_definition& definition,
                                             const action_identity& identity) {
  return with_done_flags(definition, definition.outputs, identity);
}

result<configuration> workflow_configuration(const coordinator_definition& definition,
                                             const action_identity& identity) {
  action_el names(definition, identity);
  for (const data_event& event : definition.inputs) {
    const result<std::vector<std::string>> uris = instance_uris(definition, event, identity);
    if (!uris) return uris.error();
    names.put_input(event.name, joined(*uris));
  }
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

}  // namespace foliot::model
