// Which jobs an event, a record or a whole row speaks of, wherever in it they stand: for readers of
// what another database wrote.
#pragma once

#include <vector>

#include "base/ids.hpp"
#include "base/kv_store.hpp"
#include "model/journal.hpp"

namespace foliot::store {

/// The jobs that a step names beside its own entity: parents, children, roots.
std::vector<job_number> named_jobs(const model::any_event& event);
std::vector<job_number> named_jobs(const model::any_record& record);
/// Of an entry: its entity, and those of its event or snapshot.
std::vector<job_number> named_jobs(const model::journal_entry& entry);

/// Those of a row of table::journal or table::record, its key included. What of the row cannot be
/// read names nobody; other tables neither.
std::vector<job_number> jobs_in_row(const kv_change& row);

}  // namespace foliot::store
