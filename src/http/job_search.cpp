#include "http/job_search.hpp"

#include <algorithm>
#include <utility>

#include "base/limits.hpp"
#include "model/rest.hpp"
#include "model/tables.hpp"

namespace foliot::http {

namespace {

/// What is kept of a row until all are seen.
struct seen_row {
  instant modified;
  entity_id id;
};

/// The page of `seen`, with their records as they are now.
result<std::vector<model::job_row>> page_of(const model::reader& reader,
                                            const std::vector<seen_row>& seen, uint64_t offset,
                                            uint64_t length) {
  std::vector<model::job_row> out;
  for (uint64_t i = offset; i < seen.size() && i - offset < length; ++i) {
    auto record = reader.record(seen[i].id);
    if (!record) return std::move(record).error();
    if (*record) out.push_back({seen[i].id, std::move(**record)});
  }
  return out;
}

}  // namespace

result<model::job_page> unfinished_coordinators(const model::reader& reader) {
  model::job_filter unfinished;
  for (size_t i = 1; i < model::status_count; ++i) {
    const auto state = static_cast<model::status>(i);
    if (model::coordinator_statuses.has(state) && !model::is_terminal(state))
      unfinished.states.push_back(state);
  }
  return reader.jobs(entity_kind::coordinator, unfinished, 0, limits::list_length_max);
}

result<model::job_page> find_jobs(const catalogue& from, frequencies& repeats, entity_kind kind,
                                  const list_filter& filter, uint64_t offset, uint64_t length) {
  if (filter.matches_nothing) return model::job_page{};
  const model::reader& reader = from.reader();
  model::job_filter jobs = filter.jobs;
  if (!filter.every.empty())
    jobs.keep = [&](const entity_id& id, const model::any_record& record) {
      return repeats.takes(from, id, record, filter.every);
    };
  if (!filter.newest_change_first) return reader.jobs(kind, jobs, offset, length);
  std::vector<seen_row> seen;
  for (uint64_t at = 0;; at += limits::list_length_max) {
    const auto some = reader.jobs(kind, jobs, at, limits::list_length_max);
    if (!some) return some.error();
    for (const model::job_row& row : some->rows)
      seen.push_back({model::modified_of(row.record), row.id});
    if (at + limits::list_length_max >= some->total) break;
  }
  std::stable_sort(seen.begin(), seen.end(),
                   [](const seen_row& a, const seen_row& b) { return a.modified > b.modified; });
  auto rows = page_of(reader, seen, offset, length);
  if (!rows) return std::move(rows).error();
  return model::job_page{std::move(*rows), seen.size()};
}

}  // namespace foliot::http
