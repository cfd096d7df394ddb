// What a node does, from what the user wrote: expressions evaluated once, paths made absolute
// (workflow.md 5, 6, 8).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "base/result.hpp"
#include "el/evaluate.hpp"
#include "model/workflow.hpp"

namespace foliot::model {

/// What a failure means for the action and its job (workflow.md 4, error types).
enum class error_type : uint8_t {
  error,          ///< The error path is taken, after the user's retries.
  failed,         ///< The action FAILED, and the job with it.
  transient,      ///< It is started again by itself a few times, then held for a person.
  non_transient,  ///< It is held for a person at once: START_MANUAL, the job SUSPENDED.
};

/// Why a node cannot do its work.
struct node_refusal {
  std::string code;      ///< Oozie's: "EL_ERROR", "JA010", ...
  std::string sentence;  ///< For people, without the code.
  error_type type = error_type::error;
};

/// The plan, questions about the world, or a refusal.
using planned = std::variant<node_plan, el::needs, node_refusal>;

/// Index of the first case whose trimmed text is exactly `true`; the number of cases for the
/// default. All cases are evaluated, as Oozie evaluates the whole element.
std::variant<size_t, el::needs, node_refusal> choose_case(const std::vector<decision_case>& cases,
                                                          const el::environment& in);

/// The message of a kill node. A refusal is an EL error.
std::variant<std::string, el::needs, node_refusal> kill_message(const el::expression& message,
                                                                const el::environment& in);

/// A path of an `fs` action as the file system shall see it: trimmed, with the scheme and authority
/// of `name_node` (may be empty) where it has none. Fails with bad_input FS011 (relative, under a
/// name-node) or FS001 (no full URI; the lenient reading takes absolute paths).
result<std::string> resolve_fs_path(std::string_view name_node, std::string_view path,
                                    dialect reading);

}  // namespace foliot::model
