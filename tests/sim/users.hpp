// The users of a simulated engine: they submit, start, suspend, resume and kill, try again when the
// engine was down, and insist on an answer.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "rehearsal/chance.hpp"
#include "rehearsal/life.hpp"
#include "rehearsal/virtual_time.hpp"
#include "tests/sim/auditor.hpp"
#include "tests/sim/specs.hpp"

namespace foliot::sim {

/// What users see of the simulation.
class user_world {
 public:
  virtual ~user_world() = default;
  /// The engine while it takes commands, else null.
  virtual life* engine() = 0;
  virtual bool was_poisoned() const = 0;
  virtual void note(const std::string& what) = 0;
};

class users {
 public:
  users(user_world& world, const population& specs, auditor& audit, rehearsal::virtual_time& time,
        rehearsal::chance luck)
      : world_(world), specs_(specs), auditor_(audit), time_(time), luck_(luck) {}

  /// Puts all that they are going to do into the queue of events.
  void plan();
  /// Whoever waits for an answer will never get it; submissions are tried again.
  void engine_died();
  /// That entity has just moved; now and then somebody kills it at that very moment.
  void saw(const entity_id& id);
  /// The engine takes a step: while it purges, somebody may want back what is going at that moment.
  void step();
  /// Every command was answered by now.
  void quiet();
  /// The day is over.
  void kill_all();
  /// Something began again behind that: its order had waited for what was killed.
  bool began_late() const { return began_late_; }
  /// One order, whose answer is waited for.
  void order(const entity_id& job, const model::order& what);
  /// Takes away the pause time of a bundle or a coordinator.
  void reset_pause(const entity_id& job);
  /// A purge by hand.
  void purge(const http::purge_request& what);

 private:
  void submit(size_t app);
  void answered(size_t app, const result<http::submitted>& answer);
  bool is_known(const app_spec& app) const;
  bool may_refuse(const entity_id& job, const model::order& what, const failure& why) const;
  // users_orders.cpp: what they order
  void interfere(int tries);
  void interfere_with(const entity_id& job);
  void rerun_something();
  void rerun_a_workflow();
  void rerun_workflow(const entity_id& job, bool failed_only = false);
  void mind_a_workflow(int tries);
  bool is_below(const entity_id& workflow) const;
  void shorten_what_waits();
  void pause_a_bundle();
  void repair_a_job();
  void hold_for_repairs(const entity_id& coordinator);
  void look_at_ended(const entity_id& workflow);
  void purge_something();
  void make_round();
  model::order some_actions(const entity_id& job);
  model::orders::rerun some_rerun(const entity_id& job);
  model::order some_change();
  model::order some_bundle_change();
  model::order some_bundle_rerun(const entity_id& job);
  instant some_time(int64_t hours_back, int64_t hours_ahead);
  std::vector<entity_id> living(entity_kind kind) const;

  user_world& world_;
  const population& specs_;
  auditor& auditor_;
  rehearsal::virtual_time& time_;
  rehearsal::chance luck_;
  uint64_t lives_ = 0;
  int wanted_back_ = 0;  ///< Orders for what goes that are still to come.
  int hurried_ = 0;      ///< Reruns at the very moment of an end that are to come.
  int repairs_ = 3;      ///< Of long workflows that failed, that are to come.
  bool ends_ = false;    ///< The day is over.
  bool began_late_ = false;
  std::vector<size_t> submitting_;  ///< Not answered yet, in this life.
  std::vector<std::string> waiting_;
  std::map<std::string, job_number> behind_runs_;  ///< Of these, what waits for runs of that tree.
  std::vector<instant> purging_;  ///< When each was ordered that is not answered yet.
};

}  // namespace foliot::sim
