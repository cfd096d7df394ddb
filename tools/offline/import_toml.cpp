// The text of an imported foliot.toml.
#include <cstdio>

#include "base/visible.hpp"
#include "tools/offline/config_import.hpp"
#include "tools/offline/wrap.hpp"

namespace foliot::offline {

namespace {

/// `text` as comment lines; nothing in it can begin a line of its own.
std::string comment(const std::string& text, size_t indent = 1) {
  std::string out;
  const std::string lines = wrapped(visible(text), indent);
  for (size_t at = 0; at < lines.size();) {
    const size_t end = lines.find('\n', at);
    out += "#" + lines.substr(at, end - at) + "\n";
    at = end + 1;
  }
  return out;
}

std::string sentence_of(const import_row& row) {
  if (row.remedy.empty()) return row.says + ".";
  return row.says + ". " + row.remedy + (row.remedy.ends_with('?') ? "" : ".");
}

}  // namespace

std::string toml_string(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (byte < ' ' || byte == 0x7F) {
      char escape[8];
      std::snprintf(escape, sizeof escape, "\\u%04X", byte);
      out += escape;
    } else {
      out += c;
    }
  }
  return out + "\"";
}

std::string toml_of(const import_outcome& outcome, const std::string& file) {
  std::string out = comment("Made of " + file +
                            " by 'foliot config import'. What is not here is as by default: see "
                            "config/foliot.toml.example.");
  for (const import_line& line : outcome.lines) {
    out += "\n";
    for (const std::string& key : line.keys) out += comment(key);
    out += line.setting + " = " + line.value + "\n";
  }
  if (outcome.count(fate::unsupported) == 0) return out;
  out += "\n" + comment("Not carried over:");
  for (const import_row& row : outcome.rows) {
    if (row.what != fate::unsupported) continue;
    out += comment(row.key) + comment(sentence_of(row), 3);
  }
  return out;
}

}  // namespace foliot::offline
