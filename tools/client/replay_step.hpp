// `foliot replay step` and `diff`: one entity's history as differences.
#pragma once

#include "base/kv_store.hpp"
#include "model/reader.hpp"
#include "store/past_reader.hpp"
#include "store/store_reader.hpp"
#include "tools/client/console.hpp"
#include "tools/client/replay_options.hpp"

namespace foliot::client {

/// What is stepped through. All of it outlives the call.
struct replay_source {
  const kv_store& store;
  const store::store_reader& now;
  const model::definitions& definitions;
  const store::past_index* index = nullptr;  ///< Of the journal; null: none.
};

/// Prints the steps of options.id up to `until`, forward or backward: what each changed, and what
/// was owed then. With a condition: those at which it begins to hold; exit_failed where none does.
int step(const console& to, const replay_source& from, const replay_options& options,
         const store::moment& until);

/// Prints what differs in options.id, and whose status below it, between the two moments.
int diff(const console& to, const replay_source& from, const std::string& id,
         const store::moment& before, const store::moment& after);

}  // namespace foliot::client
