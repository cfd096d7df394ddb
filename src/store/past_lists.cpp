// Which jobs there were: lists and families of the past.
#include <algorithm>
#include <string>
#include <utility>

#include "base/limits.hpp"
#include "store/entry_head.hpp"
#include "store/epochs.hpp"
#include "store/keys.hpp"
#include "store/past_reader.hpp"

namespace foliot::store {

namespace {

constexpr uint16_t partition = partition_default;

instant created_of(const model::any_record& record) {
  return std::visit([](const auto& r) { return r.created; }, record);
}

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

/// Adds those of the filter `births` that were there and that `asked` means to the page: from all
/// of them when `all`, else only the page's are folded.
result<void> past_reader::add_jobs(entity_kind kind, const model::job_filter& births,
                                   const model::job_filter& asked, bool all, const page& wanted,
                                   model::job_page& out) const {
  const uint64_t before = out.total;
  const uint64_t offset = wanted.offset - std::min(wanted.offset, before);
  const uint64_t length = wanted.length - std::min<uint64_t>(wanted.length, out.rows.size());
  uint64_t begin = all ? 0 : offset;
  while (true) {
    const uint64_t piece = all ? limits::list_length_max : length;
    auto rows = now_.jobs(kind, births, begin, piece);
    if (!rows) return std::move(rows).error();
    if (!all) out.total = before + rows->total;
    for (const model::job_row& row : rows->rows) {
      auto then = one(row.id);
      if (!then) return then.error();
      if (!*then) {  // born by a later entry
        if (!all) --out.total;
        continue;
      }
      if (all) {
        if (!has(asked.states, model::state_of(**then)) || !has(asked.names, name_of(**then)))
          continue;
        if (asked.keep) {
          const auto kept = asked.keep(row.id, **then);
          if (!kept) return kept.error();
          if (!*kept) continue;
        }
        if (++out.total <= wanted.offset || out.rows.size() >= wanted.length) continue;
      }
      out.rows.push_back({row.id, std::move(**then)});
    }
    begin += piece;
    if (!all || rows->rows.empty() || begin >= rows->total) return {};
  }
}

result<model::job_page> past_reader::jobs(entity_kind kind, const model::job_filter& filter,
                                          uint64_t offset, uint64_t length) const {
  const std::lock_guard hold(mutex_);
  const auto born = births();
  if (!born) return born.error();
  const page wanted{offset, std::min<uint64_t>(length, limits::list_length_max)};
  model::job_page out;
  model::job_filter those = of_births(filter, born->last);
  if (!filter.states.empty() || !filter.names.empty() || filter.keep) {
    const auto added = add_jobs(kind, those, filter, true, wanted, out);
    return added ? result<model::job_page>(std::move(out)) : added.error();
  }
  // Lists begin with the newest, so those whose time tells nothing come first.
  if (born->unsure != never && born->unsure <= *those.until) {
    those.from = filter.from ? std::max(*filter.from, born->unsure) : born->unsure;
    if (auto added = add_jobs(kind, those, filter, true, wanted, out); !added) return added.error();
    those = of_births(filter, plus_ms(born->unsure, -1));
  }
  if (auto added = add_jobs(kind, those, filter, false, wanted, out); !added) return added.error();
  return out;
}

result<std::vector<entity_id>> past_reader::children(const entity_id& parent) const {
  auto all = now_.children(parent);
  if (!all) return all;
  const std::lock_guard hold(mutex_);
  const auto born = births();
  if (!born) return born.error();
  std::vector<entity_id> out;
  out.reserve(all->size());
  for (const entity_id& child : *all) {
    const auto record = now_.record(child);
    if (!record) return record.error();
    if (!*record || created_of(**record) > born->last) continue;
    if (created_of(**record) >= born->unsure) {
      const auto then = one(child);
      if (!then) return then.error();
      if (!*then) continue;
    }
    out.push_back(child);
  }
  return out;
}

}  // namespace foliot::store
