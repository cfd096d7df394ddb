// The files that actions name in <job-xml>, as a dry run looks at them.
#pragma once

#include <string>

#include "base/result.hpp"
#include "model/definition.hpp"
#include "parse/submission.hpp"

namespace foliot::parse {

/// Reads every <job-xml> whose path follows from `conf` alone and checks the expressions in its
/// values as unknown_names does. Fails with bad_input, E0803, and the place of the file or of the
/// node (`file`:line:column), where one is missing, on no file system of this host, no
/// configuration, or will fail when its node starts (workflow.md 1, dry run).
result<void> check_job_xml(const model::workflow_definition& workflow,
                           const model::configuration& conf, const std::string& file,
                           const read_text& read);

}  // namespace foliot::parse
