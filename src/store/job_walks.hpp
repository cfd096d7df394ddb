// Walks over the indexes of jobs, newest first: what lists are made of. Only for this folder.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/ids.hpp"
#include "base/instant.hpp"
#include "base/kv_store.hpp"
#include "base/result.hpp"

namespace foliot::store {

/// What an index row tells of a job.
struct listed_job {
  instant created;
  job_number job = 0;
  job_number root = 0;

  friend bool operator==(const listed_job&, const listed_job&) = default;
};

/// Newest first; within a millisecond the higher job number is the newer one.
inline bool newer(const listed_job& left, const listed_job& right) {
  if (left.created != right.created) return left.created > right.created;
  return left.job > right.job;
}

/// When the jobs of a walk were created, both ends included.
struct created_span {
  std::optional<instant> from;
  std::optional<instant> until;

  bool takes(instant created) const {
    return (!from || created >= *from) && (!until || created <= *until);
  }
  bool is_all() const { return !from && !until; }
};

/// Where walks read, and what went wrong with one of them: a failed walk is at its end.
struct walk_source {
  const kv_store& store;
  std::optional<failure> wrong;
};

/// Jobs, newest first, each once.
class job_walk {
 public:
  virtual ~job_walk() = default;

  /// The job that it stands at; null at the end. Valid until the walk goes on.
  virtual const listed_job* head() = 0;
  /// Goes on to the next; not at the end.
  virtual void pop() = 0;
  /// Goes on to the newest job that is not newer than `at`.
  virtual void seek(const listed_job& at) = 0;
};

/// One range of an index: a table and what its keys begin with.
struct index_range {
  table where = table::by_created;
  std::string prefix;
  /// How many rows it has at most, where that is known: no more are looked for, since behind them
  /// may lie many deleted ones.
  std::optional<uint64_t> rows;
};

/// Keys of an index, from the first to behind the last.
struct key_range {
  table where = table::by_name;
  std::string from;
  std::string to;
};
/// The keys of `range` whose jobs were created within `span`.
key_range keys_within(const index_range& range, const created_span& span);

/// The jobs of ranges that have none in common.
std::unique_ptr<job_walk> walk_ranges(walk_source& from, std::vector<index_range> ranges,
                                      const created_span& span);

/// Jobs that a walk over a text holds at once: 3 MB, twice while they are collected.
inline constexpr size_t text_jobs_held = 1 << 17;

/// All names of `kind` (by_name), or all users (by_user).
key_range all_texts(table where, entity_kind kind);

/// The jobs of `kind` whose name or user holds `text`, and `id`, which may be one of them. Reads
/// `through` in that order, once for each `held` jobs, about: ranges of by_name and by_user that
/// hold all names and users which are meant, and perhaps others.
std::unique_ptr<job_walk> walk_text(walk_source& from, entity_kind kind, std::string text,
                                    std::optional<listed_job> id, const created_span& span,
                                    std::vector<key_range> through, size_t held = text_jobs_held);

/// The jobs that all of `walks`, which are not empty, have in common, without those of `except`.
/// Best the shortest first.
std::unique_ptr<job_walk> walk_common(std::vector<std::unique_ptr<job_walk>> walks,
                                      std::vector<std::unique_ptr<job_walk>> except = {});

}  // namespace foliot::store
