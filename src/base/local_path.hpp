// Local files as URIs.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace foliot {

/// The absolute path that `uri` names on this host: "file:///x", "file:/x", "file://localhost/x" or
/// "/x" itself. Nothing for other schemes, other hosts and relative paths.
std::optional<std::string> local_path(std::string_view uri);

}  // namespace foliot
