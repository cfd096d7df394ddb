#include "http/browser_guard.hpp"

#include <arpa/inet.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "base/visible.hpp"
#include "http/filter_text.hpp"

namespace foliot::http {

namespace {

/// What of a client's text is repeated to it, bytes.
constexpr size_t repeated_max = 100;

struct authority {
  std::string host;  ///< In small letters, without a dot at the end; an IPv6 address in brackets.
  std::string port;  ///< Empty: none is named.

  friend bool operator==(const authority&, const authority&) = default;
};

authority authority_of(std::string_view text) {
  const size_t bracket = text.rfind(']');
  const size_t colon = text.rfind(':');
  const bool has_port =
      colon != std::string_view::npos && (bracket == std::string_view::npos || bracket < colon);
  authority out{lower(text.substr(0, has_port ? colon : text.size())),
                std::string(has_port ? text.substr(colon + 1) : std::string_view{})};
  if (out.host.ends_with('.')) out.host.pop_back();
  return out;
}

/// Whether the page at `origin` is one of the server at `host`.
bool is_own_page(std::string_view origin, std::string_view host) {
  static constexpr std::array<std::pair<std::string_view, const char*>, 2> schemes{
      {{"http://", "80"}, {"https://", "443"}}};
  for (const auto& [scheme, port] : schemes) {
    if (lower(origin.substr(0, scheme.size())) != scheme) continue;
    authority page = authority_of(origin.substr(scheme.size()));
    authority server = authority_of(host);
    for (authority* each : {&page, &server})
      if (each->port.empty()) each->port = port;
    return page == server;
  }
  return false;
}

bool is_address(const std::string& host) {
  in6_addr six{};
  if (host.size() > 2 && host.front() == '[' && host.back() == ']')
    return ::inet_pton(AF_INET6, host.substr(1, host.size() - 2).c_str(), &six) == 1;
  in_addr four{};
  return ::inet_pton(AF_INET, host.c_str(), &four) == 1;
}

bool is_own_name(const std::string& host, const host_rules& rules) {
  return host == "localhost" ||
         std::any_of(rules.names.begin(), rules.names.end(),
                     [&](const std::string& name) { return name == "*" || lower(name) == host; });
}

std::string quoted(std::string_view text) {
  return "'" + visible(text.substr(0, repeated_max)) + "'";
}

bool changes_something(const std::string& method) {
  return method != "GET" && method != "HEAD" && method != "OPTIONS" && method != "TRACE";
}

}  // namespace

result<void> check_browser(const request& in, const host_rules& rules) {
  const auto host = find_header(in.headers, "Host");
  if (host && rules.own_names_only) {
    const std::string name = authority_of(*host).host;
    if (name.find('\0') != std::string::npos || (!is_address(name) && !is_own_name(name, rules)))
      return failure{errc::forbidden,
                     "the server listens for this host only, and " + quoted(*host) +
                         " is no name of it that it knows",
                     "", "Host",
                     "Ask for 127.0.0.1 or localhost, or add the name to the setting http_hosts"};
  }
  const auto origin = find_header(in.headers, "Origin");
  if (!origin || !changes_something(in.method) || is_own_page(*origin, host.value_or("")))
    return {};
  return failure{errc::forbidden,
                 "a web page of " + quoted(*origin) + " may not give orders to this server", "",
                 "Origin",
                 "Ask without a browser; a proxy in between has to pass on the Host that it was "
                 "asked for"};
}

}  // namespace foliot::http
