// Settings of who may ask, and for what (docs/identity.md).
#include <algorithm>

#include "http/proxy_users.hpp"
#include "server/config_key_makers.hpp"

namespace foliot::server {

namespace {

result<void> is_path_or_empty(const std::string& text) {
  if (text.empty() || text.starts_with('/')) return {};
  return wrong("'" + text + "' is no absolute path", "Begin it with '/'");
}

result<void> is_domain(const std::string& text) {
  constexpr size_t longest = 255;
  const bool fine = text.size() <= longest && std::all_of(text.begin(), text.end(), [](char c) {
                      return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
                             (c >= 'A' && c <= 'Z') || c == '.' || c == '-';
                    });
  if (fine) return {};
  return wrong("'" + text + "' is no domain", "Write it as in example.org");
}

result<void> are_proxy_users(const std::string& text) {
  const auto read = http::read_proxy_users(text);
  return read ? result<void>{} : result<void>{read.error()};
}

result<void> are_names(const std::string& text) {
  for (const char c : text)
    if (static_cast<unsigned char>(c) < ' ')
      return wrong("it holds a control character", "Write names with commas between them, or *");
  const http::names_rule read = http::read_names(text);
  if (std::find(read.names.begin(), read.names.end(), "*") == read.names.end()) return {};
  return wrong("'*' stands among names", "Write '*' alone for everybody");
}

void add_authentication(std::vector<config_key>& out) {
  out.push_back(choice_key<bool>(
      "http_open", &config::http_open, {{"false", false}, {"true", true}},
      "Whether the server may listen where other hosts can connect. Nothing proves who asks: "
      "everybody who reaches the port may do everything in anybody's name."));
  out.push_back(choice_key<bool>("auth_anonymous", &config::auth_anonymous,
                                 {{"allowed", true}, {"refused", false}},
                                 "Whether requests without user.name and cookie are answered "
                                 "(oozie.authentication.simple.anonymous.allowed)."));
  out.push_back(number_key("auth_token_seconds", &config::auth_token_seconds, 60, 31'622'400,
                           "seconds",
                           "How long a cookie tells who asks "
                           "(oozie.authentication.token.validity)."));
  out.push_back(text_key("auth_secret_file", &config::auth_secret_file,
                         "absolute path of a file, or empty",
                         "The secret that cookies are signed with: 16 to 4096 bytes, for the "
                         "server's user alone. Empty: http.secret in the data directory, made when "
                         "it is missing (oozie.authentication.signature.secret).",
                         is_path_or_empty));
  out.push_back(text_key("auth_cookie_domain", &config::auth_cookie_domain, "a domain, or empty",
                         "The domain whose hosts get the cookie; empty: only the host that was "
                         "asked (oozie.authentication.cookie.domain).",
                         is_domain));
}

void add_authorization(std::vector<config_key>& out) {
  out.push_back(text_key(
      "proxy_users", &config::proxy_users, "USER hosts=LIST groups=LIST; ..., or empty",
      "Who may act for others by doAs: from which hosts, and for members of which groups. A list "
      "is names with commas between them, or *. For Hue: hue hosts=* groups=* "
      "(oozie.service.ProxyUserService.proxyuser.USER.hosts and .groups).",
      are_proxy_users));
  out.push_back(choice_key<bool>(
      "authorization", &config::authorization, {{"off", false}, {"on", true}},
      "Whether only its owner, those whom its oozie.job.acl names, and admins may change a job "
      "(oozie.service.AuthorizationService.authorization.enabled)."));
  out.push_back(text_key("admin_users", &config::admin_users, "names with commas, or *",
                         "Who may change every job, purge, and set the system mode, where "
                         "authorization is on (adminusers.txt).",
                         are_names));
  out.push_back(text_key("admin_groups", &config::admin_groups, "names with commas, or *",
                         "The same for the members of groups "
                         "(oozie.service.AuthorizationService.admin.groups).",
                         are_names));
}

}  // namespace

void add_console_keys(std::vector<config_key>& out) {
  out.push_back(choice_key<bool>(
      "admin_enabled", &config::admin_enabled, {{"true", true}, {"false", false}},
      "Whether consoles are listened for (`foliot console`): behind TLS with certificates on both "
      "sides, which the first start makes in the directory console below the data directory."));
  out.push_back(text_key(
      "admin_listen", &config::admin_listen, "HOST:PORT, an IP address",
      "Where consoles connect. Port 0 takes any free port; the file console/port below the data "
      "directory tells which. Other hosts need a certificate of `foliot console certificate`.",
      [](const std::string& text) {
        const auto parsed = parse_listen(text);
        return parsed ? result<void>{} : result<void>{parsed.error()};
      }));
}

void add_identity_keys(std::vector<config_key>& out) {
  add_authentication(out);
  add_authorization(out);
}

}  // namespace foliot::server
