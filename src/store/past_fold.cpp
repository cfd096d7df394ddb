// Entities of the past, followed through the journal: many of one tree in one pass.
#include <algorithm>
#include <string>
#include <unordered_set>
#include <utility>

#include "store/codec.hpp"
#include "store/created_of.hpp"
#include "store/epochs.hpp"
#include "store/journal_scan.hpp"
#include "store/node_pages.hpp"
#include "store/past_folded.hpp"
#include "store/past_reader.hpp"
#include "store/replay_definitions.hpp"

namespace foliot::store {

namespace {

constexpr uint16_t partition = partition_default;

}  // namespace

/// The same with a remedy for whoever reads a journal: a database, or a report without an engine.
failure past_reader::of_the_past(failure why) {
  if (why.code == errc::corrupt)
    why.remedy =
        "'foliot replay --verify' names what is wrong: restore the data directory from a copy, "
        "or ask for the report again";
  return why;
}

past_reader::folded past_reader::begin(const entity_id& id,
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

/// Takes all entries up to the moment of the entities that `wanted` names, and tells what became
/// of each that has any; where `those` are all of them, of each.
result<past_reader::folded_records> past_reader::fold(job_number root, uint64_t from,
                                                      const taken& wanted,
                                                      const std::vector<entity_id>* those) const {
  replay_definitions definitions(store_, definitions_);
  definitions.enter(partition, root);
  std::map<entity_id, folded> all;
  const auto followed = [&](const entity_id& id) -> folded& {
    auto found = all.find(id);
    if (found == all.end()) found = all.emplace(id, begin(id, definitions)).first;
    return found->second;
  };
  const auto judge = [&](uint64_t sequence, const entry_head& head) {
    if (!at_.holds(sequence, head.now)) return entry_use::stop;
    return wanted(head.entity) ? entry_use::take : entry_use::pass;
  };
  const auto take = [&](const model::journal_entry& entry) {
    followed(entry.entity).follow(entry);
    return true;
  };
  const auto lose = [&](const entity_id& id, const failure& why) {
    followed(id).lose(why);
    return true;
  };
  const auto scanned = scan_journal(store_, partition, root, from, judge, take, lose);
  if (!scanned) return scanned.error();
  if (those != nullptr)
    for (const entity_id& id : *those) (void)followed(id);
  if (from == 0)
    if (auto sought = seek_snapshots(root, all, those != nullptr); !sought) return sought.error();
  folded_records out;
  for (auto& [id, of] : all) {
    out.emplace(id, outcome(id, of));
    of.fold.reset();
  }
  return out;
}

/// Where the birth was purged, the first snapshot may stand behind the moment. `named`: some may
/// have no entries at all, so they may be born later.
result<void> past_reader::seek_snapshots(job_number root, std::map<entity_id, folded>& all,
                                         bool named) const {
  const auto is_open = [](const folded& of) {
    return !of.fold->begun() && !of.wrong && !of.born_later;
  };
  size_t open = 0;
  for (const auto& [id, of] : all) open += is_open(of) ? 1 : 0;
  if (open == 0) return {};
  const auto truncated = is_truncated(root);
  if (!truncated) return truncated.error();
  if (!*truncated) return {};
  const auto judge = [&](uint64_t sequence, const entry_head& head) {
    if (at_.holds(sequence, head.now)) return entry_use::pass;
    const auto found = all.find(head.entity);
    return found == all.end() || !is_open(found->second) ? entry_use::pass : entry_use::take;
  };
  const auto take = [&](const model::journal_entry& entry) {
    folded& of = all.find(entry.entity)->second;
    if (entry.snapshot) {
      of.snapshot_later = true;
      of.follow(entry);
    } else if (named && entry.version == 1) {
      of.born_later = true;  // it was not there
    }
    if (!is_open(of)) --open;
    return open != 0;
  };
  const auto lose = [&](const entity_id& id, const failure& why) {
    all.find(id)->second.lose(why);
    return --open != 0;
  };
  return scan_journal(store_, partition, root, 0, judge, take, lose);
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
      },
      [](const entity_id&, const failure&) { return false; });
  if (!scanned) return scanned.error();
  return out;
}

