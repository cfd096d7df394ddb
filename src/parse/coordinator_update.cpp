#include "parse/coordinator_update.hpp"

#include <string>

namespace foliot::parse {

namespace {

failure refuse(const char* what) {
  return {errc::bad_input, std::string("an update of a coordinator cannot change its ") + what,
          "E1023", "", std::string("Keep the ") + what + ", or kill the job and submit it again"};
}

}  // namespace

result<void> check_update(const model::coordinator_definition& now,
                          const model::coordinator_definition& next) {
  if (now.every != next.every) return refuse("frequency");
  if (now.start != next.start) return refuse("start time");
  if (now.end != next.end) return refuse("end time");
  if (now.name != next.name) return refuse("name");
  if (now.zone.id() != next.zone.id()) return refuse("time zone");
  return {};
}

}  // namespace foliot::parse
