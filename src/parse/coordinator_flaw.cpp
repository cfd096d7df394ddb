#include "parse/coordinator_flaw.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "el/hcatalog_uri.hpp"
#include "model/action.hpp"
#include "model/dataset_instances.hpp"
#include "model/timetable.hpp"
#include "parse/text.hpp"

namespace foliot::parse {
namespace {

bool is_open(const el::expression& text) {
  static constexpr std::array<const char*, 4> functions{"coord:latest", "coord:latestRange",
                                                        "coord:future", "coord:futureRange"};
  return std::any_of(functions.begin(), functions.end(),
                     [&](const char* each) { return text.calls(each); });
}

/// Both ends of its range, or any single instance.
bool is_open(const model::data_event& event) {
  if (event.range_start) return is_open(*event.range_start) && is_open(*event.range_end);
  return std::any_of(event.instances.begin(), event.instances.end(),
                     [](const el::expression& each) { return is_open(each); });
}

std::optional<failure> flaw_of(const model::coordinator_definition& made,
                               const model::data_event& event,
                               const model::action_identity& first) {
  const std::string& address = made.datasets[event.dataset].uri_template;
  if (el::is_hcatalog(address))
    if (const auto table = el::parse_hcatalog(address); !table) {
      failure out = table.error();
      out.oozie = "E0906";
      return std::move(out).within("dataset " + quoted(made.datasets[event.dataset].name));
    }
  const auto instances = model::instances_of(made, event, first);
  if (instances || instances.error().code != errc::bad_input) return std::nullopt;
  if (instances.error().oozie == "E1004" && is_open(event)) return std::nullopt;
  return instances.error();
}

}  // namespace

std::optional<model::definition_flaw> find_flaw(const model::coordinator_definition& made) {
  const model::materialisation soon = model::materialise(made, 0, never, 1);
  if (soon.nominal.empty()) return std::nullopt;
  model::action_identity first;
  first.nominal = first.created = soon.nominal.front();
  first.reading = dialect::oozie;
  for (const auto* events : {&made.inputs, &made.outputs})
    for (const model::data_event& event : *events)
      if (const auto why = flaw_of(made, event, first))
        return model::definition_flaw{"E1012", "no action can be made: " + why->text()};
  return std::nullopt;
}

}  // namespace foliot::parse
