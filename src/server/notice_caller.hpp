// How notices of jobs go out: HTTP by libcurl.
#pragma once

#include <functional>

#include "base/result.hpp"
#include "model/notification.hpp"

namespace foliot::server {

/// Calls the URL of a notice and gives the status of the answer; fails as exec::http_client does.
/// Each thread that calls it has a connection of its own.
std::function<result<int>(const model::notice&)> notice_caller();

}  // namespace foliot::server
