// The XML of one node of a workflow as Oozie shows it (rest.md 7, WorkflowAction.conf).
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace foliot::parse {

/// Tells the XML of nodes of one workflow by their names.
using node_teller = std::function<std::string(
    std::string_view node,
    const std::function<std::string(const std::string& text, bool is_case)>& evaluate)>;

/// Reads the workflow `xml` once. The teller gives the body of an action, or the switch of a
/// decision: every text and attribute put through `evaluate` (given the text and whether it is a
/// decision's case), laid out as Oozie does. An action whose type takes properties shows its
/// configuration, an empty one too. Empty where there is no such node or `xml` is not well-formed.
node_teller tell_nodes(const std::string& xml);

}  // namespace foliot::parse
