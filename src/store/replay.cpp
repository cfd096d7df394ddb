#include "store/replay.hpp"

#include <algorithm>
#include <compare>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "base/ids.hpp"
#include "model/entity_fold.hpp"
#include "store/codec.hpp"
#include "store/epochs.hpp"
#include "store/keys.hpp"
#include "store/named_jobs.hpp"
#include "store/node_pages.hpp"
#include "store/replay_births.hpp"
#include "store/replay_definitions.hpp"
#include "store/replay_pages.hpp"
#include "store/replay_snapshots.hpp"
#include "store/replay_trees.hpp"

namespace foliot::store {

namespace {

template <class Record>
struct slot {
  Record record{};
  bool differs = false;     ///< Found wrong: not followed any more.
  uint64_t last = 0;        ///< Sequence of the newest entry that was followed.
  uint64_t known_from = 0;  ///< Version of the snapshot that it began with; 0: its birth.
};
template <class Record>
using slots = std::map<entity_id, slot<Record>>;

/// Replays tree after tree.
class folding {
 public:
  folding(const kv_store& store, const model::definitions& definitions, wire_ids ids,
          std::set<uint32_t> epochs)
      : store_(store),
        definitions_(store, definitions),
        ids_(std::move(ids)),
        epochs_(std::move(epochs)) {}

  result<void> tree(tree_id at) {
    definitions_.enter(at.partition, at.root);
    ++report_.trees;
    differed_before_ = report_.differ;
    for (const auto part : {&folding::begin, &folding::fold, &folding::compare}) {
      auto done = (this->*part)(at);
      if (done) continue;
      if (done.error().code != errc::corrupt) return done;
      damaged(at, done.error());
      return {};
    }
    finish(bundles_);
    finish(coordinators_);
    finish(actions_);
    finish(workflows_);
    for (const auto& [id, event] : births_) {
      ++report_.entities;
      differs(id, "its parent's step bore it, but it is nowhere");
    }
    births_.clear();
    return {};
  }
  /// Behind the trees that were followed there may be others.
  void lost_behind(const failure& why) {
    differs("what stands behind the last tree", why.sentence);
  }
  const replay_report& report() const { return report_; }

 private:
  /// The files hold no more of this tree: what was followed up to there says nothing of the rest.
  void damaged(tree_id at, const failure& why) {
    differs({at.partition, entity_kind::none, 0, at.root, at.root}, why.sentence);
    bundles_.clear();
    coordinators_.clear();
    actions_.clear();
    workflows_.clear();
    births_.clear();
  }

  result<void> fold(tree_id at) {
    return each_entry(
        store_, at.partition, at.root,
        [this](const model::journal_entry& entry) {
          take(entry);
          return true;
        },
        [&](const bad_entry& bad) { pass_over(at, bad); });
  }
  /// Its entity is not followed any more; where that is unknown, nobody knows whose step is
  /// missing.
  void pass_over(tree_id at, const bad_entry& bad) {
    ++report_.entries;
    ++report_.unreadable;
    const entity_id root{at.partition, entity_kind::none, 0, at.root, at.root};
    if (bad.entity) {
      births_.erase(*bad.entity);
      const auto lose = [&](auto& all) { all[*bad.entity].differs = true; };
      switch (bad.entity->kind) {
        case entity_kind::bundle: lose(bundles_); break;
        case entity_kind::coordinator: lose(coordinators_); break;
        case entity_kind::action: lose(actions_); break;
        default: lose(workflows_); break;
      }
    }
    differs(bad.entity.value_or(root),
            bad.why.sentence + " (it is number " + std::to_string(bad.place + 1) + " of its tree)");
  }

