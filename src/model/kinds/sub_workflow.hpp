// The properties by which a workflow and the one below it know each other (workflow.md 10).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "model/workflow.hpp"

namespace foliot::model {

inline constexpr std::string_view sub_workflow_type = "sub-workflow";

inline constexpr std::string_view parent_property = "oozie.wf.parent.id";
inline constexpr std::string_view superparent_property = "oozie.wf.superparent.id";
inline constexpr std::string_view depth_property = "oozie.action.subworkflow.depth";
/// Of a rerun that a parent orders of its child: the server's leave is not needed.
inline constexpr std::string_view subworkflow_rerun_property = "oozie.action.subworkflow.rerun";
/// The element that lets the child have its parent's properties, and its <global>: that is its
/// text, in the form of parse/inherited_global.hpp.
inline constexpr std::string_view propagate_element = "propagate-configuration";
/// Where the child finds that text.
inline constexpr std::string_view global_property = "oozie.wf.globalconf";
/// Which attempt of its parent's node the child is on: what says, after a crash, whether the child
/// has begun the run that is wanted now.
inline constexpr std::string_view parent_attempt_property = "foliot.wf.parent.attempt";

/// How deep workflows may lie below each other (oozie.action.subworkflow.max.depth): one that
/// starts itself ends here.
inline constexpr uint32_t sub_workflow_depth_max = 50;

/// Questions about another workflow, with its `job_argument`: its id, its status as Oozie spells
/// it.
inline constexpr std::string_view job_id_question = "foliot:job-id";
inline constexpr std::string_view job_status_question = "foliot:job-status";
/// "PARTITION.ROOT.JOB"
std::string job_argument(const entity_id& workflow);
/// What stands in it; nothing where it is none.
std::optional<entity_id> job_in_argument(std::string_view text);

/// Whether `node` is an action that runs another workflow below its own.
bool is_sub_workflow(const workflow_node& node);

/// The plan of a node that goes on with the child of the run before; null for all others.
const child_plan* goes_on(const node_state& node);

}  // namespace foliot::model
