// What happened to one entity, event by event: read from the journal, with the status before and
// after each step as the pure core makes it. A view over the reader; nothing is asked of an actor.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/instant.hpp"
#include "base/result.hpp"
#include "http/catalogue.hpp"
#include "model/journal.hpp"

namespace foliot::http {

/// Events of one answer, where nothing else is asked for, and at most.
inline constexpr size_t history_length_default = 100;
inline constexpr size_t history_length_max = 1'000;

struct history_event {
  uint64_t sequence = 0;  ///< Of the journal entry.
  instant now;            ///< The time that the step saw.
  uint64_t version = 0;   ///< Of the entity after the step.
  std::string name;       ///< Stable: "action.inputs-found"; "snapshot" where older ones are gone.
  std::string what;       ///< One sentence for people.
  /// Names of the statuses before and after; both empty where the step cannot be followed (it is
  /// older than a snapshot, or another core made it). "" before a birth.
  std::string from;
  std::string to;
  model::cause why;
  std::string because;     ///< What the causing entry was; empty: none, or in another tree.
  std::string because_of;  ///< Wire id of the causing entry's entity.
};

struct history_query {
  /// Events from this sequence on; nothing: the newest ones.
  std::optional<uint64_t> from;
  size_t length = history_length_default;  ///< 1..history_length_max.
};

struct history_page {
  std::vector<history_event> events;  ///< Oldest first.
  uint64_t older = 0;                 ///< Events before the first one.
  std::optional<uint64_t> next;       ///< The sequence of the next event, where there are more.
  std::string unfollowed;             ///< Why statuses are missing from some event on; else empty.
};

/// The events of `entity` itself: of a node, those that changed it. What lies below has a history
/// of its own. Fails as the reader does.
result<history_page> history_of(const catalogue& from, const found_entity& entity,
                                const history_query& query);

}  // namespace foliot::http
