// What a WAITING action does about its inputs: it asks, is told, and looks again. Part of the
// action's actor; what it finds is fed to the action by whoever holds it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "base/instant.hpp"
#include "base/result.hpp"
#include "el/facts.hpp"
#include "model/input_check.hpp"
#include "model/workflow.hpp"

namespace foliot::actors {

struct action_state;

/// Fixed inputs are only counted: the registry tells of each once. latest, future and input logic
/// keep a table of facts beside, from the nominal time on and while the job is not suspended: what
/// is unknown is asked in batches, what is missing is watched, and a fact that was true stays so.
class input_wait {
 public:
  /// Makes the next move of `of`, which waits: names its inputs, asks, looks again when it is time.
  /// Does nothing while an answer is under way. Fails with what ends the action.
  result<void> proceed(const action_state& of);
  /// The action waits no more: forgets everything.
  void end(const action_state& of);
  /// The job is suspended: what is open is looked at afresh afterwards.
  void hold(const action_state& of);

  /// News of the registry. True: `proceed` shall follow; else look_at_inputs comes in time.
  bool appeared(const action_state& of, uint32_t index, uint32_t round);
  /// All fixed inputs were looked at once.
  void looked_once() { unchecked_ = false; }
  /// Answers to what was asked last; false when they are none. `proceed` shall follow.
  bool answered(const model::workflow_events::facts_found& news);

  /// Whether it is not known yet if all inputs are there, so that a time-out has to wait.
  bool undecided() const;
  bool all_there() const;
  /// Whether it is at latest, future or input logic by now.
  bool looks_itself() const { return open_ && seen_ >= expected_; }
  /// When `proceed` is to be called again, news or not.
  instant look_again() const;
  /// What is to be kept of inputs that are all there.
  model::resolved_inputs resolved() const;

 private:
  struct open_part {
    el::facts known;
    std::vector<el::probe> asked;    ///< Not answered yet.
    std::vector<el::probe> watched;  ///< Position: what the registry tells in this round.
    size_t turn = 0;                 ///< Where the next look at those that are not watched begins.
    instant turn_at = never;
    instant look_again = never;
    bool turning = false;  ///< `asked` is such a look.
    bool decided = false;
    std::optional<model::resolved_inputs> found;
  };

  result<void> begin(const action_state& of);
  result<void> look(const action_state& of, instant now);
  void missing(const action_state& of, const model::inputs_missing& lack, instant now);
  void watch(const action_state& of, const std::vector<el::probe>& absent);
  void ask(const action_state& of, std::vector<el::probe> questions);

  instant named_at_ = never;  ///< The time as of which the inputs were named; `never`: not yet.
  uint32_t expected_ = 0;     ///< Fixed inputs.
  uint32_t seen_ = 0;
  uint32_t round_ = 0;        ///< Of watching; rises, so that late news of earlier ones are known.
  uint32_t fixed_round_ = 0;  ///< That of the fixed inputs; 0: none.
  bool unchecked_ = false;    ///< The time-out passed before the fixed inputs were looked at once.
  bool registered_ = false;   ///< With the registry.
  std::unique_ptr<open_part> open_;
};

}  // namespace foliot::actors
