// What the server tells of itself to administrators (rest.md 4).
#pragma once

#include <map>
#include <string>

#include "http/api.hpp"
#include "server/config.hpp"

namespace foliot::server {

/// The engine's environment; what may be a secret (a name with PASSWORD, SECRET, TOKEN or KEY in
/// it) is masked.
std::map<std::string, std::string> environment_shown();

/// Facts about this process and host, under the names that Java gives them where it has one.
std::map<std::string, std::string> system_facts();

/// The directories of the sharelib `path` (may be empty) and the files in them, sorted.
http::shared_libraries sharelib_at(const std::string& path);

/// Puts into `how` all that admin, validate and the XML of nodes need, but for the address that is
/// known once it is bound; `settings` must outlive it.
void tell_about(http::api_options& how, const config& settings);

}  // namespace foliot::server
