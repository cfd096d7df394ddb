// All messages of the engine, named. They never leave the process: an entity's life on disk is its
// records and journal (store/), the console has messages of its own.
#pragma once

#include <caf/type_id.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "actors/console_messages.hpp"
#include "actors/fwd.hpp"
#include "actors/purge_messages.hpp"
#include "base/instant.hpp"
#include "base/kv_store.hpp"
#include "base/result.hpp"
#include "exec/file_port.hpp"
#include "exec/run_port.hpp"
#include "http/commands.hpp"
#include "model/journal.hpp"
#include "model/notification.hpp"
#include "model/orders.hpp"
#include "model/start_governor.hpp"
#include "model/summary.hpp"
#include "parse/submission.hpp"
#include "store/step_batch.hpp"

namespace foliot::actors {
struct coordinator_facts;
}  // namespace foliot::actors

namespace foliot::actors::msg {

// -- what an entity may be told: the alternatives of `stimulus` ----------------------------------

/// Do what your record owes. Sent once in phase three of recovery; who is born begins by itself.
struct begin {};

/// The root of a tree is to be born with this event; the text goes to disk in the same batch.
struct create {
  std::shared_ptr<const model::any_event> event;
  std::shared_ptr<const model::definition_text> text;
  std::function<void(result<void>)> done;
};

/// The time asked for has come.
struct rang {};

/// Something that was watched for exists: position in the list given to the registry.
struct dataset_ready {
  uint32_t index = 0;
  uint32_t round = 0;  ///< As given to the registry with that list.
};

/// All that was asked for was looked at once; what exists was told before this.
struct inputs_checked {};

/// Enough has been heard to look at the inputs as a whole.
struct look_at_inputs {};

/// The coordinator gives the action a slot.
struct slot_granted {};

/// The governor lets the action start.
struct start_released {};

/// The status-transition actor's newest aggregate of this parent's children.
struct summary_changed {
  model::child_summary summary;
  uint64_t serial = 0;  ///< Of the parent's newest `attend` that came before.
};

/// A child's record with that status is on disk.
struct child_reported {
  entity_id child;
  uint64_t version = 0;
  model::status state = model::status::none;
  bool pending = false;
  std::shared_ptr<const model::action_error> error;
  uint32_t obeyed = 0;  ///< Of an action: the last of its coordinator's orders that it obeyed.
  bool quarantined = false;
};

/// A child is terminal, owes nothing and asks to be let go.
struct child_rests {
  entity_id child;
};

/// Of a root that bears an external id, or was refused: what became of its birth.
struct root_born {
  entity_id root;
  std::optional<parse::external_name> name;
  result<void> outcome;
};
using shared_birth = std::shared_ptr<const root_born>;

/// A coordinator that was let go has quit: nothing that it returned is on its way any more.
struct left {
  entity_id child;
};

/// The owner let this entity go: it may quit.
struct let_go {};

/// A command of a user, or of the parent passing one on (`done` is empty then).
struct ordered {
  model::order what;
  std::function<void(result<model::order_reply>)> done;
};

/// An order that came to a job which was about to rest: its owner lets it go first.
struct returned {
  entity_id child;
  std::shared_ptr<const stimulus> inner;
};

/// A bundle to itself: its coordinator answered an order.
struct member_answered {
  uint16_t member = 0;
  model::member_order kind = model::member_order::state;
  uint32_t serial = 0;  ///< Of that order.
  std::shared_ptr<const result<model::order_reply>> outcome;
};

/// The coordinator was suspended or resumed: its order `serial` to its actions.
struct job_held {
  uint32_t serial = 0;
  bool hold = false;
};

/// The coordinator's time does not reach this action any more.
struct retire {};

/// What the actions of a coordinator share was changed.
struct facts_changed {
  std::shared_ptr<const coordinator_facts> facts;
};

/// A stimulus for an entity further down the tree.
struct routed {
  std::vector<entity_id> path;  ///< Whom to hand it on to, outermost first; empty: it is for you.
  std::shared_ptr<const stimulus> inner;
};

/// The application that was asked for was read: of bundle member or of an action's workflow.
struct application_read {
  uint32_t member = 0;
  std::shared_ptr<const result<parse::submission>> application;
};

/// News of a run, or answers to a workflow's questions.
struct workflow_told {
  std::shared_ptr<const model::workflow_event> event;
};

using stimulus_kind = std::variant<begin, create, rang, dataset_ready, inputs_checked, slot_granted,
                                   summary_changed, child_reported, child_rests, let_go, ordered,
                                   routed, application_read, workflow_told, returned, job_held,
                                   retire, facts_changed, member_answered, look_at_inputs, left,
                                   shared_birth, start_released, prune, look, retry, back_to_work>;

/// The one message of all entities besides `durable`.
struct stimulus {
  stimulus_kind what;
  model::cause why;
};

// -- committing ----------------------------------------------------------------------------------

/// A child that changed what its parent's counters hold of it.
struct moved_child {
  model::child_change change;
  uint32_t step = 0;      ///< Which of its commit's steps did, from 1; 0: none, a quarantine.
  uint64_t sequence = 0;  ///< Of that step: filled in by the committer.
};

/// One step (and the births in it) to be written; the newest state has moved on already.
struct commit {
  durable_actor from;
  uint64_t ticket = 0;  ///< Rises by one per commit of one sender.
  job_number root = 0;  ///< One batch touches one tree.
  std::vector<store::encoded_step> steps;
  kv_batch extra;  ///< Definitions, quarantine notes: written in the same batch.
  std::vector<moved_child> changes;
  bool may_be_lost = false;  ///< To a power failure: no sync is spent on it alone.
};

/// Everything up to `ticket` is on disk.
struct durable {
  uint64_t ticket = 0;
  uint64_t sequence = 0;  ///< The journal's of that commit's first step; 0: it had none.
  /// The same of the sender's commits before that one which became durable with it.
  std::vector<uint64_t> earlier = {};
};

struct flush {};

// -- aggregation ---------------------------------------------------------------------------------

/// Status changes of children in commit order, from the committer.
struct children_moved {
  std::vector<moved_child> changes;
};
/// `who` is the parent `parent`: tell it the summary now and whenever it changes.
struct attend {
  entity_id parent;
  entity_actor who;
  uint64_t serial = 0;  ///< Rises as the parent likes: whoever waits for news knows them by it.
  uint64_t cause = 0;   ///< Sequence of the entry that led the parent to ask; 0: none.
};
/// Recovery: the counters of one parent, from the scan.
struct counted {
  entity_id parent;
  model::child_counts counts;
};
/// The parent rests: forget its counters.
struct dismiss {
  entity_id parent;
};

// -- time ----------------------------------------------------------------------------------------

/// Ring `who` at `at`; replaces what was asked for under the same id. `never` forgets it.
struct wake {
  entity_id id;
  instant at;
  entity_actor who;
};
struct tick {
  uint64_t serial = 0;  ///< Only the one sent last counts.
};

// -- starting ------------------------------------------------------------------------------------

/// An action with a slot asks to start; answered by `start_released`, once.
struct ask_start {
  model::waiting_start what;
  model::start_rate own;  ///< The limit of its tree.
  entity_actor who;
};
/// It will not start now.
struct withdraw_start {
  entity_id id;
};

// -- datasets ------------------------------------------------------------------------------------

/// Tell `who` as each of `uris` comes into being. Replaces what `id` watched for before.
struct watch_inputs {
  entity_id id;
  entity_actor who;
  std::vector<std::string> uris;
  bool confirm = false;  ///< Send `inputs_checked` as well.
  uint32_t round = 0;    ///< Comes back with the news.
};
struct unwatch_inputs {
  entity_id id;
};
/// These should be there now: look at once at those that somebody waits for.
struct announce {
  std::vector<std::string> uris;
  std::function<void(result<http::announced>)> done;  ///< May be empty.
};
struct path_appeared {
  uint64_t token = 0;
};

// -- outside work --------------------------------------------------------------------------------

/// Who is to be told of a run.
struct run_address {
  entity_actor who;
  model::node_index node = model::no_node;
  uint16_t attempt = 0;
};
struct start_run {
  run_address to;
  exec::run_spec spec;
};
struct kill_run {
  run_address to;
  std::string name;
};
struct forget_run {
  std::string name;
};
struct run_told {
  exec::run_news news;
};
/// File operations of an fs action, in order.
struct do_files {
  run_address to;
  std::vector<exec::file_operation> operations;
  bool again = false;
  bool prepares = false;  ///< Before a program starts: the answer is `prepared`.
};
/// Questions of a workflow or a waiting action about the world.
struct answer {
  entity_actor who;
  std::vector<el::probe> probes;
};

/// Call that URL: the sender has taken a place for it (notifier.hpp).
struct notify {
  model::notice what;
};

// -- applications --------------------------------------------------------------------------------

struct read_submission {
  std::string conf_xml;
  http::requester who;
  bool run = false;
  std::function<void(result<http::submitted>)> done;
  bool dry_run = false;  ///< Nothing is to be born of it.
  /// The coordinator whose definition it is to replace; kind none: it is to be born.
  entity_id updates = {};
};
/// What an update leads to.
struct update_read {
  entity_id job;
  hash128 from;      ///< The definition that it was compared with.
  std::string diff;  ///< As the asker gets it.
};
struct submission_read {
  http::requester who;
  bool run = false;
  std::function<void(result<http::submitted>)> done;
  std::shared_ptr<const result<parse::submission>> application;
  std::optional<update_read> update = std::nullopt;
};
struct read_coordinator {
  entity_actor who;
  uint32_t member = 0;  ///< Position among the bundle's members.
  uint32_t index = 0;   ///< In the bundle's definition.
  std::shared_ptr<const model::definition_text> bundle;
  std::string bundle_id;
  model::cause why;  ///< Comes back with the answer.
};
struct read_workflow {
  entity_actor who;
  std::string app_path;
  std::shared_ptr<const model::configuration> conf;
  model::cause why;     ///< Comes back with the answer.
  uint32_t member = 0;  ///< The same.
};

// -- engine --------------------------------------------------------------------------------------

struct order {
  entity_id job;
  model::order what;
  http::requester who;
  std::function<void(result<model::order_reply>)> done;
};
/// The same order to many jobs.
struct bulk_order {
  http::bulk_request what;
  http::requester who;
  std::function<void(result<model::audit_entry>)> done;
};
/// One of the jobs of a bulk order has answered.
struct bulk_answered {
  job_number number = 0;  ///< Of the entry of the audit.
  uint32_t index = 0;     ///< Position among the jobs.
  std::shared_ptr<const result<model::order_reply>> outcome;
};
/// A user says that datasets are ready.
struct datasets_told {
  http::requester who;
  announce news;
};
struct recover {
  std::function<void(result<void>)> done;
};
struct stop {};

}  // namespace foliot::actors::msg
