// docs/api/openapi.json, compiled into the program.
#pragma once

#include <span>
#include <string_view>

namespace foliot::http {

struct embedded_file {
  std::string_view name;
  std::string_view text;
};

/// The one file.
std::span<const embedded_file> embedded_api();

}  // namespace foliot::http
