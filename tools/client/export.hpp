// `foliot export`: a tree of jobs as a bug report.
#pragma once

#include "tools/client/cli.hpp"

namespace foliot::client {

/// Writes the tree that holds options.id, with all words of users replaced where that is asked for.
int export_tree(const console& to, const server::config& settings, const export_options& options);

}  // namespace foliot::client
