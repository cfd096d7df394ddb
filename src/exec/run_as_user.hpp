// Users of this host, and becoming one of them.
#pragma once

#include <sys/types.h>

#include <string>

#include "base/result.hpp"
#include "exec/run_as_rules.hpp"

namespace foliot::exec {

/// What the host knows of `name`. Fails with errc::forbidden, JA002, where it knows nobody of that
/// name, or with more than 65,536 groups.
result<user_facts> find_user(const std::string& name);

/// The number of the group `name`. Fails with errc::forbidden.
result<gid_t> find_group(const std::string& name);

/// The user of `asked` if programs may run as them. Fails with errc::forbidden, JA002.
result<user_facts> allowed_user(const std::string& asked, const run_as_rules& rules);

/// As long as it lives, files are looked at with the rights of that user and group, without any
/// other group. For root; ends the process where that fails.
class acting_as {
 public:
  acting_as(uid_t user, gid_t group);
  ~acting_as();
  acting_as(const acting_as&) = delete;
  acting_as& operator=(const acting_as&) = delete;
};

/// Makes this process, root's, one of `who`, with their groups: for good, without capabilities, and
/// so that no set-id bit of a program ever gives it other rights. Ends the process where any part
/// of that fails.
void become(const user_facts& who);

}  // namespace foliot::exec
