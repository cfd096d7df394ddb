#include "tools/client/left_out.hpp"

#include <nlohmann/json.hpp>
#include <string>

namespace foliot::client {

uint64_t left_out_of(const nlohmann::json& answer) {
  const auto found = answer.find("leftOut");
  return found != answer.end() && found->is_number_unsigned() ? found->get<uint64_t>() : 0;
}

void tell_left_out(const console& to, uint64_t count) {
  if (count == 0) return;
  to.err("foliot: " + std::to_string(count) +
         (count == 1 ? " job or action cannot be followed through the journal and is left out"
                     : " jobs or actions cannot be followed through the journal and are left out") +
         ": 'foliot replay --verify' names the entries\n");
}

}  // namespace foliot::client
