// WorkflowAction.conf: a node's XML with its expressions evaluated, as Oozie keeps it.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "model/workflow.hpp"

namespace foliot::http {

/// Tells the XML of a workflow's nodes by their names, each text in it put through `evaluate`
/// (parse/node_text.hpp); an empty one: there is none to show.
using node_teller = std::function<std::string(
    std::string_view node,
    const std::function<std::string(const std::string& text, bool is_case)>& evaluate)>;
/// Reads the XML of a workflow.
using read_nodes_fn = std::function<node_teller(const std::string& xml)>;

/// A node that was started shows what its expressions mean, one that was not shows them as they are
/// written. `exists` answers fs:exists. What cannot be evaluated any more stays as it is written.
std::string node_conf(const node_teller& text, const model::workflow_context& context,
                      const model::workflow_record& record, const model::node_state& node,
                      const std::function<bool(const std::string& uri)>& exists);

}  // namespace foliot::http
