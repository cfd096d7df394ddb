// The rows of epochs for copies of a store: under other names, or lost.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/ids.hpp"
#include "base/kv_store.hpp"
#include "base/result.hpp"

namespace foliot::store {

/// All epochs with other system ids.
struct renamed_epochs {
  std::vector<kv_change> rows;  ///< With the row of the format.
  wire_ids ids;
};
/// `name` gives the new system id for an old one; what is none becomes "foliot".
result<renamed_epochs> rename_epochs(const kv_store& store,
                                     const std::function<std::string(const std::string&)>& name);

/// Rows for the epochs that `rows` speak of and none of them names: a damaged copy may have lost
/// them, and ids need a name. Of system "unknown", begun in 1970.
std::vector<kv_change> missing_epochs(const std::vector<kv_change>& rows);

}  // namespace foliot::store
