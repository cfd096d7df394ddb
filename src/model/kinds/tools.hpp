// The client programs of this host that actions run, and the settings that say where they are.
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

namespace foliot::model {

/// As `program_plan::program` names them.
inline constexpr std::array<std::string_view, 7> client_tools{
    "beeline", "hadoop", "hive", "java", "pig", "spark-submit", "sqoop"};

/// The setting of foliot.toml with the path of `tool`: "program_spark_submit".
inline std::string tool_setting(std::string_view tool) {
  std::string out = "program_" + std::string(tool);
  std::replace(out.begin(), out.end(), '-', '_');
  return out;
}

}  // namespace foliot::model
