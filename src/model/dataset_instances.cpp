#include "model/dataset_instances.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "base/contract.hpp"
#include "base/limits.hpp"
#include "el/hcatalog_uri.hpp"
#include "el/instances.hpp"
#include "el/phases.hpp"
#include "el/uri_template.hpp"
#include "model/coordinator_el.hpp"
#include "time/datetime.hpp"

namespace foliot::model {
namespace {

failure too_many() {
  return {errc::too_large,
          "there are more than " + std::to_string(limits::instances_per_event_max) + " instances",
          "E1010", "", "Split the instances over several events"};
}

/// Whether `event` is one of the definition's outputs.
bool is_output(const coordinator_definition& definition, const data_event& event) {
  return std::any_of(definition.outputs.begin(), definition.outputs.end(),
                     [&](const data_event& each) { return &each == &event; });
}

result<event_instances> collected(const coordinator_definition& definition, const data_event& event,
                                  const el::environment& in) {
  std::vector<el::instance_set> sets;
  if (event.range_start && event.range_end) {
    result<el::instance_set> range = el::instance_range(*event.range_start, *event.range_end, in);
    if (!range) return std::move(range).error();
    sets.push_back(*std::move(range));
  }
  for (const el::expression& instance : event.instances) {
    result<el::instance_set> some = el::instances_of(instance, in);
    if (!some) return std::move(some).error();
    sets.push_back(*std::move(some));
  }
  event_instances out;
  const dataset& of = definition.datasets[event.dataset];
  for (const el::instance_set& set : sets) {
    if (out.fixed.size() + set.dates.size() > limits::instances_per_event_max) return too_many();
    for (const instant at : set.dates) out.fixed.push_back(instance_at(of, at));
    out.open.insert(out.open.end(), set.open.begin(), set.open.end());
  }
  if (!out.open.empty() && is_output(definition, event)) {
    return failure{errc::bad_input, el::text_of(out.open.front()) + " cannot be written to",
                   "E1006", "", "Use coord:current in output events"};
  }
  return out;
}

open_gap gap_of(const dataset& of, const el::open_range& range, el::open_answer answer) {
  open_gap out;
  out.text = el::text_of(range);
  out.why = out.text + " of dataset '" + of.name + "': ";
  if (answer.nearest == never) {
    out.why += "no instance lies " + std::string(range.future ? "ahead" : "back");
    return out;
  }
  const size_t looked = answer.missing + answer.present;
  out.why += std::string(range.future ? "first" : "newest") + " instance looked at '" +
             instance_at(of, answer.nearest).uri + "', " +
             (answer.present == 0 ? "none" : "only " + std::to_string(answer.present)) + " of " +
             std::to_string(looked) + " found";
  if (answer.given_up) out.why += ", and no older ones are looked at";
  out.absent = std::move(answer.absent);
  return out;
}

}  // namespace

dataset_instance instance_at(const dataset& of, instant at) {
  dataset_instance out;
  out.uri = el::expand_uri_template(of.uri_template, at, time::processing_zone{});
  out.dependency = out.uri;
  if (!of.done.file.empty() && !el::is_hcatalog(out.uri)) out.dependency += '/' + of.done.file;
  return out;
}

el::probe presence_of(const dataset_instance& of) {
  return {el::is_hcatalog(of.uri) ? "hcat:exists" : "fs:exists", {of.dependency}};
}

result<event_instances> instances_of(const coordinator_definition& definition,
                                     const data_event& event, const action_identity& identity) {
  FOLIOT_ASSERT(event.dataset < definition.datasets.size(), "an event of a dataset that exists");
  action_el names(definition, identity);
  names.look_at(definition.datasets[event.dataset]);
  result<event_instances> out =
      collected(definition, event, names.environment(el::phase::action_create));
  if (!out) return std::move(out).error().within("event '" + event.name + "'");
  return out;
}

bool may_run_backwards(const coordinator_definition& definition) {
  const auto by_date = [](const data_event& event) {
    return event.range_start && !event.range_start->calls("coord:current") &&
           !event.range_start->calls("coord:offset") && !event.range_start->calls("coord:latest") &&
           !event.range_start->calls("coord:future");
  };
  return std::any_of(definition.inputs.begin(), definition.inputs.end(), by_date) ||
         std::any_of(definition.outputs.begin(), definition.outputs.end(), by_date);
}

std::optional<failure> cannot_be_made(const coordinator_definition& definition, instant nominal) {
  action_identity identity;
  identity.nominal = identity.created = nominal;
  identity.reading = reading_of(definition.conf);
  for (const auto* events : {&definition.inputs, &definition.outputs})
    for (const data_event& event : *events)
      if (auto made = instances_of(definition, event, identity);
          !made && made.error().code == errc::bad_input)
        return std::move(made).error();
  return std::nullopt;
}

failure too_many_instances() {
  return {errc::too_large,
          "the events of one action have more than " +
              std::to_string(limits::instances_per_action_max) + " instances",
          "E1010", "", "Use shorter ranges or several coordinators"};
}

std::variant<open_instances, el::needs, failure> resolve_open(
    const coordinator_definition& definition, const data_event& event,
    const std::vector<el::open_range>& ranges, const action_identity& identity,
    const el::facts& known, size_t ask_at_most) {
  FOLIOT_ASSERT(event.dataset < definition.datasets.size(), "an event of a dataset that exists");
  const dataset& of = definition.datasets[event.dataset];
  action_el names(definition, identity);
  names.look_at(of);
  el::environment in = names.environment(el::phase::action_start);
  in.known = &known;
  in.ask_at_most = ask_at_most;
  open_instances out;
  std::set<el::probe> asked;
  for (const el::open_range& range : ranges) {
    auto made = el::resolve(range, in);
    if (auto* error = std::get_if<failure>(&made))
      return std::move(*error).within("event '" + event.name + "'");
    if (auto* missing = std::get_if<el::needs>(&made)) {
      for (el::probe& each : missing->probes)
        if (asked.size() < ask_at_most) asked.insert(std::move(each));
      continue;
    }
    auto& answer = std::get<el::open_answer>(made);
    for (const instant at : answer.there) out.there.push_back(instance_at(of, at));
    if (answer.complete) continue;
    if (identity.latest_from) out.look_again = std::min(out.look_again, answer.next);
    out.gaps.push_back(gap_of(of, range, std::move(answer)));
  }
  if (!asked.empty()) return el::needs{{asked.begin(), asked.end()}};
  return out;
}

}  // namespace foliot::model
