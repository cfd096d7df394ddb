// What a console asks single entities: what of them is in memory only, and to go back to work.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <variant>
#include <vector>

#include "base/ids.hpp"
#include "base/result.hpp"
#include "model/status.hpp"

namespace foliot::actors::msg {

/// Effects that are told of one entity: a bundle of thousands of coordinators owes thousands.
inline constexpr size_t owed_told_max = 100;

/// An entity, as it knows itself.
struct entity_life {
  struct owed_effect {
    std::string what;     ///< A sentence.
    bool handed = false;  ///< To who does it: it is owed until that is known to be done.
  };
  uint64_t version = 0;  ///< The newest in memory; what is above that on disk is on its way there.
  uint64_t unwritten = 0;         ///< Steps on their way to disk.
  uint64_t messages = 0;          ///< In its mailbox.
  std::vector<owed_effect> owed;  ///< The first of them.
  uint64_t owed_all = 0;
};

/// Asks an entity for its life, before all else in its mailbox. `done` is not called where nobody
/// lives: then it is let go.
struct look {
  std::function<void(entity_life)> done;
};

/// What became of a retry.
struct retried {
  model::status state = model::status::none;
  uint64_t version = 0;
  bool quarantined = false;  ///< It broke again at once.
};
/// To one that is quarantined: back to work, from the last state on disk.
struct retry {
  std::function<void(result<retried>)> done;
};
/// From a child that was quarantined: what it did not obey may be told again.
struct back_to_work {
  entity_id child;
};

/// For one entity, wherever it lives.
struct reach {
  entity_id whom;
  std::variant<look, retry> what;
};

}  // namespace foliot::actors::msg
