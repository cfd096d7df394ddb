// ENGINE: owner of all roots; takes commands and recovers.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <vector>

#include "actors/looks.hpp"
#include "actors/protocols.hpp"
#include "actors/runtime.hpp"
#include "actors/tree.hpp"

namespace foliot::actors {

struct engine_state {
  static inline const char* name = "engine";

  watching_engine_actor::pointer self = nullptr;
  runtime* rt = nullptr;
  std::map<job_number, entity_actor> roots;  ///< The one strong owner of them.
  std::set<job_number> going;  ///< At rest, and about to be purged: nobody wakes them.

  /// Names whose job is not on disk yet, and whom to tell when it is.
  std::map<parse::external_name, std::vector<std::function<void(const result<entity_id>&)>>>
      being_born;

  void submitted(const msg::submission_read& news);
  void update(const msg::submission_read& news);
  void route(const msg::order& order);
  void deliver(const entity_id& id, msg::stimulus stimulus);
  void tell_registry(const msg::datasets_told& order);
  void bury(const msg::bury& order);
  void buried(const msg::buried& order);
  void prune(const msg::prune_order& order);
  void recover(const msg::recover& order);
  void reach(const msg::reach& order);
  void receive(const msg::stimulus& stimulus);
  void root_born(const msg::root_born& news);
  void let_go(const entity_id& root);
  void stop();

  /// Spawns the actor of a root whose record is `record`, null for one to be created.
  void spawn_root(const entity_id& id, const model::any_record* record,
                  std::shared_ptr<const recovered_tree> tree);

 private:
  /// The way from a root down to one of its jobs.
  struct way {
    entity_id root;
    std::vector<entity_id> below;  ///< From the root's child on; empty for the root itself.
  };
  result<way> way_to(const entity_id& job) const;
  bool is_known(const parse::external_name& called, const msg::submission_read& news);
};

watching_engine_actor::behavior_type engine(
    watching_engine_actor::stateful_pointer<engine_state> self, runtime* rt);

}  // namespace foliot::actors
