// What this host knows of itself, of its users and of other hosts. What is about others may wait
// for a directory or a name server.
#pragma once

#include <string>
#include <vector>

namespace foliot::server {

/// This host's own name, as it is set; empty where it is none that an address may hold.
std::string own_host_name();

/// The names of the groups of `user`; empty for a user whom this host does not know.
std::vector<std::string> groups_on_host(const std::string& user);

/// What this host calls itself, as a whole and up to the first dot; asks nobody, so it never waits.
std::vector<std::string> own_names();

/// The addresses of the host `name`, as text; empty where it is not known.
std::vector<std::string> addresses_of_host(const std::string& name);

}  // namespace foliot::server
