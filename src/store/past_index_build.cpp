#include "store/past_index_build.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

#include "model/entity_fold.hpp"
#include "store/archive.hpp"
#include "store/codec.hpp"
#include "store/epochs.hpp"
#include "store/journal_scan.hpp"
#include "store/keys.hpp"
#include "store/node_pages.hpp"
#include "store/replay_definitions.hpp"
#include "store/replay_trees.hpp"

namespace foliot::store {

namespace {

constexpr const char* stamp_key = "stamp";
/// Of changes held in memory before they are written.
constexpr size_t batch_bytes = 1 << 20;
/// Sequences of one tree held in memory before their rows are written.
constexpr size_t sequences_held = 1'000'000;
/// Most sequences of a row of trails: a lookup reads two rows.
constexpr size_t trail_row_max = 1'024;
/// A snapshot costs at most so many bytes for each entry since the last one.
constexpr uint64_t snapshot_bytes_of_entry = 16;

struct epochs_seen {
  uint64_t count = 0;
  hash128 hash;
};
/// The first `most` epochs of the database.
result<epochs_seen> epochs_of(const kv_store& store, uint64_t most) {
  epochs_seen out;
  std::string all;
  const auto seen = store.scan(table::meta, epoch_prefix(), prefix_end(epoch_prefix()),
                               [&](std::string_view key, std::string_view value) {
                                 if (out.count == most) return false;
                                 ++out.count;
                                 writer{all}(std::string(key), std::string(value));
                                 return true;
                               });
  if (!seen) return seen.error();
  out.hash = hash_of(all);
  return out;
}

std::string encode_stamp(const past_stamp& stamp) {
  std::string out;
  writer{out}(past_index_version, stamp.through, stamp.root, stamp.entry, stamp.epochs,
              stamp.epochs_hash, stamp.rules);
  return out;
}

std::optional<past_stamp> decode_stamp(std::string_view bytes) {
  past_stamp out;
  uint8_t version = 0;
  reader in(bytes);
  in(version, out.through, out.root, out.entry, out.epochs, out.epochs_hash, out.rules);
  if (in.failed() || !in.at_end() || version != past_index_version) return std::nullopt;
  return out;
}

/// What was made of this database so far, if anything.
result<std::optional<past_stamp>> stamp_of(const kv_store& rows, const kv_store& store,
                                           const std::string& rules) {
  const std::optional<past_stamp> none;
  const auto row = rows.get(table::meta, stamp_key);
  if (!row) return row.error();
  const auto stamp = *row ? decode_stamp(**row) : none;
  if (!stamp || stamp->rules != rules) return none;
  const auto epochs = epochs_of(store, stamp->epochs);
  if (!epochs) return epochs.error();
  if (epochs->count != stamp->epochs || epochs->hash != stamp->epochs_hash) return none;
  const auto entry =
      store.get(table::journal, journal_key(partition_default, stamp->root, stamp->through));
  if (!entry) return entry.error();
  return *entry && hash_of(**entry) == stamp->entry ? stamp : none;
}

class builder {
 public:
  builder(kv_store& rows, const kv_store& store, const store_reader& now,
          const model::definitions& definitions, past_stamp stamp)
      : rows_(rows),
        store_(store),
        now_(now),
        definitions_(store, definitions),
        stamp_(std::move(stamp)),
        known_(stamp_.through) {}

  result<past_update> run() {
    const auto last = last_sequence(store_);
    if (!last) return last.error();
    if (*last <= known_) return out_;
    // Cut short, what is written from here on would be told twice: it is made anew then.
    if (auto open = rows_.write({{table::meta, stamp_key, std::nullopt}}, true); !open)
      return open.error();
    std::string from;
    while (true) {
      const auto tree = next_tree(store_, table::journal, from);
      if (!tree) return tree.error();
      if (!*tree) break;
      if (auto done = add_tree(**tree); !done) return done.error();
      from = prefix_end(tree_prefix((*tree)->partition, (*tree)->root));
      if (from.empty()) break;
    }
    if (stamp_.through == 0) return out_;
    if (auto done = finish(); !done) return done.error();
    return out_;
  }

 private:
  result<void> put(table where, const std::string& key, const std::string& value) {
    batch_.put(where, key, value);
    return batch_.bytes() < batch_bytes ? result<void>() : write();
  }
  result<void> write() { return rows_.write(std::exchange(batch_, {}), false); }

  /// Sequences leave gaps, and in a damaged journal may be any numbers: only blocks with entries
  /// are held.
  result<void> note_moment(uint64_t sequence, instant at) {
    const uint64_t number = sequence / moments_in_block;
    auto block = moments_.find(number);
    if (block == moments_.end()) {
      block = moments_.emplace(number, std::vector<std::optional<instant>>()).first;
      // The last block of the index may have room.
      if (known_ != 0 && number == known_ / moments_in_block) {
        const auto row = rows_.get(past_tables::moments, past_moments_key(number));
        if (!row) return row.error();
        auto times = decode_moments(row->value_or(""));
        if (!times) return times.error();
        block->second = std::move(*times);
      }
    }
    const size_t place = sequence % moments_in_block;
    if (place >= block->second.size()) block->second.resize(place + 1);
    block->second[place] = at;
    return {};
  }

