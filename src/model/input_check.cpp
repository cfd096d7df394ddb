#include "model/input_check.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <unordered_set>
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
  size_t ask_at_most;
};

/// All events as far as the calendar tells, in the definition's order.
using calendar_part = std::vector<event_instances>;

result<calendar_part> calendar_of_all(const coordinator_definition& definition,
                                      const action_identity& identity) {
  calendar_part out;
  size_t total = 0;
  for (const data_event& event : definition.inputs) {
    result<event_instances> some = instances_of(definition, event, identity);
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
                      of.known, of.ask_at_most);
}

std::string joined(const std::vector<std::string>& texts) {
  std::string out;
  for (const std::string& text : texts) out += (out.empty() ? "" : "#") + text;
  return out;
}

std::string open_text(const calendar_part& calendar) {
  std::vector<std::string> out;
  for (const event_instances& event : calendar)
    for (const el::open_range& range : event.open) out.push_back(el::text_of(range));
  return joined(out);
}

std::string missing_text(const std::vector<std::string>& fixed, const std::string& open) {
  return joined(fixed) + (open.empty() ? "" : "!!" + open);
}

/// Adds those of `from` that are not in `to` yet.
class absent_list {
 public:
  explicit absent_list(inputs_missing& of) : to_(of.absent) {}

  void add(const el::probe& each) {
    if (known_.insert(each).second) to_.push_back(each);
  }
  void add(const open_instances& of) {
    for (const open_gap& gap : of.gaps)
      for (const el::probe& each : gap.absent) add(each);
  }

 private:
  std::vector<el::probe>& to_;
  std::set<el::probe> known_;
};

/// What the calendar tells, in order: asked together, and missing from the first that is not there.
std::optional<input_state> check_fixed(const question& of, const calendar_part& calendar) {
  std::set<el::probe> asked;
  std::vector<std::string> missing;
  inputs_missing out;
  absent_list absent(out);
  for (const event_instances& event : calendar) {
    for (const dataset_instance& each : event.fixed) {
      const std::optional<bool> there = known_there(of.known, each);
      if (!there && missing.empty() && asked.size() < of.ask_at_most)
        asked.insert(presence_of(each));
      if (!asked.empty() || there.value_or(false)) continue;
      missing.push_back(each.dependency);
      absent.add(presence_of(each));
    }
  }
  if (!asked.empty()) return el::needs{{asked.begin(), asked.end()}};
  if (missing.empty()) return std::nullopt;
  out.dependencies = missing_text(missing, open_text(calendar));
  out.why = "'" + missing.front() + "' is not there";
  return out;
}

/// All that the calendar tells is there.
input_state check_open(const question& of, const calendar_part& calendar) {
  inputs_found out;
  inputs_missing missing;
  absent_list absent(missing);
  std::vector<std::string> unresolved;
  std::set<el::probe> asked;
  for (size_t i = 0; i < calendar.size(); ++i) {
    std::vector<std::string>& uris = out.uris[of.definition.inputs[i].name];
    for (const dataset_instance& each : calendar[i].fixed) uris.push_back(each.uri);
    opened open = open_part(of, i, calendar);
    if (auto* error = std::get_if<failure>(&open)) return std::move(*error);
    if (auto* needed = std::get_if<el::needs>(&open)) {
      for (el::probe& each : needed->probes)
        if (asked.size() < of.ask_at_most) asked.insert(std::move(each));
      continue;
    }
    auto& found = std::get<open_instances>(open);
    if (calendar[i].open.empty()) out.by_calendar.insert(of.definition.inputs[i].name);
    for (dataset_instance& each : found.there) uris.push_back(std::move(each.uri));
    absent.add(found);
    missing.look_again = std::min(missing.look_again, found.look_again);
    for (const open_gap& gap : found.gaps) {
      unresolved.push_back(gap.text);
      missing.why += (missing.why.empty() ? "" : "; ") + gap.why;
    }
  }
  if (!asked.empty()) return el::needs{{asked.begin(), asked.end()}};
  if (unresolved.empty()) return out;
  missing.dependencies = missing_text({}, joined(unresolved));
  return missing;
}

using opened_events = std::vector<open_instances>;

/// The events as input logic sees them; `open` are resolved where it is their turn.
std::vector<logic_input> logic_view(const question& of, const calendar_part& calendar,
                                    const opened_events* open) {
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
      for (const open_gap& gap : (*open)[i].gaps) seen.instances.push_back({gap.text, false});
    }
    out.push_back(std::move(seen));
  }
  return out;
}

