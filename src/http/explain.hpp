// Why an entity is not finished: gathers the facts that model/why.hpp asks for, from the last
// commit, and asks it.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/instant.hpp"
#include "base/result.hpp"
#include "http/catalogue.hpp"
#include "model/why.hpp"

namespace foliot::http {

/// Where an action stands in the queue of starts, if it stands there.
using places_of_starts = std::function<std::optional<model::start_place>(const entity_id& action)>;
/// Where a run stands that waits for a place; nothing for any other, empty where nobody knows.
using run_places = std::function<std::optional<model::run_place>(const std::string& run)>;

/// At least one reason for every entity that is not terminal; of a workflow with a node, which its
/// definition has, that node's. `latest_from_now`: coord:latest looks back from `now`. Looks at the
/// inputs of a WAITING action, limits::looks_for_view_max at most. `places`: of READY actions in
/// the queue of starts; each of them has its slot. `queued`: the place of a run, by its name, among
/// those that wait for one on this host. `safe_mode`: the engine makes no new work. Fails with the
/// reader's errors, and where a stored definition is not understood any more.
result<std::vector<model::reason>> explain(const catalogue& from, const found_entity& entity,
                                           instant now, bool latest_from_now,
                                           const places_of_starts& places = {},
                                           const run_places& queued = {}, bool safe_mode = false);

}  // namespace foliot::http
