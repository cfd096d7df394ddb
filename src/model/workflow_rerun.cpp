#include "model/workflow_rerun.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <unordered_map>
#include <utility>

#include "base/text.hpp"
#include "model/kinds/sub_workflow.hpp"

namespace foliot::model {

namespace {

bool is_true(const configuration& conf, std::string_view name) {
  const auto found = conf.find(name);
  if (found == conf.end()) return false;
  std::string text{trim(found->second)};
  std::transform(text.begin(), text.end(), text.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return text == "true";
}

/// Whether the run before left a workflow below that node, which did not succeed.
bool leaves_child(const workflow_node& node, const node_state& state) {
  return is_sub_workflow(node) && state.child != 0 && state.state != node_status::ok;
}

bool keeps_result(const workflow_node& node) {
  return node.kind == node_kind::action || node.kind == node_kind::decision;
}

failure conflict(const char* code, std::string sentence, std::string remedy) {
  return {errc::conflict, std::move(sentence), code, "", std::move(remedy)};
}

uint16_t last_attempt(const workflow_record& record) {
  uint16_t out = record.first_attempt;
  for (const auto* states : {&record.nodes, &record.kept})
    for (const node_state& state : *states) out = std::max(out, state.attempt);
  return out;
}

/// The states of a record by their nodes.
class by_node {
 public:
  explicit by_node(const workflow_record& record) {
    for (const auto* states : {&record.nodes, &record.kept})
      for (const node_state& state : *states) found_.emplace(state.node, &state);
  }
  const node_state* find(node_index node) const {
    const auto at = found_.find(node);
    return at == found_.end() ? nullptr : at->second;
  }

 private:
  std::unordered_map<node_index, const node_state*> found_;  ///< The first of each.
};

result<std::vector<node_index>> judge_named(const workflow_definition& definition,
                                            const workflow_record& record,
                                            const std::vector<std::string>& names) {
  std::vector<node_index> out;
  std::string missing;
  const by_node states(record);
  for (const std::string& each : names) {
    const node_index index = definition.find(each);
    const node_state* state = index == no_node ? nullptr : states.find(index);
    if (state == nullptr) {
      missing += (missing.empty() ? "" : ", ") + each;
      continue;
    }
    if (state->state != node_status::ok && state->state != node_status::error)
      return conflict("E0806",
                      "node '" + each + "' cannot be skipped: in the run before it was " +
                          std::string(name(state->state)),
                      "Leave it out of " + std::string(rerun_skip_property));
    if (keeps_result(definition.nodes[index])) out.push_back(index);
  }
  if (missing.empty()) return out;
  return conflict("E0807", "nodes that never ran cannot be skipped: " + missing,
                  "Leave them out of " + std::string(rerun_skip_property));
}

}  // namespace

configuration rerun_configuration(const configuration& stored, const configuration& given) {
  configuration out = stored;
  if (given.contains(rerun_failed_property) || given.contains(rerun_skip_property))
    for (const std::string_view name : {rerun_failed_property, rerun_skip_property})
      if (const auto old = out.find(name); old != out.end()) out.erase(old);
  for (const auto& [name, value] : given)
    if (name != "user.name") out.insert_or_assign(name, value);
  return out;
}

result<rerun_choice> rerun_choice_of(const configuration& conf) {
  const auto path = conf.find(workflow_path_property);
  if (path == conf.end() || trim(path->second).empty())
    return failure{errc::bad_input, "the job has no application path", "E0401", "",
                   "Give " + std::string(workflow_path_property)};
  rerun_choice out;
  out.failed_only = is_true(conf, rerun_failed_property);
  const auto skip = conf.find(rerun_skip_property);
  if (skip == conf.end()) return out;
  if (out.failed_only)
    return failure{errc::bad_input,
                   "both " + std::string(rerun_skip_property) + " and " +
                       std::string(rerun_failed_property) + " say which nodes to skip",
                   "E0404", "", "Give one of them"};
  std::string_view rest = skip->second;
  while (!rest.empty()) {
    const size_t comma = std::min(rest.find(','), rest.size());
    const std::string name{trim(rest.substr(0, comma))};
    if (!name.empty() && std::find(out.skip.begin(), out.skip.end(), name) == out.skip.end())
      out.skip.push_back(name);
    rest = rest.substr(std::min(comma + 1, rest.size()));
  }
  return out;
}

result<std::vector<node_index>> judge_rerun(const workflow_definition& definition,
                                            const workflow_record& record,
                                            const rerun_choice& choice, bool children,
                                            dialect reading) {
  if (record.parent.kind != entity_kind::none && !children)
    return conflict("E0755", "the server lets no workflow that has a parent be rerun by itself",
                    "Rerun its parent, or let the server allow it: rerun_of_children");
  if (!is_terminal(record.state))
    return conflict(
        "E0805",
        "only a workflow that has ended can be rerun: it is " + std::string(name(record.state)),
        "Wait for its end, or kill it first");
  if (last_attempt(record) == std::numeric_limits<uint16_t>::max())
    return conflict("E0805", "it was run too often to be rerun", "Submit it anew");
  if (!choice.failed_only) return judge_named(definition, record, choice.skip);
  const auto stays = [&](const workflow_node& node) {
    return keeps_result(node) || (reading == dialect::oozie &&
                                  (node.kind == node_kind::start || node.kind == node_kind::kill));
  };
  std::vector<node_index> out;
  for (const auto* states : {&record.nodes, &record.kept})
    for (const node_state& state : *states)
      if (state.node < definition.nodes.size() && state.state == node_status::ok &&
          stays(definition.nodes[state.node]))
        out.push_back(state.node);
  return out;
}

namespace {

std::vector<kept_node> going_on(const workflow_definition& before, const workflow_record& record,
                                const workflow_definition& next) {
  std::vector<kept_node> out;
  for (const auto* states : {&record.nodes, &record.kept}) {
    for (const node_state& state : *states) {
      if (state.node >= before.nodes.size() || !leaves_child(before.nodes[state.node], state))
        continue;
      const node_index now = next.find(before.nodes[state.node].name);
      if (now != no_node && is_sub_workflow(next.nodes[now])) out.push_back({state.node, now, now});
    }
  }
  return out;
}

}  // namespace

bool is_to_go_on(const node_state& kept) { return kept.child != 0 && kept.transition == kept.node; }

std::vector<kept_node> carried_over(const workflow_definition& before,
                                    const workflow_record& record,
                                    const std::vector<node_index>& keep,
                                    const workflow_definition& next, bool failed_only) {
  std::vector<kept_node> out;
  if (failed_only) out = going_on(before, record, next);
  const by_node states(record);
  for (const node_index index : keep) {
    const workflow_node& was = before.nodes[index];
    kept_node kept{index, next.find(was.name), no_node};
    if (kept.now == no_node || next.nodes[kept.now].kind != was.kind) continue;
    const node_state* state = states.find(index);
    if (was.kind == node_kind::decision && state != nullptr &&
        state->transition < before.nodes.size()) {
      const node_index to = next.find(before.nodes[state->transition].name);
      const workflow_node& is = next.nodes[kept.now];
      const bool leads_there =
          is.to == to || std::any_of(is.cases.begin(), is.cases.end(),
                                     [&](const decision_case& each) { return each.to == to; });
      if (leads_there) kept.to = to;
    }
    out.push_back(kept);
  }
  return out;
}

bool begin_again(workflow_record& record, const workflow_events::rerun& event) {
  if (!is_terminal(record.state) || !all_closed(record)) return false;
  const uint16_t last = last_attempt(record);
  if (last == std::numeric_limits<uint16_t>::max()) return false;
  const by_node states(record);
  std::vector<node_state> kept;
  kept.reserve(event.kept.size());
  for (const kept_node& each : event.kept) {
    const node_state* state = states.find(each.before);
    if (state == nullptr) return false;
    const bool goes_on = each.to == each.now && state->child != 0;
    if (!goes_on && state->state != node_status::ok && state->state != node_status::error)
      return false;
    kept.push_back(*state);
    kept.back().node = each.now;
    kept.back().transition = each.to;
  }
  record.kept = node_list(std::move(kept));
  record.first_attempt = static_cast<uint16_t>(last + 1);
  record.nodes.clear();
  record.facts.clear();
  record.questions.clear();
  record.definition = event.definition;
  record.conf_base = event.conf_base;
  record.conf = event.conf;
  record.name = event.name;
  record.app_path = event.app_path;
  record.run += 1;
  record.ended = {};
  record.error_code.clear();
  record.error.clear();
  record.error_line = 0;
  record.last_error_node = no_node;
  return true;
}

}  // namespace foliot::model
