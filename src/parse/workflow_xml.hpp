// workflow.xml -> model::workflow_definition (workflow.md 2 and 3).
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "model/definition.hpp"
#include "parse/options.hpp"

namespace foliot::parse {

/// Reads a workflow. Of `text.conf` only `foliot.compat` and `oozie.wf.validate.ForkJoin` matter:
/// what expressions mean is found out when a job runs. Warnings are appended. Fails with E0701
/// (structure), E0803 (an expression that cannot be parsed), E0739, or the codes of check_workflow.
/// Actions of a type that model/kinds does not have are read with a warning.
result<model::workflow_definition> parse_workflow(const model::definition_text& text,
                                                  const options& how,
                                                  std::vector<std::string>& warnings);

}  // namespace foliot::parse