  result<void> begin(tree_id at) {
    const auto found = beginning_of(store_, at.partition, at.root);
    if (!found) return found.error();
    truncated_ = found->truncated;
    for (const auto& [id, record] : found->records) begin_with(id, *record);
    return {};
  }
  void begin_with(const entity_id& id, const model::any_record& record) {
    const uint64_t version = model::version_of(record);
    if (const auto* bundle = std::get_if<model::bundle_record>(&record))
      bundles_[id] = {*bundle, false, 0, version};
    else if (const auto* coordinator = std::get_if<model::coordinator_record>(&record))
      coordinators_[id] = {*coordinator, false, 0, version};
    else if (const auto* action = std::get_if<model::action_record>(&record))
      actions_[id] = {*action, false, 0, version};
    else
      workflows_[id] = {std::get<model::workflow_record>(record), false, 0, version};
  }

  void take(const model::journal_entry& entry) {
    ++report_.entries;
    if (entry.core != model::core_version) ++report_.other_core;
    if (entry.snapshot) return compare_snapshot(entry);
    std::visit([&](const auto& event) { take_event(entry, event); }, entry.event);
  }
  void take_event(const model::journal_entry& entry, const model::bundle_event& event) {
    step(bundles_, entry, event);
  }
  void take_event(const model::journal_entry& entry, const model::coordinator_event& event) {
    step(coordinators_, entry, event);
    if (const auto* pruned = std::get_if<model::coordinator_events::pruned>(&event))
      forget_pruned(entry.entity, *pruned);
  }
  /// Their records went with this step; their entries may go later.
  void forget_pruned(const entity_id& job, const model::coordinator_events::pruned& event) {
    for (const auto& [first, last] : event.actions) {
      // Ids are in the order of numbers: actions of the tree's other coordinators stand between.
      auto at = actions_.lower_bound(action_of(job, first));
      while (at != actions_.end() && at->first.number <= last)
        at = at->first.job == job.job ? actions_.erase(at) : std::next(at);
    }
    for (const job_number workflow : event.workflows)
      workflows_.erase({job.partition, entity_kind::workflow, 0, job.root, workflow});
  }
  /// A snapshot may be of an earlier version than the steps before it, never of another content.
  void compare_snapshot(const model::journal_entry& entry) {
    const auto compare = [&](auto& all, const auto& record) {
      const auto found = all.find(entry.entity);
      if (found == all.end() || found->second.differs) return;
      if (found->second.record.version != record.version) return;
      if (encode_record(&found->second.record) != encode_record(&record))
        at_entry(entry, found->second, "the snapshot is not the record that the steps lead to");
    };
    switch (entry.entity.kind) {
      case entity_kind::bundle:
        return compare(bundles_, std::get<model::bundle_record>(*entry.snapshot));
      case entity_kind::coordinator:
        return compare(coordinators_, std::get<model::coordinator_record>(*entry.snapshot));
      case entity_kind::action:
        return compare(actions_, std::get<model::action_record>(*entry.snapshot));
      default: return compare(workflows_, std::get<model::workflow_record>(*entry.snapshot));
    }
  }
  void take_event(const model::journal_entry& entry, const model::action_event& event) {
    step(actions_, entry, event);
  }
  void take_event(const model::journal_entry& entry, const model::workflow_event& event) {
    step(workflows_, entry, event);
  }

  template <class Record, class Event>
  void step(slots<Record>& all, const model::journal_entry& entry, const Event& event) {
    const auto [found, first] = all.try_emplace(entry.entity);
    slot<Record>& of = found->second;
    if (entry.version <= of.known_from) {
      ++report_.unfolded;
      births_.erase(entry.entity);
      return;
    }
    expect_birth(entry, of, first);
    if (of.differs) return;
    if (const auto stranger = unknown_job(entry))
      return at_entry(entry, of,
                      "it speaks of job " + std::to_string(counter_of(*stranger)) + " of epoch " +
                          std::to_string(epoch_of(*stranger)) + ", which the database never had");
    of.last = entry.sequence;
    auto next = advance(entry, of.record, event);
    if (!next) {  // of damage without the remedy, which is for an engine
      const failure& why = next.error();
      return at_entry(entry, of, why.code == errc::corrupt ? why.sentence : why.text());
    }
    if (next->broken) return at_entry(entry, of, "the step breaks a contract: " + *next->broken);
    if (!next->accepted) return at_entry(entry, of, "the event is not accepted");
    if (next->next.version != entry.version)
      return at_entry(entry, of, "the step makes version " + std::to_string(next->next.version));
    const hash128 digest = digest_of(&next->next, entry.core);
    if (digest != entry.digest)
      return at_entry(entry, of,
                      "the step makes a record with digest " + to_hex(digest) + " instead of " +
                          to_hex(entry.digest));
    of.record = std::move(next->next);
    for (const auto& birth : next->births) note_birth(birth);
    if (of.record.state == model::status::none) all.erase(found);  // taken away again
  }