/// What was looked at for the logic and is not there.
void add_absent(const question& of, const calendar_part& calendar, const opened_events* open,
                inputs_missing& out) {
  absent_list absent(out);
  for (size_t i = 0; i < calendar.size(); ++i) {
    for (const dataset_instance& each : calendar[i].fixed)
      if (!known_there(of.known, each).value_or(true)) absent.add(presence_of(each));
    if (open == nullptr) continue;
    absent.add((*open)[i]);
    out.look_again = std::min(out.look_again, (*open)[i].look_again);
    for (const open_gap& gap : (*open)[i].gaps)
      if (out.why.size() < limits::error_text_bytes_max) out.why += "; " + gap.why;
  }
}

std::optional<input_state> not_satisfied(const question& asker, const logic_outcome& of,
                                         const calendar_part& calendar, const opened_events* open) {
  if (!of.unknown.empty()) {
    std::set<el::probe> asked;
    for (const auto& [event, instance] : of.unknown)
      asked.insert(presence_of(calendar[event].fixed[instance]));
    return el::needs{{asked.begin(), asked.end()}};
  }
  if (of.verdict != logic_verdict::no && of.verdict != logic_verdict::waiting) return std::nullopt;
  inputs_missing out;
  out.why = of.why;
  out.look_again = of.look_again;
  add_absent(asker, calendar, open, out);
  return out;
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
        evaluate(*of.definition.logic, name, inputs, at, of.identity.reading, of.ask_at_most);
    if (!part) return std::move(part).error();
    if (!part->unknown.empty()) return *not_satisfied(of, *part, calendar, nullptr);
    out.uris[name] = std::move(part->uris);
  }
  return out;
}

input_state check_logic(const question& of, const calendar_part& calendar) {
  const instant born = of.identity.born == never ? of.identity.created : of.identity.born;
  const logic_times at{of.identity.nominal, born, of.now};
  const auto verdict = [&](const std::vector<logic_input>& inputs) {
    return evaluate(*of.definition.logic, "", inputs, at, of.identity.reading, of.ask_at_most);
  };
  std::vector<logic_input> inputs = logic_view(of, calendar, nullptr);
  result<logic_outcome> first = verdict(inputs);
  if (!first) return std::move(first).error();
  if (auto decided = not_satisfied(of, *first, calendar, nullptr)) return *std::move(decided);
  if (first->verdict == logic_verdict::yes) return named_uris(of, calendar, inputs, at);
  opened_events resolved;
  for (size_t i = 0; i < calendar.size(); ++i) {
    opened open = open_part(of, i, calendar);
    if (auto* error = std::get_if<failure>(&open)) return std::move(*error);
    if (auto* needed = std::get_if<el::needs>(&open)) return std::move(*needed);
    resolved.push_back(std::get<open_instances>(std::move(open)));
  }
  inputs = logic_view(of, calendar, &resolved);
  result<logic_outcome> second = verdict(inputs);
  if (!second) return std::move(second).error();
  if (auto decided = not_satisfied(of, *second, calendar, &resolved)) return *std::move(decided);
  return named_uris(of, calendar, inputs, at);
}

}  // namespace

input_state check_inputs(const coordinator_definition& definition, const action_identity& identity,
                         const el::facts& known, instant now, fixed_inputs fixed) {
  const question of{
      definition, identity, known, now,
      std::clamp(known.all().size(), limits::probes_at_once_max, limits::inputs_at_once_max)};
  result<calendar_part> calendar = calendar_of_all(definition, identity);
  if (!calendar) return std::move(calendar).error();
  if (definition.logic) return check_logic(of, *calendar);
  if (fixed == fixed_inputs::unknown)
    if (auto decided = check_fixed(of, *calendar)) return *std::move(decided);
  return check_open(of, *calendar);
}

result<named_dependencies> dependencies_of(const coordinator_definition& definition,
                                           const action_identity& identity) {
  const result<calendar_part> calendar = calendar_of_all(definition, identity);
  if (!calendar) return calendar.error();
  named_dependencies out;
  out.open_text = open_text(*calendar);
  out.open = definition.logic.has_value() || !out.open_text.empty();
  if (definition.logic) return out;
  std::unordered_set<std::string> known;  // two events may mean the same instance
  for (const event_instances& event : *calendar)
    for (const dataset_instance& each : event.fixed)
      if (known.insert(each.dependency).second) out.fixed.push_back(each.dependency);
  return out;
}

result<resolved_inputs> to_keep(const inputs_found& found) {
  resolved_inputs out;
  size_t bytes = 0;
  for (const auto& [name, uris] : found.uris) {
    if (found.by_calendar.contains(name)) continue;
    std::string& all = out[name];
    for (const std::string& uri : uris) all += (all.empty() ? "" : ",") + uri;
    bytes += all.size();
  }
  if (bytes > limits::resolved_inputs_bytes_max)
    return failure{errc::too_large,
                   "the URIs of all inputs have more than " +
                       std::to_string(limits::resolved_inputs_bytes_max) + " bytes",
                   "E1010", "", "Use shorter ranges"};
  return out;
}

}  // namespace foliot::model
