// From the settings to what the HTTP interface asks about users.
#pragma once

#include <string>

#include "base/log.hpp"
#include "base/result.hpp"
#include "http/api.hpp"
#include "server/clocks.hpp"
#include "server/config.hpp"

namespace foliot::server {

/// Sets all of `out` that is about users. `directory` is the data directory; `steady` and `log`
/// must outlive the api. Fails where the secret of cookies cannot be had.
result<void> settle_identity(http::api_options& out, const config& settings,
                             const std::string& directory, const monotonic_clock& steady,
                             log_sink& log);

}  // namespace foliot::server
