#include "model/workflow_data.hpp"

#include <utility>

#include "base/java_properties.hpp"

namespace foliot::model {

std::map<std::string, std::string, std::less<>> read_properties(std::string_view text) {
  std::map<std::string, std::string, std::less<>> out;
  java_property_reader reader(text);
  while (auto each = reader.next())
    out.insert_or_assign(std::move(each->name), std::move(each->value));
  return out;
}

}  // namespace foliot::model
