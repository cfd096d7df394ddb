#include "server/leftover_runs.hpp"

#include <variant>

#include "model/summary.hpp"
#include "model/workflow.hpp"

namespace foliot::server {

namespace {

/// A run is named by its workflow, '@', node, '.' and attempt (model::run_name).
bool is_over(const std::string& name, const model::reader& reader) {
  const auto job = reader.ids().parse(name.substr(0, name.find('@')));
  if (!job || job->kind != entity_kind::workflow) return false;
  const auto id = reader.locate(job->kind, job->job);
  if (!id || !*id) return false;
  const auto record = reader.record(**id);
  if (!record || !*record) return false;
  const auto* workflow = std::get_if<model::workflow_record>(&**record);
  return workflow != nullptr && model::is_terminal(workflow->state) && model::all_closed(*workflow);
}

}  // namespace

void forget_leftover_runs(const std::vector<std::string>& names, const model::reader& reader,
                          exec::run_port& runs) {
  for (const std::string& name : names)
    if (is_over(name, reader)) runs.forget(name);
}

}  // namespace foliot::server
