// A coordinator as Oozie keeps it: with all that is known at submission filled in (rest.md 5).
#pragma once

#include <pugixml.hpp>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "model/definition.hpp"
#include "parse/dry_run.hpp"
#include "parse/options.hpp"

namespace foliot::parse {

/// A coordinator's document with its expressions evaluated as far as a submission does, the dataset
/// of each event written into it, and what it means.
struct resolved_coordinator {
  pugi::xml_document xml;
  model::coordinator_definition made;
};

/// Fills `out` from `text`. Fails as parse_coordinator.
result<void> resolve_coordinator(const model::definition_text& text, const options& how,
                                 resolved_coordinator& out);

/// That document as text. Fails as parse_coordinator.
result<std::string> resolved_coordinator_text(const model::definition_text& text,
                                              const options& how);

/// What a dry run answers: that text, and behind it each action of the first hour, at most throttle
/// of them, as it would be made now. Fails as parse_coordinator, and where an action cannot be made
/// with E0803 around its code.
result<std::string> first_actions_text(const model::definition_text& text, const std::string& user,
                                       const sight& seen, const options& how);

/// Properties as Oozie shows a configuration: in the order of a Java hash table. Those of one
/// bucket come as in `as_given`, behind them the others by name.
std::string configuration_text(const model::configuration& conf,
                               const std::vector<std::string>& as_given = {});

}  // namespace foliot::parse
