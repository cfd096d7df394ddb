#include "tools/client/pause.hpp"

#include <poll.h>

#include <algorithm>
#include <climits>

namespace foliot::client {

void pause_for(int64_t ms) {
  ::poll(nullptr, 0, static_cast<int>(std::clamp<int64_t>(ms, 0, INT_MAX)));
}

}  // namespace foliot::client
