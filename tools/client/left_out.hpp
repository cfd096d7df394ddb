// What answers leave out because it cannot be read.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>

#include "tools/client/console.hpp"

namespace foliot::client {

/// How many jobs and actions are not in the answer, since they cannot be followed.
uint64_t left_out_of(const nlohmann::json& answer);

/// Says so to `to`'s err, if there are any.
void tell_left_out(const console& to, uint64_t count);

}  // namespace foliot::client
