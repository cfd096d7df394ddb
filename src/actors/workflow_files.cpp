// What a workflow has done to files: the operations of fs actions, and what is done before
// programs.
#include <map>
#include <string_view>
#include <utility>

#include "actors/type_ids.hpp"
#include "actors/workflow.hpp"
#include "base/contract.hpp"

namespace foliot::actors {

namespace {

exec::file_operation to_operation(const model::fs_plan_step& step) {
  using kind = exec::file_operation::kind;
  static const std::map<std::string_view, kind> kinds{
      {"delete", kind::remove}, {"mkdir", kind::mkdir}, {"move", kind::move},
      {"chmod", kind::chmod},   {"chgrp", kind::chgrp}, {"touchz", kind::touchz},
      {"setrep", kind::setrep}};
  exec::file_operation out;
  const auto found = kinds.find(step.kind);
  FOLIOT_ASSERT(found != kinds.end(), "the parser lets no other operation through");
  out.what = found->second;
  out.path = step.path;
  out.target = step.target;
  out.permissions = step.permissions;
  out.group = step.group;
  out.recursive = step.recursive;
  out.directories = step.directories;
  out.skip_trash = step.skip_trash;
  return out;
}

}  // namespace

void workflow_state::run_files(const model::workflow_record& durable, model::node_index index) {
  const model::node_state& node = *model::find_node(durable, index);
  const auto* plan = std::get_if<model::fs_plan>(&node.plan);
  if (plan == nullptr || !first_order(node)) return;
  order_files(node, plan->steps, holds(inherited, node), false);
}

/// Once per process: deleting and making directories twice does no harm.
void workflow_state::prepare(const model::workflow_record& durable, model::node_index index) {
  const model::node_state& node = *model::find_node(durable, index);
  const auto* plan = std::get_if<model::program_plan>(&node.plan);
  if (plan == nullptr || holds(preparing, node)) return;
  preparing.emplace_back(node.node, node.attempt);
  order_files(node, plan->prepare, true, true);
}

void workflow_state::order_files(const model::node_state& node,
                                 const std::vector<model::fs_plan_step>& steps, bool again,
                                 bool prepares) {
  file_order order{node.node, node.attempt, again, prepares, false, {}};
  order.operations.reserve(steps.size());
  for (auto step = steps.rbegin(); step != steps.rend(); ++step)
    order.operations.push_back(to_operation(*step));
  order_next(file_orders.emplace_back(std::move(order)));
}

void workflow_state::order_next(file_order& order) {
  msg::do_files next{
      {entity_actor{self}, order.node, order.attempt}, {}, order.again, order.prepares};
  if (!order.operations.empty()) {
    next.operations.push_back(std::move(order.operations.back()));
    order.operations.pop_back();
  }
  self->send(rt->staff.file_worker, std::move(next));
}

void workflow_state::stop_files(const model::node_state& node) {
  for (file_order& each : file_orders)
    if (each.node == node.node && each.attempt == node.attempt) each.stopped = true;
}

/// Whether `told` is the good end of one operation, and another one follows. Else the order is
/// over.
bool workflow_state::goes_on_with_files(const model::workflow_event& told) {
  namespace events = model::workflow_events;
  const auto* ended = std::get_if<events::run_ended>(&told);
  const auto* prepared = std::get_if<events::prepared>(&told);
  if (ended == nullptr && prepared == nullptr) return false;
  const auto [node, attempt] = ended != nullptr ? std::pair{ended->node, ended->attempt}
                                                : std::pair{prepared->node, prepared->attempt};
  auto order = file_orders.begin();
  while (order != file_orders.end() && !(order->node == node && order->attempt == attempt &&
                                         order->prepares == (prepared != nullptr)))
    ++order;
  if (order == file_orders.end()) return false;
  const bool good =
      ended != nullptr ? ended->outcome == events::run_end::ended : prepared->message.empty();
  if (good && !order->stopped && !order->operations.empty()) {
    order_next(*order);
    return true;
  }
  file_orders.erase(order);
  return false;
}

}  // namespace foliot::actors
