// The functions of workflows that ask about the job or the world (workflow.md 5).
#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "base/limits.hpp"
#include "el/function.hpp"
#include "el/outside.hpp"
#include "time/datetime.hpp"

namespace foliot::el {
namespace {

found known(value held) { return std::optional<value>(std::move(held)); }

/// The answer is a fact, or it is asked for, with others up to a bound.
found ask_for(const call& of, probe question) {
  if (const value* answer = of.in.known == nullptr ? nullptr : of.in.known->find(question)) {
    if (auto why = why_unanswerable(*answer)) return of.because(std::move(*why));
    return known(*answer);
  }
  if (of.noted.asked.size() < limits::probes_at_once_max) {
    of.noted.asked.insert(std::move(question));
  }
  return std::optional<value>();
}

found optional_text(std::optional<std::string> held) {
  if (!held) return known(value());
  return known(*std::move(held));
}

/// What may be a question.
found outer_text(const call& of, std::optional<std::string> held) {
  if (held)
    if (auto question = outside_question(*held)) return ask_for(of, std::move(*question));
  return optional_text(std::move(held));
}

/// The functions below are called with a workflow context only; see `guarded`.
const workflow_context& job(const call& of) { return *of.in.workflow; }

found id(const call& of) { return known(job(of).id()); }
found app_name(const call& of) { return known(job(of).name()); }
found app_path(const call& of) { return known(job(of).app_path()); }
found group(const call& of) { return known(job(of).group()); }
found run(const call& of) { return known(job(of).run()); }
found conf(const call& of) {
  const std::string* held = job(of).conf(of.text(0));
  if (held == nullptr) return known(value());
  return known(*held);
}
found callback(const call& of) { return known(job(of).callback(of.text(0))); }
found transition(const call& of) { return optional_text(job(of).transition(of.text(0))); }
found last_error_node(const call& of) { return known(job(of).last_error_node()); }
found error_code_of(const call& of) { return optional_text(job(of).error_code(of.text(0))); }
found error_message(const call& of) { return optional_text(job(of).error_message(of.text(0))); }
found action_data(const call& of) { return known(job(of).action_data(of.text(0))); }
found external_id(const call& of) { return outer_text(of, job(of).external_id(of.text(0))); }
found tracker_uri(const call& of) { return optional_text(job(of).tracker_uri(of.text(0))); }
found external_status(const call& of) {
  return outer_text(of, job(of).external_status(of.text(0)));
}
found timestamp(const call& of) { return known(time::format_datetime(job(of).now(), of.in.zone)); }

/// In bundle.xml the submitting user is read leniently (rulings 4.3).
found user(const call& of) {
  if (of.in.where == phase::workflow) return known(job(of).user());
  if (of.in.reading == dialect::oozie) {
    return of.wrong("it exists in workflows only", "Write the user's name");
  }
  if (of.in.bundle == nullptr) return of.without_context();
  return known(of.in.bundle->user());
}

/// Everything that looks at the world.
found ask(const call& of) {
  probe question{std::string(of.rule.name), {}};
  for (size_t i = 0; i < of.arguments.size(); ++i) question.arguments.push_back(of.text(i));
  return ask_for(of, std::move(question));
}

found counters(const call& of) {
  auto held = job(of).counters(of.text(0));
  if (held) return known(*std::move(held));
  return of.wrong("there are no counters of '" + of.text(0).substr(0, 100) + "'",
                  "Name an action that has ended and that counts, such as map-reduce");
}

template <implementation function>
found guarded(const call& of) {
  if (of.in.where == phase::workflow && of.in.workflow == nullptr) return of.without_context();
  return function(of);
}

constexpr std::array<std::pair<std::string_view, implementation>, 25> functions{{
    {"fs:blockSize", ask},
    {"fs:dirSize", ask},
    {"fs:exists", ask},
    {"fs:fileSize", ask},
    {"fs:isDir", ask},
    {"hadoop:conf", ask},
    {"hadoop:counters", guarded<counters>},
    {"hcat:exists", ask},
    {"timestamp", guarded<timestamp>},
    {"wf:actionData", guarded<action_data>},
    {"wf:actionExternalId", guarded<external_id>},
    {"wf:actionExternalStatus", guarded<external_status>},
    {"wf:actionTrackerUri", guarded<tracker_uri>},
    {"wf:appPath", guarded<app_path>},
    {"wf:callback", guarded<callback>},
    {"wf:conf", guarded<conf>},
    {"wf:errorCode", guarded<error_code_of>},
    {"wf:errorMessage", guarded<error_message>},
    {"wf:group", guarded<group>},
    {"wf:id", guarded<id>},
    {"wf:lastErrorNode", guarded<last_error_node>},
    {"wf:name", guarded<app_name>},
    {"wf:run", guarded<run>},
    {"wf:transition", guarded<transition>},
    {"wf:user", guarded<user>},
}};

}  // namespace

implementation find_workflow_function(std::string_view name) {
  const auto* at = std::find_if(functions.begin(), functions.end(),
                                [&](const auto& each) { return each.first == name; });
  return at == functions.end() ? nullptr : at->second;
}

}  // namespace foliot::el
