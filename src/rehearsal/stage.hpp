// Plays the statements of one scenario on a world and judges what is expected.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "parse/definitions.hpp"
#include "rehearsal/arguments.hpp"
#include "rehearsal/real_files.hpp"
#include "rehearsal/script.hpp"
#include "rehearsal/world.hpp"

namespace foliot::rehearsal {

/// How a scenario is played.
struct play_options {
  crashes when = crashes::none;
  uint64_t seed = 1;   ///< Picks who acts first where several could.
  std::string folder;  ///< The application directory; empty: no real files.
  bool story = false;  ///< Whether to tell what happened.
};

/// Something that happened, in virtual time.
struct happening {
  instant at;
  std::string who;  ///< As scenarios name it; empty: the scenario itself.
  std::string what;
};

/// What came of a scenario.
struct played {
  std::optional<problem> bad;  ///< What ended it; nothing: it holds.
  uint32_t lives = 0;          ///< Engines that there were.
  uint64_t actions = 0;        ///< Of all coordinators.
  uint64_t runs = 0;           ///< Programs that were executed.
  std::vector<happening> story;
};

/// Plays it all; the first problem ends it.
played play(const script& what, const play_options& how);

class stage {
 public:
  stage(instant beginning, const play_options& how);

  /// The mistake or the unmet expectation.
  std::optional<problem> play(const statement& what);
  /// Nothing may be left that nobody expected, and nothing directed that nobody did.
  std::optional<problem> end();
  /// All but `bad`.
  played outcome();
  /// What the engine has written.
  const kv_store& store() const { return world_.store; }

 private:
  using complaint = std::optional<std::string>;
  using teller = complaint (stage::*)(const std::string& verb, arguments& in);

  /// What programs of `who` do: a line `run`.
  struct part {
    int line = 0;
    std::string who;   ///< A name, or "any".
    std::string node;  ///< Empty: any.
    performance does;
    bool outputs = false;           ///< The outputs of the coordinator's action come into being.
    std::optional<uint32_t> times;  ///< How often still; without: always.
  };
  /// One program that was executed.
  struct execution {
    entity_id workflow;
    std::string node;
    std::string run;      ///< Its name.
    std::string command;  ///< With its arguments.
  };
  struct answer {
    bool given = false;
    std::optional<failure> refusal;
    std::string id;
    std::vector<std::string> warnings;
  };

  // stage.cpp: statements.
  complaint obey(const statement& what);
  complaint define(const statement& what, int& line);
  complaint direct(const std::string& verb, arguments& in);
  complaint pass(const std::string& verb, arguments& in);
  complaint wait(const std::string& verb, arguments& in);
  complaint put_file(const std::string& verb, arguments& in);
  complaint put_real_files(const std::string& verb, arguments& in);
  complaint touch_files(const std::string& verb, arguments& in);
  complaint upset(const std::string& verb, arguments& in);
  problem problem_of(int line, std::string sentence);

  // submissions.cpp: what users ask of the engine.
  complaint submit(const std::string& verb, arguments& in);
  complaint submit_conf(const std::string& verb, const model::configuration& conf,
                        const std::string& name, arguments& in);
  complaint update(const std::string& verb, arguments& in);
  static std::function<void(result<http::submitted>)> taken_by(answer& got);
  complaint order(const std::string& verb, arguments& in);
  complaint judge_answer(const answer& got, arguments& in);
  void place_application(const model::configuration& conf);
  complaint copy_real(const std::string& from, const std::string& to);

