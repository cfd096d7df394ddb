// Private to config*.cpp: every key of foliot.toml in one table.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "server/config.hpp"

namespace foliot::server {

struct config_key {
  std::string name;
  std::string default_text;  ///< As written in TOML.
  std::string bounds;        ///< With unit: "1 to 1000, programs".
  std::string effect;        ///< One or more sentences.
  bool is_number = false;
  std::function<result<void>(config&, const std::string&)> set;
};

const std::vector<config_key>& config_keys();
const config_key* find_config_key(std::string_view name);
/// The key with the least edits from `name`, empty when none is near.
std::string nearest_config_key(std::string_view name);

}  // namespace foliot::server