past_reader::one_record past_reader::outcome(const entity_id& id, const folded& of) const {
  if (of.wrong) return *of.wrong;
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

// -- several at a time ----------------------------------------------------------------------------

result<std::vector<past_reader::one_record>> past_reader::together(
    const std::vector<wanted_entity>& those) const {
  std::vector<one_record> out(those.size(), one_record(std::optional<model::any_record>()));
  std::map<job_number, std::vector<size_t>> trees;
  for (size_t i = 0; i < those.size(); ++i) {
    const entity_id& id = those[i].id;
    if (const auto known = known_.find(id); known != known_.end()) {
      out[i] = known->second;
      continue;
    }
    if (index_ != nullptr) {
      auto found = by_index(id);
      // Whether the index is damaged or the journal, the journal tells.
      if (!found && found.error().code != errc::corrupt) return std::move(found).error();
      if (found && *found) {
        out[i] = std::move(**found);
        continue;
      }
    }
    trees[id.root].push_back(i);
  }
  for (const auto& [root, places] : trees)
    if (auto done = fold_tree(root, those, places, out); !done) return done.error();
  for (size_t i = 0; i < out.size(); ++i) {
    if (out[i] && !*out[i]) out[i] = unless_lost(those[i], std::move(out[i]));
    if (!out[i]) out[i] = of_the_past(out[i].error());
  }
  return out;
}

/// Who has no entries was not there yet, or lost them: as far as the time of creation tells.
past_reader::one_record past_reader::unless_lost(const wanted_entity& who, one_record then) const {
  std::optional<instant> before;  // whoever was created before was there
  if (at_.sequence == UINT64_MAX) {
    if (at_.time == never) before = never;
  } else if (births_) {
    before = births_->unsure;
  } else {
    const auto newest = last_sequence(store_);
    if (newest && at_.sequence >= *newest) before = never;
  }
  if (!before) return then;
  std::optional<instant> created = who.created;
  if (!created) {
    const auto present = read_record(store_, who.id);
    if (!present) return present.error();
    if (*present) created = created_of((*present)->record);
  }
  if (!created || *created >= *before) return then;
  return corrupt("the journal has no entries of " + ids().text(who.id));
}

/// The entry that no birth of those stands before, if clocks only went forward.
result<uint64_t> past_reader::first_birth(job_number root, const std::vector<wanted_entity>& those,
                                          const std::vector<size_t>& places) const {
  instant first = never;
  for (const size_t place : places) {
    const auto& [id, created] = those[place];
    if (id.job == id.root && id.kind != entity_kind::action) return uint64_t{0};
    if (created) {
      first = std::min(first, *created);
      continue;
    }
    const auto present = read_record(store_, id);
    if (!present) return present.error();
    if (!*present) return uint64_t{0};
    first = std::min(first, created_of((*present)->record));
  }
  return first_entry_at(store_, partition, root, first);
}

/// Follows those at `places`, who are of that tree: from their births on, where these can be found
/// by their times.
result<void> past_reader::fold_tree(job_number root, const std::vector<wanted_entity>& those,
                                    const std::vector<size_t>& places,
                                    std::vector<one_record>& out) const {
  const auto born = first_birth(root, those, places);
  if (!born && born.error().code != errc::corrupt) return born.error();
  uint64_t from = born ? *born : 0;
  std::vector<size_t> open = places;
  while (!open.empty()) {
    std::vector<entity_id> ids;
    ids.reserve(open.size());
    for (const size_t place : open) ids.push_back(those[place].id);
    const std::unordered_set<entity_id> asked(ids.begin(), ids.end());
    auto found = fold(
        root, from, [&](const entity_id& each) { return asked.contains(each); }, &ids);
    if (!found && found.error().code != errc::corrupt) return found.error();
    for (const size_t place : open)
      out[place] = found ? std::move(found->at(those[place].id)) : one_record(found.error());
    if (from == 0) return {};
    // The clock was set back, it was taken away and born again, or older entries were purged.
    std::erase_if(open, [&](size_t place) { return out[place] && *out[place]; });
    from = 0;
  }
  return {};
}

}  // namespace foliot::store
