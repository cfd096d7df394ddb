// What `foliot replay` is asked.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "tools/client/commands.hpp"

namespace foliot::client {

struct replay_options {
  std::string file;       ///< A bug report; empty: the data directory.
  bool live = false;      ///< An engine may run on the data directory.
  bool verify = false;    ///< A difference makes the exit status 1.
  bool digests = false;   ///< Print what each entry leads to.
  bool scenario = false;  ///< Print the bug report as a scenario.
  std::string other;      ///< Another foliot to compare with; empty: none.
  std::string index;      ///< Where the index of the journal is kept; empty: beside the data.
  bool no_index = false;  ///< Read the journal over instead.
  std::optional<std::string> at;  ///< A time or a sequence; nothing: the end of the journal.
  /// "info", "list", "tree", "why", "log", "history", "step", "diff"; empty: fold all of it again.
  std::string query;
  std::string id;
  list_options list;
  uint32_t tree_length = 10;
  history_options history;
  std::optional<uint64_t> from;  ///< Of step: the first sequence, or with `back` the last.
  bool back = false;
  uint32_t steps = 20;
  std::optional<std::string> stop;  ///< Of step: a condition.
  std::string before;               ///< Of diff: a time or a sequence.
  std::string after;
};

/// What `foliot export` is asked.
struct export_options {
  std::string id;          ///< Of any entity of the tree.
  bool anonymise = false;  ///< Words of users are replaced.
  bool live = false;       ///< An engine may run on the data directory.
  std::string file;        ///< To write; empty: standard output.
};

}  // namespace foliot::client
