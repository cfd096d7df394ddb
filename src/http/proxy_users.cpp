#include "http/proxy_users.hpp"

#include <arpa/inet.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <utility>

#include "base/text.hpp"
#include "http/errors.hpp"
#include "http/filter_text.hpp"
#include "http/identity.hpp"

namespace foliot::http {

namespace {

/// Bounds what a setting may cost at each request.
constexpr size_t names_max = 1'000;

/// The bytes of an address, 16 of them; those of IPv4 as IPv6 writes them. Nothing for a name.
std::optional<std::array<unsigned char, 16>> address_bytes(const std::string& text) {
  std::array<unsigned char, 16> out{};
  if (::inet_pton(AF_INET6, text.c_str(), out.data()) == 1) return out;
  out.fill(0);
  out[10] = out[11] = 0xFF;
  if (::inet_pton(AF_INET, text.c_str(), &out[12]) == 1) return out;
  return std::nullopt;
}

bool same_address(const std::string& a, const std::string& b) {
  const auto left = address_bytes(a);
  return left && left == address_bytes(b);
}

/// A host by its address first; names are asked for only where no address is this one.
bool is_listed(const names_rule& hosts, const std::string& host, const addresses_fn& addresses) {
  if (hosts.all) return true;
  for (const std::string& each : hosts.names)
    if (same_address(each, host)) return true;
  for (const std::string& each : hosts.names) {
    if (address_bytes(each)) continue;
    for (const std::string& address : addresses(each))
      if (same_address(address, host)) return true;
  }
  return false;
}

failure wrong(const std::string& user, const std::string& what) {
  return {errc::bad_input, "'" + user + "': " + what, "", "",
          "Write it as in: hue hosts=* groups=*; knox hosts=10.0.0.7,gate groups=staff"};
}

result<void> read_part(std::string_view word, const std::string& name, proxy_user& out,
                       std::array<bool, 2>& told) {
  const std::string_view key = word.substr(0, word.find('='));
  const bool hosts = key == "hosts";
  if (key.size() == word.size() || (!hosts && key != "groups"))
    return wrong(name, "'" + std::string(word.substr(0, 100)) + "' is neither hosts= nor groups=");
  if (std::exchange(told[hosts ? 0 : 1], true))
    return wrong(name, std::string(key) + " is told twice");
  names_rule rule = read_names(word.substr(key.size() + 1));
  if (!rule.all && rule.names.empty()) return wrong(name, std::string(key) + " is empty");
  if (rule.names.size() > names_max)
    return wrong(name, std::string(key) + " has more than " + std::to_string(names_max) + " names");
  (hosts ? out.hosts : out.groups) = std::move(rule);
  return {};
}

result<void> read_user(std::string_view text, proxy_users& out) {
  const std::string name(take_piece(text, " \t\n\r"));
  if (auto fine = check_user_name(name); !fine || name.find('=') != std::string::npos)
    return wrong(name.substr(0, 100), "this is no name of a user");
  if (out.contains(name)) return wrong(name, "the user is told twice");
  proxy_user rule;
  std::array<bool, 2> told{};
  while (!(text = trim(text)).empty())
    if (auto read = read_part(take_piece(text, " \t\n\r"), name, rule, told); !read) return read;
  if (!told[0] || !told[1]) return wrong(name, "both hosts= and groups= are needed");
  out.emplace(name, std::move(rule));
  return {};
}

failure refused(std::string sentence, std::string remedy) {
  failure out = refuse("E1400", std::move(sentence), std::move(remedy));
  out.code = errc::forbidden;
  return out;
}

}  // namespace

bool names_rule::has(std::string_view name) const {
  return all || std::find(names.begin(), names.end(), name) != names.end();
}

names_rule read_names(std::string_view text) {
  names_rule out;
  if (trim(text) == "*") {
    out.all = true;
    return out;
  }
  while (!text.empty()) {
    const std::string_view name = trim(take_piece(text, ","));
    if (!name.empty()) out.names.emplace_back(name);
  }
  return out;
}

result<proxy_users> read_proxy_users(std::string_view text) {
  proxy_users out;
  while (!text.empty()) {
    const std::string_view one = trim(take_piece(text, ";"));
    if (one.empty()) continue;
    if (out.size() >= names_max)
      return wrong(std::string(one.substr(0, 100)), "there are too many proxy users");
    if (auto read = read_user(one, out); !read) return std::move(read).error();
  }
  return out;
}

result<std::string> acting_user(const proxy_facts& facts, const std::string& user,
                                std::string_view peer, const std::string& target) {
  if (target == user && !user.empty()) return user;
  if (user.empty())
    return refuse("E1603", "proxyUser cannot be null, doAs needs to know who asks",
                  "Add user.name");
  if (target.empty())
    return refuse("E1603", "doAsUser cannot be empty", "Name a user, or leave doAs out");
  if (auto fine = check_user_name(target); !fine)
    return refuse("E1603", "doAs: " + fine.error().sentence, fine.error().remedy);
  const auto rule = facts.rules.find(user);
  if (rule == facts.rules.end())
    return refused("User [" + user + "] not defined as proxyuser",
                   "Leave doAs out, or name the user in the setting proxy_users");
  const std::string host = host_of_peer(peer);
  if (!is_listed(rule->second.hosts, host, facts.addresses))
    return refused("User [" + user + "] may not be a proxyuser from host [" + host + "]",
                   "Add the host to the user's hosts in the setting proxy_users");
  const names_rule& groups = rule->second.groups;
  if (groups.all) return target;
  for (const std::string& group : facts.groups(target))
    if (groups.has(group)) return target;
  return refused("User [" + user + "] may not be a proxyuser for user [" + target +
                     "], who is in none of its groups",
                 "Add a group to the user's groups in the setting proxy_users");
}

std::string host_of_peer(std::string_view peer) {
  std::string_view host = peer.substr(0, peer.rfind(':'));
  if (host.size() >= 2 && host.front() == '[' && host.back() == ']')
    host = host.substr(1, host.size() - 2);
  std::string text(host);
  const auto bytes = address_bytes(text);
  const bool mapped =
      bytes && (*bytes)[10] == 0xFF && (*bytes)[11] == 0xFF &&
      std::all_of(bytes->begin(), bytes->begin() + 10, [](auto b) { return b == 0; });
  if (!mapped) return text;
  std::array<char, INET_ADDRSTRLEN> out{};
  return ::inet_ntop(AF_INET, &(*bytes)[12], out.data(), out.size()) != nullptr ? out.data() : text;
}

}  // namespace foliot::http
