// Answers a bulk query from the reader's last commit.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>

#include "base/result.hpp"
#include "http/api_call.hpp"
#include "http/bulk_query.hpp"
#include "http/catalogue.hpp"

namespace foliot::http {

struct bulk_answer {
  nlohmann::json rows = nlohmann::json::array();  ///< {bulkbundle, bulkcoord, bulkaction}.
  uint64_t total = 0;                             ///< Matches of all bundles, before paging.
};

/// The bundles by job number, in each the coordinators by job number, in each the actions by time
/// of creation and number. `page` is cut out of each bundle's matches by itself, as Oozie does.
/// Fails with E0603 when none of the bundles exists, with E0302 when the answer would have more
/// than limits::list_length_max rows, and with the reader's errors.
result<bulk_answer> search_bulk(const catalogue& from, const bulk_query& query,
                                const list_page& page);

}  // namespace foliot::http
