// What `change` may say of a coordinator, as users write it (coordinator.md 6.1).
#pragma once

#include <string_view>

#include "base/dialect.hpp"
#include "base/result.hpp"
#include "model/orders.hpp"
#include "time/datetime.hpp"

namespace foliot::model {

/// "endtime=2030-01-01T00:00Z;concurrency=2;pausetime=;status=RUNNING": keys endtime, concurrency,
/// pausetime (empty: none any more) and status (RUNNING or IGNORED), each at most once; dates in
/// the processing zone. Fails with bad_input, E1015.
result<coordinator_change> parse_coordinator_change(std::string_view text,
                                                    const time::processing_zone& zone,
                                                    dialect reading);

}  // namespace foliot::model
