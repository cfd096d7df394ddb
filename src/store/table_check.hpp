// The tables that no replay folds: whether they can be read.
#pragma once

#include <string>
#include <vector>

#include "base/kv_store.hpp"
#include "base/result.hpp"

namespace foliot::store {

/// Reads over the indexes of lists, the definitions, the quarantine and the audit, and gives a
/// sentence for each of them of which a part cannot be read, with what the store says about it.
/// Fails where the store fails otherwise than with errc::corrupt.
result<std::vector<std::string>> unreadable_tables(const kv_store& store);

}  // namespace foliot::store
