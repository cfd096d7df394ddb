// Files as the offline commands read them.
#pragma once

#include <cstddef>
#include <string>

#include "base/result.hpp"
#include "parse/submission.hpp"

namespace foliot::offline {

/// The text of the regular file at `path`, at most `bytes_max` bytes. Fails with not_found, io,
/// bad_input (no regular file) or too_large; the path is the place.
result<std::string> read_text(const std::string& path, size_t bytes_max);

/// Reads definitions from this host, for parse::prepare.
parse::read_text definition_reader();

}  // namespace foliot::offline
