#include "base/local_path.hpp"

namespace foliot {

std::optional<std::string> local_path(std::string_view uri) {
  constexpr std::string_view scheme = "file:";
  if (!uri.starts_with('/')) {
    if (!uri.starts_with(scheme)) return std::nullopt;
    uri.remove_prefix(scheme.size());
    if (uri.starts_with("//")) {
      uri.remove_prefix(2);
      const size_t slash = uri.find('/');
      const std::string_view host = uri.substr(0, slash);
      if (slash == std::string_view::npos || !(host.empty() || host == "localhost"))
        return std::nullopt;
      uri.remove_prefix(slash);
    }
    if (!uri.starts_with('/')) return std::nullopt;
  }
  while (uri.starts_with("//")) uri.remove_prefix(1);
  return std::string(uri);
}

}  // namespace foliot