  // expectations.cpp
  complaint expect(const std::string& verb, arguments& in);
  complaint expect_refused(arguments& in);
  complaint expect_absence(arguments& in);
  complaint expect_of(const std::string& name, const entity_id& id, arguments& in);
  complaint expect_status(const std::string& name, const std::string& wanted);
  complaint expect_actions(const entity_id& coordinator, arguments& in);
  complaint expect_counts(const entity_id& coordinator, arguments& in);
  complaint expect_nominals(const entity_id& coordinator, arguments& in);
  complaint expect_members(const std::string& name, const entity_id& bundle, arguments& in);
  complaint expect_error(const entity_id& id, arguments& in);
  complaint expect_count(const std::string& of, uint32_t found, arguments& in);
  complaint why(const std::string& verb, arguments& in);
  complaint why_of(const entity_id& id, arguments& in);
  std::map<uint32_t, model::action_record> actions_of(const entity_id& coordinator);
  std::map<std::string, model::status> members_of(const entity_id& bundle);

  // work_expectations.cpp: what workflows were given and did.
  complaint expect_started(const entity_id& coordinator, arguments& in);
  complaint expect_ran(const entity_id& id, arguments& in);
  complaint expect_node(const entity_id& workflow, arguments& in);
  complaint expect_conf(const std::string& name, const entity_id& id, arguments& in);
  complaint expect_uris(const entity_id& action, bool inputs, bool one, arguments& in);
  uint32_t runs_of(const entity_id& id);
  uint32_t running() const;
  /// The instances of the events of an action, or of one of them; a sentence where they are open.
  result<std::vector<std::string>> uris_of(const entity_id& action, bool inputs,
                                           const std::string& event);
  /// What names the data of an action.
  struct identified_action {
    std::shared_ptr<const model::coordinator_definition> definition;
    model::action_identity identity;
  };
  std::optional<identified_action> identify(const entity_id& action);

  // evidence.cpp: what is known of an entity.
  std::vector<std::string> reasons_of(const entity_id& id);
  std::vector<std::string> log_of(const entity_id& id);
  std::string name_of(const entity_id& id);
  std::optional<std::string> name_below(const entity_id& parent, job_number child);
  std::string with_names(const std::string& text);
  std::vector<happening> journal_of(job_number root, const std::function<bool(entity_id)>& wanted);
  uint64_t count_actions();

  // names.cpp
  /// The entity called NAME, NAME/MEMBER, ...@N, ...@N/workflow or WORKFLOW/NODE; nothing while it
  /// is not there.
  std::optional<entity_id> find(const std::string& name);
  /// "there is no 'NAME'", with the nearest name that is there.
  std::string nobody(const std::string& name);
  std::optional<entity_id> member(const entity_id& bundle, const std::string& name);
  std::optional<entity_id> workflow_of(const entity_id& action);
  std::optional<entity_id> below(const entity_id& workflow, const std::string& nodes);
  std::optional<entity_id> child_of(const entity_id& workflow, const std::string& node);
  /// The status of what has that name, also of a member that was refused.
  std::optional<model::status> status_of(const std::string& name);
  /// Whether `workflow` is `id`, or lies below it.
  bool belongs(const entity_id& workflow, const entity_id& id);
  /// The coordinator action that started `workflow`, or one above it.
  std::optional<entity_id> action_above(const entity_id& workflow);
  std::optional<performance> performance_of(const exec::run_spec& spec);
  void add_outputs(const entity_id& workflow, performance& to);

  instant beginning_;
  instant clock_;  ///< What the scenario has come to; the world may be some moments ahead.
  real_files real_;
  bool telling_ = false;
  world world_;
  parse::cached_definitions definitions_{time::processing_zone{}};
  std::map<std::string, std::string> jobs_;  ///< Wire ids by the scenario's names.
  std::map<job_number, std::string> roots_;  ///< The scenario's names by outermost jobs.
  std::vector<part> parts_;
  std::vector<execution> executions_;
  std::vector<happening> told_;  ///< The statements so far.
  const statement* playing_ = nullptr;
  std::string about_;               ///< The name that the statement looks at.
  std::optional<failure> refusal_;  ///< Not expected yet.
  int refusal_line_ = 0;
};

}  // namespace foliot::rehearsal
