// An entity on its way through the journal, up to a moment.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "base/hash.hpp"
#include "base/result.hpp"
#include "model/entity_fold.hpp"
#include "store/past_reader.hpp"

namespace foliot::store {

struct past_reader::folded {
  result<void> take(const model::journal_entry& entry) {
    last = entry.sequence;
    if (!entry.snapshot && entry.core == model::core_version)
      digest = entry.digest;
    else
      digest.reset();
    return fold->take(entry);
  }

  std::unique_ptr<model::entity_fold> fold;
  bool snapshot_later = false;  ///< It begins with a snapshot of after the moment.
  uint64_t last = 0;            ///< The newest entry that it took; 0: none.
  std::optional<hash128> digest;
};

}  // namespace foliot::store
