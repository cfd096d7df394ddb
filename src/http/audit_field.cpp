#include "http/audit_field.hpp"

#include "base/visible.hpp"
#include "http/identity.hpp"
#include "http/proxy_users.hpp"

namespace foliot::http {

std::string in_brackets(std::string text) {
  constexpr size_t longest = 200;
  if (text.size() > longest) text.resize(longest);
  for (char& c : text) {
    if (c == '[') c = '(';
    if (c == ']') c = ')';
    if (static_cast<unsigned char>(c) < ' ' || c == '\x7F') c = '?';
  }
  return " [" + (text.empty() ? "null" : visible(text)) + "]";
}

std::string shown_user(const std::string& user, const std::string& address) {
  const audited_place from = read_audited(address);
  return from.real.empty() ? user : from.real + " doAs " + user;
}

std::string shown_host(const std::string& address) {
  const std::string peer = read_audited(address).peer;
  // What follows is the console's name, not a port.
  return peer.starts_with("console:") ? peer : host_of_peer(peer);
}

}  // namespace foliot::http
