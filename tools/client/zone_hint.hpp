// What to try where a journal was written in another processing zone than it is read in.
#pragma once

#include <string>
#include <string_view>

#include "time/datetime.hpp"

namespace foliot::client {

/// A sentence where `difference` says that a text is no datetime, and it is one in another
/// processing zone than `zone`; else nothing.
std::string zone_hint(std::string_view difference, const time::processing_zone& zone);

}  // namespace foliot::client
