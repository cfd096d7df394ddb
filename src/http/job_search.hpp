// The jobs that a list filter takes, also by what the reader's indexes do not tell.
#pragma once

#include "base/result.hpp"
#include "http/catalogue.hpp"
#include "http/filters.hpp"
#include "model/reader.hpp"

namespace foliot::http {

/// Jobs of `kind`, newest first; `offset` from 0, at most `length` rows. A filter that looks at
/// rows reads all that its names, users and statuses leave. Fails with the reader's errors.
result<model::job_page> find_jobs(const catalogue& from, entity_kind kind,
                                  const list_filter& filter, uint64_t offset, uint64_t length);

}  // namespace foliot::http
