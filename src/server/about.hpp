// What the server tells of itself to administrators (rest.md 4).
#pragma once

#include <map>
#include <string>

#include "http/api.hpp"
#include "server/config.hpp"

namespace foliot::server {

/// The engine's environment; what may be a secret (base/secrets.hpp) is masked.
std::map<std::string, std::string> environment_shown();

/// Facts about this process and host, under the names that Java gives them where it has one; masked
/// in the same way.
std::map<std::string, std::string> system_facts();

/// Every setting as settings_of tells it, values with a password in an address masked. Names hide
/// nothing: they are our own, and secrets are in files that settings name.
std::map<std::string, std::string> settings_shown(const config& settings);

/// The directories of the sharelib `path` (may be empty) and the files in them, sorted.
http::shared_libraries sharelib_at(const std::string& path);

/// Which names of servers requests may ask for, by what is listened on and http_hosts.
http::host_rules host_rules_of(const config& settings);

/// Puts into `how` all that admin, validate and the XML of nodes need, but for the address that is
/// known once it is bound; `settings` must outlive it.
void tell_about(http::api_options& how, const config& settings);

}  // namespace foliot::server
