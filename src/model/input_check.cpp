#include "model/input_check.hpp"

#include <optional>
#include <set>
#include <utility>

#include "base/limits.hpp"
#include "model/dataset_instances.hpp"

namespace foliot::model {
namespace {

/// Whether it is there; nothing when nobody looked.
std::optional<bool> known_there(const el::facts& known, const dataset_instance& of) {
  const el::value* answer = known.find(presence_of(of));
  if (answer == nullptr) return std::nullopt;
  const bool* truth = answer->as_bool();
  return truth != nullptr && *truth;
}

struct question {
  const coordinator_definition& definition;
  const action_identity& identity;
  const el::facts& known;
  instant now;
};

/// All events as far as the calendar tells, in the definition's order.
using calendar_part = std::vector<event_instances>;

result<calendar_part> calendar_of_all(const question& of) {
  calendar_part out;
  size_t total = 0;
  for (const data_event& event : of.definition.inputs) {
    result<event_instances> some = instances_of(of.definition, event, of.identity);
    if (!some) return std::move(some).error();
    total += some->fixed.size();
    if (total > limits::instances_per_action_max) return too_many_instances();
    out.push_back(*std::move(some));
  }
  return out;
}

/// latest and future of one event put behind its other instances.
using opened = std::variant<open_instances, el::needs, failure>;

opened open_part(const question& of, size_t event, const calendar_part& calendar) {
  if (calendar[event].open.empty()) return open_instances{};
  return resolve_open(of.definition, of.definition.inputs[event], calendar[event].open, of.identity,
                      of.known);
}

std::string joined(const std::vector<std::string>& texts) {
  std::string out;
  for (const std::string& text : texts) out += (out.empty() ? "" : "#") + text;
  return out;
}

std::vector<std::string> open_texts(const calendar_part& calendar) {
  std::vector<std::string> out;
  for (const event_instances& event : calendar)
    for (const el::open_range& range : event.open) out.push_back(el::text_of(range));
  return out;
}

std::string missing_text(const std::vector<std::string>& fixed,
                         const std::vector<std::string>& open) {
  return joined(fixed) + (open.empty() ? "" : "!!" + joined(open));
}

/// What the calendar tells, in order: asked together, and missing from the first that is not there.
std::optional<input_state> check_fixed(const question& of, const calendar_part& calendar) {
  std::set<el::probe> asked;
  std::vector<std::string> missing;
  for (const event_instances& event : calendar) {
    for (const dataset_instance& each : event.fixed) {
      const std::optional<bool> there = known_there(of.known, each);
      if (!there && missing.empty() && asked.size() < limits::probes_at_once_max)
        asked.insert(presence_of(each));
      if (asked.empty() && !there.value_or(false)) missing.push_back(each.dependency);
    }
  }
  if (!asked.empty()) return el::needs{{asked.begin(), asked.end()}};
  if (missing.empty()) return std::nullopt;
  inputs_missing out;
  out.dependencies = missing_text(missing, open_texts(calendar));
  out.why = "'" + missing.front() + "' is not there";
  return out;
}

input_state check_all(const question& of, const calendar_part& calendar) {
  if (auto decided = check_fixed(of, calendar)) return *std::move(decided);
  inputs_found out;
  std::vector<std::string> unresolved;
  bool given_up = false;
  std::set<el::probe> asked;
  for (size_t i = 0; i < calendar.size(); ++i) {
    std::vector<std::string>& uris = out.uris[of.definition.inputs[i].name];
    for (const dataset_instance& each : calendar[i].fixed) uris.push_back(each.uri);
    opened open = open_part(of, i, calendar);
    if (auto* error = std::get_if<failure>(&open)) return std::move(*error);
    if (auto* needed = std::get_if<el::needs>(&open)) {
      for (el::probe& each : needed->probes)
        if (asked.size() < limits::probes_at_once_max) asked.insert(std::move(each));
      continue;
    }
    auto& found = std::get<open_instances>(open);
    for (dataset_instance& each : found.there) uris.push_back(std::move(each.uri));
    for (std::string& text : found.unresolved) unresolved.push_back(std::move(text));
    given_up = given_up || found.given_up;
  }
  if (!asked.empty()) return el::needs{{asked.begin(), asked.end()}};
  if (unresolved.empty()) return out;
  inputs_missing missing;
  missing.dependencies = missing_text({}, unresolved);
  missing.why = "fewer instances than " + unresolved.front() + " needs are there";
  if (given_up)
    missing.why += " among the newest " + std::to_string(limits::open_instances_max) +
                   ", and no older ones are looked at";
  return missing;
}

/// The events as input logic sees them; `open` are resolved where it is their turn.
std::vector<logic_input> logic_view(const question& of, const calendar_part& calendar,
                                    const std::vector<open_instances>* open) {
  std::vector<logic_input> out;
  for (size_t i = 0; i < calendar.size(); ++i) {
    logic_input seen;
    seen.name = of.definition.inputs[i].name;
    seen.postponed = open == nullptr && !calendar[i].open.empty();
    for (const dataset_instance& each : calendar[i].fixed)
      seen.instances.push_back({each.uri, known_there(of.known, each)});
    if (open != nullptr) {
      for (const dataset_instance& each : (*open)[i].there)
        seen.instances.push_back({each.uri, true});
      for (const std::string& text : (*open)[i].unresolved) seen.instances.push_back({text, false});
    }
    out.push_back(std::move(seen));
  }
  return out;
}

std::optional<input_state> not_satisfied(const logic_outcome& of, const calendar_part& calendar) {
  if (!of.unknown.empty()) {
    std::set<el::probe> asked;
    for (const auto& [event, instance] : of.unknown)
      asked.insert(presence_of(calendar[event].fixed[instance]));
    return el::needs{{asked.begin(), asked.end()}};
  }
  if (of.verdict == logic_verdict::no || of.verdict == logic_verdict::waiting)
    return inputs_missing{"", of.why, of.look_again};
  return std::nullopt;
}

void add_named(const logic_node& node, const std::vector<logic_input>& inputs,
               std::set<std::string>& names, std::set<size_t>& used) {
  if (!node.name.empty()) names.insert(node.name);
  if (node.kind == logic_kind::input) used.insert(node.input);
  for (const logic_node& part : node.parts) add_named(part, inputs, names, used);
}

/// What coord:dataIn gives: for each named part what satisfies it, for each event what is there.
input_state named_uris(const question& of, const calendar_part& calendar,
                       const std::vector<logic_input>& inputs, const logic_times& at) {
  inputs_found out;
  std::set<std::string> names;
  std::set<size_t> used;
  add_named(of.definition.logic->root, inputs, names, used);
  for (size_t i = 0; i < inputs.size(); ++i) {
    std::vector<std::string>& uris = out.uris[inputs[i].name];
    for (const logic_instance& each : inputs[i].instances)
      if (!used.contains(i) || each.there.value_or(false)) uris.push_back(each.uri);
  }
  for (const std::string& name : names) {
    result<logic_outcome> part =
        evaluate(*of.definition.logic, name, inputs, at, of.identity.reading);
    if (!part) return std::move(part).error();
    if (!part->unknown.empty()) return *not_satisfied(*part, calendar);
    out.uris[name] = std::move(part->uris);
  }
  return out;
}

input_state check_logic(const question& of, const calendar_part& calendar) {
  const logic_times at{of.identity.nominal, of.identity.created, of.now};
  const auto verdict = [&](const std::vector<logic_input>& inputs) {
    return evaluate(*of.definition.logic, "", inputs, at, of.identity.reading);
  };
  std::vector<logic_input> inputs = logic_view(of, calendar, nullptr);
  result<logic_outcome> first = verdict(inputs);
  if (!first) return std::move(first).error();
  if (auto decided = not_satisfied(*first, calendar)) return *std::move(decided);
  if (first->verdict == logic_verdict::yes) return named_uris(of, calendar, inputs, at);
  std::vector<open_instances> resolved;
  for (size_t i = 0; i < calendar.size(); ++i) {
    opened open = open_part(of, i, calendar);
    if (auto* error = std::get_if<failure>(&open)) return std::move(*error);
    if (auto* needed = std::get_if<el::needs>(&open)) return std::move(*needed);
    resolved.push_back(std::get<open_instances>(std::move(open)));
  }
  inputs = logic_view(of, calendar, &resolved);
  result<logic_outcome> second = verdict(inputs);
  if (!second) return std::move(second).error();
  if (auto decided = not_satisfied(*second, calendar)) return *std::move(decided);
  return named_uris(of, calendar, inputs, at);
}

}  // namespace

input_state check_inputs(const coordinator_definition& definition, const action_identity& identity,
                         const el::facts& known, instant now) {
  const question of{definition, identity, known, now};
  result<calendar_part> calendar = calendar_of_all(of);
  if (!calendar) return std::move(calendar).error();
  return definition.logic ? check_logic(of, *calendar) : check_all(of, *calendar);
}

}  // namespace foliot::model
