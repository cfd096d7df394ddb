#include "model/workflow_view.hpp"

#include "el/outside.hpp"
#include "model/kinds/kind.hpp"
#include "model/kinds/sub_workflow.hpp"
#include "model/workflow_data.hpp"

namespace foliot::model {

namespace {

std::optional<std::string> unless_empty(const std::string& text) {
  if (text.empty()) return std::nullopt;
  return text;
}

std::string outside_job(std::string_view question, const entity_id& above, job_number child) {
  return el::outside_text(
      question, job_argument({above.partition, entity_kind::workflow, 0, above.root, child}));
}

}  // namespace

const std::string* workflow_view::conf(std::string_view name) const {
  const auto found = in_.conf.find(name);
  return found == in_.conf.end() ? nullptr : &found->second;
}

const node_state* workflow_view::visited(std::string_view node) const {
  // Mostly it is asked for one that was left a moment ago.
  for (const auto* states : {&record_.nodes, &record_.kept})
    for (size_t at = states->size(); at-- > 0;)
      if (in_.definition.nodes[(*states)[at].node].name == node) return &(*states)[at];
  return nullptr;
}

std::string workflow_view::last_error_node() const {
  if (record_.last_error_node >= in_.definition.nodes.size()) return {};
  return in_.definition.nodes[record_.last_error_node].name;
}

std::optional<std::string> workflow_view::error_code(std::string_view node) const {
  const node_state* state = visited(node);
  return state ? unless_empty(state->error_code) : std::nullopt;
}

std::optional<std::string> workflow_view::error_message(std::string_view node) const {
  const node_state* state = visited(node);
  return state ? unless_empty(state->error) : std::nullopt;
}

std::optional<std::string> workflow_view::transition(std::string_view node) const {
  const node_state* state = visited(node);
  if (!state) return std::nullopt;
  if (in_.definition.nodes[state->node].kind == node_kind::fork) return "*";
  if (state->transition >= in_.definition.nodes.size() || state->transition == state->node)
    return std::nullopt;
  return in_.definition.nodes[state->transition].name;
}

el::value_map workflow_view::action_data(std::string_view node) const {
  el::value_map out;
  const node_state* state = visited(node);
  if (!state) return out;
  for (auto& [key, text] : read_properties(state->data)) out.emplace(key, el::value{text});
  return out;
}

std::optional<std::string> workflow_view::external_id(std::string_view node) const {
  const node_state* state = visited(node);
  if (!state) return std::nullopt;
  if (state->child != 0) return outside_job(job_id_question, in_.self, state->child);
  if (state->external_id != 0) return std::to_string(state->external_id);
  if (in_.definition.nodes[state->node].fs) return "-";  // workflow.md 8
  return std::nullopt;
}

std::optional<std::string> workflow_view::tracker_uri(std::string_view node) const {
  const node_state* state = visited(node);
  if (!state || in_.definition.nodes[state->node].kind != node_kind::action) return std::nullopt;
  const workflow_node& what = in_.definition.nodes[state->node];
  return runs_program(what) || is_sub_workflow(what) ? "local" : "-";
}

std::optional<std::string> workflow_view::external_status(std::string_view node) const {
  const node_state* state = visited(node);
  if (!state || in_.definition.nodes[state->node].kind != node_kind::action) return std::nullopt;
  const workflow_node& what = in_.definition.nodes[state->node];
  if (state->child != 0) return outside_job(job_status_question, in_.self, state->child);
  const bool outside = runs_program(what) || is_sub_workflow(what);
  if (state->state == node_status::running) return "RUNNING";
  if (state->state == node_status::ok) return outside ? "SUCCEEDED" : "OK";
  if (state->state == node_status::error) return outside ? "FAILED/KILLED" : "ERROR";
  return std::nullopt;
}

}  // namespace foliot::model
