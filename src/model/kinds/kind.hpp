// A kind of action: how what a user wrote becomes a plan, and what the end of its run means. One
// file per kind in this folder, found by the name of its element (workflow.md 6 to 10).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "el/evaluate.hpp"
#include "model/definition.hpp"
#include "model/workflow.hpp"
#include "model/workflow_plan.hpp"

namespace foliot::model {

/// What a planner sees.
struct plan_scope {
  const el::environment& in;
  const workflow_context& context;
  const workflow_record& record;
  const node_state& node;

  /// Of the application's directory, without trailing '/'.
  const std::string& app_path() const { return context.definition.app_path; }
  /// Oozie's id of the action: "<wire id>@<node>".
  std::string action_id() const;
};

/// A program that ended by itself.
struct finished_run {
  int32_t exit_code = 0;
  const std::string& output;   ///< What was captured, cut one byte above its limit.
  const std::string& message;  ///< For people; mostly empty.
};

/// The data that the action leaves behind (Java properties, mostly empty), or why it failed.
using verdict = std::variant<std::string, node_refusal>;

struct action_kind {
  std::string_view type;
  /// Pure: the same texts and facts give the same plan. Evaluated once for all attempts.
  planned (*plan)(const workflow_node& written, const plan_scope& at);
  /// Of kinds that run a program.
  verdict (*judge)(const program_plan& plan, const finished_run& run,
                   const workflow_context& context);
  bool runs_program = true;
};

/// The kind of actions whose element is called `type`; null: not offered.
const action_kind* find_kind(std::string_view type);

/// All that are offered.
std::span<const action_kind* const> every_kind();

/// Whether an action of that type runs a program, under a name of its own.
bool runs_program(const workflow_node& node);

}  // namespace foliot::model
