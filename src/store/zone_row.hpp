// The processing zone that a data directory was written in: what was read in one zone cannot be
// folded again in another.
#pragma once

#include <optional>

#include "base/kv_store.hpp"
#include "base/result.hpp"
#include "time/datetime.hpp"

namespace foliot::store {

/// Writes `zone` into the store, prepared first (prepare_format), as the one of all of its jobs. A
/// store that holds a job keeps the one it has: then any other fails with errc::conflict, and
/// nothing is written. A store from before the row was there takes `zone`. Fails with
/// errc::corrupt, errc::too_new, or as the store does.
result<void> keep_zone(kv_store& store, const time::processing_zone& zone);

/// The zone that was kept; nothing in a store of which none says. Fails as keep_zone.
result<std::optional<time::processing_zone>> kept_zone(const kv_store& store);

}  // namespace foliot::store
