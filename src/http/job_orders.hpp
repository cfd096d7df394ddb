// PUT job/ID?action=...: the query as an order (rest.md 8). Pure.
#pragma once

#include "base/dialect.hpp"
#include "base/result.hpp"
#include "http/message.hpp"
#include "http/route.hpp"
#include "model/orders.hpp"
#include "time/datetime.hpp"

namespace foliot::http {

/// How the dates of an order are read.
struct order_reading {
  time::processing_zone zone;
  dialect reading = dialect::lenient;
};

/// What `query` orders of a job of that shape, `version` of the REST interface. Fails with Oozie's
/// codes: E0303 (unknown action, or one that this kind of job does not take), E0302, E0308 (scope),
/// E0607 (type of kill), E1018 (type of rerun), E1015 (change), E1024 (type of ignore).
result<model::order> parse_order(const parameters& query, id_shape shape, int version,
                                 const order_reading& how);

/// Whether the answer lists the actions that were selected, instead of being empty.
bool lists_actions(const model::order& order);

}  // namespace foliot::http
