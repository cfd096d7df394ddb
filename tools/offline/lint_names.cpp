// Variables that nobody defines, and functions that do not exist.
#include <algorithm>

#include "el/function_names.hpp"
#include "parse/text.hpp"
#include "tools/offline/lint_unit.hpp"

namespace foliot::offline {

namespace {

/// Names that stand for themselves in some text of that kind.
bool is_constant(const std::string& name, entity_kind kind) {
  const auto in = [&](el::phase where) { return el::find_constant(name, where, true).has_value(); };
  if (kind == entity_kind::workflow) return in(el::phase::workflow) || in(el::phase::sla_create);
  if (kind == entity_kind::bundle) return false;
  return in(el::phase::submit_freq) || in(el::phase::submit_nofuncs) || in(el::phase::sla_create) ||
         in(el::phase::action_create);
}

/// Formal parameters without a default that the job does not set. The readers of bundles and
/// coordinators say so themselves.
void check_parameters(const lint_unit& unit, const reporter& out) {
  const parse::outline_element* formal = unit.file->root.child("parameters");
  if (formal == nullptr || !unit.job.complete || unit.file->kind != entity_kind::workflow) return;
  for (const parse::outline_element& each : formal->children) {
    const parse::outline_element* name = each.child("name");
    if (name == nullptr || each.child("value") != nullptr) continue;
    if (unit.job.conf.contains(name->text)) continue;
    out.error("E0738", name->text_at,
              "the workflow needs the property '" + name->text + "', which nobody sets",
              "Set it in job.properties, or give it a <value> here");
  }
}

/// A workflow finds out when it runs.
void check_call(const function_call& call, const reporter& out) {
  const el::function_rule* rule = el::find_function(call.name);
  if (rule == nullptr ||
      rule->in[static_cast<size_t>(el::phase::workflow)] == el::treatment::absent) {
    std::string remedy =
        rule == nullptr ? parse::did_you_mean(call.name, el::function_names(el::phase::workflow))
                        : "Evaluate it in the coordinator's <configuration> and pass it on";
    if (remedy.empty()) remedy = "Check the spelling of its prefix and name";
    out.error("unknown-function", call.at, "there is no function " + call.name + " in workflows",
              remedy);
    return;
  }
  const size_t given = call.literals.size();
  if (given >= rule->arguments_min && given <= rule->arguments_max) return;
  const size_t wanted = given < rule->arguments_min ? rule->arguments_min : rule->arguments_max;
  out.error("argument-count", call.at,
            call.name + " takes " + std::to_string(wanted) +
                (wanted == 1 ? " argument" : " arguments") + ", not " + std::to_string(given) +
                ": the workflow fails here",
            given < wanted ? "Add what is missing" : "Remove what is too much");
}

}  // namespace

void lint_names(const lint_unit& unit, const reporter& out) {
  const entity_kind kind = unit.file->kind;
  if (unit.job.complete) {
    std::vector<std::string> properties;
    for (const auto& [name, value] : unit.job.conf) properties.push_back(name);
    std::set<std::string> told;
    for (const mention& each : unit.named.variables) {
      if (unit.job.conf.contains(each.name) || is_constant(each.name, kind)) continue;
      if (!told.insert(each.name).second) continue;
      const std::string hint = parse::did_you_mean(each.name, properties);
      out.error(
          "undefined-property", each.at, "the property '" + each.name + "' is not defined",
          hint.empty() ? "Define it in job.properties, or with a default in <parameters>" : hint);
    }
  }
  check_parameters(unit, out);
  if (kind != entity_kind::workflow) return;
  for (const function_call& each : unit.named.calls) check_call(each, out);
}

}  // namespace foliot::offline
