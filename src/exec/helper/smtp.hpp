// Hands a mail over to a mail server, by libcurl.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "exec/helper/ending.hpp"

namespace foliot::exec::helper {

enum class smtp_tls : uint8_t { off, offered, required };

struct smtp_server {
  std::string host;  ///< A name or an address; of IPv6 without brackets.
  uint16_t port = 25;
  std::string user;  ///< Empty: no login.
  std::string password;
  smtp_tls tls = smtp_tls::offered;
  std::string ca_file;          ///< Certificates to trust; empty: the system's.
  int64_t timeout_ms = 10'000;  ///< To connect, and for each answer.
};

struct envelope {
  std::string from;
  std::vector<std::string> to;
};

/// Sends `message` to all of `to` or, where the server refuses one of them, to nobody. Fails with
/// unavailable (nobody answers), io (refused; its words) or unavailable where `end` asked to stop:
/// whether it was sent is not known then, unless the server had not got all of it.
result<void> send_mail(const smtp_server& server, const envelope& to, const std::string& message,
                       ending& end);

}  // namespace foliot::exec::helper
