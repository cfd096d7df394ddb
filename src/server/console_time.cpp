#include "server/console_time.hpp"

#include "time/datetime.hpp"
#include "time/zone.hpp"

namespace foliot::server {

std::string console_time(instant at) {
  if (at == instant{} || at == never) return "";
  const auto text = time::format_pattern(at, "yyyy-MM-dd'T'HH:mm:ss'Z'", time::zone{});
  return text ? *text : std::string();
}

}  // namespace foliot::server
