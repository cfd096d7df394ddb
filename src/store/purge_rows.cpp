#include "store/purge_rows.hpp"

#include <variant>

namespace foliot::store {

void count(const entity_id& id, const model::any_record& record, purge_tally& out) {
  switch (id.kind) {
    case entity_kind::bundle: ++out.bundles; break;
    case entity_kind::coordinator: ++out.coordinators; break;
    case entity_kind::workflow: ++out.workflows; break;
    case entity_kind::action:
      out.actions += model::actions_in(std::get<model::action_record>(record), id.number);
      break;
    case entity_kind::none: break;
  }
}

gone_workflow gone(const entity_id& id, const model::workflow_record& record) {
  gone_workflow out{id, record.definition, {}};
  for (const model::node_state& node : record.nodes)
    out.nodes.emplace_back(node.node, node.attempt);
  return out;
}

uint64_t index_bytes(const kv_batch& rows) {
  uint64_t out = 0;
  // The values are roots of 8 bytes, in by_id behind a kind.
  for (const kv_view change : rows)
    out += change.key.size() + (change.where == table::by_id ? 9 : 8);
  return out;
}

void purge_tally::add(const purge_tally& more) {
  trees += more.trees;
  bundles += more.bundles;
  coordinators += more.coordinators;
  actions += more.actions;
  workflows += more.workflows;
  entries += more.entries;
  bytes += more.bytes;
}

}  // namespace foliot::store
