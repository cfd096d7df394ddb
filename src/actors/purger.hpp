// PURGER: takes old jobs away, a slice at a time (docs/purge.md).
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "actors/protocols.hpp"
#include "actors/runtime.hpp"
#include "store/purge.hpp"

namespace foliot::actors {

/// Under which the purger is known to the alarm; no entity and no other actor has this address.
constexpr entity_id purge_alarm(uint16_t partition) {
  return {partition, entity_kind::none, 1, 0, 0};
}

struct purger_state {
  static inline const char* name = "purger";

  /// One walk over all trees.
  struct pass {
    msg::purge order;  ///< By hand; without `done` it is the engine's own.
    purge_settings how;
    instant now;
    std::optional<std::string> from = "";  ///< Where the next tree begins; nothing: the end.
    instant due = never;                   ///< When the next one gets old.
    store::purge_tally done;
    bool seals = false;  ///< Waits for the sync behind its last batch.
  };
  /// The trees that the engine was asked for.
  struct candidate {
    entity_id root;
    bool adjacent = false;
  };
  /// A living tree whose old part goes.
  struct living {
    entity_id root;
    instant before;
    store::old_part old;
    size_t awaited = 0;             ///< Coordinators that have not answered.
    std::vector<std::string> runs;  ///< Of what they let go.
  };

  purger_actor::pointer self = nullptr;
  runtime* rt = nullptr;
  caf::actor_addr boss;
  std::unique_ptr<pass> at;
  std::deque<msg::purge> waiting;
  std::vector<candidate> asked;
  std::vector<entity_id> marked;  ///< Of `asked`: the engine lets nobody wake them.
  std::unique_ptr<living> tree;
  std::vector<std::string> to_erase;  ///< Runs, once the batch is on disk.
  store::purge_tally pending;         ///< What that batch takes away.
  std::vector<entity_id> fresh;       ///< Whose snapshots are being written.
  /// Of each tree: the least sequence that each entity's newest snapshot may have.
  std::map<job_number, std::map<entity_id, uint64_t>> snapshots;
  uint64_t ticket = 0;
  bool swept = false;

  void receive(const msg::stimulus& stimulus);
  void order(const msg::purge& what);
  void begin(msg::purge order);
  void finish();
  void seal();
  void look();
  void bury(const msg::may_bury& news);
  void open_tree(entity_id root);
  void pruned(const msg::pruned& news);
  void truncate();
  void on_durable(const msg::durable& news);

 private:
  enum class fate : uint8_t { stays, goes, is_pruned };

  fate judge(const store::tree_root& found);
  bool limit_reached() const;
  void preview(const entity_id& root, fate what);
  int64_t latest_age() const;
  bool is_due(const entity_id& root);
  void send_commit(std::vector<store::encoded_step> steps, kv_batch rows, bool may_be_lost);
  void unmark();
  std::vector<std::string> runs_of(const std::vector<store::gone_workflow>& workflows) const;
  void sweep_outputs();
  void rest_until(instant at_time);
  void again();
  void rest();
  void fail(const failure& why);
};

purger_actor::behavior_type purger(purger_actor::stateful_pointer<purger_state> self, runtime* rt,
                                   caf::actor_addr boss);

}  // namespace foliot::actors
