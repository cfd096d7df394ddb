// The file of a bug report (.flog): rows of a store, one tree's, each with its own check. Frozen as
// the formats on disk are (docs/replay.md).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/kv_store.hpp"
#include "base/result.hpp"

namespace foliot::store {

/// The newest; reports of UTC are written as version 1, which does not know of zones.
inline constexpr uint8_t flog_version = 2;
/// Longest row that is taken: a record or a definition of some megabytes, with room.
inline constexpr size_t flog_row_bytes_max = 64U << 20;
/// Longest file: all of it is held in memory.
inline constexpr size_t flog_bytes_max = 1U << 30;

/// Where a report comes from.
struct flog_origin {
  std::string program;  ///< Foliot's version.
  uint16_t core = 0;    ///< The core version that the digests are of.
  bool anonymised = false;
  /// The processing zone in which it folds ("GMT+0530"); empty: UTC, or not told by an engine of
  /// before version 2.
  std::string zone = {};

  friend bool operator==(const flog_origin&, const flog_origin&) = default;
};

/// `rows` have values; those of the journal come in the order of their keys.
std::string encode_flog(const flog_origin& origin, const std::vector<kv_change>& rows);

struct flog_content {
  flog_origin origin;
  std::vector<kv_change> rows;  ///< All that are whole.
  std::vector<size_t> offsets;  ///< Where in the file each of them begins.
  /// What is wrong, a sentence each, the first damage first: a row that is not what was written, a
  /// journal out of order, an origin or an end that is missing. With sequence and offset.
  std::vector<std::string> damage;
};

/// Takes hostile bytes. Fails with bad_input for a file of another kind, with errc::too_new for a
/// later version, with too_large; everything else is damage, and what is whole is given.
result<flog_content> decode_flog(std::string_view bytes);

}  // namespace foliot::store
