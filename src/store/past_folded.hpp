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

  /// The same until something goes wrong; what comes behind that is passed over.
  void follow(const model::journal_entry& entry) {
    if (wrong) return;
    if (const auto taken = take(entry); !taken) wrong = taken.error();
  }
  void lose(const failure& why) {
    if (!wrong) wrong = why;
  }

  std::unique_ptr<model::entity_fold> fold;
  std::optional<failure> wrong;
  bool snapshot_later = false;  ///< It begins with a snapshot of after the moment.
  bool born_later = false;      ///< After the moment.
  uint64_t last = 0;            ///< The newest entry that it took; 0: none.
  std::optional<hash128> digest;
};

}  // namespace foliot::store
