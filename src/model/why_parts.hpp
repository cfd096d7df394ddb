// Shared by the explanations of the four kinds.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/instant.hpp"
#include "model/why.hpp"

namespace foliot::model {

/// "2026-01-05T00:05Z".
std::string at_text(instant at);

/// "@1, @2, @3 and 4 more".
std::string numbers_text(const std::vector<uint32_t>& numbers);

/// Adds a reason that has only words so far.
reason& add(std::vector<reason>& out, reason_kind kind, std::string what, instant since,
            std::string wakes, std::string remedy);

/// What keeps it waiting has its own reasons.
void ask(reason& of, std::vector<entity_id> holders);

/// Of an entity that is not stepped any more; it comes first.
void add_quarantine(const std::optional<quarantine_note>& note, std::vector<reason>& out);

/// A person, or a pause time, holds the job: SUSPENDED..., PAUSED..., PREP...
void add_held(const entity_id& self, status state, instant since, std::vector<reason>& out);

/// Nothing is waited for but the engine's own next step.
void add_step(std::string what, instant since, std::vector<reason>& out);

}  // namespace foliot::model
