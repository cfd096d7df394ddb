// Who may act as somebody else (doAs), from where and as whom (rest.md 2.5). Pure but for what it
// asks the two ports.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "http/groups.hpp"

namespace foliot::http {

/// `*` or a list.
struct names_rule {
  bool all = false;
  std::vector<std::string> names;

  bool has(std::string_view name) const;
  friend bool operator==(const names_rule&, const names_rule&) = default;
};
/// "*", or names with commas between them; blanks around them do not count, empty ones neither.
names_rule read_names(std::string_view text);

struct proxy_user {
  names_rule hosts;   ///< Where it may ask from: addresses, and names of hosts.
  names_rule groups;  ///< Whose members it may act as.

  friend bool operator==(const proxy_user&, const proxy_user&) = default;
};
using proxy_users = std::map<std::string, proxy_user, std::less<>>;

/// Reads "hue hosts=* groups=*; knox hosts=10.0.0.7,gate groups=staff": both lists are needed, as
/// in Oozie. Fails with bad_input, naming the user.
result<proxy_users> read_proxy_users(std::string_view text);

/// The addresses of the host `name`; empty where nobody knows. Thread-safe; may take long.
using addresses_fn = std::function<std::vector<std::string>(const std::string& name)>;

/// What the question of doAs is decided by.
struct proxy_facts {
  const proxy_users& rules;
  const groups_fn& groups;
  const addresses_fn& addresses;
};

/// The user on whose behalf a request of `user` (empty: nobody) from `peer` ("127.0.0.1:4711") is
/// done, where it says doAs=`target`. Fails with E1603 when nobody asks or nobody is named, with
/// E1400 when the rules do not allow it.
result<std::string> acting_user(const proxy_facts& facts, const std::string& user,
                                std::string_view peer, const std::string& target);

/// "127.0.0.1" of "127.0.0.1:4711", "::1" of "[::1]:4711"; an IPv4 address inside IPv6 by itself.
std::string host_of_peer(std::string_view peer);

}  // namespace foliot::http
