// Bytes as text of 64 letters (RFC 4648).
#pragma once

#include <string>
#include <string_view>

namespace foliot {

/// With + and /, filled up with = to a multiple of four.
std::string base64(std::string_view bytes);

/// With - and _ and not filled up: as it may stand in an address or be the name of a file.
std::string base64_name(std::string_view bytes);

}  // namespace foliot
