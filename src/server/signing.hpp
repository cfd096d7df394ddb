// The secret that cookies are signed with, and the signature.
#pragma once

#include <string>
#include <string_view>

#include "base/result.hpp"
#include "http/identity.hpp"

namespace foliot::server {

/// The secret in the file `path`: what it holds without blanks at the end, 16 to 4,096 bytes.
/// `make`: where there is no such file, it is made, for this user alone, of 32 bytes from the
/// kernel's random source. Fails with forbidden when others may read or write the file, or it is
/// another user's; with not_found, bad_input or io.
result<std::string> load_secret(const std::string& path, bool make);

/// The base64 of HMAC-SHA256 with `secret`.
http::sign_fn hmac_signature(std::string secret);

}  // namespace foliot::server
