// All functions of the language, for tools and sentences that name the nearest one.
#pragma once

#include <string>
#include <vector>

#include "el/phases.hpp"

namespace foliot::el {

/// The names of the functions that exist in phase `where`, sorted.
std::vector<std::string> function_names(phase where);

}  // namespace foliot::el
