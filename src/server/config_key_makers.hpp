// How the table of settings is written: one call per setting.
#pragma once

#include <charconv>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "server/config_keys.hpp"

namespace foliot::server {

inline failure wrong(std::string sentence, std::string remedy) {
  return {errc::bad_input, std::move(sentence), "", "", std::move(remedy)};
}

template <class Number>
config_key number_key(std::string name, Number config::*member, uint64_t least, uint64_t most,
                      const std::string& unit, std::string effect) {
  const std::string bounds = std::to_string(least) + " to " + std::to_string(most);
  const auto set = [member, least, most, bounds](config& out,
                                                 const std::string& text) -> result<void> {
    uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || value < least || value > most)
      return wrong("'" + text + "' is not a whole number from " + bounds,
                   "Give a number from " + bounds);
    out.*member = static_cast<Number>(value);
    return {};
  };
  return {std::move(name),
          std::to_string(config{}.*member),
          bounds + ", " + unit,
          std::move(effect),
          true,
          set};
}

template <class Enum>
config_key choice_key(std::string name, Enum config::*member,
                      std::vector<std::pair<std::string, Enum>> choices, std::string effect) {
  std::string bounds;
  std::string standard;
  for (const auto& [text, value] : choices) {
    bounds += (bounds.empty() ? "" : ", ") + text;
    if (value == config{}.*member) standard = "\"" + text + "\"";
  }
  const auto set = [member, choices = std::move(choices), bounds](
                       config& out, const std::string& text) -> result<void> {
    for (const auto& [choice, value] : choices)
      if (choice == text) return out.*member = value, result<void>{};
    return wrong("'" + text + "' is none of " + bounds, "Choose one of " + bounds);
  };
  return {std::move(name), standard, bounds, std::move(effect), false, set};
}

inline config_key text_key(std::string name, std::string config::*member, std::string bounds,
                           std::string effect,
                           std::function<result<void>(const std::string&)> check) {
  const auto set = [member, check = std::move(check)](config& out,
                                                      const std::string& text) -> result<void> {
    if (auto fine = check(text); !fine) return fine;
    out.*member = text;
    return {};
  };
  return {std::move(name),
          "\"" + config{}.*member + "\"",
          std::move(bounds),
          std::move(effect),
          false,
          set};
}

/// Those about the address that clients are told.
void add_address_keys(std::vector<config_key>& out);
/// Those about connections and requests.
void add_http_keys(std::vector<config_key>& out);
/// Those about mail and other hosts, in the order of the example.
void add_remote_keys(std::vector<config_key>& out);
/// Those about who asks, and for what.
void add_identity_keys(std::vector<config_key>& out);
/// Those of the port for consoles.
void add_console_keys(std::vector<config_key>& out);

}  // namespace foliot::server
