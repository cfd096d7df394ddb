// Which actions of a coordinator an order is about, as users write it (rest.md 8, scope grammar).
#pragma once

#include <string_view>

#include "base/dialect.hpp"
#include "base/instant.hpp"
#include "base/result.hpp"
#include "model/orders.hpp"
#include "time/datetime.hpp"

namespace foliot::model {

/// "1,3-5": numbers (no action has 0), ranges with start <= end, blanks around each are ignored.
/// Fails with bad_input, E0302, on anything else and on more than limits::scope_parts_max parts.
result<action_scope> parse_action_numbers(std::string_view text);

/// "2009-01-01T00:00Z,2009-01-02T00:00Z::2009-01-05T00:00Z" in the processing zone `zone`. Fails
/// with bad_input: E0302 where a date cannot be read or too many are given, E0308 where a range
/// is malformed or its start is after its end.
result<action_scope> parse_action_times(std::string_view text, const time::processing_zone& zone,
                                        dialect reading);

/// Whether `scope` selects action `number` with that nominal time.
bool selects(const action_scope& scope, uint32_t number, instant nominal);

/// The lowest and the highest number that `scope` may select of 1..`made`; {1, 0} for none. With
/// times only, everything.
std::pair<uint32_t, uint32_t> span_of(const action_scope& scope, uint32_t made);

}  // namespace foliot::model
