// Workflows in the compact form of scenarios.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "rehearsal/applications.hpp"
#include "rehearsal/script.hpp"

namespace foliot::rehearsal {

/// One shell action `run`, at whose end the files exist that the job properties `made` name.
std::string plain_workflow(const std::string& name, const std::vector<std::string>& made);

/// The workflow of these lines, one node each; without any the plain one.
std::variant<application_files, problem> workflow_of(const std::string& name,
                                                     const std::vector<line>& nodes);

}  // namespace foliot::rehearsal
