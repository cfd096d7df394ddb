// Making an index of the past (store/past_index.hpp) and bringing it up to date.
#pragma once

#include <optional>
#include <string>

#include "base/kv_store.hpp"
#include "base/result.hpp"
#include "model/reader.hpp"
#include "store/past_index.hpp"
#include "store/store_reader.hpp"

namespace foliot::store {

/// The index that `rows` hold, where it is one of `store`, of this layout and of `rules` (who folds
/// by other rules makes other snapshots). Fails as the stores do.
result<std::optional<past_index>> open_past_index(const kv_store& rows, const kv_store& store,
                                                  const std::string& rules);

struct past_update {
  uint64_t entries = 0;    ///< Of the journal that became known.
  uint64_t snapshots = 0;  ///< That were taken.
};
/// Makes the index in `rows` one of all of `store`: what it lacks is added, one of another database
/// or of other rules is made anew. `now` reads `store`. One pass over the heads of the new entries;
/// entities with many entries are folded besides. Cut short it is begun anew by the next call.
/// Fails as the stores do, with errc::corrupt where an entry's head cannot be read: then there is
/// no index, and with errc::bad_input where `rows` hold anything else: nothing is changed then.
result<past_update> update_past_index(kv_store& rows, const kv_store& store,
                                      const store_reader& now,
                                      const model::definitions& definitions,
                                      const std::string& rules);

}  // namespace foliot::store
