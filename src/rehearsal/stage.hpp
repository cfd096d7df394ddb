// Plays the statements of one scenario on a world and judges what is expected.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "rehearsal/arguments.hpp"
#include "rehearsal/script.hpp"
#include "rehearsal/world.hpp"

namespace foliot::rehearsal {

/// Plays it all; the first problem ends it. `seed` picks who acts first where several could;
/// `lives`: how many engines there were.
std::optional<problem> play(const script& what, crashes when, uint64_t seed,
                            uint32_t* lives = nullptr);

class stage {
 public:
  stage(instant beginning, crashes when, uint64_t seed);

  /// The mistake or the unmet expectation, as a sentence without its line.
  std::optional<problem> play(const statement& what);
  /// Nothing may be left that nobody expected.
  std::optional<problem> end();
  uint32_t lives() const { return world_.lives(); }

 private:
  using complaint = std::optional<std::string>;

  /// What programs of `who` do: a line `run`.
  struct part {
    std::string who;   ///< A name, or "any".
    std::string node;  ///< Empty: any.
    performance does;
    std::optional<uint32_t> times;  ///< How often still; without: always.
  };
  /// One program that was executed.
  struct execution {
    entity_id workflow;
    std::string node;
    std::string run;  ///< Its name.
  };
  struct answer {
    bool given = false;
    std::optional<failure> refusal;
    std::string id;
    std::vector<std::string> warnings;
  };

  // stage.cpp: statements.
  complaint obey(const statement& what);
  complaint obey_other(const std::string& verb, arguments& in, const statement& what);
  complaint define(const statement& what, problem& at);
  complaint submit(const std::string& verb, arguments& in);
  complaint update(arguments& in);
  static std::string document_of(const std::map<std::string, std::string>& conf);
  static std::function<void(result<http::submitted>)> taken_by(answer& got);
  complaint order(const std::string& verb, arguments& in);
  complaint judge_answer(const answer& got, arguments& in);
  complaint direct(arguments& in);
  complaint pass(const std::string& verb, arguments& in);
  complaint wait(arguments& in);
  complaint touch_files(const std::string& verb, arguments& in);

  // expectations.cpp
  complaint expect(arguments& in);
  complaint expect_of(const std::string& name, const entity_id& id, arguments& in);
  complaint expect_status(const std::string& name, const std::string& wanted);
  complaint expect_actions(const entity_id& coordinator, arguments& in);
  complaint expect_counts(const entity_id& coordinator, arguments& in);
  complaint expect_nominals(const entity_id& coordinator, arguments& in);
  complaint expect_members(const std::string& name, const entity_id& bundle, arguments& in);
  complaint expect_error(const entity_id& id, arguments& in);
  complaint expect_started(const entity_id& coordinator, arguments& in);
  complaint expect_node(const entity_id& workflow, arguments& in);
  complaint expect_conf(const entity_id& workflow, arguments& in);
  complaint expect_count(const std::string& of, uint32_t found, arguments& in);
  complaint why(arguments& in);
  std::map<uint32_t, model::action_record> actions_of(const entity_id& coordinator);
  std::map<std::string, model::status> members_of(const entity_id& bundle);
  std::string reasons_of(const entity_id& id);

  // names.cpp
  /// The entity called NAME, NAME/MEMBER, ...@N or ...@N/workflow; nothing while it is not there.
  std::optional<entity_id> find(const std::string& name);
  std::optional<entity_id> member(const entity_id& bundle, const std::string& name);
  std::optional<entity_id> workflow_of(const entity_id& action);
  /// The status of what has that name, also of a member that was refused.
  std::optional<model::status> status_of(const std::string& name);
  /// Whether `workflow` is, or lies below, what has that name.
  bool belongs(const entity_id& workflow, const std::string& name);
  /// The coordinator action that started `workflow`, if one did.
  std::optional<entity_id> action_above(const entity_id& workflow);
  std::optional<performance> performance_of(const exec::run_spec& spec);

  instant beginning_;
  instant clock_;  ///< What the scenario has come to; the world may be some moments ahead.
  world world_;
  std::map<std::string, std::string> jobs_;  ///< Wire ids by the scenario's names.
  std::vector<part> parts_;
  std::vector<execution> executions_;
  std::optional<failure> refusal_;  ///< Not expected yet.
  int refusal_line_ = 0;
};

}  // namespace foliot::rehearsal
