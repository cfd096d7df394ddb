// `foliot export`: a tree of jobs as a bug report.
#pragma once

#include "tools/client/cli.hpp"

namespace foliot::client {

/// Writes the tree that holds options.id, with all words of users replaced where that is asked for.
int export_tree(const console& to, const server::config& settings, const export_options& options);

/// Writes a report whole or not at all, for this user alone, who may read what the engine's user
/// may; in the place of an older file, also behind a link. Pipes and devices take what they can.
result<void> write_report(const std::string& path, const std::string& bytes);

}  // namespace foliot::client
