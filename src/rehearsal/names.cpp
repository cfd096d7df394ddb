// What a scenario's names mean: NAME, BUNDLE/MEMBER, COORDINATOR@N, ...@N/workflow, WORKFLOW/NODE.
#include <algorithm>
#include <charconv>

#include "base/local_path.hpp"
#include "parse/text.hpp"
#include "rehearsal/stage.hpp"

namespace foliot::rehearsal {

std::optional<entity_id> stage::find(const std::string& name) {
  const size_t at = name.find('@');
  const std::string job = name.substr(0, at);
  const size_t slash = job.find('/');
  const auto known = jobs_.find(job.substr(0, slash));
  if (known == jobs_.end()) return std::nullopt;
  const model::reader& reader = world_.engine().reader();
  const auto parsed = reader.ids().parse(known->second);
  if (!parsed) return std::nullopt;
  const auto located = reader.locate(parsed->kind, parsed->job);
  if (!located || !*located) return std::nullopt;
  std::optional<entity_id> id = *located;
  if (slash != std::string::npos)
    id = id->kind == entity_kind::workflow ? below(*id, job.substr(slash + 1))
                                           : member(*id, job.substr(slash + 1));
  if (!id || at == std::string::npos) return id;

  uint32_t number = 0;
  const char* end = name.data() + name.size();
  const auto [stop, bad] = std::from_chars(name.data() + at + 1, end, number);
  if (bad != std::errc{} || id->kind != entity_kind::coordinator) return std::nullopt;
  const entity_id action = action_of(*id, number);
  if (!world_.record(action)) return std::nullopt;
  if (stop == end) return action;
  const std::string_view rest(stop, static_cast<size_t>(end - stop));
  constexpr std::string_view of_action = "/workflow";
  if (!rest.starts_with(of_action)) return std::nullopt;
  const auto workflow = workflow_of(action);
  if (!workflow || rest == of_action) return workflow;
  if (rest[of_action.size()] != '/') return std::nullopt;
  return below(*workflow, std::string(rest.substr(of_action.size() + 1)));
}

/// What runs below those nodes of workflows: "NODE", "NODE/NODE".
std::optional<entity_id> stage::below(const entity_id& workflow, const std::string& nodes) {
  std::optional<entity_id> at = workflow;
  for (size_t from = 0; at && from <= nodes.size();) {
    const size_t end = std::min(nodes.find('/', from), nodes.size());
    at = child_of(*at, nodes.substr(from, end - from));
    from = end + 1;
  }
  return at;
}

std::optional<entity_id> stage::child_of(const entity_id& workflow, const std::string& node) {
  const auto found = world_.record(workflow);
  if (!found) return std::nullopt;
  const auto& record = std::get<model::workflow_record>(*found);
  const auto text = world_.engine().reader().definition(workflow.root, record.definition);
  if (!text || !*text) return std::nullopt;
  const auto definition = definitions_.workflow(**text);
  if (!definition) return std::nullopt;
  const model::node_state* state = model::find_node(record, (*definition)->find(node));
  if (state == nullptr || state->child == 0) return std::nullopt;
  return entity_id{workflow.partition, entity_kind::workflow, 0, workflow.root, state->child};
}

std::optional<entity_id> stage::member(const entity_id& bundle, const std::string& name) {
  if (bundle.kind != entity_kind::bundle) return std::nullopt;
  const auto children = world_.engine().reader().children(bundle);
  if (!children) return std::nullopt;
  for (const entity_id& child : *children) {
    const auto record = world_.record(child);
    const auto* coordinator = record ? std::get_if<model::coordinator_record>(&*record) : nullptr;
    if (coordinator != nullptr && coordinator->name == name) return child;
  }
  return std::nullopt;
}

std::optional<entity_id> stage::workflow_of(const entity_id& action) {
  const auto record = world_.record(action);
  if (!record) return std::nullopt;
  const job_number job = std::get<model::action_record>(*record).workflow;
  if (job == 0) return std::nullopt;
  return entity_id{action.partition, entity_kind::workflow, 0, action.root, job};
}

std::optional<entity_id> stage::action_above(const entity_id& workflow) {
  const auto record = world_.record(workflow);
  if (!record) return std::nullopt;
  const entity_id parent = std::get<model::workflow_record>(*record).parent;
  if (parent.kind == entity_kind::workflow) return action_above(parent);
  if (parent.kind != entity_kind::action) return std::nullopt;
  return parent;
}

std::optional<model::status> stage::status_of(const std::string& name) {
  if (const auto id = find(name)) {
    const auto record = world_.record(*id);
    return record ? std::optional(model::state_of(*record)) : std::nullopt;
  }
  const size_t slash = name.find('/');
  if (slash == std::string::npos || name.find('@') != std::string::npos) return std::nullopt;
  const auto bundle = find(name.substr(0, slash));
  if (!bundle || bundle->kind != entity_kind::bundle) return std::nullopt;
  const auto members = members_of(*bundle);
  const auto found = members.find(name.substr(slash + 1));
  return found == members.end() ? std::nullopt : std::optional(found->second);
}

std::string stage::nobody(const std::string& name) {
  std::vector<std::string> known;
  for (const auto& [job, wire] : jobs_) {
    known.push_back(job);
    const auto id = world_.is_up() ? find(job) : std::nullopt;
    if (!id || id->kind != entity_kind::bundle) continue;
    for (const auto& [below, status] : members_of(*id)) known.push_back(job + "/" + below);
  }
  const std::string job = name.substr(0, name.find('@'));
  if (std::find(known.begin(), known.end(), job) != known.end())
    return "there is no '" + name + "' yet";
  const std::string near = parse::did_you_mean(job, known);
  if (!near.empty()) return "there is no '" + name + "'. " + near;
  return "there is no '" + name + "'" +
         (known.empty() ? "; nothing was submitted" : "; there are " + parse::join(known));
}

bool stage::belongs(const entity_id& workflow, const entity_id& id) {
  if (id == workflow) return true;
  if (id.root != workflow.root) return false;
  if (id.kind == entity_kind::bundle) return true;
  const auto record = id.kind == entity_kind::workflow ? world_.record(workflow) : std::nullopt;
  if (record) {
    const entity_id parent = std::get<model::workflow_record>(*record).parent;
    if (parent.kind == entity_kind::workflow) return belongs(parent, id);
  }
  const auto action = action_above(workflow);
  return action && (*action == id || coordinator_of(*action) == id);
}

/// The last line `run` that fits counts.
std::optional<performance> stage::performance_of(const exec::run_spec& spec) {
  performance does{ms_per_minute, 0, "", {}};
  if (!world_.is_up()) return does;
  const model::reader& reader = world_.engine().reader();
  const auto parsed = reader.ids().parse(spec.name.substr(0, spec.name.rfind('.')));
  if (!parsed) return does;
  const auto located = reader.locate(parsed->kind, parsed->job);
  if (!located || !*located) return does;
  std::string command = spec.program;
  for (const std::string& argument : spec.arguments) command += " " + argument;
  executions_.push_back({**located, parsed->node, spec.name, std::move(command)});
  for (auto each = parts_.rbegin(); each != parts_.rend(); ++each) {
    if (!each->node.empty() && each->node != parsed->node) continue;
    if (each->times == 0U) continue;
    const auto who = each->who == "any" ? std::nullopt : find(each->who);
    if (each->who != "any" && (!who || !belongs(**located, *who))) continue;
    if (each->times) --*each->times;
    does = each->does;
    if (each->outputs) add_outputs(**located, does);
    break;
  }
  for (const std::string& argument : spec.arguments)
    if (argument.starts_with("create:"))
      does.creates.push_back(local_path(argument.substr(7)).value_or(argument.substr(7)));
  return does;
}

/// What the coordinator action of `workflow` promises, with its done-flags.
void stage::add_outputs(const entity_id& workflow, performance& to) {
  const auto action = action_above(workflow);
  const auto known = action ? identify(*action) : std::nullopt;
  if (!known) return;
  const auto all = model::output_uris(*known->definition, known->identity);
  if (!all) return;
  for (const std::string& each : *all) to.creates.push_back(local_path(each).value_or(each));
}

}  // namespace foliot::rehearsal
