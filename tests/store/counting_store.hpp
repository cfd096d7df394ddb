// Counts what is read of the journal.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/kv_store.hpp"

namespace foliot::store {

class counting_store final : public store_in_front {
 public:
  using store_in_front::store_in_front;
  result<void> write(const kv_batch& batch, bool sync) override {
    return behind().write(batch, sync);
  }
  result<void> scan(table where, std::string_view from, std::string_view to,
                    const visitor& visit) const override {
    return store_in_front::scan(where, from, to, [&](std::string_view key, std::string_view value) {
      if (where == table::journal) ++entries;
      return visit(key, value);
    });
  }
  mutable uint64_t entries = 0;
};

}  // namespace foliot::store
