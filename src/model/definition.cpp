#include "model/definition.hpp"

#include <string_view>

namespace foliot::model {

dialect reading_of(const configuration& conf) {
  const auto compat = conf.find("foliot.compat");
  return compat != conf.end() && compat->second == "oozie" ? dialect::oozie : dialect::lenient;
}

node_index workflow_definition::find(std::string_view wanted) const {
  for (size_t i = 0; i < nodes.size() && i < no_node; ++i)
    if (nodes[i].name == wanted) return static_cast<node_index>(i);
  return no_node;
}

}  // namespace foliot::model
