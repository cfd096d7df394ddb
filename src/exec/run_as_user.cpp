#include "exec/run_as_user.hpp"

#include <grp.h>
#include <linux/capability.h>
#include <linux/keyctl.h>
#include <pwd.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <string_view>
#include <vector>

#include "exec/run_files.hpp"

namespace foliot::exec {

namespace {

constexpr int groups_max = 65'536;  // the kernel's own limit

failure unknown(const char* what, const std::string& name, const char* setting) {
  return {
      errc::forbidden,
      std::string{"the host knows no "} + what + " '" + name.substr(0, 64) + "' (" + setting + ")",
      "JA002", "", ""};
}

/// Half a change of user is worse than none: nothing goes on after a failure.
void must(bool done) {
  if (done) return;
  constexpr std::string_view why = "foliot-run-as: this host does not let it change its user\n";
  static_cast<void>(write_all(2, why).ok());
  ::_exit(126);
}

bool has_only(uid_t user, gid_t group) {
  uid_t uids[3];
  gid_t gids[3];
  if (::getresuid(&uids[0], &uids[1], &uids[2]) != 0) return false;
  if (::getresgid(&gids[0], &gids[1], &gids[2]) != 0) return false;
  for (int i = 0; i < 3; ++i)
    if (uids[i] != user || gids[i] != group) return false;
  return true;
}

void drop_capabilities() {
  for (unsigned long each = 0; each < 64; ++each) {
    if (::prctl(PR_CAPBSET_READ, each, 0, 0, 0) == 1)
      must(::prctl(PR_CAPBSET_DROP, each, 0, 0, 0) == 0);
  }
  ::prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
}

/// Those that a process may pass on to a program; the others went with the user.
void drop_inherited_capabilities() {
  __user_cap_header_struct header{};
  header.version = _LINUX_CAPABILITY_VERSION_3;
  __user_cap_data_struct none[2] = {};
  must(::syscall(SYS_capset, &header, none) == 0);
}

/// Keys of the engine (Kerberos tickets) are the possessor's, whoever that is. A kernel without
/// keys has none to give.
void leave_keys() {
  static_cast<void>(::syscall(SYS_keyctl, KEYCTL_JOIN_SESSION_KEYRING, nullptr, 0, 0, 0));
}

}  // namespace

result<user_facts> find_user(const std::string& name) {
  std::vector<char> space(1U << 16);
  passwd entry{};
  passwd* found = nullptr;
  if (::getpwnam_r(name.c_str(), &entry, space.data(), space.size(), &found) != 0 ||
      found == nullptr) {
    return unknown("user", name, "run_as");
  }
  user_facts out{found->pw_name, found->pw_uid, found->pw_gid, found->pw_dir, {}};
  int count = 64;
  out.groups.resize(64);
  while (::getgrouplist(name.c_str(), out.gid, out.groups.data(), &count) < 0) {
    if (count > groups_max || static_cast<size_t>(count) <= out.groups.size())
      return unknown("groups of the user", name, "run_as");
    out.groups.resize(static_cast<size_t>(count));
  }
  out.groups.resize(static_cast<size_t>(count));
  return out;
}

result<gid_t> find_group(const std::string& name) {
  std::vector<char> space(1U << 20);  // with the names of its members
  group entry{};
  group* found = nullptr;
  if (::getgrnam_r(name.c_str(), &entry, space.data(), space.size(), &found) != 0 ||
      found == nullptr) {
    return unknown("group", name, "run_as_group");
  }
  return found->gr_gid;
}

result<user_facts> allowed_user(const std::string& asked, const run_as_rules& rules) {
  if (!is_user_name(asked)) {
    auto refused = judge_user(asked, {}, rules, 0);
    return refused.error();
  }
  const auto members = find_group(rules.group);
  if (!members) return members.error();
  auto found = find_user(asked);
  if (!found) return found;
  if (auto fine = judge_user(asked, *found, rules, *members); !fine) return fine.error();
  return found;
}

acting_as::acting_as(uid_t user, gid_t group) {
  must(::setgroups(0, nullptr) == 0);
  must(::setegid(group) == 0);
  must(::seteuid(user) == 0);
}

acting_as::~acting_as() {
  must(::seteuid(0) == 0);
  must(::setegid(0) == 0);
}

void become(const user_facts& who) {
  must(who.uid != 0 && who.uid != static_cast<uid_t>(-1) && who.gid != static_cast<gid_t>(-1));
  drop_capabilities();
  must(::setgroups(who.groups.size(), who.groups.data()) == 0);
  must(::setresgid(who.gid, who.gid, who.gid) == 0);
  must(::setresuid(who.uid, who.uid, who.uid) == 0);
  drop_inherited_capabilities();
  leave_keys();
  must(::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0);
  must(has_only(who.uid, who.gid));
  must(::setuid(0) != 0 && ::seteuid(0) != 0);
}

}  // namespace foliot::exec