  // -- one tree -----------------------------------------------------------------------------------

  result<void> add_tree(const tree_id& at) {
    // A tree that has nothing new is passed over by one read.
    const std::string end = prefix_end(tree_prefix(at.partition, at.root));
    bool any = known_ == 0;
    if (!any) {
      const auto seen = store_.scan(table::journal, journal_key(at.partition, at.root, known_ + 1),
                                    end, [&](std::string_view, std::string_view) {
                                      any = true;
                                      return false;
                                    });
      if (!seen) return seen.error();
    }
    if (!any) return {};
    // What stands behind the last row of times is read again, for the times that it saw.
    const past_index before(rows_, stamp_);
    const auto from = known_ == 0 ? result<past_index::time_row>(past_index::time_row{})
                                  : before.before_time(at.partition, at.root, never);
    if (!from) return from.error();
    long_.clear();
    std::optional<failure> wrong;
    instant latest = from->latest;
    uint64_t since = 0;
    const auto judge = [&](uint64_t sequence, const entry_head& head) {
      latest = std::max(latest, head.now);
      result<void> done;
      if (sequence > known_) done = note(sequence, head);
      if (++since == entries_of_time && done) {
        since = 0;
        done = put(past_tables::times, past_time_key(at.partition, at.root, latest),
                   encode_u64(sequence + 1));
      }
      if (done && held_ >= sequences_held) done = write_trails();
      if (!done) wrong = done.error();
      return wrong ? entry_use::stop : entry_use::pass;
    };
    const auto scanned = scan_journal(store_, at.partition, at.root, from->sequence, judge,
                                      [](const model::journal_entry&) { return true; });
    if (!scanned) return scanned.error();
    if (wrong) return *wrong;
    if (auto done = write_trails(); !done) return done;
    return long_.empty() ? result<void>() : take_snapshots(at);
  }

  result<void> note(uint64_t sequence, const entry_head& head) {
    ++out_.entries;
    trails_[head.entity].push_back(sequence);
    ++held_;
    if (head.version >= entries_of_snapshot) long_.insert(head.entity);
    if (sequence > stamp_.through) {
      stamp_.through = sequence;
      stamp_.root = head.entity.root;
    }
    return note_moment(sequence, head.now);
  }

  result<void> write_trails() {
    for (const auto& [id, sequences] : trails_)
      for (size_t i = 0; i < sequences.size(); i += trail_row_max) {
        const size_t many = std::min(trail_row_max, sequences.size() - i);
        const auto begin = sequences.begin() + static_cast<long>(i);
        if (auto done = put(past_tables::trails, past_key(id, *begin),
                            encode_trail({begin, begin + static_cast<long>(many)}));
            !done)
          return done;
      }
    trails_.clear();
    held_ = 0;
    return {};
  }

  // -- snapshots ----------------------------------------------------------------------------------

  /// An entity with many entries on its way through them.
  struct followed {
    std::unique_ptr<model::entity_fold> fold;
    uint64_t from = 0;     ///< Its entries behind that sequence are taken.
    uint64_t version = 0;  ///< Of the newest snapshot.
    bool lost = false;
  };

  result<std::map<entity_id, followed>> begin_snapshots(const tree_id& at) {
    definitions_.enter(at.partition, at.root);
    const past_index before(rows_, stamp_);
    std::map<entity_id, followed> out;
    for (const entity_id& id : long_) {
      followed of;
      of.fold = std::make_unique<model::entity_fold>(
          model::fold_context{id, now_.ids().text(id), &definitions_, [this, id] {
                                using found = result<model::coordinator_record>;
                                auto job = now_.record(coordinator_of(id));
                                if (!job) return found(std::move(job).error());
                                if (!*job) return found(corrupt("its coordinator is gone"));
                                return found(std::get<model::coordinator_record>(std::move(**job)));
                              }});
      auto last = before.snapshot(id, UINT64_MAX);
      if (!last) return std::move(last).error();
      if (*last) {
        model::journal_entry start;
        start.entity = id;
        start.snapshot = (*last)->record;
        of.from = (*last)->sequence;
        of.version = model::version_of(*start.snapshot);
        (void)of.fold->take(start);
      }
      out.emplace(id, std::move(of));
    }
    return out;
  }

  result<void> take_snapshots(const tree_id& at) {
    if (auto done = write(); !done) return done;
    auto all = begin_snapshots(at);
    if (!all) return all.error();
    uint64_t from = UINT64_MAX;
    for (const auto& [id, of] : *all) from = std::min(from, of.from);
    std::optional<failure> wrong;
    const auto judge = [&](uint64_t sequence, const entry_head& head) {
      const auto found = all->find(head.entity);
      const bool wanted =
          found != all->end() && !found->second.lost && sequence > found->second.from;
      return wanted ? entry_use::take : entry_use::pass;
    };
    const auto take = [&](const model::journal_entry& entry) {
      followed& of = all->find(entry.entity)->second;
      // What does not fold has no snapshots behind it: who asks for it is told why.
      of.lost = !of.fold->take(entry).ok();
      if (of.lost || !of.fold->begun() || entry.snapshot) return true;
      if (auto done = keep(entry, of); !done) wrong = done.error();
      return !wrong;
    };
    auto scanned = scan_journal(store_, at.partition, at.root, from, judge, take);
    if (!scanned) return scanned.error();
    return wrong ? result<void>(*wrong) : result<void>();
  }

