// BUNDLE: the actor of one bundle; owner of its coordinators.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "actors/entity.hpp"
#include "actors/tree.hpp"
#include "model/bundle.hpp"
#include "model/bundle_orders.hpp"

namespace foliot::actors {

/// As the number of a member: the application is the recovery workflow's.
inline constexpr uint32_t recovery_member = UINT32_MAX;

/// An order of a user that is answered once its coordinators have answered theirs.
struct shared_order {
  model::member_order kind = model::member_order::change;
  uint32_t serial = 0;
  std::set<uint16_t> left;  ///< Members that have not answered.
  std::vector<model::unreached_member> unreached;
  std::function<void(result<model::order_reply>)> done;
};

/// In Oozie's dialect a bundle starts when the applications of its coordinators are all there.
struct awaited_applications {
  uint32_t round = 0;                                         ///< Of watching.
  std::set<uint32_t> missing;                                 ///< By place in what is watched.
  bool looked = false;                                        ///< All were looked for once.
  model::cause why;                                           ///< Of the start.
  std::vector<std::pair<msg::ordered, model::cause>> orders;  ///< To start, until then.
};

/// What members told that no step was made of yet.
struct told_members {
  model::bundle_events::members_told news;
  model::cause why;  ///< Of the first of them.
  kv_batch texts;    ///< Of the applications in `news`.
  std::map<job_number, std::shared_ptr<const model::coordinator_definition>> candidates;

  size_t size() const;
  bool empty() const { return size() == 0; }
  /// Of one that is not empty.
  model::bundle_event event() const;
};

struct bundle_state
    : entity<bundle_state, model::bundle_record, model::bundle_event, model::bundle_step> {
  static inline const char* name = "bundle";

  std::shared_ptr<const model::definition_text> text;
  std::shared_ptr<const model::bundle_definition> definition;
  std::map<job_number, entity_actor> coordinators;  ///< The one strong owner of them.
  std::set<job_number> leaving;                     ///< Let go; they may still return orders.
  std::set<job_number> doomed;                      ///< Told of the end that one brought to all.
  std::set<uint32_t> loading;  ///< Members whose application is being read, or was and that is not
                               ///< on disk yet.
  std::map<uint32_t, instant> unreadable;  ///< When they are read again.
  size_t unread = 0;                       ///< Of them, those of which the loader has not answered.
  told_members gathered;                   ///< Goes into the next step.
  told_members hearing;                    ///< What the step that is being taken is made of.
  instant next_wake = never;               ///< What the alarm was asked for.
  std::vector<shared_order> shared;        ///< Orders whose answer is being collected.
  std::map<std::pair<uint16_t, model::member_order>, uint32_t> sent;  ///< Newest serial, this life.
  entity_actor recovery;        ///< The workflow that runs before a retry; owned.
  job_number recovery_job = 0;  ///< Its number.
  bool reading_recovery = false;
  uint64_t asked = 0;  ///< Summaries with a lower serial may be older than a confirmed order.
  bool resting = false;
  std::optional<awaited_applications> awaited;  ///< While it is PREP.
  uint32_t watch_round = 0;

  result<void> understand();
  bool understood() const { return definition != nullptr; }
  model::bundle_context context() const { return {id, *definition}; }
  model::bundle_step advance(const model::bundle_record& record, const model::bundle_event& event,
                             instant now) const {
    return model::advance(context(), record, event, now);
  }
  result<newborn> born(const model::birth<model::coordinator_event>& birth, instant now) const;
  void spawn(const std::vector<newborn>& children);
  void perform(const model::bundle_record& durable);
  std::string owed_text(const model::bundle_effect& effect) const;
  bool handed(const model::bundle_effect& effect) const;
  void came_back();
  void member_is_back(const entity_id& child);

  void receive(const msg::stimulus& stimulus);
  void create(const msg::create& order, const model::cause& why);
  void start(const model::cause& why, const msg::ordered& order);
  bool awaits_applications(const model::cause& why, const msg::ordered& order);
  void await_applications(const model::cause& why);
  void application_appeared(const msg::dataset_ready& news);
  void applications_looked_for();
  void end_awaiting(const model::bundle_record& durable);
  void recount();
  bool is_outdated(const model::child_summary& told) const;
  void returned(const msg::returned& back, const model::cause& why);
  std::map<job_number, entity_actor>::iterator revive(const entity_id& child);
  void load(const model::bundle_record& durable, uint16_t member);
  void application_read(const msg::application_read& answer);
  void hear_members();
  void hear_members_now();
  void end_loading(const model::bundle_record& durable);
  void ring_by(instant at);
  void child_reported(const entity_id& child, model::status state);
  void look_at_revived(const entity_id& child, model::status state);
  void look_at_resting();
  bool is_retry(const msg::member_answered& answer) const;
  void child_rests(const entity_id& child);
  entity_id coordinator_of(const model::bundle_member& member) const;
  model::status state_of(const model::bundle_member& member) const;
  void retry();

  void recover(const model::bundle_record& durable);
  void end_recovery(const model::bundle_record& durable);
  void recovery_read(const msg::application_read& answer, const model::cause& why);
  void recovery_told(const msg::child_reported& report, const model::cause& why);
  entity_id recovery_of(const model::bundle_record& durable) const;
  bool follow_recovery(const model::bundle_record& durable);
  void create_recovery(const parse::submission& application,
                       std::shared_ptr<const model::workflow_definition> understood);

  void obey(const msg::ordered& order, const model::cause& why);
  void take(const model::bundle_verdict& verdict, const model::cause& why,
            const msg::ordered& order);
  void change(const std::string& values, const model::cause& why, const msg::ordered& order);
  void share(const model::bundle_verdict& verdict, model::member_order kind,
             const std::vector<uint16_t>& members, const model::cause& why,
             const msg::ordered& order);
  void order_coordinator(const model::bundle_effects::order_coordinator& effect);
  void kill_coordinators();
  void member_answered(const msg::member_answered& answer);
  void answer_shared(uint16_t member, model::member_order kind, uint32_t serial,
                     const std::string& unreached);
  void drop_shared(const model::bundle_record& durable);
  void finish(const shared_order& order) const;
  void hand_on(const msg::routed& passed, const model::cause& why);
  void rest_if_done();
};

entity_actor::behavior_type bundle(entity_actor::stateful_pointer<bundle_state> self, runtime* rt,
                                   const entity_id& id, caf::actor_addr owner,
                                   std::shared_ptr<const model::bundle_record> record,
                                   std::shared_ptr<const recovered_tree> tree);

}  // namespace foliot::actors
