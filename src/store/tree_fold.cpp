#include "store/tree_fold.hpp"

#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "store/codec.hpp"
#include "store/epochs.hpp"
#include "store/keys.hpp"
#include "store/node_pages.hpp"
#include "store/replay_definitions.hpp"
#include "store/replay_snapshots.hpp"
#include "store/replay_trees.hpp"

namespace foliot::store {

result<void> tree_fold::take(const model::journal_entry& entry) {
  auto found = folds_.find(entry.entity);
  if (found == folds_.end())
    found = folds_.emplace(entry.entity, model::entity_fold(context_of(entry.entity))).first;
  return found->second.take(entry, shown_);
}

const model::any_record* tree_fold::record(const entity_id& id) const {
  const auto found = folds_.find(id);
  return found == folds_.end() ? nullptr : &found->second.record();
}

model::fold_context tree_fold::context_of(const entity_id& id) {
  return {id, ids_.text(id), &definitions_, [this, id]() -> result<model::coordinator_record> {
            const auto job = folds_.find(coordinator_of(id));
            if (job == folds_.end())
              return failure{errc::not_found, "its coordinator has no entry before it", "", "", ""};
            return std::get<model::coordinator_record>(job->second.record());
          }};
}

namespace {

/// The lines of one tree; false: `line` stopped.
result<bool> tree_digests(const kv_store& store, const model::definitions& understands,
                          const wire_ids& ids, const tree_id& at,
                          const std::function<bool(const std::string& line)>& line) {
  replay_definitions definitions(store, understands);
  definitions.enter(at.partition, at.root);
  bool goes_on = true;
  const auto tell = [&](const model::journal_entry& entry, const std::string& outcome) {
    goes_on = goes_on && line(std::to_string(entry.sequence) + " " + ids.text(entry.entity) + " " +
                              std::to_string(entry.version) + " " + outcome);
  };
  tree_fold fold(definitions, ids,
                 [&](const model::journal_entry& entry, const auto& /*before*/,
                     const model::any_record& after) {
                   tell(entry, std::string(model::name(model::state_of(after))) + " " +
                                   to_hex(digest_of(view(after), model::core_version)));
                 });
  const auto scanned = each_entry(
      store, at.partition, at.root,
      [&](const model::journal_entry& entry) {
        if (const auto taken = fold.take(entry); !taken) tell(entry, "- " + taken.error().sentence);
        return goes_on;
      },
      [&](const bad_entry& bad) {
        const std::string who = bad.entity ? ids.text(*bad.entity) : "?";
        goes_on =
            goes_on && line(std::to_string(bad.sequence) + " " + who + " ? - " + bad.why.sentence);
      });
  if (!scanned) return scanned.error();
  return goes_on;
}

}  // namespace

result<void> each_digest(const kv_store& store, const model::definitions& definitions,
                         const std::function<bool(const std::string& line)>& line) {
  const auto ids = load_epochs(store);
  if (!ids) return ids.error();
  std::string from;
  while (true) {
    const auto tree = next_tree(store, table::journal, from);
    if (!tree) return tree.error();
    if (!*tree) return {};
    const auto told = tree_digests(store, definitions, *ids, **tree, line);
    if (!told) return told.error();
    from = prefix_end(tree_prefix((*tree)->partition, (*tree)->root));
    if (!*told || from.empty()) return {};
  }
}

}  // namespace foliot::store
