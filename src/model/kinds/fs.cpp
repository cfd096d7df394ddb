// Operations on files, done by the engine itself (workflow.md 8).
#include <string>
#include <utility>

#include "base/text.hpp"
#include "model/kinds/common.hpp"
#include "model/kinds/kinds.hpp"

namespace foliot::model {

result<std::string> resolve_fs_path(std::string_view name_node, std::string_view path,
                                    dialect reading) {
  path = trim(path);
  name_node = trim(name_node);
  if (has_scheme(path)) return std::string(path);
  const bool absolute = path.starts_with('/');
  const std::string quoted = "'" + std::string(path) + "'";
  if (!name_node.empty()) {
    if (!absolute) {
      return failure{errc::bad_input, "the path " + quoted + " is not absolute", "FS011", "",
                     "Begin it with '/', or write a full URI"};
    }
    const size_t authority = name_node.find("://");
    if (authority == std::string_view::npos) {
      while (name_node.ends_with('/')) name_node.remove_suffix(1);
      return std::string(name_node) + std::string(path);
    }
    return std::string(name_node.substr(0, name_node.find('/', authority + 3))) + std::string(path);
  }
  if (absolute && reading == dialect::lenient) return std::string(path);
  return failure{errc::bad_input, "the path " + quoted + " has no scheme", "FS001", "",
                 "Write a full URI such as file:///data/x"};
}

namespace {

/// Refuses with EL_ERROR, and with FS001 or FS011 (workflow.md 8, paths).
planned plan_fs(const workflow_node& written, const plan_scope& at) {
  const fs_body& body = *written.fs;
  const el::environment& in = at.in;
  node_texts texts{in};
  fs_plan plan;
  const std::string name_node =
      body.name_node ? texts.text(*body.name_node, "name-node") : std::string{};
  for (const fs_step& step : body.steps) {
    plan.steps.push_back(
        {step.kind, texts.text(step.path, step.kind), texts.text(step.target, step.kind),
         texts.text(step.permissions, step.kind), texts.text(step.group, step.kind), step.recursive,
         step.directories, step.skip_trash});
  }
  if (!texts.complete()) return texts.finish<planned>(node_plan{std::move(plan)});
  for (fs_plan_step& step : plan.steps) {
    auto path = resolve_fs_path(name_node, step.path, in.reading);
    if (!path) {
      failure error = std::move(path).error();
      const std::string code = std::exchange(error.oozie, "");
      return node_refusal{code, error.within(step.kind).text()};
    }
    step.path = std::move(path).value();
    // A target without scheme belongs to the source's file system (workflow.md 8, move).
    if (!name_node.empty() && step.target.starts_with('/'))
      step.target = resolve_fs_path(name_node, step.target, in.reading).value();
  }
  return texts.finish<planned>(node_plan{std::move(plan)});
}

}  // namespace

const action_kind fs_kind{"fs", plan_fs, nullptr, false};

}  // namespace foliot::model
