// Part of a text, as SQL's LIKE takes it.
#pragma once

#include <string_view>

namespace foliot {

/// Whether `part` stands anywhere in `text`: in `part` '%' stands for any text and '_' for any
/// byte. At most the product of their lengths in steps.
bool holds_like(std::string_view text, std::string_view part);

}  // namespace foliot
