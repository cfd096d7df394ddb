// What a question for service levels may say (rest.md 9). Pure.
#pragma once

#include "base/result.hpp"
#include "http/message.hpp"

namespace foliot::http {

/// Checks filter ("app_name=a;nominal_after=2026-01-05T00:00Z"), sortby, order, len and timezone of
/// /oozie/v2/sla. Fails with E0401 for a name that the filter does not know and for a piece that is
/// no NAME=VALUE, E0303 for a value that is not of its kind, and for sortby and order, E0302 for a
/// range that ends before it begins, E1603 for a len that is no number.
result<void> check_sla_query(const parameters& query);

}  // namespace foliot::http
