// The engine's answers about the past: its interface over records that are folded up to a moment,
// asked as a server is, so that what shows the present shows the past.
#pragma once

#include <memory>

#include "base/kv_store.hpp"
#include "model/reader.hpp"
#include "server/config.hpp"
#include "store/past_reader.hpp"
#include "store/store_reader.hpp"
#include "tools/client/connection.hpp"

namespace foliot::client {

class past_view {
 public:
  /// All of the arguments must outlive it; `now` reads `store`. `index`: of its journal, or null.
  past_view(const kv_store& store, const store::store_reader& now,
            const model::definitions& definitions, const server::config& settings, store::moment at,
            const store::past_index* index);
  ~past_view();

  /// Answers what reads as an engine would have answered then, and refuses everything else.
  connection& server();
  const store::past_reader& reader() const;

 private:
  struct parts;
  std::unique_ptr<parts> all_;
};

}  // namespace foliot::client
