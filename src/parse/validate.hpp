// What is checked of a document that nobody submits (rest.md 10).
#pragma once

#include <string>

#include "base/result.hpp"

namespace foliot::parse {

/// Checks a workflow, coordinator, bundle or service level against the schema that its namespace
/// names, exactly as Oozie does; nothing else of it is looked at. Returns the name of its root.
/// Fails with bad_input, E0701, and the place.
result<std::string> validate_document(const std::string& xml);

}  // namespace foliot::parse
