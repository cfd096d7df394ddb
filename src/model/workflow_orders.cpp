#include "model/workflow_orders.hpp"

#include <string>

#include "model/moves.hpp"

namespace foliot::model {

result<workflow_event> obeyed(const order& what, status state) {
  using event = result<workflow_event>;
  return std::visit(
      overloaded{[](const orders::kill&) { return event(workflow_events::killed{}); },
                 [](const orders::suspend&) { return event(workflow_events::suspended{}); },
                 [](const orders::resume&) { return event(workflow_events::resumed{}); },
                 [&](const orders::start&) {
                   if (state != status::running) return event(workflow_events::started{});
                   return event(failure{errc::conflict, "the job runs already", "E0801", "", ""});
                 },
                 [&](const auto&) {
                   return event(failure{errc::unsupported,
                                        "'" + std::string(order_name(what)) +
                                            "' is not offered for this kind of job",
                                        "E0303", "", ""});
                 }},
      what);
}

}  // namespace foliot::model
