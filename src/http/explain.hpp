// Why an entity is not finished: gathers the facts that model/why.hpp asks for, from the last
// commit, and asks it.
#pragma once

#include <vector>

#include "base/instant.hpp"
#include "base/result.hpp"
#include "http/catalogue.hpp"
#include "model/why.hpp"

namespace foliot::http {

/// At least one reason for every entity that is not terminal. `latest_from_now`: coord:latest looks
/// back from `now`. Looks at the inputs of a WAITING action, limits::looks_for_view_max at most.
/// `place`: of a READY action in the queue of starts.
/// Fails with the reader's errors, and where a stored definition is not understood any more.
result<std::vector<model::reason>> explain(const catalogue& from, const found_entity& entity,
                                           instant now, bool latest_from_now,
                                           std::optional<model::start_place> place = {});

}  // namespace foliot::http
