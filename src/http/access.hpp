// One line about each request, and the id that names it everywhere. Pure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "http/limits.hpp"
#include "http/message.hpp"

namespace foliot::http {

/// Whether a client may name its request so: 1 to limits::request_id_bytes_max letters, digits and
/// . _ - : which cannot break a header, a log line or a terminal.
bool is_request_id(std::string_view text);

/// The id of a request: what its header X-Request-Id says, where that is one, else `made`.
std::string request_id_of(const header_list& headers, std::string made);

/// "/oozie/v2/jobs?len=50&filter=..." of path and query as they came: values only of parameters
/// that are known to hold no secret, what is no printable text escaped, and at most
/// limits::access_target_bytes_max bytes of it looked at.
std::string shown_target(std::string_view path, std::string_view query);

/// What a line of the access log tells.
struct exchange {
  std::string id;
  std::string peer;    ///< "127.0.0.1:4711"
  std::string method;  ///< Empty: it was no request.
  std::string target;  ///< As `shown_target` gives it.
  int status = 0;
  size_t bytes = 0;      ///< Of the answer's body.
  int64_t begun_ns = 0;  ///< When it was whole.
  int64_t ended_ns = 0;  ///< When the kernel had taken the answer, or the client was cut.
  bool taken = true;     ///< Whether the whole answer was.
  std::string user = {};
};

/// "r1f-7 127.0.0.1:4711 joe GET /oozie/v2/jobs?len=50 200 1234 567us", with "cut" behind it where
/// the client did not take the answer. What is unknown is "-".
std::string access_line(const exchange& one);

}  // namespace foliot::http
