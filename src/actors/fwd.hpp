// Handle types, before the messages that carry them. What each interface means: protocols.hpp.
#pragma once

#include <caf/fwd.hpp>
#include <caf/replies_to.hpp>
#include <caf/typed_actor.hpp>

namespace foliot::actors {

namespace msg {
struct stimulus;
struct durable;
}  // namespace msg

using durable_actor = caf::typed_actor<caf::reacts_to<msg::durable>>;
using entity_actor = caf::typed_actor<caf::reacts_to<msg::stimulus>, caf::reacts_to<msg::durable>>;

}  // namespace foliot::actors
