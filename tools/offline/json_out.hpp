// Answers of the offline commands for programs.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "base/result.hpp"
#include "tools/client/console.hpp"

namespace foliot::offline {

/// One line of JSON on standard output; bytes that are not UTF-8 are replaced.
void print_json(const client::console& to, const nlohmann::json& body);

/// A refusal that is the answer to what was asked: with --json {"error": {...}} on standard output,
/// else as client::report. Gives exit_failed.
int report_answer(const client::console& to, const failure& error);

/// {"code", "sentence", "place", "remedy"}
nlohmann::json json_of(const failure& error);

}  // namespace foliot::offline