  /// Writes a snapshot where enough entries stand behind the last one.
  result<void> keep(const model::journal_entry& entry, followed& of) {
    if (entry.version < of.version) of.version = entry.version;  // born again
    const uint64_t since = entry.version - of.version;
    if (since == 0 || since % entries_of_snapshot != 0) return {};
    const std::string bytes = encode_record(of.fold->record());
    if (bytes.size() > since * snapshot_bytes_of_entry) return {};
    of.lost = digest_of(view(of.fold->record()), entry.core) != entry.digest;
    if (of.lost) return {};
    of.version = entry.version;
    ++out_.snapshots;
    return put(past_tables::snapshots, past_key(entry.entity, entry.sequence), bytes);
  }

  // -- the end ------------------------------------------------------------------------------------

  result<void> finish() {
    for (const auto& [number, times] : moments_)
      if (auto done = put(past_tables::moments, past_moments_key(number), encode_moments(times));
          !done)
        return done;
    const auto entry =
        store_.get(table::journal, journal_key(partition_default, stamp_.root, stamp_.through));
    if (!entry) return entry.error();
    if (!*entry) return corrupt("the journal changes while it is read");
    stamp_.entry = hash_of(**entry);
    const auto epochs = epochs_of(store_, UINT64_MAX);
    if (!epochs) return epochs.error();
    stamp_.epochs = epochs->count;
    stamp_.epochs_hash = epochs->hash;
    batch_.put(table::meta, stamp_key, encode_stamp(stamp_));
    return rows_.write(batch_, true);
  }

  kv_store& rows_;
  const kv_store& store_;
  const store_reader& now_;
  replay_definitions definitions_;
  past_stamp stamp_;
  uint64_t known_;  ///< What the index covered before.
  kv_batch batch_;
  std::unordered_map<entity_id, std::vector<uint64_t>> trails_;
  size_t held_ = 0;           ///< Sequences in `trails_`.
  std::set<entity_id> long_;  ///< Of this tree, with many entries.
  std::map<uint64_t, std::vector<std::optional<instant>>> moments_;  ///< By number of the block.
  past_update out_;
};

/// What says that a store is an index: nothing else is ever cleared.
constexpr const char* mark_key = "past";

/// Makes an empty store an index. Fails with bad_input where it holds anything else.
result<void> mark(kv_store& rows) {
  const auto marked = rows.get(table::meta, mark_key);
  if (!marked) return marked.error();
  if (*marked) return {};
  bool empty = true;
  for (uint8_t t = 0; t < static_cast<uint8_t>(table::count_) && empty; ++t) {
    const auto seen =
        rows.scan(static_cast<table>(t), "", "", [&](std::string_view key, std::string_view) {
          // Whoever opens a new database writes that.
          const bool format = t == 0 && key == format_key();
          return empty = empty && format;
        });
    if (!seen) return seen.error();
  }
  if (!empty)
    return failure{errc::bad_input, "that directory holds another database", "", "--index",
                   "Name an empty directory, or one that does not exist"};
  if (auto ready = prepare_format(rows); !ready) return ready;
  return rows.write({{table::meta, mark_key, std::string(1, '\x01')}}, true);
}

/// Takes everything away.
result<void> clear(kv_store& rows) {
  if (auto marked = mark(rows); !marked) return marked;
  kv_batch all;
  all.erase(table::meta, stamp_key);
  all.erase_range(past_tables::moments, past_moments_key(0), past_moments_key(UINT64_MAX));
  for (const table where : {past_tables::trails, past_tables::snapshots, past_tables::times})
    all.erase_range(where, std::string(1, '\0'), std::string(64, '\xFF'));
  return rows.write(all, true);
}

}  // namespace

result<std::optional<past_index>> open_past_index(const kv_store& rows, const kv_store& store,
                                                  const std::string& rules) {
  auto stamp = stamp_of(rows, store, rules);
  if (!stamp) return std::move(stamp).error();
  if (!*stamp) return std::optional<past_index>();
  return std::optional(past_index(rows, std::move(**stamp)));
}

result<past_update> update_past_index(kv_store& rows, const kv_store& store,
                                      const store_reader& now,
                                      const model::definitions& definitions,
                                      const std::string& rules) {
  auto stamp = stamp_of(rows, store, rules);
  if (!stamp) return std::move(stamp).error();
  if (!*stamp) {
    if (auto cleared = clear(rows); !cleared) return cleared.error();
    *stamp = past_stamp{};
    (*stamp)->rules = rules;
  }
  return builder(rows, store, now, definitions, std::move(**stamp)).run();
}

}  // namespace foliot::store
