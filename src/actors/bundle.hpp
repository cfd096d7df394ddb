// BUNDLE: the actor of one bundle; owner of its coordinators.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <vector>

#include "actors/entity.hpp"
#include "actors/tree.hpp"
#include "model/bundle.hpp"

namespace foliot::actors {

struct bundle_state
    : entity<bundle_state, model::bundle_record, model::bundle_event, model::bundle_step> {
  static inline const char* name = "bundle";

  std::shared_ptr<const model::definition_text> text;
  std::shared_ptr<const model::bundle_definition> definition;
  std::map<job_number, entity_actor> coordinators;  ///< The one strong owner of them.
  std::set<uint32_t> loading;                       ///< Members whose application is being read.
  std::shared_ptr<const model::coordinator_definition> candidate;  ///< About to be born.
  bool resting = false;

  result<void> understand();
  model::bundle_context context() const { return {id, *definition}; }
  model::bundle_step advance(const model::bundle_record& record, const model::bundle_event& event,
                             instant now) const {
    return model::advance(context(), record, event, now);
  }
  result<newborn> born(const model::birth<model::coordinator_event>& birth, instant now) const;
  void spawn(const std::vector<newborn>& children);
  void perform(const model::bundle_record& durable);

  void receive(const msg::stimulus& stimulus);
  void create(const msg::create& order, const model::cause& why);
  void start(const model::cause& why, const msg::ordered& order);
  void recount();
  void returned(const msg::returned& back, const model::cause& why);
  std::map<job_number, entity_actor>::iterator revive(const msg::routed& passed);
  void load(const model::bundle_record& durable, uint16_t member);
  void application_read(const msg::application_read& answer, const model::cause& why);
  void kill_coordinator(job_number coordinator);
  void child_reported(const msg::child_reported& report, const model::cause& why);
  void obey(const msg::ordered& order, const model::cause& why);
  void hand_on(const msg::routed& passed, const model::cause& why);
  void rest_if_done();
};

entity_actor::behavior_type bundle(entity_actor::stateful_pointer<bundle_state> self, runtime* rt,
                                   const entity_id& id, caf::actor_addr owner,
                                   std::shared_ptr<const model::bundle_record> record,
                                   std::shared_ptr<const recovered_tree> tree);

}  // namespace foliot::actors
