#include "tests/vectors/judges.hpp"

namespace foliot::vectors {

const std::vector<suite>& suites() {
  static const std::vector<suite> all{
      {"coordinator/cron.json", judge_cron},
      {"coordinator/cron_quartz_oracle.json", judge_cron_quartz},
      {"coordinator/datetime_parse.json", judge_datetime},
      {"coordinator/el_calendar_oracle.json", judge_coordinator_el},
      {"coordinator/el_functions.json", judge_coordinator_el},
      {"coordinator/el_scalar_oracle.json", judge_coordinator_el},
      {"coordinator/frequency_calendar_oracle.json", judge_frequency_calendar},
      {"workflow/wf_el.json", judge_workflow_el},
  };
  return all;
}

}  // namespace foliot::vectors
