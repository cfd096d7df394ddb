// Moments as people write them, and the entry of the journal that they mean.
#pragma once

#include <optional>
#include <string>

#include "base/kv_store.hpp"
#include "base/result.hpp"
#include "store/past_reader.hpp"
#include "time/datetime.hpp"

namespace foliot::client {

/// Reads a sequence ("1234", "#1234") or a time ("2026-01-05T02:30Z", with seconds and
/// milliseconds too, a blank in place of the T, the Z may be missing). A time to the second means
/// its end, since that is how times are printed. A sequence is looked up in `store`: fails with
/// errc::not_found where there is no such entry, with bad_input for anything else, and as the store
/// does. Without a text it is the end of the journal. `index`: of the journal; null: none.
result<store::moment> read_moment(const kv_store& store, const std::optional<std::string>& text,
                                  const time::processing_zone& zone,
                                  const store::past_index* index = nullptr);

}  // namespace foliot::client
