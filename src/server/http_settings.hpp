// The HTTP server as the settings want it.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "base/clock.hpp"
#include "base/log.hpp"
#include "base/result.hpp"
#include "server/config.hpp"
#include "server/http_server.hpp"

namespace foliot::server {

/// Options of a server at `address` in a process that may open `descriptors` files. Writes to `log`
/// (which outlives the server) what becomes of unwanted connections, and that there are fewer than
/// configured. Fails with errc::io when the file of the access log cannot be written.
result<http_server_options> http_options_of(const config& settings, const listen_address& address,
                                            uint64_t descriptors, const wall_clock& clock,
                                            log_sink& log);

/// Takes lines "2026-11-21T12:00:00.000Z LINE" for the end of `file`; above `mib` MiB it is renamed
/// and another one begun, `files` renamed ones are kept. Fails with errc::io.
result<std::function<void(const std::string& line)>> open_access_log(const std::string& file,
                                                                     uint32_t mib, uint32_t files);

}  // namespace foliot::server
