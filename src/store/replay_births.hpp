// Who may appear in a journal without a step of its parent that bore it.
#pragma once

#include <algorithm>
#include <variant>

#include "model/journal.hpp"

namespace foliot::store {

/// Whether `entry` is the birth of a workflow that bears itself: one below a bundle or a workflow,
/// whose record names it. `bundles` and `workflows`: by entity, values with the `record` as it was
/// then.
template <class Bundles, class Workflows>
bool bears_itself(const model::journal_entry& entry, const Bundles& bundles,
                  const Workflows& workflows) {
  const auto* event = std::get_if<model::workflow_event>(&entry.event);
  const auto* birth =
      event == nullptr ? nullptr : std::get_if<model::workflow_events::created>(event);
  if (birth == nullptr) return false;
  const auto bundle = bundles.find(birth->parent);
  if (bundle != bundles.end()) return bundle->second.record.recovery == entry.entity.job;
  const auto above = workflows.find(birth->parent);
  if (above == workflows.end()) return false;
  const auto& nodes = above->second.record.nodes;
  return std::any_of(nodes.begin(), nodes.end(),
                     [&](const model::node_state& node) { return node.child == entry.entity.job; });
}

}  // namespace foliot::store
