// Whether a filter means a job, as its record says. Only for this folder.
#pragma once

#include "base/ids.hpp"
#include "model/reader.hpp"

namespace foliot::store {

/// What the members of `filter` but `keep` say; never for an action. `text_job`: the job whose wire
/// id the filter's text is; 0: nobody's.
bool takes_job(const model::job_filter& filter, job_number text_job, const entity_id& id,
               const model::any_record& record);

}  // namespace foliot::store
