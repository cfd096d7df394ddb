#include "tools/oozie/layout.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace foliot::oozie {

using nlohmann::json;

namespace {

/// UTF-16 units of UTF-8 text: one for each character, two beyond U+FFFF.
size_t java_length(const std::string& text) {
  size_t out = 0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte & 0xC0) != 0x80) out += byte >= 0xF0 ? 2 : 1;
  }
  return out;
}

const json* member(const json& of, const char* name) {
  if (!of.is_object()) return nullptr;
  const auto found = of.find(name);
  return found == of.end() || found->is_null() ? nullptr : &*found;
}

std::string as_text(const json& value) {
  if (value.is_string()) return value.get<std::string>();
  return value.dump(-1, ' ', false, json::error_handler_t::replace);
}

}  // namespace

const std::string& ruler() {
  static const std::string out = std::string(132, '-') + "\n";
  return out;
}

std::string shown(const json& of, const char* name) {
  const json* value = member(of, name);
  if (value == nullptr) return "-";
  std::string out = as_text(*value);
  return out.empty() ? "-" : out;
}

std::string or_null(const json& of, const char* name) {
  const json* value = member(of, name);
  return value == nullptr ? "null" : as_text(*value);
}

std::string date(const json& of, const char* name, const display_zone& zone, bool seconds) {
  const auto at = read_date(shown(of, name));
  return at ? shown_date(*at, zone, seconds) : "-";
}

const json& list(const json& of, const char* name) {
  static const json none = json::array();
  const json* value = member(of, name);
  return value == nullptr || !value->is_array() ? none : *value;
}

std::string row(const std::vector<std::string>& cells, const std::vector<size_t>& widths) {
  std::string out;
  for (size_t i = 0; i < cells.size(); ++i) {
    out += cells[i];
    const size_t length = java_length(cells[i]);
    if (length < widths[i]) out.append(widths[i] - length, ' ');
  }
  return out + "\n";
}

std::string tabbed(const std::vector<std::string>& cells) {
  std::string out;
  for (const std::string& cell : cells) out += (&cell == cells.data() ? "" : "\t") + cell;
  return out + "\n";
}

}  // namespace foliot::oozie
