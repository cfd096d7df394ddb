#include "server/clocks.hpp"

#include <chrono>

namespace foliot::server {

instant system_clock_source::now() const {
  const auto since = std::chrono::system_clock::now().time_since_epoch();
  return instant{std::chrono::duration_cast<std::chrono::milliseconds>(since).count()};
}

int64_t steady_clock_source::now_ns() const {
  const auto since = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::nanoseconds>(since).count();
}

}  // namespace foliot::server
