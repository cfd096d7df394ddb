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
      if (slash != 0) return std::nullopt;  // a host, which file: does not have (Oozie: E0904)
      uri.remove_prefix(slash);
    }
    if (!uri.starts_with('/')) return std::nullopt;
  }
  while (uri.starts_with("//")) uri.remove_prefix(1);
  return std::string(uri);
}

}  // namespace foliot
