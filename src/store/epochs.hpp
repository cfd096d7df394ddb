// Format and epochs: what one opening of the data directory is called. Works over any kv_store.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/ids.hpp"
#include "base/instant.hpp"
#include "base/kv_store.hpp"
#include "base/result.hpp"
#include "store/keys.hpp"

namespace foliot::store {

/// Version of the whole layout: tables, keys, meta. Values carry versions of their own. 2: by_name.
inline constexpr uint8_t format_version = 2;

/// Writes the format into an empty store, or checks it; converts an older layout, which a crash may
/// cut short: the next call begins anew. Fails with errc::too_new, with errc::corrupt when the
/// store holds data but no format, or as the store does.
result<void> prepare_format(kv_store& store);

/// What an engine needs to begin.
struct epoch_taken {
  uint32_t epoch = 0;          ///< From 1; higher than all before.
  wire_ids ids;                ///< Knows all epochs, the new one included.
  uint64_t last_sequence = 0;  ///< Of the journal; the next entry gets one more. 0: none yet.
};

/// Begins an epoch: prepares the format, reads all epochs and writes the next one, synced. Its
/// stamp is `now`, or one millisecond after the latest stamp where the clock was set back, so that
/// ids never collide. Fails with errc::bad_input for a bad system id, errc::corrupt, or as the
/// store.
result<epoch_taken> take_epoch(kv_store& store, std::string_view system_id, instant now,
                               uint16_t partition = partition_default);

/// All epochs so far, for reading ids without beginning an epoch (replay, tools).
result<wire_ids> load_epochs(const kv_store& store);

/// The last journal sequence of a partition, 0 when there is none.
result<uint64_t> last_sequence(const kv_store& store, uint16_t partition = partition_default);

}  // namespace foliot::store
