// `foliot replay --digests` and `--with`: what two versions of Foliot make of one journal.
#pragma once

#include <string>
#include <vector>

#include "base/kv_store.hpp"
#include "base/result.hpp"
#include "model/reader.hpp"
#include "tools/client/console.hpp"

namespace foliot::client {

/// Prints a line for each journal entry: sequence, id, version, status and digest of what this
/// version makes of it.
int digests(const console& to, const kv_store& store, const model::definitions& definitions);

/// The lines that `program`, another foliot, prints of the same journal: `source` are the arguments
/// that name it. Nobody may have the database open. Fails with not_found where there is no such
/// program, with errc::unsupported where it knows no digests or fails.
result<std::string> digests_of(const std::string& program, const std::vector<std::string>& source);

/// Compares `others` with what this version makes; prints the first difference. Gives exit_failed
/// where there is one.
int compare(const console& to, const kv_store& store, const model::definitions& definitions,
            const std::string& program, const std::string& others);

}  // namespace foliot::client
