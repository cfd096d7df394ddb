// Local files as URIs.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace foliot {

/// The absolute path that `uri` names on this host: "file:///x", "file:/x" or "/x" itself.
/// Nothing for other schemes, for a host in a file: URI and for relative paths.
std::optional<std::string> local_path(std::string_view uri);

}  // namespace foliot
