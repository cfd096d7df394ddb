// Orders of users as words, handed to the engine's port of commands.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "actors/gate.hpp"

namespace foliot::rehearsal {

/// Gives `verb` with `words` ("endtime=2026-01-02T00:00Z", "actions=1-3", "refresh") to `job`: the
/// one place that knows how the port of commands takes them. `done` gets the answer. False when the
/// port of commands knows no such order.
bool give_order(actors::gate& to, const entity_id& job, const std::string& verb,
                const std::vector<std::string>& words,
                std::function<void(result<model::order_reply>)> done);

}  // namespace foliot::rehearsal
