// Which jobs there were: lists and families of the past.
#include <algorithm>
#include <string>
#include <utility>

#include "base/limits.hpp"
#include "store/created_of.hpp"
#include "store/entry_head.hpp"
#include "store/epochs.hpp"
#include "store/job_walks.hpp"
#include "store/keys.hpp"
#include "store/past_reader.hpp"

namespace foliot::store {

namespace {

constexpr uint16_t partition = partition_default;

std::string name_of(const model::any_record& record) {
  return std::visit(
      [](const auto& r) {
        if constexpr (requires { r.name; }) return std::string(r.name);
        return std::string();
      },
      record);
}

template <class T>
bool has(const std::vector<T>& wanted, const T& one) {
  return wanted.empty() || std::find(wanted.begin(), wanted.end(), one) != wanted.end();
}

/// The filter without what has to be asked of records as they were.
model::job_filter of_births(const model::job_filter& filter, instant until) {
  model::job_filter out = filter;
  out.states.clear();
  out.names.clear();  // a rerun may bring another one
  out.keep = {};
  out.until = filter.until ? std::min(*filter.until, until) : until;
  return out;
}

/// The next jobs of the filter behind `last`, newest first, as many as are folded at a time.
result<std::vector<listed_job>> next_jobs(const store_reader& now, entity_kind kind,
                                          model::job_filter filter,
                                          const std::optional<listed_job>& last) {
  std::vector<listed_job> out;
  bool full = false;
  if (last) filter.until = std::min(filter.until.value_or(never), last->created);
  filter.keep = [&](const entity_id& id, const model::any_record& record) -> result<bool> {
    const listed_job each{created_of(record), id.job, id.root};
    if (last && !newer(*last, each)) return false;
    full = filter.ids.empty() && out.size() == folded_together_max;  // ids are in another order
    if (full) return failure{errc::internal, "enough were seen", "", "", ""};
    out.push_back(each);
    return false;
  };
  const auto seen = now.jobs(kind, filter, 0, 0);
  if (!seen && !full) return seen.error();
  std::sort(out.begin(), out.end(), newer);
  return out;
}

/// Shows the time of each entry of the journal, of whatever tree; what cannot be read is passed
/// over.
result<void> each_time(const kv_store& store,
                       const std::function<void(uint64_t sequence, instant)>& note) {
  const std::string prefix = partition_prefix(partition);
  return store.scan(table::journal, prefix, prefix_end(prefix),
                    [&](std::string_view key, std::string_view value) {
                      const auto at = parse_journal_key(key);
                      if (!at) return true;
                      const auto head =
                          decode_entry_head(at->partition, at->root, at->sequence, value);
                      if (head) note(at->sequence, head->now);
                      return true;
                    });
}

}  // namespace

/// A clock that was set back makes later entries earlier: where a sequence decides, the times of
/// all entries tell what the time of a birth still proves.
result<past_reader::birth_times> past_reader::births() const {
  if (births_) return *births_;
  birth_times out{never, at_.time};
  const auto newest = last_sequence(store_);
  if (!newest) return newest.error();
  if (at_.sequence != UINT64_MAX && at_.sequence >= *newest) {
    out.last = never;
  } else if (at_.sequence != UINT64_MAX) {
    const auto note = [&](uint64_t sequence, instant time) {
      instant& limit = sequence <= at_.sequence ? out.last : out.unsure;
      limit = sequence <= at_.sequence ? std::max(limit, time) : std::min(limit, time);
    };
    const auto noted = index_ != nullptr ? index_->times(note) : each_time(store_, note);
    // A part of the journal that cannot be read costs its tree, and no list: the time has to do.
    if (!noted) out = {at_.time, at_.time};
    // Entries that the index does not know: whoever was created since is folded.
    if (index_ != nullptr && at_.sequence >= index_->through()) {
      out.unsure = std::min(out.unsure, at_.time);
      if (at_.sequence > index_->through()) out.last = never;
    }
  }
  births_ = out;
  return out;
}

/// Adds those of the filter `births` that were there to the page: only the page's are folded.
result<void> past_reader::add_page(entity_kind kind, const model::job_filter& births,
                                   const page& wanted, model::job_page& out) const {
  const uint64_t offset = wanted.offset - std::min(wanted.offset, out.total);
  const uint64_t length = wanted.length - std::min<uint64_t>(wanted.length, out.rows.size());
  const auto rows = now_.jobs(kind, births, offset, length);
  if (!rows) return rows.error();
  out.total += rows->total;
  std::vector<wanted_entity> those;
  those.reserve(rows->rows.size());
  for (const model::job_row& row : rows->rows) those.push_back({row.id, created_of(row.record)});
  auto then = together(those);
  if (!then) return std::move(then).error();
  for (size_t i = 0; i < those.size(); ++i) {
    one_record& each = (*then)[i];
    if (!each) {
      if (auto left = leave_out(those[i].id, each.error()); !left) return left;
    }
    if (!each || !*each) {  // not followed, or born by a later entry
      --out.total;
      continue;
    }
    remember(those[i].id, *each);
    out.rows.push_back({those[i].id, std::move(**each)});
  }
  return {};
}

/// Adds those of the filter `births` that were there and that `asked` means: all are folded, tree
/// by tree, the newest first.
result<void> past_reader::add_asked(entity_kind kind, const model::job_filter& births,
                                    const model::job_filter& asked, const page& wanted,
                                    model::job_page& out) const {
  std::optional<listed_job> last;
  while (true) {
    const auto some = next_jobs(now_, kind, births, last);
    if (!some) return some.error();
    if (some->empty()) return {};
    std::vector<wanted_entity> those;
    those.reserve(some->size());
    for (const listed_job& job : *some)
      those.push_back({{partition, kind, 0, job.root, job.job}, job.created});
    auto then = together(those);
    if (!then) return std::move(then).error();
    for (size_t i = 0; i < those.size(); ++i)
      if (auto done = add_if_asked(those[i].id, std::move((*then)[i]), asked, wanted, out); !done)
        return done;
    last = some->back();
  }
}

result<void> past_reader::add_if_asked(const entity_id& id, one_record then,
                                       const model::job_filter& asked, const page& wanted,
                                       model::job_page& out) const {
  if (!then) return leave_out(id, then.error());
  if (!*then) return {};
  if (!has(asked.states, model::state_of(**then)) || !has(asked.names, name_of(**then))) return {};
  if (asked.keep) {
    const auto kept = asked.keep(id, **then);
    if (!kept) return kept.error();
    if (!*kept) return {};
  }
  if (++out.total <= wanted.offset || out.rows.size() >= wanted.length) return {};
  remember(id, *then);
  out.rows.push_back({id, std::move(**then)});
  return {};
}

result<model::job_page> past_reader::jobs(entity_kind kind, const model::job_filter& filter,
                                          uint64_t offset, uint64_t length) const {
  const std::lock_guard hold(mutex_);
  length = std::min<uint64_t>(length, limits::list_length_max);
  auto listed = jobs_listed(kind, filter, offset, length);
  if (listed || listed.error().code != errc::corrupt) return listed;
  unlisted_ = listed.error();
  return jobs_walked(kind, filter, offset, length);
}

result<model::job_page> past_reader::jobs_listed(entity_kind kind, const model::job_filter& filter,
                                                 uint64_t offset, uint64_t length) const {
  const auto born = births();
  if (!born) return born.error();
  const page wanted{offset, length};
  model::job_page out;
  model::job_filter those = of_births(filter, born->last);
  if (!filter.states.empty() || !filter.names.empty() || filter.keep) {
    const auto added = add_asked(kind, those, filter, wanted, out);
    return added ? result<model::job_page>(std::move(out)) : added.error();
  }
  // Lists begin with the newest, so those whose time tells nothing come first.
  if (born->unsure != never && born->unsure <= *those.until) {
    those.from = filter.from ? std::max(*filter.from, born->unsure) : born->unsure;
    if (auto added = add_asked(kind, those, filter, wanted, out); !added) return added.error();
    those = of_births(filter, plus_ms(born->unsure, -1));
  }
  if (auto added = add_page(kind, those, wanted, out); !added) return added.error();
  return out;
}

result<std::vector<entity_id>> past_reader::children(const entity_id& parent) const {
  const std::lock_guard hold(mutex_);
  auto all = now_.children(parent);
  if (!all && all.error().code == errc::corrupt) {
    unlisted_ = all.error();
    return children_walked(parent);
  }
  if (!all) return all;
  const auto born = births();
  if (!born) return born.error();
  std::vector<wanted_entity> those;
  std::vector<wanted_entity> unsure;
  for (const entity_id& child : *all) {
    const auto record = now_.record(child);
    if (!record && record.error().code != errc::corrupt) return record.error();
    if (!record) {  // its entries may say more
      those.push_back({child, std::nullopt});
      unsure.push_back(those.back());
      continue;
    }
    if (!*record || created_of(**record) > born->last) continue;
    those.push_back({child, created_of(**record)});
    if (created_of(**record) >= born->unsure) unsure.push_back(those.back());
  }
  // Those that cannot be followed stay: whoever asks for them is told why.
  std::set<entity_id> later;
  for (size_t begin = 0; begin < unsure.size(); begin += folded_together_max) {
    const size_t end = std::min(unsure.size(), begin + folded_together_max);
    const std::vector<wanted_entity> some(unsure.begin() + static_cast<std::ptrdiff_t>(begin),
                                          unsure.begin() + static_cast<std::ptrdiff_t>(end));
    auto then = together(some);
    if (!then) return std::move(then).error();
    for (size_t i = 0; i < some.size(); ++i)
      if ((*then)[i] && !*(*then)[i]) later.insert(some[i].id);
  }
  std::vector<entity_id> out;
  for (const wanted_entity& each : those)
    if (!later.contains(each.id)) out.push_back(each.id);
  return out;
}

}  // namespace foliot::store
