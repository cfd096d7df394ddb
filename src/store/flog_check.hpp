// What stands in the whole rows of a bug report: a row with a right check may still hold anything.
#pragma once

#include <string>
#include <vector>

#include "store/flog.hpp"

namespace foliot::store {

/// A sentence for every row of the journal or of records that cannot be read or is of another tree
/// than the first one, and for the first row of each epoch that no row names; with sequence and
/// offset, in the order of the file. At most some hundred. Nothing is taken away: who folds the
/// rows passes over what cannot be read, and such epochs get a name (store/epoch_rows.hpp).
std::vector<std::string> strange_rows(const flog_content& content);

}  // namespace foliot::store
