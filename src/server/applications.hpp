// How previews and warnings read applications.
#pragma once

#include "exec/file_port.hpp"
#include "http/api.hpp"
#include "parse/options.hpp"

namespace foliot::server {

/// Sets `how.understand`, `how.read_members` and `how.warnings_of`. `files` must outlive the api.
void read_applications(http::api_options& how, const exec::file_port& files,
                       const parse::options& reading);

}  // namespace foliot::server
