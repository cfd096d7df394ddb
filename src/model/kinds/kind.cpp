#include "model/kinds/kind.hpp"

#include <algorithm>
#include <array>

#include "model/kinds/kinds.hpp"

namespace foliot::model {

namespace {

// One a line, sorted.
constexpr std::array all_kinds{
    &distcp_kind,        //
    &email_kind,         //
    &fs_kind,            //
    &git_kind,           //
    &hive_kind,          //
    &hive2_kind,         //
    &java_kind,          //
    &pig_kind,           //
    &shell_kind,         //
    &spark_kind,         //
    &sqoop_kind,         //
    &ssh_kind,           //
    &sub_workflow_kind,  //
};

}  // namespace

std::string plan_scope::action_id() const {
  const auto& nodes = context.definition.nodes;
  return context.id + "@" + (node.node < nodes.size() ? nodes[node.node].name : std::string{});
}

std::span<const action_kind* const> every_kind() { return all_kinds; }

const action_kind* find_kind(std::string_view type) {
  const auto* const found =
      std::find_if(all_kinds.begin(), all_kinds.end(),
                   [&](const action_kind* each) { return each->type == type; });
  return found == all_kinds.end() ? nullptr : *found;
}

bool runs_program(const workflow_node& node) {
  const action_kind* kind = node.kind == node_kind::action ? find_kind(node.type) : nullptr;
  return kind != nullptr && kind->runs_program;
}

}  // namespace foliot::model
