// The data that waiting actions need, and who waits for it: worked out from the reader's last
// commit, instance by instance.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "base/ids.hpp"
#include "base/instant.hpp"
#include "base/result.hpp"
#include "http/catalogue.hpp"

namespace foliot::http {

/// Which instances are listed.
struct watched_query {
  std::optional<entity_id> coordinator;  ///< Only its actions; nothing: those of all.
  std::string prefix;                    ///< Of the URI.
  bool missing = false;                  ///< Only what is not there.
  std::string after;                     ///< URIs behind this one, in the order of their bytes.
  uint64_t length = 0;                   ///< Most rows.
};

/// {"instances": [...], "open": [...], "next", "truncated"}. `open`, on the first page without
/// prefix, are latest and future, which no URI names: one row for each event of a coordinator, at
/// most `length`. `next`: what `after` has to be for the rows that follow; null at the end.
/// `truncated`: a bound of own_limits.hpp was reached, there is more. Fails with the reader's
/// errors.
result<nlohmann::json> watched_json(const catalogue& from, const watched_query& query);

}  // namespace foliot::http
