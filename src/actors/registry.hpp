// DATASET REGISTRY: who waits for which URI (architecture 6).
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "actors/looks.hpp"
#include "actors/protocols.hpp"
#include "actors/runtime.hpp"

namespace foliot::actors {

struct registry_state {
  static inline const char* name = "dataset-registry";

  struct waiter {
    entity_id id;
    uint32_t index = 0;   ///< Of the URI in the waiter's own list.
    uint32_t round = 0;   ///< Of that list.
    caf::actor_addr who;  ///< Weak.
  };
  /// A URI that somebody waits for. It is interned: `token` stands for it everywhere else.
  struct watched {
    const std::string* uri = nullptr;
    std::vector<waiter> waiters;
  };

  watching_registry_actor::pointer self = nullptr;
  const runtime* rt = nullptr;
  std::unordered_map<std::string, uint64_t> tokens;
  std::unordered_map<uint64_t, watched> uris;
  std::unordered_map<entity_id, std::vector<uint64_t>> by_waiter;
  std::unordered_map<uint64_t, waiter> confirmations;  ///< Who waits for "all was looked at".
  uint64_t last_token = 0;

  void watch(const msg::watch_inputs& order);
  void unwatch(const entity_id& id);
  void look_again(const msg::announce& news);
  void appeared(uint64_t token);
  msg::look_at_watches::seen look(const msg::look_at_watches& question) const;
};

watching_registry_actor::behavior_type registry(
    watching_registry_actor::stateful_pointer<registry_state> self, const runtime* rt);

}  // namespace foliot::actors
