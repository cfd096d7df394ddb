#include "tests/sim/flows.hpp"

#include <algorithm>

#include "model/kinds/sub_workflow.hpp"
#include "rehearsal/life.hpp"
#include "tests/sim/auditor.hpp"

namespace foliot::sim {

void flow_auditor::blame(const entity_id& id, const std::string& what) {
  auditor_.blame(auditor_.name_of(id) + " " + what);
}

void flow_auditor::blame(const entity_id& id, const node_spec& node, const std::string& what) {
  auditor_.blame(auditor_.name_of(id) + "@" + node.name + " " + what);
}

const flow_auditor::seen_graph* flow_auditor::graph_of(const entity_id& id,
                                                       const model::workflow_record& record) {
  const auto known = graphs_.find(record.definition);
  if (known != graphs_.end()) return &known->second;
  const workflow_spec* spec = specs_.workflow_named(record.name);
  seen_graph made;
  made.definition = auditor_.definition_of(id, record);
  if (spec == nullptr || !made.definition) return nullptr;
  for (const model::workflow_node& node : made.definition->nodes) {
    const node_spec* meant =
        spec->graph.find(node.kind == model::node_kind::start ? "" : node.name);
    if (meant == nullptr) {
      blame(id, "has a node '" + node.name + "' that nobody wrote");
      return nullptr;
    }
    made.nodes.push_back(meant);
  }
  return &graphs_.emplace(record.definition, std::move(made)).first->second;
}

const app_spec* flow_auditor::app_of(const entity_id& id) const {
  static const app_spec plain;
  const app_spec* app = auditor_.app_of(id.root);
  return app != nullptr ? app : &plain;
}

std::string flow_auditor::run_of(const entity_id& id, const node_spec& node,
                                 uint64_t attempt) const {
  return auditor_.name_of(id) + "@" + node.name + "." + std::to_string(attempt);
}

flow_auditor::outcome flow_auditor::outcome_of(const entity_id& id, const node_spec& node,
                                               uint64_t attempt) const {
  const auto found = runs_.find(run_of(id, node, attempt));
  return found == runs_.end() ? outcome::open : found->second.how;
}

const node_spec* flow_auditor::node_above(const entity_id& child,
                                          const model::workflow_record& record) const {
  if (record.parent.kind != entity_kind::workflow) return nullptr;
  const auto* above = auditor_.record<model::workflow_record>(record.parent);
  const auto graph = above ? graphs_.find(above->definition) : graphs_.end();
  if (graph == graphs_.end()) return nullptr;
  for (const auto* states : {&above->nodes, &above->kept})
    for (const model::node_state& state : *states)
      if (state.child == child.job) return graph->second.nodes[state.node];
  return nullptr;
}

/// From the outermost workflow that waits for it.
std::vector<flow_auditor::place> flow_auditor::path_to(const entity_id& id,
                                                       const node_spec* node) const {
  std::vector<place> out{{id, node}};
  entity_id at = id;
  const auto* record = auditor_.record<model::workflow_record>(at);
  while (record != nullptr && record->parent.kind == entity_kind::workflow && !runs_alone(at)) {
    const node_spec* above = node_above(at, *record);
    if (above == nullptr) break;
    at = record->parent;
    out.emplace_back(at, above);
    record = auditor_.record<model::workflow_record>(at);
  }
  std::reverse(out.begin(), out.end());
  return out;
}

/// What the property `mark` is in a workflow.
std::string flow_auditor::mark_of(const entity_id& id, const model::workflow_record& record) const {
  if (record.parent.kind == entity_kind::none) return record.name;
  if (record.parent.kind == entity_kind::action) {
    const coordinator_spec* spec = auditor_.spec_of(coordinator_of(record.parent));
    return spec ? spec->name : "";
  }
  const auto born = marks_.find(id);
  return born == marks_.end() ? "" : born->second;
}

retry_spec flow_auditor::retry_of(const entity_id& id, const node_spec& node) const {
  if (!node.is_action()) return {};
  return node.retry.value_or(app_of(id)->retry);
}

bool flow_auditor::pauses_at(const entity_id& id, const node_spec& node) const {
  const std::set<std::string>& names = app_of(id)->suspend_on;
  return node.what != node_spec::kind::start && (names.contains("*") || names.contains(node.name));
}

void flow_auditor::executed(const exec::run_spec& spec, const entity_id& workflow,
                            const std::string& name, uint64_t attempt) {
  const auto* record = auditor_.record<model::workflow_record>(workflow);
  const seen_graph* graph = record ? graph_of(workflow, *record) : nullptr;
  if (graph == nullptr) return;
  const model::node_index index = graph->index(name);
  if (index == model::no_node) return;  // said elsewhere
  const node_spec& node = *graph->nodes[index];
  run_entry entry{workflow, attempt, outcome::open, path_to(workflow, &node)};
  counts_.deepest = std::max<uint64_t>(counts_.deepest, node.inside.size());
  bool overlaps = false;
  for (const std::string& other : open_) {
    const std::vector<place>& path = runs_.at(other).path;
    const size_t depth = std::min(path.size(), entry.path.size());
    for (size_t i = 0; i < depth; ++i) {
      if (path[i] == entry.path[i] && i + 1 < depth) continue;
      if (path[i].first != entry.path[i].first) break;
      overlaps = true;
      if (!are_parallel(*path[i].second, *entry.path[i].second))
        auditor_.blame(spec.name + " runs while " + other + " does, which is not beside it");
      break;
    }
  }
  counts_.overlaps += overlaps ? 1 : 0;
  for (const std::string& argument : spec.arguments)
    if (argument.starts_with("mark:") && argument.substr(5) != mark_of(workflow, *record))
      auditor_.blame(spec.name + " sees the property mark as '" + argument.substr(5) + "', not '" +
                     mark_of(workflow, *record) + "'");
  open_.insert(spec.name);
  runs_.insert_or_assign(spec.name, std::move(entry));
}

void flow_auditor::ended(const exec::run_ended& news) {
  open_.erase(news.name);
  run_entry& entry = runs_[news.name];
  const auto says = [&](const char* type) {
    return news.output.find(std::string("type=") + type + "\n") != std::string::npos;
  };
  switch (news.outcome) {
    case exec::run_outcome::exited:
      entry.how = news.exit_code == 0     ? outcome::ok
                  : says("transient")     ? outcome::passing
                  : says("non_transient") ? outcome::stuck
                  : says("failed")        ? outcome::fatal
                                          : outcome::failed;
      return;
    case exec::run_outcome::signalled: entry.how = outcome::failed; return;
    case exec::run_outcome::killed: entry.how = outcome::killed; return;
    case exec::run_outcome::not_started: entry.how = outcome::refused; return;
    case exec::run_outcome::lost: entry.how = outcome::lost; return;
  }
}

void flow_auditor::ordered(const entity_id& job, const model::order& what) {
  namespace orders = model::orders;
  if (std::get_if<orders::resume>(&what)) {
    ++resumes_[job];
    last_resume_[job] = time_.now();
    must_suspend_.erase(job);
  } else if (std::get_if<orders::kill>(&what)) {
    kills_.insert_or_assign(job, time_.now());
  } else if (std::get_if<orders::rerun_workflow>(&what)) {
    alone_.insert(job);
  }
}

void flow_auditor::written(const entity_id& id, const model::workflow_record* old,
                           const model::workflow_record& next) {
  const seen_graph* graph = graph_of(id, next);
  if (graph == nullptr) return blame(id, "is a workflow that nobody wrote");
  if (old == nullptr) check_birth(id, next);
  if (old != nullptr && old->run != next.run) {
    tallies_.erase(tallies_.lower_bound({id, ""}), tallies_.upper_bound({id, "~"}));
    // One that is on its way comes to this run.
    if (const auto kill = kills_.find(id); kill != kills_.end() && kill->second < time_.now())
      kills_.erase(kill);
    if (next.parent.kind == entity_kind::workflow) ++counts_.reruns_below;
    old = nullptr;
  }
  check_walk(id, *graph, next);
  check_steps(id, *graph, old, next);
  note_suspension(id, old, next);
}

void flow_auditor::quiet(const rehearsal::life& engine) {
  for (const auto& [id, record] : auditor_.records()) {
    const auto* workflow = std::get_if<model::workflow_record>(&record);
    if (workflow != nullptr && !auditor_.is_wounded(id.root)) quiet_child(id, *workflow, engine);
  }
  quiet_runs();
  quiet_suspensions();
}

}  // namespace foliot::sim
