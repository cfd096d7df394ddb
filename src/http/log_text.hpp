// The log of a job, rendered from its journal (rest.md 7, line format).
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>

#include "base/result.hpp"
#include "http/catalogue.hpp"

namespace foliot::http {

/// Longest log answer, bytes; of a longer log the newest lines are given.
inline constexpr size_t log_bytes_max = 16U << 20;

/// All lines about `entity` and what lies below it, oldest first, HTML-escaped as Oozie's are. A
/// first line says so when older lines were left out.
/// `actions`: of a coordinator, only lines about these of its actions and their workflows.
result<std::string> log_text(const catalogue& from, const found_entity& entity,
                             const std::string& server,
                             const std::optional<std::set<uint32_t>>& actions = std::nullopt);

/// Who ordered what of `entity`, oldest first, in the form of Oozie's audit.
result<std::string> audit_text(const catalogue& from, const found_entity& entity);

}  // namespace foliot::http
