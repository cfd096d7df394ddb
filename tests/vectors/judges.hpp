// The judges of all kinds of files; suites.cpp says which file goes to whom.
#pragma once

#include "tests/vectors/runner.hpp"

namespace foliot::vectors {

verdict judge_datetime(const subject& of);
verdict judge_cron(const subject& of);
verdict judge_cron_quartz(const subject& of);
verdict judge_frequency_calendar(const subject& of);
verdict judge_coordinator_el(const subject& of);
verdict judge_workflow_el(const subject& of);
verdict judge_workflow_parser(const subject& of);
verdict judge_fork_join(const subject& of);
verdict judge_decision(const subject& of);
verdict judge_workflow_rerun(const subject& of);
verdict judge_workflow_retry(const subject& of);
verdict judge_shell_words(const subject& of);
verdict judge_spark_options(const subject& of);
verdict judge_parameters(const subject& of);
verdict judge_bundle_submission(const subject& of);
verdict judge_bundle_command(const subject& of);
verdict judge_status_aggregate(const subject& of);
verdict judge_input_logic(const subject& of);
verdict judge_materialisation(const subject& of);
verdict judge_submission(const subject& of);
verdict judge_transitions(const subject& of);
verdict judge_change(const subject& of);
verdict judge_rerun(const subject& of);
verdict judge_execution(const subject& of);
verdict judge_timeout(const subject& of);

}  // namespace foliot::vectors
