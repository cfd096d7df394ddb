// Puts a directory in a place where something may already be.
#pragma once

#include <string>

#include "base/result.hpp"

namespace foliot::exec::helper {

/// Makes the directory `to` hold what `from` holds: all at once where `to` does not exist or is an
/// empty directory; else entry by entry, and a file takes the place of one of its name (as
/// `hdfs dfs -put -f` does). Links below `to` are replaced, never followed. Parents of `to` are
/// made. Fails with io or bad_input and JA018.
result<void> move_tree(const std::string& from, const std::string& to);

}  // namespace foliot::exec::helper
