#include "rehearsal/retold_tree.hpp"

#include <utility>

#include "rehearsal/retold_draft.hpp"

namespace foliot::rehearsal {

namespace {

/// Workflows above each other that a name tells: more than engines make, and an end where a report
/// says that two lie below each other.
constexpr int workflows_above_max = 100;

}  // namespace

result<void> retold_tree::take(const model::journal_entry& entry,
                               const model::entity_fold::step_fn& shown) {
  auto found = folds_.find(entry.entity);
  if (found == folds_.end())
    found = folds_.emplace(entry.entity, model::entity_fold(context_of(entry.entity))).first;
  return found->second.take(entry, shown);
}

model::fold_context retold_tree::context_of(const entity_id& id) {
  return {id, tree_.ids.text(id), &tree_.definitions,
          [this, id]() -> result<model::coordinator_record> {
            const auto* job = record<model::coordinator_record>(coordinator_of(id));
            if (job == nullptr)
              return failure{errc::not_found, "its coordinator has no entry before it", "", "", ""};
            return *job;
          }};
}

std::optional<std::string> retold_tree::name(const entity_id& id) const {
  if (id.kind == entity_kind::workflow) return workflow_name(id, workflows_above_max);
  if (id.kind == entity_kind::action) {
    const auto job = name(coordinator_of(id));
    if (!job) return std::nullopt;
    return *job + "@" + std::to_string(id.number);
  }
  if (id.job == id.root) return told_root;
  const auto* member = record<model::coordinator_record>(id);
  if (member == nullptr || member->name.find_first_of("/@") != std::string::npos ||
      !word_of(member->name))
    return std::nullopt;
  return told_root + ("/" + member->name);
}

std::optional<std::string> retold_tree::workflow_name(const entity_id& id, int above_max) const {
  if (id.job == id.root) return told_root;
  if (above_max == 0) return std::nullopt;
  const auto* own = record<model::workflow_record>(id);
  if (own == nullptr) return std::nullopt;
  if (own->parent.kind == entity_kind::action) {
    const auto* action = record<model::action_record>(own->parent);
    const auto above = name(own->parent);
    if (action == nullptr || action->workflow != id.job || !above) return std::nullopt;
    return *above + "/workflow";
  }
  const auto* parent = own->parent.kind == entity_kind::workflow
                           ? record<model::workflow_record>(own->parent)
                           : nullptr;
  const auto above = parent == nullptr ? std::nullopt : workflow_name(own->parent, above_max - 1);
  if (!above) return std::nullopt;
  for (const auto* states : {&parent->nodes, &parent->kept})
    for (const model::node_state& state : *states)
      if (state.child == id.job)
        if (const std::string via = node(*parent, state.node); !via.empty())
          return *above + "/" + via;
  return std::nullopt;
}

std::string retold_tree::called(const entity_id& id) const {
  const auto known = name(id);
  return known ? *known : tree_.ids.text(id);
}

std::shared_ptr<const model::workflow_definition> retold_tree::workflow(const hash128& hash) const {
  auto found = tree_.definitions.workflow(hash);
  return found ? std::move(*found) : nullptr;
}

std::shared_ptr<const model::coordinator_definition> retold_tree::coordinator_behind(
    const entity_id& action) const {
  const auto* job = record<model::coordinator_record>(coordinator_of(action));
  if (job == nullptr) return nullptr;
  hash128 hash = job->definition;
  for (const model::former_definition& each : job->former)
    if (each.first <= action.number && action.number <= each.through) hash = each.definition;
  auto found = tree_.definitions.coordinator(hash);
  return found ? std::move(*found) : nullptr;
}

std::string retold_tree::node(const model::workflow_record& of, model::node_index index) const {
  const auto definition = workflow(of.definition);
  return definition && index < definition->nodes.size() ? definition->nodes[index].name : "";
}

}  // namespace foliot::rehearsal
