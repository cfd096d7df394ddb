#include "http/asked_node.hpp"

#include <variant>

namespace foliot::http {

result<const model::node_state*> asked_node(const catalogue& from, const found_entity& workflow) {
  const auto& record = std::get<model::workflow_record>(workflow.record);
  const auto definition = from.workflow_of_tree(workflow.id, record.definition);
  if (!definition) return definition.error();
  const model::node_index index = (**definition).find(workflow.node);
  if (index == model::no_node)
    return failure{errc::not_found, "there is no node '" + workflow.node + "' in " + workflow.wire,
                   "E0605", "", "See its nodes with 'foliot info " + workflow.wire + "'"};
  return model::find_node(record, index);
}

}  // namespace foliot::http
