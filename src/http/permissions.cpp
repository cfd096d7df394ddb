#include "http/permissions.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "http/errors.hpp"

namespace foliot::http {

namespace {

/// 401 whatever its code, as every refusal of Oozie's authorization.
failure refused(std::string_view code, std::string sentence, std::string remedy) {
  failure out = refuse(code, std::move(sentence), std::move(remedy));
  out.code = errc::forbidden;
  return out;
}

/// "?" is how Oozie calls nobody in particular.
std::string shown(const std::string& user) { return user.empty() ? "?" : user; }

}  // namespace

std::string acl_of(const model::configuration& conf) {
  for (const char* name : {"oozie.job.acl", "group.name"}) {
    const auto found = conf.find(name);
    if (found != conf.end()) return found->second;
  }
  return {};
}

bool is_admin(const permissions& rules, const groups_fn& groups, const std::string& user) {
  if (user.empty()) return false;
  if (rules.admins.has(user) || rules.admin_groups.all) return true;
  if (rules.admin_groups.names.empty()) return false;
  const std::vector<std::string> own = groups(user);
  return std::any_of(own.begin(), own.end(),
                     [&](const std::string& group) { return rules.admin_groups.has(group); });
}

result<void> may_change(const permissions& rules, const groups_fn& groups, const std::string& user,
                        const owned_job& job) {
  if (!rules.on || is_admin(rules, groups, user)) return {};
  const bool workflow = job.kind == entity_kind::workflow;
  failure no = refused(workflow ? "E0508" : "E0509",
                       "User [" + shown(user) + "] not authorized for " +
                           (workflow ? "WF" : "Coord") + " job [" + job.id + "]",
                       "Ask its owner " + job.user + ", or an admin");
  if (user.empty()) return no;
  if (user == job.user) return {};
  const names_rule acl = read_names(job.acl);
  if (acl.names.empty()) return no;  // also for '*', which is the name of nobody here
  if (acl.has(user)) return {};
  const std::vector<std::string> own = groups(user);
  if (own.empty())
    return refused("E0501",
                   "Could not perform authorization operation, no groups found for user " + user,
                   "Make the user known to this host, or name it in the job's oozie.job.acl");
  if (std::any_of(own.begin(), own.end(), [&](const std::string& group) { return acl.has(group); }))
    return {};
  return no;
}

result<void> may_administer(const permissions& rules, const groups_fn& groups,
                            const std::string& user) {
  if (!rules.on || is_admin(rules, groups, user)) return {};
  return refused("E0503", "User [" + shown(user) + "] does not have admin privileges",
                 "Ask one of those whom the setting admin_users names");
}

}  // namespace foliot::http
