// Names of users, wherever they come from: a query, a cookie, doAs, the properties of a job.
#pragma once

#include <cstddef>
#include <string_view>

#include "base/result.hpp"

namespace foliot {

/// Longest name of a user, bytes: Linux allows 32, directories up to some more; it is in each
/// journal entry of a command.
inline constexpr size_t user_name_bytes_max = 256;

/// Whether `name` can be a user's in a cookie, a header and a log line: printable ASCII without
/// blank, `&`, `"`, `;`, `,` and `\`, 1 to user_name_bytes_max bytes. Fails with bad_input.
result<void> check_user_name(std::string_view name);

/// The same of the property user.name of a submission. Fails with E1603 and that place.
result<void> check_user_property(std::string_view name);

}  // namespace foliot
