#include "model/kinds/helper.hpp"

#include <utility>

#include "model/kinds/common.hpp"
#include "model/workflow_data.hpp"

namespace foliot::model {

program_plan helper_plan(std::string_view part, std::string document) {
  program_plan out;
  out.program = part;
  out.source = program_source::helper;
  out.documents.emplace_back("plan.properties", std::move(document));
  out.output_file = "result.properties";
  return out;
}

verdict judge_helper(const program_plan& plan, const finished_run& run, const workflow_context&) {
  auto told = read_properties(run.output);
  const std::string type = std::exchange(told["type"], {});
  if (type == "ok") return std::move(told["data"]);
  // Its status alone says that it is done; a rehearsal's programs say no more.
  if (type.empty() && run.exit_code == 0) {
    program_plan captures = plan;
    captures.capture_output = true;
    return captured(captures, run);
  }
  node_refusal out{std::move(told["code"]), std::move(told["message"])};
  if (type == "transient") {
    out.type = error_type::transient;
  } else if (type == "non_transient") {
    out.type = error_type::non_transient;
  } else if (type == "failed") {
    out.type = error_type::failed;
  } else if (type != "error") {
    out.code = "JA018";
    out.sentence =
        "it ended with exit status " + std::to_string(run.exit_code) + " and left no result";
  }
  if (!run.message.empty()) out.sentence += "; " + run.message;
  return out;
}

}  // namespace foliot::model
