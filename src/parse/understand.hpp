// What a submission would be, and what in a stored definition deserves a look.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "model/definition.hpp"
#include "model/understood_application.hpp"
#include "parse/options.hpp"
#include "parse/submission.hpp"

namespace foliot::parse {

/// Understands a submission as `prepare` does, and of a bundle the first `members_max` coordinators
/// that are enabled as its start would. One that is refused is told, and the others are read. Fails
/// as prepare.
result<model::understood_application> understand(const model::configuration& conf,
                                                 const read_text& read, const options& how,
                                                 size_t members_max);

/// The coordinators that the stored bundle `bundle` with the wire id `bundle_id` would start now.
/// Fails as parse_bundle.
result<model::understood_application> understand_members(const model::definition_text& bundle,
                                                         const std::string& bundle_id,
                                                         const read_text& read, const options& how,
                                                         size_t members_max);

/// The warnings that reading a stored definition gives: one sentence each, with place and remedy.
/// What only a submission can see (its files of defaults, its includes) is not among them. Fails as
/// parse_bundle, parse_coordinator and parse_workflow.
result<std::vector<std::string>> warnings_of(const model::definition_text& text,
                                             const options& how);

}  // namespace foliot::parse
