// Lists of jobs: which indexes a filter is answered from (docs/storage.md). Only for this folder.
#pragma once

#include <cstdint>

#include "base/ids.hpp"
#include "base/kv_store.hpp"
#include "base/result.hpp"
#include "model/reader.hpp"
#include "store/job_counts.hpp"

namespace foliot::store {

class store_reader;

/// As model::reader::jobs. `counts`: of `store`, or null: then totals are counted by reading.
/// `named`: of `store`, or null: then the records are read of all that `filter.keep` is asked of.
result<model::job_page> list_jobs(const store_reader& reader, const kv_store& store,
                                  const job_counts* counts, named_definitions* named,
                                  entity_kind kind, const model::job_filter& filter,
                                  uint64_t offset, uint64_t length);

}  // namespace foliot::store
