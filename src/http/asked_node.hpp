// The node of a workflow that somebody asks about.
#pragma once

#include "base/result.hpp"
#include "http/catalogue.hpp"
#include "model/workflow.hpp"

namespace foliot::http {

/// How the node stands that `workflow.node` names; null where no run has reached it. Valid as long
/// as `workflow`. Fails with not_found (E0605) where its definition has no such node, and with the
/// reader's errors.
result<const model::node_state*> asked_node(const catalogue& from, const found_entity& workflow);

}  // namespace foliot::http
