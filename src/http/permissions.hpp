// Who may change what, where authorization is on (rest.md 2.6). Reads are open to whoever is let
// in. Pure but for the groups that it asks for.
#pragma once

#include <string>
#include <string_view>

#include "base/ids.hpp"
#include "base/result.hpp"
#include "http/groups.hpp"
#include "http/proxy_users.hpp"
#include "model/definition.hpp"

namespace foliot::http {

struct permissions {
  bool on = false;          ///< Off, as in Oozie by default: everybody may do everything.
  names_rule admins;        ///< Users who may do everything; nobody in particular never may.
  names_rule admin_groups;  ///< Whose members may.
};

/// A job as far as permissions go.
struct owned_job {
  entity_kind kind = entity_kind::none;
  std::string id;    ///< On the wire.
  std::string user;  ///< Whose it is.
  std::string acl;   ///< Users and groups with commas between them who may change it as well.
};

/// The value of `oozie.job.acl`, or of its old name `group.name`.
std::string acl_of(const model::configuration& conf);

bool is_admin(const permissions& rules, const groups_fn& groups, const std::string& user);

/// Whether `user` (empty: nobody in particular) may change that job: its owner, whom its ACL names,
/// and admins may. Fails with E0508 (workflows), E0509 (others), or E0501 where the ACL names a
/// group and nobody knows those of the user.
result<void> may_change(const permissions& rules, const groups_fn& groups, const std::string& user,
                        const owned_job& job);

/// Whether `user` may do what concerns the whole server. Fails with E0503.
result<void> may_administer(const permissions& rules, const groups_fn& groups,
                            const std::string& user);

}  // namespace foliot::http
