// The ssh client of this host, as the operator set it up.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "exec/helper/document.hpp"

namespace foliot::exec::helper {

/// Options for any call of ssh: it asks nobody anything, forwards nothing and, by the settings
/// (ssh_config_file, ssh_identity_file, ssh_known_hosts_file, ssh_host_keys,
/// ssh_connect_seconds), knows hosts and us. `identity` takes the place of ssh_identity_file
/// where it is not empty.
std::vector<std::string> ssh_options(const document& settings, const std::string& identity = {});

/// Whether it may stand as ssh's destination: user@host or host, nothing that could be an option.
bool is_destination(std::string_view host);

/// What went wrong, by what ssh wrote on its standard error (workflow.md 7, errors).
outcome ssh_trouble(std::string_view errors);

}  // namespace foliot::exec::helper
