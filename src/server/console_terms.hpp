// What CAF makes of the messages of consoles: the bytes that console_frames knows them by.
#pragma once

#include <caf/actor_system.hpp>

#include "actors/admin_protocol.hpp"
#include "server/console_frames.hpp"

namespace foliot::server {

/// For an ADMIN that lives in `system`: every message of its interface, and no other.
frame_terms terms_of(caf::actor_system& system, const actors::admin::admin_actor& admin);

}  // namespace foliot::server
