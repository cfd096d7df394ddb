// The interface of the ADMIN actor, and its message types as CAF knows them.
#pragma once

#include <caf/allowed_unsafe_message_type.hpp>
#include <caf/atom.hpp>
#include <caf/type_id.hpp>
#include <caf/typed_actor.hpp>
#include <caf/typed_event_based_actor.hpp>

#include <functional>

#include "actors/admin_messages.hpp"

namespace foliot::actors::admin {

/// What is asked for by `ask`.
using status_atom = caf::atom_constant<caf::atom("status")>;
using tree_atom = caf::atom_constant<caf::atom("tree")>;
using entity_atom = caf::atom_constant<caf::atom("entity")>;
using actors_atom = caf::atom_constant<caf::atom("actors")>;
using committer_atom = caf::atom_constant<caf::atom("committer")>;
using datasets_atom = caf::atom_constant<caf::atom("datasets")>;
using slots_atom = caf::atom_constant<caf::atom("slots")>;
using runs_atom = caf::atom_constant<caf::atom("runs")>;
using quarantine_atom = caf::atom_constant<caf::atom("quarantine")>;
using settings_atom = caf::atom_constant<caf::atom("settings")>;
using pulse_atom = caf::atom_constant<caf::atom("pulse")>;

/// Work that another thread left for the ADMIN; never leaves the process.
struct here {
  std::function<void()> what;
};

}  // namespace foliot::actors::admin

CAF_ALLOW_UNSAFE_MESSAGE_TYPE(foliot::actors::admin::here)

// The numbers stand on the wire: only ever add at the end, and never move the first one.
CAF_BEGIN_TYPE_ID_BLOCK(foliot_admin, caf::first_custom_type_id + 600)
CAF_ADD_TYPE_ID(foliot_admin, (foliot::actors::admin::hello))
CAF_ADD_TYPE_ID(foliot_admin, (foliot::actors::admin::greeting))
CAF_ADD_TYPE_ID(foliot_admin, (foliot::actors::admin::proof))
CAF_ADD_TYPE_ID(foliot_admin, (foliot::actors::admin::ask))
CAF_ADD_TYPE_ID(foliot_admin, (foliot::actors::admin::status_report))
CAF_ADD_TYPE_ID(foliot_admin, (foliot::actors::admin::tree_report))
CAF_ADD_TYPE_ID(foliot_admin, (foliot::actors::admin::entity_report))
CAF_ADD_TYPE_ID(foliot_admin, (foliot::actors::admin::actors_report))
CAF_ADD_TYPE_ID(foliot_admin, (foliot::actors::admin::committer_report))
CAF_ADD_TYPE_ID(foliot_admin, (foliot::actors::admin::datasets_report))
CAF_ADD_TYPE_ID(foliot_admin, (foliot::actors::admin::slots_report))
CAF_ADD_TYPE_ID(foliot_admin, (foliot::actors::admin::runs_report))
CAF_ADD_TYPE_ID(foliot_admin, (foliot::actors::admin::quarantine_report))
CAF_ADD_TYPE_ID(foliot_admin, (foliot::actors::admin::settings_report))
CAF_ADD_TYPE_ID(foliot_admin, (foliot::actors::admin::change_setting))
CAF_ADD_TYPE_ID(foliot_admin, (foliot::actors::admin::user_request))
CAF_ADD_TYPE_ID(foliot_admin, (foliot::actors::admin::user_reply))
CAF_ADD_TYPE_ID(foliot_admin, (foliot::actors::admin::follow))
CAF_ADD_TYPE_ID(foliot_admin, (foliot::actors::admin::next_news))
CAF_ADD_TYPE_ID(foliot_admin, (foliot::actors::admin::news))
CAF_ADD_TYPE_ID(foliot_admin, (foliot::actors::admin::retry_quarantined))
CAF_ADD_TYPE_ID(foliot_admin, (foliot::actors::admin::retry_report))
CAF_ADD_TYPE_ID(foliot_admin, (foliot::actors::admin::pulse_report))
CAF_END_TYPE_ID_BLOCK(foliot_admin)

// Of this process alone: in no block that a system is told of, so that nobody can send it from
// outside.
CAF_BEGIN_TYPE_ID_BLOCK(foliot_admin_local, caf::first_custom_type_id + 800)
CAF_ADD_TYPE_ID(foliot_admin_local, (foliot::actors::admin::here))
CAF_END_TYPE_ID_BLOCK(foliot_admin_local)

namespace foliot::actors::admin {

/// What every version of the ADMIN understands: a console asks for no more before it knows the
/// engine's version.
using door_actor = caf::typed_actor<caf::replies_to<hello>::with<greeting>>;

/// ADMIN: one conversation with each console. Looks are answered from the store, from counters and
/// by single actors of the staff; commands go the way of HTTP.
using admin_actor =
    door_actor::extend<caf::replies_to<proof>::with<status_report>,
                       caf::replies_to<status_atom, ask>::with<status_report>,
                       caf::replies_to<tree_atom, ask>::with<tree_report>,
                       caf::replies_to<entity_atom, ask>::with<entity_report>,
                       caf::replies_to<actors_atom, ask>::with<actors_report>,
                       caf::replies_to<committer_atom, ask>::with<committer_report>,
                       caf::replies_to<datasets_atom, ask>::with<datasets_report>,
                       caf::replies_to<slots_atom, ask>::with<slots_report>,
                       caf::replies_to<runs_atom, ask>::with<runs_report>,
                       caf::replies_to<quarantine_atom, ask>::with<quarantine_report>,
                       caf::replies_to<settings_atom, ask>::with<settings_report>,
                       caf::replies_to<change_setting>::with<settings_report>,
                       caf::replies_to<user_request>::with<user_reply>,
                       caf::replies_to<follow>::with<news>, caf::replies_to<next_news>::with<news>,
                       caf::replies_to<pulse_atom, ask>::with<pulse_report>,
                       caf::replies_to<retry_quarantined>::with<retry_report>>;

/// With what other threads of the engine send it.
using admin_inside_actor = admin_actor::extend<caf::reacts_to<here>>;

}  // namespace foliot::actors::admin
