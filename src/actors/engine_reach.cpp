// How a console's question or order finds the one entity that it is for.
#include <caf/send.hpp>

#include "actors/engine.hpp"
#include "actors/type_ids.hpp"

namespace foliot::actors {

/// What lives nowhere is not woken: it owes nothing, and is not quarantined.
void engine_state::reach(const msg::reach& order) {
  const auto* again = std::get_if<msg::retry>(&order.what);
  const auto refuse = [&](failure why) {
    if (again != nullptr) again->done(std::move(why));
  };
  auto there = way_to(order.whom);
  if (!there) return refuse(std::move(there).error());
  const auto root = roots.find(there->root.job);
  if (root == roots.end())
    return refuse({errc::conflict, "it is not quarantined", "", "", "'quarantine' lists what is"});
  msg::stimulus_kind inner = again != nullptr ? msg::stimulus_kind(*again)
                                              : msg::stimulus_kind(std::get<msg::look>(order.what));
  msg::stimulus stimulus{std::move(inner), {}};
  if (!there->below.empty())
    stimulus = {msg::routed{std::move(there->below),
                            std::make_shared<const msg::stimulus>(std::move(stimulus))},
                {}};
  // Looks go first (entity::hand_down).
  if (again == nullptr)
    self->send<caf::message_priority::high>(root->second, std::move(stimulus));
  else
    self->send(root->second, std::move(stimulus));
}

}  // namespace foliot::actors
