// The jobs that a list filter takes, also by what the reader's indexes do not tell.
#pragma once

#include "base/result.hpp"
#include "http/catalogue.hpp"
#include "http/filters.hpp"
#include "http/frequencies.hpp"
#include "model/reader.hpp"

namespace foliot::http {

/// The coordinators that have not ended, held ones included: those that limits::list_length_max
/// allows, and how many there are. Fails with the reader's errors.
result<model::job_page> unfinished_coordinators(const model::reader& reader);

/// Jobs of `kind` in the order that the filter says; `offset` from 0, at most `length` rows. By the
/// newest change: all that the filter takes are read. Fails with the reader's errors.
result<model::job_page> find_jobs(const catalogue& from, frequencies& repeats, entity_kind kind,
                                  const list_filter& filter, uint64_t offset, uint64_t length);

}  // namespace foliot::http