  /// No engine gives out numbers of another database's epochs.
  std::optional<job_number> unknown_job(const model::journal_entry& entry) const {
    for (const job_number job : named_jobs(entry))
      if (!epochs_.contains(epoch_of(job)) && job != entry.entity.root && job != entry.entity.job)
        return job;
    return std::nullopt;
  }

  template <class Event>
  void note_birth(const model::birth<Event>& birth) {
    if constexpr (!std::is_same_v<Event, model::no_child>)
      births_[birth.id] = encode_event(&birth.event);
  }
  /// The first entry of a child has to be the birth that its parent's step gave. A parent's step
  /// may also give an event to a child at rest.
  template <class Record>
  void expect_birth(const model::journal_entry& entry, slot<Record>& of, bool first) {
    if (entry.entity.kind != entity_kind::action && entry.entity.job == entry.entity.root) return;
    const auto expected = births_.find(entry.entity);
    if (expected == births_.end()) {
      if (!first || (truncated_ && entry.version == 1) || bears_itself(entry, bundles_, workflows_))
        return;
      // Once a parent is not followed any more, nobody knows whom it bears.
      if (report_.differ > differed_before_) return;
      return at_entry(entry, of, "no step of a parent bore it");
    }
    const bool same = expected->second == encode_event(entry.event);
    births_.erase(expected);
    if (!same) at_entry(entry, of, "its event is not the one that its parent's step gave it");
  }

  // -- one step of each kind, in the context that it had ------------------------------------------

  result<model::bundle_step> advance(const model::journal_entry& entry,
                                     const model::bundle_record& record,
                                     const model::bundle_event& event) {
    return model::step_of(definitions_, entry, record, event);
  }
  result<model::coordinator_step> advance(const model::journal_entry& entry,
                                          const model::coordinator_record& record,
                                          const model::coordinator_event& event) {
    return model::step_of(definitions_, entry, record, event);
  }
  result<model::action_step> advance(const model::journal_entry& entry,
                                     const model::action_record& record,
                                     const model::action_event& event) {
    const auto coordinator = coordinators_.find(coordinator_of(entry.entity));
    if (coordinator == coordinators_.end())
      return failure{errc::not_found, "its coordinator has no entry before it", "", "", ""};
    return model::step_of(definitions_, entry, record, event, coordinator->second.record);
  }
  result<model::workflow_step> advance(const model::journal_entry& entry,
                                       const model::workflow_record& record,
                                       const model::workflow_event& event) {
    return model::step_of(definitions_, entry, record, event, name_of(entry.entity));
  }

  // -- the end of a tree --------------------------------------------------------------------------

