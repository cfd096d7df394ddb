// What of a record no exchange of words changes.
#pragma once

#include <map>
#include <string>

#include "base/hash.hpp"
#include "model/journal.hpp"

namespace foliot::store {

/// `after` without the pages of nodes that it shares with `before`, the record a step earlier: so a
/// step of a workflow of ten thousand nodes is looked at as fast as one of ten.
model::any_record news_of(const model::any_record& before, const model::any_record& after);

/// The error codes of `record` and of its parts, in their order, one a line; empty where there are
/// none.
std::string codes_in(const model::any_record& record);

/// A hash of everything else but texts, of which only counts whether they are empty: statuses,
/// times, numbers, truths, how many parts there are. `hashes`: of definitions, each with the one
/// that stands for it.
hash128 shape_of(const model::any_record& record, const std::map<hash128, hash128>& hashes);

}  // namespace foliot::store
