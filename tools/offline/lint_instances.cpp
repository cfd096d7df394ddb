// Which instances the events mean, at the first nominal time of a coordinator.
#include <algorithm>

#include "el/instances.hpp"
#include "model/coordinator_el.hpp"
#include "model/nominal_times.hpp"
#include "time/datetime.hpp"
#include "time/instances.hpp"
#include "tools/offline/lint_unit.hpp"

namespace foliot::offline {

namespace {

using parse::outline_element;

bool looks_at_data(const el::expression& text) {
  for (const char* each :
       {"coord:latest", "coord:latestRange", "coord:future", "coord:futureRange"})
    if (text.calls(each)) return true;
  return false;
}

class checker {
 public:
  checker(const lint_unit& unit, const reporter& out, instant first)
      : unit_(unit), job_(*unit.coordinator), out_(out), first_(first) {}

  void input(const model::data_event& event, const outline_element& element) {
    size_t index = 0;
    for (const outline_element& each : element.children) {
      if (each.name == "instance" && index < event.instances.size())
        instance(event, event.instances[index++], each);
      if (each.name == "start-instance" && event.range_start) range(event, each);
    }
  }

  void output(const model::data_event& event, const outline_element& element) {
    const outline_element* instance_element = element.child("instance");
    if (instance_element == nullptr || event.instances.empty()) return;
    if (looks_at_data(event.instances[0])) {
      out_.error("latest-in-output", instance_element->text_at,
                 "an output cannot be the latest or a future instance of data that is there: "
                 "its actions fail with E1006",
                 "Write ${coord:current(0)}");
      return;
    }
    instance(event, event.instances[0], *instance_element);
  }

 private:
  const model::dataset& dataset(const model::data_event& event) const {
    return job_.datasets[event.dataset];
  }

  bool known(const model::data_event& event, const outline_element& element) const {
    if (!unit_.knows(element.text)) return false;
    const outline_element* all = unit_.file->root.child("datasets");
    if (all == nullptr) return false;
    for (const outline_element& each : all->children) {
      const parse::outline_attribute* name = each.attribute("name");
      if (name == nullptr || name->value != dataset(event).name) continue;
      return std::all_of(each.attributes.begin(), each.attributes.end(),
                         [&](const auto& one) { return unit_.knows(one.value); });
    }
    return false;  // from an include
  }

  void instance(const model::data_event& event, const el::expression& text,
                const outline_element& element) {
    if (looks_at_data(text) || !known(event, element)) return;
    model::action_el names = job(event);
    const auto made = el::instances_of(text, names.environment(el::phase::action_create));
    const instant initial = time::first_instance(model::calendar_of(dataset(event)));
    if (!made) return fails(made.error(), element);
    if (!made->open.empty()) return;
    const bool early = std::any_of(made->dates.begin(), made->dates.end(),
                                   [&](instant at) { return at < initial; });
    if (!made->dates.empty() && !early) return;
    before(event, element, initial);
  }

  void range(const model::data_event& event, const outline_element& element) {
    if (looks_at_data(*event.range_start) || !known(event, element)) return;
    if (!unit_.knows(event.range_end->source())) return;
    model::action_el names = job(event);
    const el::environment in = names.environment(el::phase::action_create);
    const auto whole = el::instance_range(*event.range_start, *event.range_end, in);
    if (!whole) return fails(whole.error(), element);
    const auto first = el::instances_of(*event.range_start, in);
    if (first && first->dates.empty() && first->open.empty())
      before(event, element, time::first_instance(model::calendar_of(dataset(event))));
  }

  model::action_el job(const model::data_event& event) {
    identity_ = {job_.name + "@1", "nobody", first_, first_};
    model::action_el out(job_, identity_);
    out.look_at(dataset(event));
    return out;
  }

  void fails(const failure& error, const outline_element& element) {
    out_.error(
        error.oozie.empty() ? "E1010" : error.oozie, element.text_at,
        "the first action, of " + time::format_datetime(first_, {}) + ", fails: " + error.sentence,
        error.remedy);
  }

  void before(const model::data_event& event, const outline_element& element, instant initial) {
    out_.warn("instance-before-initial", element.text_at,
              "at the start " + element.text + " lies before the first instance of '" +
                  dataset(event).name + "', " + time::format_datetime(initial, {}) +
                  ": nobody waits for it",
              "Set initial-instance earlier, or start the coordinator later");
  }

  const lint_unit& unit_;
  const model::coordinator_definition& job_;
  const reporter& out_;
  instant first_;
  model::action_identity identity_;
};

const model::data_event* event_named(const std::vector<model::data_event>& events,
                                     const outline_element& element) {
  const parse::outline_attribute* name = element.attribute("name");
  if (name == nullptr) return nullptr;
  for (const model::data_event& each : events)
    if (each.name == name->value) return &each;
  return nullptr;
}

/// <data-in> elements, also those between <and> and <or>.
void visit_inputs(const outline_element& section, const model::coordinator_definition& job,
                  checker& each) {
  for (const outline_element& element : section.children) {
    if (element.name != "data-in") {
      visit_inputs(element, job, each);
      continue;
    }
    if (const model::data_event* event = event_named(job.inputs, element))
      each.input(*event, element);
  }
}

/// Before the reader has understood anything: a function that outputs cannot have.
void check_outputs(const lint_unit& unit, const reporter& out) {
  const outline_element* outputs = unit.file->root.child("output-events");
  if (outputs == nullptr) return;
  for (const outline_element& each : outputs->children)
    if (const outline_element* instance = each.child("instance"))
      if (instance->text.find("coord:latest") != std::string::npos ||
          instance->text.find("coord:future") != std::string::npos)
        out.error("latest-in-output", instance->text_at,
                  "an output cannot be the latest or a future instance of data that is there: "
                  "its actions fail with E1006",
                  "Write ${coord:current(0)}");
}

}  // namespace

void lint_instances(const lint_unit& unit, const reporter& out) {
  if (unit.file->kind != entity_kind::coordinator) return;
  if (!unit.coordinator) return check_outputs(unit, out);
  const outline_element& root = unit.file->root;
  for (const char* name : {"start", "frequency", "timezone"})
    if (const auto* at = root.attribute(name); at != nullptr && !unit.knows(at->value))
      return check_outputs(unit, out);
  const model::coordinator_definition& job = *unit.coordinator;
  const auto first = nominal_times(job, {job.start.ms - ms_per_day}, never, 1);
  if (first.empty()) return check_outputs(unit, out);
  checker each(unit, out, first.front().nominal);
  if (const outline_element* inputs = root.child("input-events")) visit_inputs(*inputs, job, each);
  if (const outline_element* outputs = root.child("output-events"))
    for (const outline_element& element : outputs->children)
      if (const model::data_event* event = event_named(job.outputs, element))
        each.output(*event, element);
}

}  // namespace foliot::offline
