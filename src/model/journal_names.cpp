// The names of events, as logs, replay and metrics show them.
#include <string_view>
#include <variant>

#include "model/journal.hpp"

namespace foliot::model {
namespace {

struct namer {
  std::string_view operator()(const bundle_events::created&) const { return "bundle.created"; }
  std::string_view operator()(const bundle_events::started&) const { return "bundle.started"; }
  std::string_view operator()(const bundle_events::coordinator_accepted&) const {
    return "bundle.coordinator-accepted";
  }
  std::string_view operator()(const bundle_events::coordinator_refused&) const {
    return "bundle.coordinator-refused";
  }
  std::string_view operator()(const bundle_events::children_changed&) const {
    return "bundle.children-changed";
  }
  std::string_view operator()(const bundle_events::member_confirmed&) const {
    return "bundle.member-confirmed";
  }
  std::string_view operator()(const bundle_events::killed&) const { return "bundle.killed"; }
  std::string_view operator()(const bundle_events::suspended&) const { return "bundle.suspended"; }
  std::string_view operator()(const bundle_events::resumed&) const { return "bundle.resumed"; }
  std::string_view operator()(const bundle_events::pause_reached&) const {
    return "bundle.pause-reached";
  }
  std::string_view operator()(const bundle_events::changed&) const { return "bundle.changed"; }
  std::string_view operator()(const bundle_events::rerun&) const { return "bundle.rerun"; }
  std::string_view operator()(const bundle_events::retried&) const { return "bundle.retried"; }
  std::string_view operator()(const bundle_events::member_erred&) const {
    return "bundle.member-erred";
  }
  std::string_view operator()(const bundle_events::recovery_named&) const {
    return "bundle.recovery-named";
  }
  std::string_view operator()(const bundle_events::recovery_ended&) const {
    return "bundle.recovery-ended";
  }
  std::string_view operator()(const bundle_events::members_told&) const {
    return "bundle.members-told";
  }
  std::string_view operator()(const bundle_events::retry_refused&) const {
    return "bundle.retry-refused";
  }
  std::string_view operator()(const bundle_events::member_revived&) const {
    return "bundle.member-revived";
  }

  std::string_view operator()(const coordinator_events::created&) const {
    return "coordinator.created";
  }
  std::string_view operator()(const coordinator_events::materialised&) const {
    return "coordinator.materialised";
  }
  std::string_view operator()(const coordinator_events::children_changed&) const {
    return "coordinator.children-changed";
  }
  std::string_view operator()(const coordinator_events::killed&) const {
    return "coordinator.killed";
  }
  std::string_view operator()(const coordinator_events::suspended&) const {
    return "coordinator.suspended";
  }
  std::string_view operator()(const coordinator_events::resumed&) const {
    return "coordinator.resumed";
  }
  std::string_view operator()(const coordinator_events::pause_reached&) const {
    return "coordinator.pause-reached";
  }
  std::string_view operator()(const coordinator_events::changed&) const {
    return "coordinator.changed";
  }
  std::string_view operator()(const coordinator_events::rerun&) const {
    return "coordinator.rerun";
  }
  std::string_view operator()(const coordinator_events::actions_ignored&) const {
    return "coordinator.actions-ignored";
  }
  std::string_view operator()(const coordinator_events::updated_but_concurrency&) const {
    return "coordinator.updated-but-concurrency";
  }
  std::string_view operator()(const coordinator_events::updated&) const {
    return "coordinator.updated";
  }
  std::string_view operator()(const coordinator_events::pruned&) const {
    return "coordinator.pruned";
  }

  std::string_view operator()(const action_events::created&) const { return "action.created"; }
  std::string_view operator()(const action_events::inputs_found&) const {
    return "action.inputs-found";
  }
  std::string_view operator()(const action_events::timed_out&) const { return "action.timed-out"; }
  std::string_view operator()(const action_events::skipped&) const { return "action.skipped"; }
  std::string_view operator()(const action_events::submitted&) const { return "action.submitted"; }
  std::string_view operator()(const action_events::start_refused&) const {
    return "action.start-refused";
  }
  std::string_view operator()(const action_events::workflow_changed&) const {
    return "action.workflow-changed";
  }
  std::string_view operator()(const action_events::killed&) const { return "action.killed"; }
  std::string_view operator()(const action_events::ordered&) const { return "action.ordered"; }
  std::string_view operator()(const action_events::retired&) const { return "action.retired"; }
  std::string_view operator()(const action_events::rerun&) const { return "action.rerun"; }
  std::string_view operator()(const action_events::passed_over&) const {
    return "action.passed-over";
  }
  std::string_view operator()(const action_events::cut_short&) const { return "action.cut-short"; }
  std::string_view operator()(const action_events::ignored&) const { return "action.ignored"; }
  std::string_view operator()(const action_events::outputs_cleaned&) const {
    return "action.outputs-cleaned";
  }

  std::string_view operator()(const action_events::workflow_rerun&) const {
    return "action.workflow-rerun";
  }

  std::string_view operator()(const workflow_events::created&) const { return "workflow.created"; }
  std::string_view operator()(const workflow_events::started&) const { return "workflow.started"; }
  std::string_view operator()(const workflow_events::facts_found&) const {
    return "workflow.facts-found";
  }
  std::string_view operator()(const workflow_events::run_started&) const {
    return "workflow.run-started";
  }
  std::string_view operator()(const workflow_events::run_ended&) const {
    return "workflow.run-ended";
  }
  std::string_view operator()(const workflow_events::suspended&) const {
    return "workflow.suspended";
  }
  std::string_view operator()(const workflow_events::resumed&) const { return "workflow.resumed"; }
  std::string_view operator()(const workflow_events::killed&) const { return "workflow.killed"; }
  std::string_view operator()(const workflow_events::rerun&) const { return "workflow.rerun"; }
  std::string_view operator()(const workflow_events::retry_due&) const {
    return "workflow.retry-due";
  }
  std::string_view operator()(const workflow_events::prepared&) const {
    return "workflow.prepared";
  }
  std::string_view operator()(const workflow_events::child_named&) const {
    return "workflow.child-named";
  }
  std::string_view operator()(const workflow_events::child_refused&) const {
    return "workflow.child-refused";
  }
  std::string_view operator()(const workflow_events::child_ended&) const {
    return "workflow.child-ended";
  }
};

}  // namespace

std::string_view event_name(const any_event& event) {
  return std::visit([](const auto& kind) { return std::visit(namer{}, kind); }, event);
}

}  // namespace foliot::model
