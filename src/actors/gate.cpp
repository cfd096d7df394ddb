#include "actors/gate.hpp"

#include <caf/send.hpp>

#include "actors/type_ids.hpp"

namespace foliot::actors {

void gate::submit(std::string conf_xml, http::requester who, bool run,
                  std::function<void(result<http::submitted>)> done) {
  caf::anon_send(engine_,
                 msg::read_submission{std::move(conf_xml), std::move(who), run, std::move(done)});
}

void gate::order(const entity_id& job, http::job_order what, http::requester who,
                 std::function<void(result<void>)> done) {
  caf::anon_send(engine_, msg::order{job, what, std::move(who), std::move(done)});
}

}  // namespace foliot::actors
