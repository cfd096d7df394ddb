#include "model/kinds/libraries.hpp"

namespace foliot::model {

bool inherits_libraries(const configuration& conf) {
  const auto found = conf.find(inherit_libraries_property);
  return found != conf.end() && found->second == "true";
}

std::string handed_libraries(const std::string& app_path, const configuration& conf) {
  std::string out = app_path + "/lib";
  const auto above = conf.find(handed_libraries_property);
  if (inherits_libraries(conf) && above != conf.end() && !above->second.empty())
    out += "," + above->second;
  return out;
}

}  // namespace foliot::model
