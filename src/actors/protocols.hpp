// Every actor of the engine as the list of messages it takes. Read this second, after the README.
#pragma once

#include <caf/stateful_actor.hpp>
#include <caf/typed_actor.hpp>
#include <caf/typed_event_based_actor.hpp>

#include "actors/fwd.hpp"
#include "actors/messages.hpp"

namespace foliot::actors {

// ENTITY: a bundle, coordinator job, coordinator action or workflow job. Two handlers each: one for
// its stimuli, one for what is on disk. One entity steps on without waiting (architecture 3).

/// COMMITTER: the only writer. One FIFO for everybody; a group is one batch and one fsync; what is
/// durable is told in commit order: first the status-transition actor, then the senders.
using committer_actor = caf::typed_actor<caf::reacts_to<msg::commit>, caf::reacts_to<msg::flush>>;

/// STATUS-TRANSITION: aggregates children's statuses for their parents, fed in commit order.
using transition_actor =
    caf::typed_actor<caf::reacts_to<msg::children_moved>, caf::reacts_to<msg::attend>,
                     caf::reacts_to<msg::counted>, caf::reacts_to<msg::dismiss>>;

/// ALARM: the only one with a timer. Compares wall time, wakes at most a minute ahead.
using alarm_actor = caf::typed_actor<caf::reacts_to<msg::wake>, caf::reacts_to<msg::tick>>;

/// DATASET REGISTRY: who waits for which URI; each URI is watched once, however many wait.
using registry_actor =
    caf::typed_actor<caf::reacts_to<msg::watch_inputs>, caf::reacts_to<msg::unwatch_inputs>,
                     caf::reacts_to<msg::announce>, caf::reacts_to<msg::path_appeared>>;

/// GOVERNOR: who of those that ask may start, and when; the alarm rings it as it would an entity.
using governor_actor =
    entity_actor::extend<caf::reacts_to<msg::ask_start>, caf::reacts_to<msg::withdraw_start>>;

/// NOTIFIER: has the URLs called that users want to be told by, again after a minute where that
/// fails. Callers with threads of their own wait for the answers.
using notifier_actor = entity_actor::extend<caf::reacts_to<msg::notify>>;

/// EXECUTOR: hands runs to the launcher by name and their news to whoever ordered them.
using executor_actor =
    caf::typed_actor<caf::reacts_to<msg::start_run>, caf::reacts_to<msg::kill_run>,
                     caf::reacts_to<msg::forget_run>, caf::reacts_to<msg::run_told>>;

/// FILE WORKER: file operations of fs actions, which a kill ends early, and questions about files.
/// It blocks: the wiring puts a desk before a few of them that have threads of their own.
using file_worker_actor =
    caf::typed_actor<caf::reacts_to<msg::do_files>, caf::reacts_to<msg::kill_run>,
                     caf::reacts_to<msg::answer>>;

/// LOADER: reads and understands applications. It blocks: the wiring detaches it.
using loader_actor =
    caf::typed_actor<caf::reacts_to<msg::read_submission>, caf::reacts_to<msg::read_coordinator>,
                     caf::reacts_to<msg::read_workflow>>;

/// BULK: one order to many jobs, a few of them at a time, and its entry in the audit.
using bulk_actor =
    durable_actor::extend<caf::reacts_to<msg::bulk_order>, caf::reacts_to<msg::bulk_answered>>;

/// PURGER: takes old jobs away, in slices; asks the engine whether a tree rests, and a living
/// coordinator to let go of its old actions. It reads the store: the wiring detaches it.
using purger_actor =
    entity_actor::extend<caf::reacts_to<msg::purge>, caf::reacts_to<msg::purge_more>,
                         caf::reacts_to<msg::may_bury>, caf::reacts_to<msg::pruned>>;

/// ENGINE: owner of all roots; takes commands, recovers, finds the entity an order is for. Its
/// roots report to it as to any owner, hence the entity interface.
using engine_actor = entity_actor::extend<
    caf::reacts_to<msg::read_submission>, caf::reacts_to<msg::submission_read>,
    caf::reacts_to<msg::order>, caf::reacts_to<msg::bulk_order>, caf::reacts_to<msg::datasets_told>,
    caf::reacts_to<msg::purge>, caf::reacts_to<msg::bury>, caf::reacts_to<msg::buried>,
    caf::reacts_to<msg::prune_order>, caf::reacts_to<msg::recover>, caf::reacts_to<msg::stop>>;

}  // namespace foliot::actors
