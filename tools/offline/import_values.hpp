// One value of oozie-site.xml, by the rule of its key.
#pragma once

#include <string>
#include <vector>

#include "tools/offline/config_import.hpp"
#include "tools/offline/oozie_keys.hpp"

namespace foliot::offline {

/// The rest of a row.
struct verdict {
  fate what = fate::ignored;
  std::string value;  ///< Where mapped: as the setting takes it, not as TOML has it.
  std::string says;
  std::string remedy;
};

verdict unsupported(std::string says, std::string remedy);
verdict unsupported(const failure& error);

/// Whether the setting takes `value`; its own sentence where it does not.
verdict mapped_to(std::string_view setting, std::string value);

/// By the rules that need no other key. `folder`: see import_source.
verdict judged(const key_rule& rule, const std::string& value, const std::string& folder);

/// The parts between commas, without blanks around them and without empty ones.
std::vector<std::string> parts_of(std::string_view text);
std::string joined(const std::vector<std::string>& parts, std::string_view mark);

/// true or false, in letters of any size.
std::optional<bool> truth_in(std::string_view text);

/// Whether the setting is written as a number.
bool is_number(handling how);

}  // namespace foliot::offline
