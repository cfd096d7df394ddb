#include "tests/vectors/judges.hpp"

namespace foliot::vectors {

const std::vector<suite>& suites() {
  static const std::vector<suite> all{
      {"bundle/bundle_commands.json", judge_bundle_command},
      {"bundle/bundle_submit_errors.json", judge_bundle_submission},
      {"bundle/parameters.json", judge_parameters},
      {"bundle/status_aggregate.json", judge_status_aggregate},
      {"coordinator/change_rules.json", judge_change},
      {"coordinator/cron.json", judge_cron},
      {"coordinator/cron_quartz_oracle.json", judge_cron_quartz},
      {"coordinator/datetime_parse.json", judge_datetime},
      {"coordinator/el_calendar_oracle.json", judge_coordinator_el},
      {"coordinator/el_functions.json", judge_coordinator_el},
      {"coordinator/el_scalar_oracle.json", judge_coordinator_el},
      {"coordinator/execution_order.json", judge_execution},
      {"coordinator/frequency_calendar_oracle.json", judge_frequency_calendar},
      {"coordinator/frequency_materialize.json", judge_materialisation},
      {"coordinator/input_logic.json", judge_input_logic},
      {"coordinator/rerun.json", judge_rerun},
      {"coordinator/submit_errors.json", judge_submission},
      {"coordinator/timeouts.json", judge_timeout},
      {"coordinator/transitions.json", judge_transitions},
      {"workflow/decision.json", judge_decision},
      {"workflow/fork_join_validation.json", judge_fork_join},
      {"workflow/parser.json", judge_workflow_parser},
      {"workflow/rerun.json", judge_workflow_rerun},
      {"workflow/retry.json", judge_workflow_retry},
      {"workflow/shell_splitter.json", judge_shell_words},
      {"workflow/spark_opts.json", judge_spark_options},
      {"workflow/wf_el.json", judge_workflow_el},
  };
  return all;
}

}  // namespace foliot::vectors
