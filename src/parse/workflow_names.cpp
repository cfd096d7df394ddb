#include "parse/workflow_names.hpp"

#include <set>
#include <utility>

#include "el/phases.hpp"
#include "parse/text.hpp"

namespace foliot::parse {

namespace {

template <class Expressions>
void collect_all(const Expressions& texts, found_names& out) {
  for (const el::expression& each : texts) collect(each, out);
}

void collect_body(const model::action_body& body, found_names& out) {
  for (const auto* each : {&body.cluster, &body.name_node})
    if (*each) collect(**each, out);
  for (const model::prepare_step& step : body.prepare) collect(step.path, out);
  collect_all(body.job_xml, out);
  for (const auto& [name, value] : body.conf) collect(value, out);
  for (const model::named_text& each : body.texts) collect(each.text, out);
}

found_names names_of(const model::workflow_node& node) {
  found_names out;
  for (const model::decision_case& each : node.cases) collect(each.predicate, out);
  collect(node.message, out);
  if (node.shell) {
    collect(node.shell->exec, out);
    collect_all(node.shell->arguments, out);
    collect_all(node.shell->environment, out);
    collect_all(node.shell->files, out);
    for (const auto& [name, value] : node.shell->conf) collect(value, out);
  }
  if (node.fs) {
    if (node.fs->name_node) collect(*node.fs->name_node, out);
    for (const model::fs_step& step : node.fs->steps)
      for (const el::expression* each : {&step.path, &step.target, &step.permissions, &step.group})
        collect(*each, out);
  }
  if (node.body && !node.shell) collect_body(*node.body, out);
  return out;
}

bool is_function(const std::string& name) {
  const el::function_rule* rule = el::find_function(name);
  return rule != nullptr &&
         rule->in[static_cast<size_t>(el::phase::workflow)] != el::treatment::absent;
}

}  // namespace

std::vector<failure> unknown_among(const found_names& names, const model::configuration& conf,
                                   const std::string& place, const std::string& begin) {
  std::vector<std::string> properties;
  std::vector<failure> out;
  for (const std::string& name : names.variables) {
    if (conf.contains(name) || el::find_constant(name, el::phase::workflow, false)) continue;
    if (properties.empty())
      for (const auto& each : conf) properties.push_back(each.first);
    const std::string hint = did_you_mean(name, properties);
    out.push_back({errc::bad_input, begin + "the variable " + quoted(name) + " is not defined",
                   "E0803", place, hint.empty() ? "Define it as a job property" : hint});
  }
  for (const std::string& name : names.functions)
    if (!is_function(name))
      out.push_back({errc::bad_input,
                     begin + "there is no function " + quoted(name) + " in workflows", "E0803",
                     place, "Correct its name"});
  return out;
}

std::vector<failure> unknown_names(const model::workflow_definition& workflow,
                                   const model::configuration& conf, const std::string& file) {
  std::vector<failure> out;
  for (const model::workflow_node& node : workflow.nodes) {
    const std::string place =
        file + ":" + std::to_string(node.line) + ":" + std::to_string(node.column);
    for (failure& each :
         unknown_among(names_of(node), conf, place, "node " + quoted(node.name) + " will fail: "))
      out.push_back(std::move(each));
  }
  return out;
}

}  // namespace foliot::parse
