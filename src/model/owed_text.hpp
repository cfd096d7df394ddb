// What a record owes the world, as sentences for people: alarms, watches, orders, runs. Pure.
#pragma once

#include <string>
#include <vector>

#include "base/ids.hpp"
#include "base/instant.hpp"
#include "base/result.hpp"
#include "model/entity_fold.hpp"
#include "model/journal.hpp"
#include "model/record_fields.hpp"

namespace foliot::model {

/// What `owed` of its kind gives for `record` at `now`, a line each; of an unborn record nothing.
/// `context` is that of a fold of the same entity. Fails where a definition is not there or is not
/// understood any more.
result<std::vector<std::string>> owed_texts(const fold_context& context, const any_record& record,
                                            instant now);

/// One effect; `node` names the nodes of a workflow's definition.
std::string owed_text(const bundle_effect& effect);
std::string owed_text(const coordinator_effect& effect);
std::string owed_text(const action_effect& effect);
std::string owed_text(const workflow_effect& effect, const node_name_fn& node);

/// The names of the nodes of the record's definition; of other kinds than workflows, and where it
/// is not understood, their positions.
node_name_fn node_names(definition_source& definitions, const any_record& record);

}  // namespace foliot::model
