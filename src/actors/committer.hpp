// COMMITTER: group commit, the one place that releases effects (architecture 3).
#pragma once

#include <cstdint>
#include <vector>

#include "actors/looks.hpp"
#include "actors/protocols.hpp"
#include "actors/runtime.hpp"

namespace foliot::actors {

struct committer_state {
  static inline const char* name = "committer";

  watching_committer_actor::pointer self = nullptr;
  runtime* rt = nullptr;
  std::vector<msg::commit> group;
  size_t steps = 0;
  size_t bytes = 0;
  uint64_t next_sequence = 1;
  bool latched = false;  ///< A write failed: nothing is written or released any more.

  void add(msg::commit& order);
  void flush();
  kv_batch build(std::vector<uint64_t>& sequences);
  void release(const std::vector<uint64_t>& sequences);
};

watching_committer_actor::behavior_type committer(
    watching_committer_actor::stateful_pointer<committer_state> self, runtime* rt);

}  // namespace foliot::actors
