// coordinator.xml -> model::coordinator_definition (coordinator.md 1).
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "model/definition.hpp"
#include "parse/options.hpp"

namespace foliot::parse {

/// Reads a coordinator. `text.conf` are the job's properties, resolved and with the defaults of
/// coord-config-default.xml; `text.name`, if given, is the name of the bundle's child. Warnings are
/// appended. The order of the checks is that of coordinator.md 1.2, because it decides which error
/// is reported: E0701, E1319 (a bundle's child below 0.2 in the oozie dialect), E0739, E0738, E1004
/// (E0803 in the name), E1003, E1021, E0803 (unknown dataset, event named twice). What is
/// understood but not offered fails with unsupported.
result<model::coordinator_definition> parse_coordinator(const model::definition_text& text,
                                                        const options& how,
                                                        std::vector<std::string>& warnings);

}  // namespace foliot::parse
