// The schemas of config/schemas, compiled into the program.
#pragma once

#include <span>
#include <string_view>

namespace foliot::parse {

struct embedded_file {
  std::string_view name;  ///< "bundle-0.2.xsd"
  std::string_view text;
};

/// All of them, in no particular order.
std::span<const embedded_file> embedded_schemas();

}  // namespace foliot::parse
