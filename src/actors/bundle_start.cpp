// How a bundle starts. In Oozie's dialect it stays PREP while the application of a coordinator is
// not there (bundle.md 4); Oozie looks again every minute, here the registry tells when it appears.
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "actors/bundle.hpp"
#include "actors/entity_steps.hpp"
#include "base/local_path.hpp"

namespace foliot::actors {

void bundle_state::start(const model::cause& why, const msg::ordered& order) {
  model::bundle_events::started event;
  const bool prep = newest.state == model::status::prep;
  if (!prep && order.done && newest.reading == dialect::lenient)  // rulings 3.3
    return reply(order, failure{errc::conflict,
                                "only a PREP bundle can be started, this one is " +
                                    std::string(model::name(newest.state)),
                                "E1100", rt->settings.ids.text(id), ""});
  if (prep && awaits_applications(why, order)) return;
  if (prep)
    for (const model::bundle_child& child : definition->coordinators)
      if (child.enabled)
        event.coordinators.push_back(make_job_number(rt->settings.epoch, rt->ports.ids.next()));
  feed_order(event, why, order);
}

/// Whether it has to wait; then `order` is answered once the applications were looked for.
bool bundle_state::awaits_applications(const model::cause& why, const msg::ordered& order) {
  if (newest.reading != dialect::oozie) return false;
  if (!awaited) await_applications(why);
  if (!awaited || awaited->missing.empty()) return false;
  if (order.done) awaited->orders.emplace_back(order, why);
  if (awaited->looked) applications_looked_for();
  return true;
}

void bundle_state::await_applications(const model::cause& why) {
  std::vector<std::string> uris;
  for (const model::bundle_child& child : definition->coordinators)
    if (child.enabled && local_path(child.app_path)) uris.push_back(child.app_path);
  if (uris.empty()) return;
  awaited.emplace();
  awaited->round = ++watch_round;
  awaited->why = why;
  for (uint32_t place = 0; place < uris.size(); ++place) awaited->missing.insert(place);
  self->send(rt->staff.registry,
             msg::watch_inputs{id, entity_actor{self}, std::move(uris), true, awaited->round});
}

void bundle_state::application_appeared(const msg::dataset_ready& news) {
  if (!awaited || news.round != awaited->round || awaited->missing.erase(news.index) == 0) return;
  if (!awaited->missing.empty()) return;
  const auto orders = std::exchange(awaited->orders, {});
  for (const auto& [order, why] : orders) start(why, order);
  if (orders.empty()) start(awaited->why, {model::orders::start{}, {}});
}

/// What exists was told before this.
void bundle_state::applications_looked_for() {
  if (!awaited || awaited->missing.empty()) return;
  awaited->looked = true;
  for (const auto& [order, why] : std::exchange(awaited->orders, {}))
    reply(order, failure{errc::not_found,
                         "the application of a coordinator is not there yet, the bundle waits",
                         "E1001", rt->settings.ids.text(id), "Copy it there, or kill the bundle"});
}

void bundle_state::end_awaiting(const model::bundle_record& durable) {
  if (!awaited || durable.state == model::status::prep) return;
  applications_looked_for();
  self->send(rt->staff.registry, msg::unwatch_inputs{id});
  awaited.reset();
}

}  // namespace foliot::actors
