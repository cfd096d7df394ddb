// Options of subcommands that read into one value each; `replay` with its queries.
#pragma once

#include <CLI/CLI.hpp>

#include "tools/client/replay_options.hpp"

namespace foliot::client {

/// Adds the options and queries of `replay` to its subcommand; they are read into `into`.
void add_replay_options(CLI::App* replay, replay_options& into);

/// Adds --len and --from of `history`.
void add_history_options(CLI::App* sub, history_options& into);

/// Adds what a list is filtered by.
void add_list_options(CLI::App* sub, list_options& into);

/// Adds --len of `tree`.
void add_tree_options(CLI::App* sub, uint32_t& length);

/// Adds what a purge is told.
void add_purge_options(CLI::App* sub, purge_options& into);

/// Adds what `export` is told.
void add_export_options(CLI::App* sub, export_options& into);

}  // namespace foliot::client
