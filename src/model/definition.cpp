#include "model/definition.hpp"

#include <string>
#include <string_view>

#include "base/text.hpp"

namespace foliot::model {

dialect reading_of(const configuration& conf, dialect otherwise) {
  const auto own = conf.find(compat_property);
  if (own == conf.end()) return otherwise;
  return trim(own->second) == "oozie" ? dialect::oozie : dialect::lenient;
}

result<void> check_compat(const configuration& conf) {
  const auto own = conf.find(compat_property);
  if (own == conf.end()) return {};
  const std::string_view value = trim(own->second);
  if (value == "oozie" || value == "default") return {};
  return failure{errc::bad_input,
                 "the property foliot.compat is '" + std::string(value.substr(0, 100)) + "'",
                 "E0302", "", "Set it to oozie or default"};
}

node_index workflow_definition::find(std::string_view wanted) const {
  for (size_t i = 0; i < nodes.size() && i < no_node; ++i)
    if (nodes[i].name == wanted) return static_cast<node_index>(i);
  return no_node;
}

}  // namespace foliot::model
