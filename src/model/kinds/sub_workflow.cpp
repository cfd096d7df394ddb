// Another workflow below this one (workflow.md 10).
#include "model/kinds/sub_workflow.hpp"

#include <array>
#include <charconv>
#include <string>
#include <utility>

#include "base/text.hpp"
#include "model/kinds/common.hpp"
#include "model/kinds/kinds.hpp"
#include "model/kinds/libraries.hpp"
#include "model/workflow_rerun.hpp"

namespace foliot::model {

namespace {

constexpr std::string_view user_property = "user.name";
constexpr std::string_view external_property = "oozie.wf.external.id";
constexpr std::string_view notification_property = "oozie.wf.workflow.notification.url";
constexpr std::string_view group_property = "group.name";
constexpr std::string_view acl_property = "oozie.job.acl";

/// What the <configuration> of the element may not say: whose the job is, and the names that
/// expressions have for themselves.
constexpr std::array<std::string_view, 16> disallowed{"user.name",  "mapreduce.job.user.name",
                                                      "DAYS",       "HOURS",
                                                      "MINUTES",    "KB",
                                                      "MB",         "GB",
                                                      "TB",         "PB",
                                                      "RECORDS",    "MAP_IN",
                                                      "MAP_OUT",    "REDUCE_IN",
                                                      "REDUCE_OUT", "GROUPS"};

/// What goes down although the parent does not propagate its configuration: what is meant for the
/// engine, not for the application.
bool is_for_engine(std::string_view name) {
  return name.starts_with("oozie.") || name.starts_with("foliot.");
}

/// What says something of the parent alone.
constexpr std::array<std::string_view, 6> own_of_parent{
    rerun_failed_property,      rerun_skip_property,     notification_property,
    subworkflow_rerun_property, parent_attempt_property, external_property};

/// How deep `conf` says that its workflow lies; 0 where it says nothing.
uint32_t depth_of(const configuration& conf) {
  const auto found = conf.find(depth_property);
  if (found == conf.end()) return 0;
  const std::string_view text = trim(found->second);
  uint32_t out = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  return error == std::errc{} && end == text.data() + text.size() ? out : 0;
}

/// Of the parent's properties those that the child gets.
configuration inherited(const plan_scope& at, bool propagates) {
  configuration out;
  for (const auto& [name, value] : at.context.conf)
    if (propagates || is_for_engine(name)) out.emplace(name, value);
  for (const std::string_view name : own_of_parent)
    if (const auto found = out.find(name); found != out.end()) out.erase(found);
  return out;
}

void put(configuration& to, std::string_view name, std::string value) {
  to.insert_or_assign(std::string(name), std::move(value));
}

/// A group is handed down by either name, but under one.
void hand_down_group(const configuration& from, configuration& to) {
  for (const std::string_view name : {acl_property, group_property})
    if (const auto found = from.find(name); found != from.end())
      return put(to, group_property, found->second);
}

/// What a user cannot choose; it comes last.
void tie_to_parent(const plan_scope& at, uint32_t depth, configuration& to) {
  put(to, user_property, at.record.user);
  // Oozie has the child call its parent back: here the parent hears of it anyway.
  if (at.in.reading == dialect::oozie)
    if (const auto own = to.find(notification_property); own != to.end()) to.erase(own);
  put(to, external_property, at.action_id() + "@" + std::to_string(at.record.run));
  put(to, parent_property, at.context.id);
  if (const auto above = at.context.conf.find(superparent_property); above != at.context.conf.end())
    put(to, superparent_property, above->second);
  else if (at.record.parent.kind == entity_kind::none)
    put(to, superparent_property, at.context.id);
  put(to, depth_property, std::to_string(depth));
}

/// Refuses with EL_ERROR, SUBWF001 (too deep) and E0808 (a name that is reserved). The wire id of a
/// parent's parent is not known here: who makes the child adds oozie.wf.superparent.id where it is
/// missing.
planned plan_sub_workflow(const workflow_node& written, const plan_scope& at) {
  const action_body& body = *written.body;
  node_texts texts{at.in};
  evaluate_all(body, texts);
  child_plan plan;
  plan.app_path = text_of(body, "app-path", texts).value_or("");
  configuration own;
  for (const auto& [name, value] : body.conf)
    put(own, name, texts.value(value, name, "<configuration>"));
  if (!texts.complete()) return texts.finish<planned>(node_plan{std::move(plan)});
  const uint32_t depth = depth_of(at.context.conf);
  if (depth >= sub_workflow_depth_max)
    return node_refusal{"SUBWF001", "it would be the " + std::to_string(depth + 1) +
                                        "th workflow below another, " +
                                        std::to_string(sub_workflow_depth_max) + " are allowed"};
  for (const std::string_view name : disallowed)
    if (own.contains(name))
      return node_refusal{"E0808", "the property '" + std::string(name) +
                                       "' may not be set in the configuration of a sub-workflow"};
  const auto global = text_of(body, propagate_element, texts);
  plan.conf = inherited(at, global.has_value());
  put(plan.conf, workflow_path_property, plan.app_path);
  hand_down_group(at.context.conf, plan.conf);
  for (auto& [name, value] : own) plan.conf.insert_or_assign(name, std::move(value));
  if (global && !global->empty()) put(plan.conf, global_property, *global);
  if (inherits_libraries(plan.conf))
    put(plan.conf, handed_libraries_property, handed_libraries(at.app_path(), at.context.conf));
  tie_to_parent(at, depth + 1, plan.conf);
  plan.again = at.node.child != 0;
  for (const auto& [name, value] : plan.conf) texts.count(name.size() + value.size());
  return texts.finish<planned>(node_plan{std::move(plan)});
}

}  // namespace

std::string job_argument(const entity_id& workflow) {
  return std::to_string(workflow.partition) + "." + std::to_string(workflow.root) + "." +
         std::to_string(workflow.job);
}

std::optional<entity_id> job_in_argument(std::string_view text) {
  std::array<uint64_t, 3> parts{};
  for (size_t i = 0; i < parts.size(); ++i) {
    if (i > 0 && !text.starts_with('.')) return std::nullopt;
    if (i > 0) text.remove_prefix(1);
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), parts[i]);
    if (error != std::errc{}) return std::nullopt;
    text.remove_prefix(static_cast<size_t>(end - text.data()));
  }
  if (!text.empty() || parts[0] > UINT16_MAX) return std::nullopt;
  return entity_id{static_cast<uint16_t>(parts[0]), entity_kind::workflow, 0, parts[1], parts[2]};
}

bool is_sub_workflow(const workflow_node& node) {
  return node.kind == node_kind::action && node.type == sub_workflow_type;
}

const child_plan* goes_on(const node_state& node) {
  const auto* plan = std::get_if<child_plan>(&node.plan);
  return plan != nullptr && plan->again ? plan : nullptr;
}

const action_kind sub_workflow_kind{sub_workflow_type, plan_sub_workflow, nullptr, false};

}  // namespace foliot::model
