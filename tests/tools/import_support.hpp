// Sites of a few properties, and what becomes of them.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "server/config.hpp"
#include "tools/offline/config_import.hpp"

namespace foliot::testing {

using pairs = std::vector<std::pair<std::string, std::string>>;

inline offline::import_outcome imported(
    const pairs& properties, std::map<std::string, std::string, std::less<>> definitions = {}) {
  offline::import_source source;
  source.folder = "/etc/oozie";
  source.definitions = std::move(definitions);
  size_t line = 0;
  for (const auto& [name, value] : properties)
    source.entries.push_back({name, value, "site:" + std::to_string(++line) + ":1", false});
  auto out = offline::import_site(source);
  EXPECT_TRUE(out.ok()) << (out ? "" : out.error().text());
  return out ? std::move(*out) : offline::import_outcome{};
}

/// "mapped: x = 1", "ignored: why", "unsupported: why".
inline std::string told(const offline::import_row& row) {
  if (row.what == offline::fate::mapped) return "mapped: " + row.setting + " = " + row.value;
  return (row.what == offline::fate::ignored ? "ignored: " : "unsupported: ") + row.says;
}

inline std::string one(const std::string& key, const std::string& value) {
  const auto out = imported({{key, value}});
  return out.rows.empty() ? "nothing" : told(out.rows.front());
}

inline server::config loaded(const std::string& text) {
  auto out = server::parse_config(text, "foliot.toml", {});
  EXPECT_TRUE(out.ok()) << (out ? "" : out.error().text()) << "\n" << text;
  return out ? *out : server::config{};
}

}  // namespace foliot::testing
