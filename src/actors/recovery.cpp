#include "actors/recovery.hpp"

#include <unordered_set>
#include <utility>

#include "model/rest.hpp"
#include "store/recovery_scan.hpp"

namespace foliot::actors {

namespace {

using model::must_live;

/// Collects one tree at a time. Terminal jobs are kept until the tree's end, because something
/// below them may have to live; terminal actions are only counted, unless their workflow lives.
class collector final : public store::tree_visitor {
 public:
  explicit collector(recovered_state& out)
      : out_(out), quarantined_(out.quarantined.begin(), out.quarantined.end()) {}

  bool tree(const entity_id&, const model::any_record&) override {
    below_ = std::make_shared<recovered_tree>();
    resting_.clear();
    counts_.clear();
    return true;
  }

  void entity(const entity_id& id, model::any_record&& record) override {
    ++out_.entities;
    const entity_id parent = model::parent_of(id, record);
    if (const auto* job = std::get_if<model::coordinator_record>(&record);
        job && !job->gone.empty())
      model::count_gone(*job, counts_[id]);
    if (id.kind == entity_kind::action || id.kind == entity_kind::coordinator)
      count(id, parent, record);
    if (must_live(record) || awaited(id, parent)) {
      wake_parents(parent);
      keep(id, parent, std::move(record));
    } else {
      resting_.emplace(id, std::move(record));
    }
  }

  void tree_end(const entity_id&) override {
    if (!root_) return;
    for (auto& [parent, counts] : counts_)
      if (!resting_.contains(parent)) out_.counts[parent] = counts;
    out_.trees.push_back({root_->first, std::move(root_->second), below_});
    root_.reset();
  }

 private:
  void count(const entity_id& id, const entity_id& parent, const model::any_record& record) {
    if (parent.kind == entity_kind::none) return;
    model::child_change change;
    change.parent = parent;
    change.child = id;
    change.after = model::state_of(record);
    change.pending_after = model::is_pending(record);
    change.quarantined_after = quarantined_.contains(id);
    if (const auto* action = std::get_if<model::action_record>(&record))
      change.count_after = model::actions_in(*action, id.number);
    counts_[parent].apply(change);
  }

  /// A workflow that has ended may have to tell so again: its action was shown before it, and lives
  /// only where it did not hear of the end.
  bool awaited(const entity_id& id, const entity_id& parent) const {
    return id.kind == entity_kind::workflow && parent.kind == entity_kind::action &&
           !resting_.contains(parent);
  }

  void wake_parents(const entity_id& parent) {
    if (parent.kind == entity_kind::none) return;
    const auto found = resting_.find(parent);
    if (found == resting_.end()) return;
    model::any_record record = std::move(found->second);
    resting_.erase(found);
    const entity_id above = model::parent_of(parent, record);
    wake_parents(above);
    keep(parent, above, std::move(record));
  }

  void keep(const entity_id& id, const entity_id& parent, model::any_record&& record) {
    if (parent.kind == entity_kind::none)
      root_.emplace(id, std::move(record));
    else
      below_->children[parent].emplace_back(id, std::move(record));
  }

  recovered_state& out_;
  std::unordered_set<entity_id> quarantined_;
  std::optional<std::pair<entity_id, model::any_record>> root_;
  std::shared_ptr<recovered_tree> below_;
  std::unordered_map<entity_id, model::any_record> resting_;
  std::unordered_map<entity_id, model::child_counts> counts_;
};

}  // namespace

result<recovered_state> find_live(const kv_store& store) {
  recovered_state out;
  const auto noted = store::scan_quarantined(store, [&](const model::quarantine_note& note) {
    out.quarantined.push_back(note.entity);
    return true;
  });
  if (!noted) return noted.error();
  collector visitor(out);
  const auto scanned = store::scan_trees(store, visitor);
  if (!scanned) return scanned.error();
  return out;
}

}  // namespace foliot::actors
