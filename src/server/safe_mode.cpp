#include "server/safe_mode.hpp"

#include <string>

namespace foliot::server {

bool safe_mode::is_on() {
  const auto left = space_.bytes_free();
  const bool forced = forced_;
  const bool on = forced || (left && *left < reserve_);
  if (told_.exchange(on) == on) return on;
  const std::string reserve = std::to_string(reserve_ >> 20) + " MiB (free_space_reserve_mib)";
  const std::string room = left ? std::to_string(*left >> 20) + " MiB" : left.error().sentence;
  if (forced)
    log_.write(log_level::warn, "safe-mode.on",
               "somebody wants it so: new jobs are refused and no actions are made");
  else if (on)
    log_.write(log_level::warn, "safe-mode.on",
               "free for the data directory: " + room + ", less than " + reserve +
                   ": new jobs are refused and no actions are made until there is more");
  else
    log_.write(log_level::warn, "safe-mode.off",
               "free for the data directory: " + room + ", the reserve is " + reserve +
                   ": new work is taken again");
  return on;
}

}  // namespace foliot::server
