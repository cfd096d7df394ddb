// Records of the past by the index: only the entries of who is asked for are read.
#include <algorithm>
#include <string>
#include <utility>

#include "store/journal_scan.hpp"
#include "store/node_pages.hpp"
#include "store/past_folded.hpp"
#include "store/past_reader.hpp"
#include "store/replay_definitions.hpp"

namespace foliot::store {

namespace {

constexpr uint16_t partition = partition_default;

/// The entry, where it is there and of that entity. Whatever else stands there, the index is not of
/// this journal any more.
std::optional<model::journal_entry> own_entry(const kv_store& store, const entity_id& id,
                                              uint64_t sequence) {
  const auto row = store.get(table::journal, journal_key(id.partition, id.root, sequence));
  if (!row || !*row) return std::nullopt;
  auto entry = decode_entry(id.partition, id.root, sequence, **row);
  if (!entry || entry->entity != id) return std::nullopt;
  return std::move(*entry);
}

}  // namespace

/// The last sequence of the tree that counts: before the first entry that saw a later time.
result<uint64_t> past_reader::bound_of(job_number root) const {
  if (at_.sequence != UINT64_MAX) return at_.sequence;
  if (const auto known = bounds_.find(root); known != bounds_.end()) return known->second;
  const auto near = index_->before_time(partition, root, at_.time);
  if (!near) return near.error();
  uint64_t out = UINT64_MAX;
  const auto judge = [&](uint64_t sequence, const entry_head& head) {
    if (at_.holds(sequence, head.now)) return entry_use::pass;
    out = sequence - 1;
    return entry_use::stop;
  };
  const auto scanned = scan_journal(store_, partition, root, near->sequence, judge,
                                    [](const model::journal_entry&) { return true; });
  if (!scanned) return scanned.error();
  bounds_.emplace(root, out);
  return out;
}

/// Whether the fold may go on behind `from`: with a snapshot of the index that the journal
/// confirms, or from the birth on.
result<bool> past_reader::begin_with_snapshot(const entity_id& id, uint64_t bound, folded& of,
                                              uint64_t& from) const {
  auto found = index_->snapshot(id, bound);
  if (!found) return std::move(found).error();
  if (!*found) return true;
  const auto entry = own_entry(store_, id, (*found)->sequence);
  if (!entry || entry->snapshot || entry->version != model::version_of(*(*found)->record) ||
      digest_of(view(*(*found)->record), entry->core) != entry->digest)
    return false;
  model::journal_entry start = *entry;
  start.snapshot = (*found)->record;
  from = (*found)->sequence + 1;
  if (auto done = of.take(start); !done) return done.error();
  of.digest.reset();
  return true;
}

/// Nothing: the index does not tell, the journal has to be read over.
result<std::optional<past_reader::one_record>> past_reader::by_index(const entity_id& id) const {
  const std::optional<one_record> unknown;
  const auto bound = bound_of(id.root);
  if (!bound) return bound.error();
  replay_definitions definitions(store_, definitions_);
  definitions.enter(partition, id.root);
  folded of = begin(id, definitions);
  uint64_t from = 0;
  const auto begun = begin_with_snapshot(id, *bound, of, from);
  if (!begun) return begun.error();
  if (!*begun) return unknown;
  bool whole = true;
  std::optional<failure> wrong;
  const auto take = [&](const model::journal_entry& entry) {
    const auto followed = of.take(entry);
    if (!followed) wrong = followed.error();
    return !wrong;
  };
  auto seen = index_->trail(id, from, std::min(*bound, index_->through()), [&](uint64_t sequence) {
    const auto entry = own_entry(store_, id, sequence);
    whole = entry.has_value();
    return whole && take(*entry);
  });
  if (!seen) return seen.error();
  if (whole && !wrong && *bound > index_->through()) {  // written since the index was made
    const auto judge = [&](uint64_t sequence, const entry_head& head) {
      if (sequence > *bound) return entry_use::stop;
      return head.entity == id ? entry_use::take : entry_use::pass;
    };
    seen = scan_journal(store_, partition, id.root, index_->through() + 1, judge, take);
    if (!seen) return seen.error();
  }
  if (wrong) return *wrong;
  // Where older entries were purged, a snapshot behind the moment tells more.
  if (!whole || (!of.fold->begun() && of.fold->seen() != 0)) return unknown;
  if (!of.fold->begun()) {
    uint64_t later = 0;
    seen = index_->trail(id, *bound, UINT64_MAX, [&](uint64_t sequence) {
      later = sequence;
      return sequence <= *bound;
    });
    if (!seen) return seen.error();
    const auto next = later == 0 ? std::nullopt : own_entry(store_, id, later);
    if (later != 0 && (!next || next->snapshot || next->version != 1)) return unknown;
  }
  return std::optional<one_record>(outcome(id, of));
}

/// The action that holds number `id`, one of a range of SKIPPED ones.
past_reader::one_record past_reader::in_range(const entity_id& id) const {
  one_record out = std::optional<model::any_record>();
  const auto job = one(coordinator_of(id));
  if (!job) return job.error();
  if (!*job || std::get<model::coordinator_record>(**job).actions < id.number) return out;
  const auto bound = bound_of(id.root);
  if (!bound) return bound.error();
  const auto seen = index_->actions(coordinator_of(id), id.number, true,
                                    [&](const entity_id& each, uint64_t born) {
                                      if (each == id || born > *bound) return true;
                                      const auto then = one(each);
                                      if (!then) return out = then.error(), false;
                                      if (!*then) return true;
                                      const auto& action = std::get<model::action_record>(**then);
                                      if (action.extra && action.extra->through >= id.number)
                                        out = then;
                                      return false;
                                    });
  if (!seen) return seen.error();
  return out;
}

result<void> past_reader::some_actions(
    const entity_id& coordinator, uint32_t first, uint64_t length,
    const std::function<bool(uint32_t, const model::action_record&)>& visit) const {
  if (length == 0) return {};
  const auto bound = bound_of(coordinator.root);
  if (!bound) return bound.error();
  const auto begin = record(action_of(coordinator, first));
  if (!begin && begin.error().code != errc::corrupt) return begin.error();
  std::optional<failure> wrong;
  const auto show = [&](const entity_id& id, const model::any_record& then) {
    return visit(id.number, std::get<model::action_record>(then)) && --length > 0;
  };
  // A range that began before `first` is shown by its own number.
  if (begin && *begin) {
    const auto own = one(action_of(coordinator, first));
    if (!own) return own.error();
    if (!*own) {
      entity_id holder = action_of(coordinator, first);
      const auto sought =
          index_->actions(coordinator, first, true, [&](const entity_id& each, uint64_t born) {
            if (born > *bound || each.number == first) return true;
            const auto then = one(each);
            if (!then) return wrong = then.error(), false;
            holder = each;
            return !*then;
          });
      if (!sought) return sought.error();
      if (wrong) return *wrong;
      if (!show(holder, **begin)) return {};
    }
  }
  const auto seen =
      index_->actions(coordinator, first, false, [&](const entity_id& each, uint64_t born) {
        if (born > *bound) return true;
        const auto then = one(each);
        if (then) return !*then || show(each, **then);
        if (auto left = leave_out(each, then.error()); !left) wrong = left.error();
        return !wrong;
      });
  if (!seen) return seen.error();
  return wrong ? result<void>(*wrong) : result<void>();
}

}  // namespace foliot::store
