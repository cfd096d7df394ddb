#include "actors/gate.hpp"

#include <caf/send.hpp>

#include "actors/looks.hpp"
#include "actors/rerun.hpp"
#include "actors/type_ids.hpp"

namespace foliot::actors {

void gate::submit(std::string conf_xml, http::requester who, bool run,
                  std::function<void(result<http::submitted>)> done) {
  caf::anon_send(engine_,
                 msg::read_submission{std::move(conf_xml), std::move(who), run, std::move(done)});
}

void gate::dry_run(std::string conf_xml, http::requester who,
                   std::function<void(result<http::submitted>)> done) {
  msg::read_submission order{std::move(conf_xml), std::move(who), false, std::move(done)};
  order.dry_run = true;
  caf::anon_send(engine_, std::move(order));
}

void gate::update(const entity_id& job, std::string conf_xml, http::requester who, bool dry_run,
                  std::function<void(result<http::submitted>)> done) {
  msg::read_submission order{std::move(conf_xml), std::move(who), false, std::move(done)};
  order.dry_run = dry_run;
  order.updates = job;
  caf::anon_send(engine_, std::move(order));
}

void gate::order(const entity_id& job, model::order what, http::requester who,
                 std::function<void(result<model::order_reply>)> done) {
  caf::anon_send(engine_, msg::order{job, std::move(what), std::move(who), std::move(done)});
}

void gate::rerun(const entity_id& job, std::string conf_xml, http::requester who,
                 std::function<void(result<model::order_reply>)> done) {
  auto given = read_rerun(conf_xml, who.user);
  if (!given) return done(std::move(given).error());
  order(job, model::orders::rerun_workflow{std::move(*given)}, std::move(who), std::move(done));
}

void gate::bulk(http::bulk_request what, http::requester who,
                std::function<void(result<model::audit_entry>)> done) {
  caf::anon_send(engine_, msg::bulk_order{std::move(what), std::move(who), std::move(done)});
}

void gate::datasets_ready(std::vector<std::string> uris, http::requester who,
                          std::function<void(result<http::announced>)> done) {
  caf::anon_send(engine_, msg::datasets_told{std::move(who), {std::move(uris), std::move(done)}});
}

void gate::purge(http::purge_request what, http::requester who,
                 std::function<void(result<http::purged>)> done) {
  caf::anon_send(engine_, msg::purge{what, std::move(who), std::move(done)});
}

void gate::look(const entity_id& whom, std::function<void(msg::entity_life)> done) {
  caf::anon_send<caf::message_priority::high>(caf::actor_cast<watching_engine_actor>(engine_),
                                              msg::reach{whom, msg::look{std::move(done)}});
}

void gate::retry(const entity_id& whom, std::function<void(result<msg::retried>)> done) {
  caf::anon_send(caf::actor_cast<watching_engine_actor>(engine_),
                 msg::reach{whom, msg::retry{std::move(done)}});
}

}  // namespace foliot::actors
