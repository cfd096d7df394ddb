#include "store/past_reader.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "store/journal_scan.hpp"
#include "store/node_pages.hpp"
#include "store/past_folded.hpp"
#include "store/replay_definitions.hpp"

namespace foliot::store {

namespace {

constexpr uint16_t partition = partition_default;

/// So many actions are looked up one by one; of more, all of the coordinator are folded together.
constexpr uint64_t looked_up_max = 2'000;
/// Without the index each one costs a pass over the journal: whoever asks for more asks for many.
constexpr uint32_t alone_max = 4;

instant created_of(const model::any_record& record) {
  return std::visit([](const auto& r) { return r.created; }, record);
}

}  // namespace

past_reader::past_reader(const kv_store& store, const store_reader& now,
                         const model::definitions& definitions, moment at, const past_index* index)
    : store_(store), now_(now), definitions_(definitions), at_(at), index_(index) {}

result<std::optional<entity_id>> past_reader::locate(entity_kind kind, job_number job) const {
  return now_.locate(kind, job);
}

// -- folding --------------------------------------------------------------------------------------

result<past_reader::folded> past_reader::begin(const entity_id& id,
                                               model::definition_source& definitions) const {
  folded out;
  out.fold = std::make_unique<model::entity_fold>(
      model::fold_context{id, ids().text(id), &definitions, [this, id] {
                            using found = result<model::coordinator_record>;
                            auto job = now_.record(coordinator_of(id));
                            if (!job) return found(std::move(job).error());
                            if (!*job)
                              return found(corrupt("the coordinator of an action is gone"));
                            return found(std::get<model::coordinator_record>(std::move(**job)));
                          }});
  return out;
}

/// Takes all entries up to the moment of the entities that `wanted` names. `alone`: the only one.
result<past_reader::known_records> past_reader::fold(job_number root, uint64_t from,
                                                     const taken& wanted,
                                                     const entity_id* alone) const {
  replay_definitions definitions(store_, definitions_);
  definitions.enter(partition, root);
  std::map<entity_id, folded> all;
  std::optional<failure> wrong;
  const auto judge = [&](uint64_t sequence, const entry_head& head) {
    if (!at_.holds(sequence, head.now)) return entry_use::stop;
    return wanted(head.entity) ? entry_use::take : entry_use::pass;
  };
  const auto take = [&](const model::journal_entry& entry) {
    auto found = all.find(entry.entity);
    if (found == all.end()) {
      auto begun = begin(entry.entity, definitions);
      if (!begun) return wrong = begun.error(), false;
      found = all.emplace(entry.entity, std::move(*begun)).first;
    }
    const auto followed = found->second.take(entry);
    if (!followed) wrong = followed.error();
    return !wrong;
  };
  const auto scanned = scan_journal(store_, partition, root, from, judge, take);
  if (!scanned) return scanned.error();
  if (wrong) return *wrong;
  if (alone != nullptr && all.empty()) {
    auto begun = begin(*alone, definitions);
    if (!begun) return begun.error();
    all.emplace(*alone, std::move(*begun));
  }
  if (from == 0)
    if (auto sought = seek_snapshots(root, all, alone); !sought) return sought.error();
  known_records out;
  for (const auto& [id, of] : all) {
    auto record = outcome(id, of);
    if (!record) return record.error();
    out.emplace(id, std::move(*record));
  }
  return out;
}

/// Where the birth was purged, the first snapshot may stand behind the moment.
result<void> past_reader::seek_snapshots(job_number root, std::map<entity_id, folded>& all,
                                         const entity_id* alone) const {
  size_t open = 0;
  for (const auto& [id, of] : all) open += of.fold->begun() ? 0 : 1;
  if (open == 0) return {};
  const auto truncated = is_truncated(root);
  if (!truncated) return truncated.error();
  if (!*truncated) return {};
  std::optional<failure> wrong;
  const auto judge = [&](uint64_t sequence, const entry_head& head) {
    if (at_.holds(sequence, head.now)) return entry_use::pass;
    const auto found = all.find(head.entity);
    if (found == all.end() || found->second.fold->begun()) return entry_use::pass;
    return entry_use::take;
  };
  const auto take = [&](const model::journal_entry& entry) {
    folded& of = all.find(entry.entity)->second;
    if (entry.snapshot) {
      of.snapshot_later = true;
      if (auto followed = of.fold->take(entry); !followed) wrong = followed.error();
      --open;
    } else if (alone != nullptr && entry.version == 1) {
      --open;  // it is born later: it was not there
    }
    return open != 0 && !wrong;
  };
  const auto scanned = scan_journal(store_, partition, root, 0, judge, take);
  if (!scanned) return scanned.error();
  if (wrong) return *wrong;
  return {};
}

result<bool> past_reader::is_truncated(job_number root) const {
  bool out = false;
  const auto scanned = scan_journal(
      store_, partition, root, 0,
      [&](uint64_t, const entry_head& head) {
        out = head.version != 1 || head.entity.job != root;
        return out ? entry_use::stop : entry_use::take;
      },
      [&](const model::journal_entry& entry) {
        out = entry.snapshot != nullptr;
        return false;
      });
  if (!scanned) return scanned.error();
  return out;
}

result<std::optional<model::any_record>> past_reader::outcome(const entity_id& id,
                                                              const folded& of) const {
  const model::entity_fold& fold = *of.fold;
  const uint64_t version = model::version_of(fold.record());
  if (of.snapshot_later && fold.known_from() > fold.seen())
    return failure{errc::not_found, "what " + ids().text(id) + " was then was purged", "", "",
                   "Ask for a later time: 'foliot history' shows from when on it is known"};
  if (!fold.begun() && fold.seen() != 0)
    return corrupt("the journal of " + ids().text(id) + " has neither its birth nor a snapshot");
  if (version == 0) return std::optional<model::any_record>();
  if (of.digest && digest_of(view(fold.record()), model::core_version) != *of.digest)
    return corrupt("entry " + std::to_string(of.last) + " of " + ids().text(id) +
                   " names another record than the one that its steps lead to");
  return std::optional<model::any_record>(fold.record());
}

/// One entity, read from its birth on where that can be found by its time.
result<std::optional<model::any_record>> past_reader::one(const entity_id& id) const {
  if (const auto known = known_.find(id); known != known_.end()) return known->second;
  if (index_ != nullptr) {
    auto found = by_index(id);
    if (!found) return std::move(found).error();
    if (*found) {
      if (**found) known_.emplace(id, ***found);
      return std::move(**found);
    }
  }
  const auto wanted = [&](const entity_id& each) { return each == id; };
  uint64_t from = 0;
  if (id.job != id.root || id.kind == entity_kind::action) {
    const auto present = read_record(store_, id);
    if (!present) return present.error();
    if (*present) {
      const auto first = first_entry_at(store_, partition, id.root, created_of((*present)->record));
      if (!first) return first.error();
      from = *first;
    }
  }
  auto found = fold(id.root, from, wanted, &id);
  const bool whole = from == 0;
  // The clock was set back, it was taken away and born again, or older entries were purged.
  if (!whole && (!found || !found->at(id))) found = fold(id.root, 0, wanted, &id);
  if (!found) return found.error();
  auto record = std::move(found->at(id));
  known_.emplace(id, record);
  return record;
}

result<const past_reader::known_records*> past_reader::actions_of(
    const entity_id& coordinator) const {
  auto known = actions_.find(coordinator);
  if (known == actions_.end()) {
    auto all = fold(
        coordinator.root, 0,
        [&](const entity_id& each) {
          return each.kind == entity_kind::action && each.job == coordinator.job;
        },
        nullptr);
    if (!all) return all.error();
    known = actions_.emplace(coordinator, std::move(*all)).first;
  }
  return &known->second;
}

// -- the reader -----------------------------------------------------------------------------------

result<std::optional<model::any_record>> past_reader::record(const entity_id& id) const {
  const std::lock_guard hold(mutex_);
  if (id.kind != entity_kind::action) return one(id);
  if (index_ != nullptr) {
    auto alone = one(id);
    return !alone || *alone ? alone : in_range(id);
  }
  const auto group = actions_.find(coordinator_of(id));
  if (group == actions_.end() && ++alone_[coordinator_of(id)] <= alone_max) {
    auto alone = one(id);
    if (!alone || *alone) return alone;
  }
  // It may be one of a range of SKIPPED actions.
  const auto all = actions_of(coordinator_of(id));
  if (!all) return all.error();
  auto found = (*all)->upper_bound(id);
  while (found != (*all)->begin()) {
    --found;
    if (!found->second) continue;
    const auto& action = std::get<model::action_record>(*found->second);
    const bool holds =
        found->first.number == id.number || (action.extra && action.extra->through >= id.number);
    if (holds) return found->second;
    break;
  }
  return std::optional<model::any_record>();
}

result<std::optional<entity_id>> past_reader::find_external(entity_kind kind,
                                                            std::string_view external_id,
                                                            std::string_view user) const {
  auto found = now_.find_external(kind, external_id, user);
  if (!found || !*found) return found;
  const auto then = record(**found);
  if (!then) return then.error();
  return *then ? found : result<std::optional<entity_id>>(std::optional<entity_id>());
}

result<void> past_reader::actions(
    const entity_id& coordinator, uint32_t first, uint64_t length,
    const std::function<bool(uint32_t, const model::action_record&)>& visit) const {
  const std::lock_guard hold(mutex_);
  if (index_ != nullptr && length <= looked_up_max)
    return some_actions(coordinator, first, length, visit);
  const auto all = actions_of(coordinator);
  if (!all) return all.error();
  for (const auto& [id, record] : **all) {
    if (!record) continue;
    const auto& action = std::get<model::action_record>(*record);
    const bool reaches = id.number >= first || (action.extra && action.extra->through >= first);
    if (!reaches) continue;
    if (length-- == 0 || !visit(id.number, action)) break;
  }
  return {};
}

result<std::optional<model::definition_text>> past_reader::definition(job_number root,
                                                                      const hash128& hash) const {
  return now_.definition(root, hash);
}

result<void> past_reader::journal(
    job_number root, uint64_t from,
    const std::function<bool(const model::journal_entry&)>& visit) const {
  return scan_journal(
      store_, partition, root, from,
      [&](uint64_t sequence, const entry_head& head) {
        return at_.holds(sequence, head.now) ? entry_use::take : entry_use::stop;
      },
      visit);
}

result<std::optional<model::quarantine_note>> past_reader::quarantined(const entity_id& id) const {
  auto note = now_.quarantined(id);
  if (note && *note && (*note)->since > at_.time) note->reset();
  return note;
}

result<void> past_reader::audit(job_number before,
                                const std::function<bool(const model::audit_entry&)>& visit) const {
  return now_.audit(before, [&](const model::audit_entry& entry) {
    return entry.asked > at_.time || visit(entry);
  });
}

}  // namespace foliot::store
