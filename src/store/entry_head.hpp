// The beginning of a journal entry, for whoever looks for the entries of one entity.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/ids.hpp"
#include "base/instant.hpp"
#include "base/result.hpp"

namespace foliot::store {

/// What an entry begins with: enough to pass over those of other entities cheaply.
struct entry_head {
  entity_id entity;
  uint64_t version = 0;
  instant now;
};
/// Fails as decode_entry, where it is the beginning that is wrong.
result<entry_head> decode_entry_head(uint16_t partition, job_number root, uint64_t sequence,
                                     std::string_view bytes);

}  // namespace foliot::store
