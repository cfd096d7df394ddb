// Whether an entity is at rest: recovery wakes what is not, the purge leaves it alone.
#pragma once

#include "base/instant.hpp"
#include "model/journal.hpp"

namespace foliot::model {

/// Whether an entity with that record still owes or awaits anything by itself.
bool must_live(const any_record& record);

/// When the record was written.
instant modified_of(const any_record& record);

}  // namespace foliot::model
