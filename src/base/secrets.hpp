// What must not be shown to everybody who asks: values that may be secrets.
#pragma once

#include <string>
#include <string_view>

namespace foliot {

/// What stands in the place of such a value.
inline constexpr std::string_view masked = "**MASKED**";

/// Whether a variable, property or setting of that name may hold a secret: its name has PASS, PWD,
/// SECRET, TOKEN, KEY, CRED or AUTH in it (in any case), or the word PAT. The shell's PWD and
/// OLDPWD are directories.
bool names_secret(std::string_view name);

/// Whether `value` has an address with a password in it: "postgres://joe:pw@host/db".
bool holds_login(std::string_view value);

/// `value`, or `masked` where its name or itself may tell a secret.
std::string shown_value(std::string_view name, std::string_view value);

}  // namespace foliot
