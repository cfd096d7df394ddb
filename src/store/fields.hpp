// The fields of everything that is stored, in their order on disk. Never reorder: a changed struct
// gets a new version byte (codec.hpp). Numbers of alternatives: store/tags.hpp.
#pragma once

#include "store/tags.hpp"

namespace foliot::store {

// -- small parts --------------------------------------------------------------------------------

template <class A, of<entity_id> R>
void fields(A& a, R& r) {
  a(r.partition, r.kind, r.number, r.root, r.job);
}
template <class A, of<el::probe> R>
void fields(A& a, R& r) {
  a(r.function, r.arguments);
}
template <class A, of<model::child_summary> R>
void fields(A& a, R& r) {
  a(r.total);
  a.bits(r.all_ended, r.all_good, r.all_killed, r.all_failed, r.any_error, r.any_suspended,
         r.all_suspended_or_good, r.all_suspended_or_ended, r.all_paused, r.pending);
  if (a.since(2)) a(r.ignored);
}
template <class A, of<model::action_extra> R>
void fields(A& a, R& r) {
  a(r.through, r.actual, r.cleaning, r.resolved);
  if (a.since(3)) a(r.again, r.given);
}
template <class A, of<model::action_error> R>
void fields(A& a, R& r) {
  a(r.code, r.message);
}
template <class A, of<model::member_rerun> R>
void fields(A& a, R& r) {
  a(r.times, r.options);
}
template <class A, of<model::bundle_member> R>
void fields(A& a, R& r) {
  a(r.index, r.coordinator);
  a.bits(r.created, r.pending, r.refused);
  a(r.refusal_code, r.refusal);
  if (!a.since(2)) return;
  a(r.state_order, r.change_order, r.rerun_order, r.change, r.rerun, r.erred);
}
template <class A, of<model::fs_plan_step> R>
void fields(A& a, R& r) {
  a(r.kind, r.path, r.target, r.permissions, r.group);
  a.bits(r.recursive, r.directories, r.skip_trash);
}
template <class A, of<model::program_plan> R>
void fields(A& a, R& r) {
  a(r.program, r.arguments, r.environment, r.files, r.capture_output);
  if (a.since(3)) a(r.prepare);
  if (a.since(4)) a(r.source, r.archives, r.documents, r.output_file);
}
template <class A, of<model::child_plan> R>
void fields(A& a, R& r) {
  a(r.app_path, r.conf, r.again);
}
template <class A, of<model::fs_plan> R>
void fields(A& a, R& r) {
  a(r.steps);
}
template <class A, of<model::node_retry> R>
void fields(A& a, R& r) {
  a(r.max, r.done, r.interval, r.exponential, r.at);
}
template <class A, of<model::node_state> R>
void fields(A& a, R& r) {
  a(r.node, r.state, r.attempt, r.lost, r.open, r.arrived, r.started, r.ended, r.external_id,
    r.transition, r.error_code, r.error, r.data, r.plan);
  if (a.since(3)) a(r.retry, r.prepared);
  if (a.since(4)) a(r.tries, r.paused, r.child);
}
/// All of a list, or of a head's what stands behind the pages (store/node_pages.cpp).
void list_of_nodes(writer& out, const model::node_list& list);
void list_of_nodes(reader& in, model::node_list& list);
template <class A, of<model::node_list> R>
void fields(A& a, R& r) {
  list_of_nodes(a, r);
}
template <class A, of<model::kept_node> R>
void fields(A& a, R& r) {
  a(r.before, r.now, r.to);
}

// -- records ------------------------------------------------------------------------------------

template <class A, of<model::bundle_record> R>
void fields(A& a, R& r) {
  a(r.version, r.state, r.created, r.modified, r.since, r.definition, r.user, r.name, r.app_path,
    r.members, r.error_code, r.error);
  if (!a.since(2)) return;
  a(r.reading, r.orders, r.suspended, r.pause_at, r.end_changed, r.retries, r.retry_at);
  if (a.since(3)) a(r.at_once, r.recovery, r.recovered, r.recovery_void);
}
template <class A, of<model::coordinator_record> R>
void fields(A& a, R& r) {
  a(r.version, r.state, r.created, r.modified, r.since, r.definition, r.user, r.name, r.app_path,
    r.bundle, r.actions, r.last_nominal);
  a.bits(r.done, r.pending);
  a(r.error_code, r.error);
  if (!a.since(2)) return;
  a(r.end_changed, r.pause_at, r.concurrency_changed, r.concurrency, r.orders);
  if (a.since(3)) a(r.reruns_obeyed, r.former, r.gone);
}
template <class A, of<model::former_definition> R>
void fields(A& a, R& r) {
  a(r.first, r.through, r.definition);
}
template <class A, of<model::action_record> R>
void fields(A& a, R& r) {
  a(r.version, r.state, r.pending, r.nominal, r.created, r.modified, r.workflow, r.error);
  if (!a.since(2)) return;
  a(r.held, r.obeyed, r.extra);
}
template <class A, of<model::workflow_record> R>
void fields(A& a, R& r) {
  a(r.version, r.state, r.created, r.started, r.ended, r.modified, r.since, r.definition,
    r.conf_base, r.conf, r.user, r.name, r.app_path, r.parent, r.run, r.nodes, r.facts, r.questions,
    r.error_code, r.error, r.error_line, r.last_error_node);
  if (a.since(3)) a(r.kept, r.first_attempt);
}

// -- events -------------------------------------------------------------------------------------

template <class A, of<model::bundle_events::created> R>
void fields(A& a, R& r) {
  a(r.definition, r.user, r.name, r.app_path);
  if (a.since(2)) a(r.reading);
  if (a.since(3)) a(r.at_once);
}
template <class A, of<model::bundle_events::started> R>
void fields(A& a, R& r) {
  a(r.coordinators);
}
template <class A, of<model::coordinator_events::created> R>
void fields(A& a, R& r) {
  a(r.definition, r.user, r.name, r.app_path, r.bundle);
}
template <class A, of<model::bundle_events::coordinator_accepted> R>
void fields(A& a, R& r) {
  a(r.member, r.birth);
}
template <class A, of<model::bundle_events::coordinator_refused> R>
void fields(A& a, R& r) {
  a(r.member, r.code, r.sentence);
}
template <class A, of<model::bundle_events::children_changed> R>
void fields(A& a, R& r) {
  a(r.summary);
}
template <class A, of<model::bundle_events::member_confirmed> R>
void fields(A& a, R& r) {
  a(r.member);
  if (a.since(2)) a(r.what, r.serial);
}
template <class A, of<model::bundle_events::changed> R>
void fields(A& a, R& r) {
  a(r.pause, r.end, r.for_members, r.members);
}
template <class A, of<model::bundle_events::rerun> R>
void fields(A& a, R& r) {
  a(r.members, r.what);
}
template <class A, of<model::bundle_events::retried> R>
void fields(A& a, R& r) {
  a(r.members);
}
template <class A, of<model::bundle_events::member_erred> R>
void fields(A& a, R& r) {
  a(r.member);
}
template <class A, of<model::bundle_events::recovery_named> R>
void fields(A& a, R& r) {
  a(r.workflow);
}
template <class A, of<model::bundle_events::recovery_ended> R>
void fields(A& a, R& r) {
  a(r.workflow, r.state, r.code, r.error);
}
template <class A, of<model::bundle_events::retry_refused> R>
void fields(A& a, R& r) {
  a(r.member, r.serial, r.code, r.sentence);
}
template <class A, of<model::bundle_events::members_told> R>
void fields(A& a, R& r) {
  a(r.accepted, r.refused, r.confirmed, r.erred, r.refused_retries);
}
template <class A, of<model::bundle_events::member_revived> R>
void fields(A& a, R& r) {
  a(r.member);
}
template <class A, of<model::coordinator_events::materialised> R>
void fields(A& a, R& r) {
  a(r.room);
}
template <class A, of<model::coordinator_events::children_changed> R>
void fields(A& a, R& r) {
  a(r.summary);
}
template <class A, of<model::workflow_events::created> R>
void fields(A& a, R& r) {
  a(r.definition, r.conf_base, r.conf, r.user, r.name, r.app_path, r.parent, r.held);
}
template <class A, of<model::workflow_events::facts_found> R>
void fields(A& a, R& r) {
  a(r.facts);
}
template <class A, of<model::workflow_events::run_started> R>
void fields(A& a, R& r) {
  a(r.node, r.attempt, r.external_id);
}
template <class A, of<model::workflow_events::run_ended> R>
void fields(A& a, R& r) {
  a(r.node, r.attempt, r.outcome, r.exit_code, r.output, r.error_code, r.message);
}
template <class A, of<model::workflow_events::child_named> R>
void fields(A& a, R& r) {
  a(r.node, r.attempt, r.child);
}
template <class A, of<model::workflow_events::child_refused> R>
void fields(A& a, R& r) {
  a(r.node, r.attempt, r.error_code, r.message);
}
template <class A, of<model::workflow_events::child_ended> R>
void fields(A& a, R& r) {
  a(r.child, r.state, r.error_code, r.message);
}
template <class A, of<model::workflow_events::prepared> R>
void fields(A& a, R& r) {
  a(r.node, r.attempt, r.message);
}
template <class A, of<model::workflow_events::rerun> R>
void fields(A& a, R& r) {
  a(r.definition, r.conf_base, r.conf, r.name, r.app_path, r.kept);
}
template <class A, of<model::coordinator_change> R>
void fields(A& a, R& r) {
  a(r.end, r.concurrency, r.pause, r.state);
}
template <class A, of<model::rerun_options> R>
void fields(A& a, R& r) {
  a.bits(r.refresh, r.nocleanup, r.failed, r.errors_if_many);
}
template <class A, of<model::coordinator_events::changed> R>
void fields(A& a, R& r) {
  a(r.values, r.keep);
}
template <class A, of<model::coordinator_events::rerun> R>
void fields(A& a, R& r) {
  a(r.actions, r.ranges, r.options);
  if (a.since(3)) a(r.serial, r.at_once, r.given);
}
template <class A, of<model::coordinator_events::actions_ignored> R>
void fields(A& a, R& r) {
  a(r.actions);
}
template <class A, of<model::coordinator_events::updated> R>
void fields(A& a, R& r) {
  a(r.definition, r.app_path);
}
template <class A, of<model::coordinator_events::updated_but_concurrency> R>
void fields(A& a, R& r) {
  a(r.what);
}
template <class A, of<model::coordinator_events::pruned> R>
void fields(A& a, R& r) {
  a(r.actions, r.workflows, r.counts);
}
template <class A, of<model::action_events::created> R>
void fields(A& a, R& r) {
  a(r.nominal);
  if (a.since(2)) a(r.orders);
}
template <class A, of<model::action_events::inputs_found> R>
void fields(A& a, R& r) {
  if (a.since(2)) a(r.resolved);
}
template <class A, of<model::action_events::ordered> R>
void fields(A& a, R& r) {
  a(r.serial, r.hold);
}
template <class A, of<model::action_events::rerun> R>
void fields(A& a, R& r) {
  a(r.options, r.orders);
  if (a.since(3)) a(r.at_once, r.given);
}
template <class A, of<model::action_events::workflow_rerun> R>
void fields(A& a, R& r) {
  a(r.event);
}
template <class A, of<model::action_events::passed_over> R>
void fields(A& a, R& r) {
  a(r.nominal, r.through);
}
template <class A, of<model::action_events::cut_short> R>
void fields(A& a, R& r) {
  a(r.through);
}
template <class A, of<model::action_events::submitted> R>
void fields(A& a, R& r) {
  a(r.workflow, r.birth);
}
template <class A, of<model::action_events::start_refused> R>
void fields(A& a, R& r) {
  a(r.code, r.sentence);
}
template <class A, of<model::action_events::workflow_changed> R>
void fields(A& a, R& r) {
  a(r.state, r.error_code, r.error);
}

// -- the rest -----------------------------------------------------------------------------------

template <class A, of<model::definition_text> R>
void fields(A& a, R& r) {
  a(r.kind, r.app_path, r.name, r.xml, r.conf);
}
template <class A, of<model::quarantine_note> R>
void fields(A& a, R& r) {
  a(r.entity, r.since, r.event, r.why);
}
template <class A, of<model::bulk_job> R>
void fields(A& a, R& r) {
  a(r.id, r.outcome, r.code, r.said);
}
/// Its number stands in the key.
template <class A, of<model::audit_entry> R>
void fields(A& a, R& r) {
  a(r.asked, r.ended, r.user, r.address, r.request_id, r.order, r.kind, r.filter, r.matching,
    r.jobs);
}

}  // namespace foliot::store
