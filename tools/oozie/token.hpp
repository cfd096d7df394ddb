// The token of hadoop-auth: what a server gives who has logged in, and the file that keeps it.
#pragma once

#include <string>

#include "base/instant.hpp"
#include "exec/http_client.hpp"

namespace foliot::oozie {

/// The value of the cookie hadoop.auth that `reply` sets, without quotes; empty when it sets none.
std::string token_of(const exec::http_reply& reply);

/// Whether the token ends more than five minutes after `now`; one that does not say counts as
/// ended.
bool token_is_fresh(const std::string& token, instant now);
/// Whether it comes from Kerberos.
bool token_is_kerberos(const std::string& token);

/// "HOME/.oozie-auth-token-" and the address in base64, as Oozie's client calls it.
std::string token_file(const std::string& home, const std::string& url);

/// The token in that file; empty when there is none, it belongs to somebody else or others may
/// write it.
std::string read_token(const std::string& file);
/// Keeps the token there for its owner alone. What cannot be kept is asked for again next time.
void write_token(const std::string& file, const std::string& token);
void forget_token(const std::string& file);

}  // namespace foliot::oozie
