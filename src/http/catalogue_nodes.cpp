// The nodes of workflows as objects.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "http/catalogue.hpp"

namespace foliot::http {

using nlohmann::json;

namespace {

/// What all nodes of one workflow share.
struct node_source {
  model::configuration conf;
  node_teller tell;  ///< Empty: the XML of nodes is not shown.
};

bool has_text(model::node_kind kind) {
  return kind == model::node_kind::action || kind == model::node_kind::decision;
}

result<node_source> source_of(const catalogue& from, const found_entity& workflow,
                              const read_nodes_fn& read) {
  node_source out;
  if (!read) return out;
  const auto& record = std::get<model::workflow_record>(workflow.record);
  const auto stored = from.text(workflow.id.root, record.definition);
  if (!stored) return stored.error();
  const bool own = record.conf_base == hash128{};
  const auto base = own ? stored : from.text(workflow.id.root, record.conf_base);
  if (!base) return base.error();
  out.conf = model::merged(base->conf, record.conf);
  out.tell = read(stored->xml);
  return out;
}

/// The order of Oozie's lists: what a rerun skipped comes first, what has not begun last.
bool began_before(const model::node_state* a, const model::node_state* b) {
  const auto time_of = [](const model::node_state& of) {
    return of.started.ms == 0 ? never.ms : of.started.ms;
  };
  return time_of(*a) < time_of(*b);
}

bool is_outer_code(std::string_view code) {
  const auto is_capital = [](char c) { return c >= 'A' && c <= 'Z'; };
  return code.size() == 5 && is_capital(code[0]) && is_capital(code[1]);
}

/// What Oozie's nodes tell otherwise: nothing of one that was refused before it began, no end of
/// one that is or was to be tried again, and an executor's code in front of its sentence.
void show_as_oozie(json& object, const model::node_state& node) {
  if (is_outer_code(node.error_code)) object["errorMessage"] = node.error_code + ": " + node.error;
  const bool waits =
      node.state == model::node_status::user_retry || node.state == model::node_status::start_retry;
  const bool waited = node.state == model::node_status::killed && !node.error_code.empty();
  if (waits || waited) object["endTime"] = nullptr;
  if (node.state != model::node_status::failed) return;
  for (const char* unknown : {"endTime", "externalId", "trackerUri", "consoleUrl"})
    object[unknown] = nullptr;
  if (node.error_code == "EL_ERROR") object["startTime"] = nullptr;
}

}  // namespace

result<child_link> catalogue::child_of(const entity_id& workflow,
                                       const model::node_state& node) const {
  child_link out;
  if (node.child == 0) return out;
  const entity_id child{workflow.partition, entity_kind::workflow, 0, workflow.root, node.child};
  out.id = reader_.ids().text(child);
  out.console_url = console_url_ + out.id;
  const auto record = reader_.record(child);
  if (!record) return record.error();
  if (*record) out.status = model::name(model::state_of(**record));
  return out;
}

result<std::optional<json>> catalogue::node(const found_entity& workflow) const {
  const auto& record = std::get<model::workflow_record>(workflow.record);
  auto definition = workflow_of_tree(workflow.id, record.definition);
  if (!definition) return std::move(definition).error();
  const model::node_index index = (*definition)->find(workflow.node);
  const model::node_state* state = model::find_node(record, index);
  if (index == model::no_node || state == nullptr) return std::optional<json>{};
  auto out = node_objects(workflow, **definition, {state});
  if (!out) return std::move(out).error();
  return std::optional<json>{std::move((*out)[0])};
}

result<json> catalogue::node_objects(const found_entity& workflow,
                                     const model::workflow_definition& definition,
                                     const std::vector<const model::node_state*>& states) const {
  json out = json::array();
  const auto source = source_of(*this, workflow, states.empty() ? nullptr : read_nodes_);
  if (!source) return source.error();
  const auto& record = std::get<model::workflow_record>(workflow.record);
  const model::workflow_context context{workflow.id, workflow.wire, definition, source->conf};
  for (const model::node_state* state : states) {
    const auto child = child_of(workflow.id, *state);
    if (!child) return child.error();
    json object = node_json(workflow.wire, definition, *state, *child);
    if (source->tell && has_text(definition.nodes[state->node].kind))
      object["conf"] = text_or_null(node_conf(source->tell, context, record, *state, exists_));
    if (reading_ == dialect::oozie) show_as_oozie(object, *state);
    out.push_back(std::move(object));
  }
  return out;
}

result<json> catalogue::nodes(const found_entity& workflow, size_t first, size_t count) const {
  const auto& record = std::get<model::workflow_record>(workflow.record);
  if (record.nodes.empty() && record.kept.empty()) return json::array();
  auto definition = workflow_of_tree(workflow.id, record.definition);
  if (!definition) return std::move(definition).error();
  std::vector<const model::node_state*> states;
  states.reserve(record.nodes.size() + record.kept.size());
  for (const auto* some : {&record.nodes, &record.kept})
    for (const model::node_state& node : *some) {
      if (node.node >= (*definition)->nodes.size())
        return failure{errc::corrupt, "a workflow's record names a node its definition lacks", "",
                       workflow.wire, ""};
      states.push_back(&node);
    }
  std::stable_sort(states.begin(), states.end(), began_before);
  const size_t from = std::min(first, states.size());
  const size_t until = from + std::min(count, states.size() - from);
  return node_objects(workflow, **definition, {states.begin() + from, states.begin() + until});
}

}  // namespace foliot::http
