// Why is one node of a workflow not done? The part of model/why.hpp that is about a single node.
#pragma once

#include <vector>

#include "model/why.hpp"

namespace foliot::model {

/// What `node` of a workflow waits for. At least one reason whatever its state: of one that has
/// ended, and of one that no path has come to, the reason says that. What holds the job but not
/// the node is told by `why` of the job, to which the reason of a node that has not begun points.
/// `facts` need to be of this node alone. `self` is the job.
std::vector<reason> why_node(const workflow_definition& definition, const workflow_record& record,
                             node_index node, const workflow_facts& facts,
                             const entity_id& self = {});

}  // namespace foliot::model
