// Kinds of actions that Foliot's own program does (program_source::helper): it is told what to do
// in a property file and answers in another one.
#pragma once

#include <string>
#include <string_view>

#include "model/kinds/kind.hpp"
#include "model/workflow_plan.hpp"

namespace foliot::model {

/// Where in its work directory the helper writes its answer.
inline constexpr const char* helper_result = "result.properties";

/// The plan of a run of the helper program's part `part`; `document` holds lines "name=value".
program_plan helper_plan(std::string_view part, std::string document);

/// What the helper answered: type, code, message and data. JA018 where it gave no answer;
/// of ssh it names the host and the directory of a command that may still run.
verdict judge_helper(const program_plan& plan, const finished_run& run,
                     const workflow_context& context);

}  // namespace foliot::model
