// An oozie-site.xml as settings of ours: pure, of texts alone.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "parse/configuration.hpp"

namespace foliot::offline {

enum class fate : uint8_t {
  mapped,      ///< A setting says the same.
  ignored,     ///< It makes no difference here.
  unsupported  ///< What it asks for is not to be had: somebody has to decide.
};

/// What became of one key.
struct import_row {
  std::string key;
  std::string place;  ///< Where it stands: "file:line:column".
  fate what = fate::ignored;
  std::string setting;  ///< Where mapped: its name, and the value as TOML has it.
  std::string value;
  std::string says;    ///< One sentence without a full stop; empty where there is nothing to say.
  std::string remedy;  ///< Where unsupported, as an imperative sentence; may be empty.
};

/// A line of foliot.toml.
struct import_line {
  std::string setting;
  std::string value;              ///< As TOML has it.
  std::vector<std::string> keys;  ///< Where it comes from.
};

struct import_source {
  std::vector<parse::configuration_entry> entries;
  std::string folder;  ///< Absolute path of the directory of the file: relative ones begin there.
  std::map<std::string, std::string, std::less<>> definitions;  ///< Java's system properties.
  std::optional<std::string> admins;  ///< Text of the adminusers.txt beside the file.
};

struct import_outcome {
  std::vector<import_row> rows;    ///< One for each key, in the order of the file.
  std::vector<std::string> notes;  ///< What is told beside: keys that are set twice.
  std::vector<import_line> lines;

  size_t count(fate what) const;
};

/// What becomes of each key. Of a repeated one the last value counts, as for Oozie, which does not
/// heed <final>. ${name} is replaced by the file's own values, those of oozie-default.xml that
/// others refer to, and `definitions`; secrets are replaced nowhere. No value that may be a secret
/// is in the outcome. Fails with too_large where the replaced values together have no bounds.
result<import_outcome> import_site(const import_source& source);

/// The text of foliot.toml: every line below the keys that it comes from, then what is not carried
/// over, as comments. `file` is what the source is called.
std::string toml_of(const import_outcome& outcome, const std::string& file);

/// `text` as a string of TOML, on one line.
std::string toml_string(const std::string& text);

}  // namespace foliot::offline
