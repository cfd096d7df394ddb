#include "server/config.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <toml++/toml.h>
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <optional>
#include <sstream>
#include <utility>

#include "server/config_keys.hpp"

namespace foliot::server {

namespace {

std::string line_place(const std::string& place, const toml::source_position& at) {
  return place + ":" + std::to_string(at.line) + ":" + std::to_string(at.column);
}

/// Text form of a scalar, so that file and command line are checked by the same rules.
std::optional<std::string> scalar_text(const toml::node& node) {
  if (const auto* text = node.as_string()) return text->get();
  if (const auto* number = node.as_integer()) return std::to_string(number->get());
  if (const auto* truth = node.as_boolean()) return truth->get() ? "true" : "false";
  return std::nullopt;
}

std::string default_of(const config_key& key) {
  const std::string& text = key.default_text;
  const bool quoted = text.size() > 1 && text.front() == '"';
  return quoted ? text.substr(1, text.size() - 2) : text;
}

result<void> apply(config& out, const std::string& name, const std::string& value,
                   const std::string& place) {
  const config_key* key = find_config_key(name);
  if (key == nullptr) {
    const std::string near = nearest_config_key(name);
    return failure{errc::bad_input, "there is no setting '" + name + "'", "", place,
                   near.empty() ? "See config/foliot.toml.example for all settings"
                                : "Did you mean '" + near + "'?"};
  }
  auto set = key->set(out, value);
  if (!set) return std::move(set).error().within(place + ": " + name);
  if (value != default_of(*key)) out.written[name] = value;
  return {};
}

/// The settings in `read`; "open" in its table "http" is http_open.
result<void> apply_all(config& out, const toml::table& read, const std::string& prefix,
                       const std::string& place) {
  for (const auto& [at, node] : read) {
    const std::string name = prefix + std::string(at.str());
    const config_key* key = find_config_key(name);
    if (key == nullptr && prefix.empty() && node.is_table()) {
      if (auto set = apply_all(out, *node.as_table(), name + "_", place); !set) return set;
      continue;
    }
    const std::string where = line_place(place, at.source().begin);
    const auto value = scalar_text(node);
    if (key != nullptr && (!value || key->is_number != node.is_integer()))
      return failure{
          errc::bad_input,
          "'" + name + "' must be " + (key->is_number ? "a whole number" : "a text in quotes"), "",
          where, "Write " + key->name + " = " + key->default_text};
    if (auto set = apply(out, name, value.value_or(""), where); !set) return set;
  }
  return {};
}

bool is_zero(uint8_t byte) { return byte == 0; }

/// Whether only this host can connect there; nothing where it is no address.
std::optional<bool> is_own_address(const std::string& host) {
  if (host == "localhost") return true;
  in_addr four{};
  if (::inet_pton(AF_INET, host.c_str(), &four) == 1) return (ntohl(four.s_addr) >> 24) == 127;
  in6_addr six{};
  if (::inet_pton(AF_INET6, host.c_str(), &six) != 1) return std::nullopt;
  if (IN6_IS_ADDR_V4MAPPED(&six)) return six.s6_addr[12] == 127;
  return IN6_IS_ADDR_LOOPBACK(&six);
}

}  // namespace

result<config> parse_config(std::string_view text, const std::string& place,
                            const std::vector<override_value>& overrides) {
  config out;
  try {
    const toml::table read = toml::parse(text, place);
    if (auto set = apply_all(out, read, "", place); !set) return std::move(set).error();
  } catch (const toml::parse_error& error) {
    return failure{errc::bad_input, "this is no TOML: " + std::string(error.description()), "",
                   line_place(place, error.source().begin), "Write lines such as name = \"value\""};
  }
  for (const override_value& one : overrides) {
    auto set = apply(out, one.name, one.value, "command line");
    if (!set) return std::move(set).error();
  }
  return out;
}

result<config> load_config(const std::string& path, const std::vector<override_value>& overrides) {
  if (path.empty()) return parse_config("", "defaults", overrides);
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    const bool missing = errno == ENOENT;
    return failure{missing ? errc::not_found : errc::io,
                   missing
                       ? "the configuration file does not exist"
                       : "cannot read the configuration file: " + std::string(std::strerror(errno)),
                   "", path, "Check the path given with --config"};
  }
  std::ostringstream text;
  text << file.rdbuf();
  return parse_config(text.str(), path, overrides);
}

std::map<std::string, std::string> settings_of(const config& settings) {
  std::map<std::string, std::string> out = settings.written;
  for (const config_key& key : config_keys()) out.emplace(key.name, default_of(key));
  return out;
}

result<listen_address> parse_listen(std::string_view text) {
  const failure bad{errc::bad_input, "'" + std::string(text) + "' is not HOST:PORT", "", "",
                    "Write for example 127.0.0.1:11000 or [::1]:11000"};
  const size_t colon = text.rfind(':');
  if (colon == std::string_view::npos || colon == 0) return bad;
  std::string_view host = text.substr(0, colon);
  const std::string_view port = text.substr(colon + 1);
  if (port.empty() || port.size() > 5 || port.find_first_not_of("0123456789") != port.npos)
    return bad;
  const unsigned long number = std::stoul(std::string(port));
  if (number > 65535) return bad;
  const bool bracketed = host.front() == '[' && host.back() == ']' && host.size() > 2;
  if (bracketed) host = host.substr(1, host.size() - 2);
  if (!bracketed && host.find(':') != std::string_view::npos) return bad;
  return listen_address{std::string(host), static_cast<uint16_t>(number)};
}

bool listens_for_this_host(const config& settings) {
  const auto address = parse_listen(settings.listen);
  return address && is_own_address(address->host).value_or(false);
}

bool is_every_address(const std::string& host) {
  in_addr four{};
  if (::inet_pton(AF_INET, host.c_str(), &four) == 1) return four.s_addr == 0;
  in6_addr six{};
  if (::inet_pton(AF_INET6, host.c_str(), &six) != 1) return false;
  if (IN6_IS_ADDR_V4MAPPED(&six)) return std::all_of(&six.s6_addr[12], &six.s6_addr[16], is_zero);
  return IN6_IS_ADDR_UNSPECIFIED(&six);
}

std::string base_url_of(const config& settings, const std::string& host, uint16_t port,
                        const std::string& host_name) {
  if (!settings.base_url.empty()) {
    const size_t end = settings.base_url.find_last_not_of('/');
    return settings.base_url.substr(0, end + 1);
  }
  std::string reached = is_every_address(host) ? host_name : host;
  if (reached.empty() || reached == "localhost") reached = "127.0.0.1";
  if (reached.find(':') != std::string::npos) reached = "[" + reached + "]";
  return "http://" + reached + ":" + std::to_string(port) + "/oozie";
}

result<void> check_exposure(const config& settings) {
  const auto address = parse_listen(settings.listen);
  if (!address) return address.error();
  if (settings.http_open || is_own_address(address->host).value_or(true)) return {};
  return failure{errc::forbidden,
                 "other hosts could connect here, and nothing proves who asks: everybody could say "
                 "to be anybody",
                 "", "listen: " + settings.listen,
                 "Listen on 127.0.0.1, behind a proxy that knows its users; or, where everybody "
                 "who reaches the port may do everything, write http.open = true into the "
                 "configuration file (or --set http_open=true)"};
}

}  // namespace foliot::server
