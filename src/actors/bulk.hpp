// BULK: one order to many jobs. Its entry of the audit is on disk before the first job is told, and
// again when all have answered; what was in between when the engine stopped stays visible there.
#pragma once

#include <cstdint>
#include <functional>
#include <map>

#include "actors/protocols.hpp"
#include "actors/runtime.hpp"

namespace foliot::actors {

struct bulk_state {
  static inline const char* name = "bulk";

  struct command {
    msg::bulk_order asked;
    model::audit_entry entry;
    uint64_t ticket = 0;    ///< Of the newest commit of the entry.
    size_t told = 0;        ///< Jobs that were sent the order; the others follow.
    size_t answered = 0;    ///< Jobs that have answered.
    bool finished = false;  ///< The newest commit holds all outcomes.
  };

  bulk_actor::pointer self = nullptr;
  const runtime* rt = nullptr;
  caf::actor_addr engine;  ///< Weak, as whoever belongs to it holds it.
  std::map<job_number, command> running;
  uint64_t tickets = 0;

  void begin(const msg::bulk_order& order);
  void heard(const msg::bulk_answered& answer);
  void durable(const msg::durable& news);

 private:
  void write(command& one);
  void tell_more(command& one);
  void tell(command& one, uint32_t index);
  void finish_if_all_answered(command& one);
};

bulk_actor::behavior_type bulk(bulk_actor::stateful_pointer<bulk_state> self, const runtime* rt,
                               caf::actor_addr engine);

}  // namespace foliot::actors
