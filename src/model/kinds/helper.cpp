#include "model/kinds/helper.hpp"

#include <utility>

#include "base/visible.hpp"
#include "model/workflow_data.hpp"

namespace foliot::model {

namespace {

/// A command on another host has a life of its own: who lost it must know where to look.
std::string left_behind(const program_plan& plan) {
  if (plan.source != program_source::helper || plan.program != "ssh" || plan.documents.empty())
    return {};
  auto told = read_properties(plan.documents.front().second);
  const std::string& host = told["host"];
  const std::string& directory = told["directory"];
  if (host.empty() || directory.empty()) return {};
  return "; the command may still run on " + visible(host) + ": its process id is in " +
         visible(directory) + " below the home directory there";
}

}  // namespace

program_plan helper_plan(std::string_view part, std::string document) {
  program_plan out;
  out.program = part;
  out.source = program_source::helper;
  out.documents.emplace_back("plan.properties", std::move(document));
  out.output_file = helper_result;
  return out;
}

verdict judge_helper(const program_plan& plan, const finished_run& run, const workflow_context&) {
  auto told = read_properties(run.output);
  const std::string type = std::exchange(told["type"], {});
  if (type == "ok") return std::move(told["data"]);
  node_refusal out{std::move(told["code"]), std::move(told["message"])};
  if (type == "transient") {
    out.type = error_type::transient;
  } else if (type == "non_transient") {
    out.type = error_type::non_transient;
  } else if (type == "failed") {
    out.type = error_type::failed;
  } else if (type != "error") {
    out.code = "JA018";
    out.sentence = "it ended with exit status " + std::to_string(run.exit_code) +
                   " and left no result" + left_behind(plan);
  }
  if (!run.message.empty()) out.sentence += "; " + run.message;
  return out;
}

}  // namespace foliot::model
