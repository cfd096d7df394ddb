#include "server/config.hpp"

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

}  // namespace

result<config> parse_config(std::string_view text, const std::string& place,
                            const std::vector<override_value>& overrides) {
  config out;
  try {
    const toml::table read = toml::parse(text, place);
    for (const auto& [name, node] : read) {
      const std::string where = line_place(place, name.source().begin);
      const auto value = scalar_text(node);
      const config_key* key = find_config_key(name.str());
      if (key != nullptr && (!value || key->is_number != node.is_integer()))
        return failure{errc::bad_input,
                       "'" + std::string(name.str()) + "' must be " +
                           (key->is_number ? "a whole number" : "a text in quotes"),
                       "", where, "Write " + key->name + " = " + key->default_text};
      auto set = apply(out, std::string(name.str()), value.value_or(""), where);
      if (!set) return std::move(set).error();
    }
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

}  // namespace foliot::server