  result<void> compare(tree_id at) {
    const std::string prefix = tree_prefix(at.partition, at.root);
    page_check pages(
        [this](const entity_id& id, const failure& why) { differs(id, why.sentence); });
    std::optional<failure> wrong;
    const auto visit = [&](std::string_view key, std::string_view value) {
      const auto id = parse_record_key(key);
      if (!id) return wrong = corrupt("a key of a record cannot be read"), false;
      const uint64_t before = report_.differ;
      if (!is_page(*id)) compare_record(*id, value);
      pages.take(key, value, report_.differ == before);
      return true;
    };
    const auto scanned = store_.scan(table::record, prefix, prefix_end(prefix), visit);
    if (!scanned) return scanned.error();
    if (wrong) return *wrong;
    pages.end();
    return {};
  }
  void compare_record(const entity_id& id, std::string_view stored) {
    switch (id.kind) {
      case entity_kind::bundle: return compare_in(bundles_, id, stored);
      case entity_kind::coordinator: return compare_in(coordinators_, id, stored);
      case entity_kind::action: return compare_in(actions_, id, stored);
      case entity_kind::workflow: return compare_in(workflows_, id, stored);
      case entity_kind::none: break;
    }
  }
  template <class Record>
  void compare_in(slots<Record>& all, const entity_id& id, std::string_view stored) {
    const auto found = all.find(id);
    ++report_.entities;
    if (found == all.end()) {
      births_.erase(id);
      return differs(id, "it has a record, but nothing in the journal");
    }
    const uint8_t layout = stored.empty() ? record_version
                                          : std::clamp(static_cast<uint8_t>(stored.front()),
                                                       uint8_t{1}, record_version);
    if (!found->second.differs &&
        (is_head(stored) ? encode_row(&found->second.record)
                         : encode_record(&found->second.record, layout)) != stored)
      differs(id, "the stored record is not the one that the journal leads to" +
                      (found->second.last == 0
                           ? std::string()
                           : " with entry " + std::to_string(found->second.last) + " (version " +
                                 std::to_string(found->second.record.version) + ")"));
    all.erase(found);
  }
  /// What is left was not stored.
  template <class Record>
  void finish(slots<Record>& all) {
    for (const auto& [id, of] : all) {
      ++report_.entities;
      if (!of.differs) differs(id, "it is in the journal, but has no record");
    }
    all.clear();
  }

  // -- differences --------------------------------------------------------------------------------

  template <class Record>
  void at_entry(const model::journal_entry& entry, slot<Record>& of, const std::string& what) {
    of.differs = true;
    differs(entry.entity, name_of_entry(entry) + ": " + what);
  }
  void differs(const entity_id& id, const std::string& what) { differs(name_of(id), what); }
  void differs(const std::string& name, const std::string& what) {
    ++report_.differ;
    if (report_.first_difference.empty()) report_.first_difference = name + ": " + what;
  }
  std::string name_of(const entity_id& id) const {
    if (id.kind == entity_kind::none) return "the tree of job " + std::to_string(id.job);
    if (epochs_.contains(epoch_of(id.job))) return ids_.text(id);
    return "job " + std::to_string(id.job) + " of an unknown epoch";
  }

  const kv_store& store_;
  replay_definitions definitions_;
  wire_ids ids_;
  std::set<uint32_t> epochs_;
  replay_report report_;
  slots<model::bundle_record> bundles_;
  slots<model::coordinator_record> coordinators_;
  slots<model::action_record> actions_;
  slots<model::workflow_record> workflows_;
  bool truncated_ = false;                   ///< The oldest part of this tree's journal is gone.
  uint64_t differed_before_ = 0;             ///< report_.differ when the tree began.
  std::map<entity_id, std::string> births_;  ///< Children whose first entry has not come yet.
};

}  // namespace

result<replay_report> replay(const kv_store& store, const model::definitions& definitions) {
  auto ids = load_epochs(store);
  if (!ids) return std::move(ids.error());
  auto epochs = known_epochs(store);
  if (!epochs) return std::move(epochs.error());
  folding fold(store, definitions, std::move(ids.value()), std::move(epochs.value()));
  std::string from;
  while (true) {
    const auto next = next_tree(store, from);
    if (!next && (next.error().code != errc::corrupt || fold.report().trees == 0))
      return next.error();
    if (!next) fold.lost_behind(next.error());
    if (!next || !*next) break;
    const tree_id at = **next;
    if (auto replayed = fold.tree(at); !replayed) return std::move(replayed.error());
    from = prefix_end(tree_prefix(at.partition, at.root));
    if (from.empty()) break;
  }
  return fold.report();
}

}  // namespace foliot::store
