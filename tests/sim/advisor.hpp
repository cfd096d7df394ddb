// Holds the answers of `why` against the world: at quiet moments every living entity has one, what
// it says is so, what it names is what the entity waits for, and what it advises helps.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "model/why.hpp"
#include "rehearsal/chance.hpp"
#include "rehearsal/life.hpp"
#include "rehearsal/virtual_files.hpp"
#include "rehearsal/virtual_runs.hpp"
#include "rehearsal/virtual_time.hpp"
#include "tests/sim/auditor.hpp"
#include "tests/sim/users.hpp"

namespace foliot::sim {

class advisor {
 public:
  struct counts {
    uint64_t answers = 0;
    uint64_t followed = 0;  ///< Remedies that were applied and had to move something.
    uint64_t moved = 0;     ///< And did, within the simulated time.
    uint64_t others = 0;    ///< Remedies of reasons that were not named.
  };

  advisor(user_world& world, users& people, auditor& audit, rehearsal::virtual_files& files,
          rehearsal::virtual_machine& machine, rehearsal::virtual_time& time,
          rehearsal::chance luck)
      : world_(world),
        users_(people),
        auditor_(audit),
        files_(files),
        machine_(machine),
        time_(time),
        luck_(luck) {}

  /// Nothing is left to be done before time goes on. `calm`: nothing but users and the world
  /// disturbs it (no full disk, no failing write). True when somebody has just followed an advice.
  bool quiet(life& engine, bool calm);
  /// That entity has moved: what it waited for has ceased.
  void moved(const entity_id& id, const model::any_record* before, const model::any_record& after);
  /// What was promised may be late, or never come.
  void promises_are_void();

  const counts& so_far() const { return counts_; }

 private:
  using reasons = std::vector<model::reason>;
  /// Somebody did as he was told: `who` has to move until then.
  struct promise {
    entity_id who;
    model::status state;
    uint64_t version = 0;
    instant until;
    std::string advice;
    std::set<model::reason_kind> kinds{};  ///< Of what was done about.
  };

  std::optional<reasons> ask(life& engine, const entity_id& id) const;
  // advice_checks.cpp: whether an answer is true
  void check(const life& engine, const entity_id& id, const reasons& answer, bool calm);
  void check_facts(const life& engine, const entity_id& id, const model::reason& one);
  void check_slot(const life& engine, const entity_id& id, const model::reason& one);
  bool ceased(const entity_id& id, const model::reason& one) const;
  void moved_action(const entity_id& id, const reasons& answer, model::status from,
                    const model::action_record& after);
  // following it
  bool follow(const entity_id& id, int depth);
  static bool can_apply(const model::reason& one);
  bool apply(const entity_id& id, const model::reason& one);
  bool try_another(const entity_id& id);
  bool leave_one_out(const entity_id& id);
  void check_promises();

  user_world& world_;
  users& users_;
  auditor& auditor_;
  rehearsal::virtual_files& files_;
  rehearsal::virtual_machine& machine_;
  rehearsal::virtual_time& time_;
  rehearsal::chance luck_;
  std::map<entity_id, reasons> answers_;  ///< Of the last quiet moment.
  std::vector<promise> promises_;
  std::optional<promise> unmoved_;  ///< Whom the remedy of another reason must not move.
  counts counts_;
};

}  // namespace foliot::sim
