// What the engine tells foliot-action about mail servers and other hosts.
#pragma once

#include <string>

#include "base/result.hpp"
#include "server/config.hpp"

namespace foliot::server {

/// Lines "name=value" under the names of foliot.toml. No secret stands there: only the paths of
/// files that hold them.
std::string helper_settings_text(const config& settings);

/// Writes them to `path`, for the owner alone and all at once. Fails with io.
result<void> write_helper_settings(const config& settings, const std::string& path);

}  // namespace foliot::server
