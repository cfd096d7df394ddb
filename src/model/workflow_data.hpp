// What a captured output says: the text of a java.util.Properties file (workflow.md 6).
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace foliot::model {

/// Reads `text` as java.util.Properties does: `key=value`, `key:value` or `key value`, comments
/// after `#` or `!`, lines continued by a backslash, the escapes `\t \n \r \f \uXXXX`. A later key
/// wins. Never fails: an escape that is none is taken as it stands.
std::map<std::string, std::string, std::less<>> read_properties(std::string_view text);

}  // namespace foliot::model
