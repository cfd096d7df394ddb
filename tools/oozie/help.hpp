// What `oozie help` prints.
#pragma once

#include <string>
#include <string_view>

namespace foliot::oozie {

/// The usage of the command `name`, or of all when there is none of that name.
std::string help(std::string_view name);

}  // namespace foliot::oozie
