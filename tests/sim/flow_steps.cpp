// From one record of a workflow to the next: why a node is started, and how often.
#include <algorithm>

#include "tests/sim/auditor.hpp"
#include "tests/sim/flows.hpp"

namespace foliot::sim {

namespace {

using kind = node_spec::kind;
using model::node_status;
using model::status;

/// Of runs that are lost, before that counts as a failure (rulings, seed 002).
constexpr uint32_t lost_runs_max = 2;
constexpr int64_t start_retry_ms = 10 * ms_per_second;

const model::node_state* find(const model::node_list& list, model::node_index node) {
  const auto found =
      std::find_if(list.begin(), list.end(), [&](const auto& state) { return state.node == node; });
  return found == list.end() ? nullptr : &*found;
}

}  // namespace

void flow_auditor::check_steps(const entity_id& id, const seen_graph& graph,
                               const model::workflow_record* old,
                               const model::workflow_record& next) {
  const bool resumed =
      old != nullptr && old->state == status::suspended && next.state == status::running;
  if (resumed && app_of(id)->kind == entity_kind::workflow && resumes_[id]-- == 0) {
    resumes_[id] = 0;
    blame(id, "goes on and nobody resumed it");
  }
  for (const model::node_state& is : next.nodes) {
    const node_spec& node = *graph.nodes[is.node];
    const model::node_state* was = old ? find(old->nodes, is.node) : nullptr;
    if (was == nullptr) check_visit(id, node, old, next, is);
    if (was != nullptr && model::is_ended(was->state) &&
        (was->state != is.state || was->attempt != is.attempt || was->data != is.data ||
         (was->transition != model::no_node && was->transition != is.transition)))
      blame(id, node, "had ended as " + std::string(model::name(was->state)) + " and changed");
    if (was != nullptr && was->attempt != is.attempt) check_attempt(id, node, *was, is);
    if (was != nullptr && was->attempt == is.attempt && was->child != 0 && was->child != is.child)
      blame(id, node, "has another workflow below it");
    if (is.attempt < next.first_attempt) continue;  // of a run before
    if (node.what == kind::join && is.state == node_status::ok &&
        (was == nullptr || was->state != is.state)) {
      ++counts_.joins;
      if (pauses_at(id, node) && (was == nullptr || !was->paused))
        blame(id, node, "was passed and the job was to be suspended there");
    }
    if (was == nullptr || was->state != is.state || was->attempt != is.attempt)
      check_entered(id, node, is);
  }
}

/// A node is entered: in a job that has not ended, once, and not beyond where it was to wait.
void flow_auditor::check_visit(const entity_id& id, const node_spec& node,
                               const model::workflow_record* old,
                               const model::workflow_record& next, const model::node_state& state) {
  if (old != nullptr && model::is_terminal(old->state))
    blame(id, node, "was entered after the job had ended");
  const auto* before = auditor_.record<model::workflow_record>(id);
  const model::node_state* kept = before ? find(before->kept, state.node) : nullptr;
  if (kept == nullptr && before != nullptr && before->run != next.run)
    kept = find(before->nodes, state.node);
  if (state.attempt < next.first_attempt) {  // of a run before
    if (kept != nullptr && node.what == kind::decision && state.transition != kept->transition)
      blame(id, node, "does not lead where it did in the run before");
    return;
  }
  if (state.attempt != next.first_attempt)
    blame(id, node, "begins with attempt " + std::to_string(state.attempt));
  const bool going_on = old != nullptr && kept != nullptr;
  if (going_on && kept->child != 0 && kept->state != node_status::ok && kept->child != state.child)
    blame(id, node, "does not go on with the workflow that is below it");
  const bool began = state.open || model::is_ended(state.state);
  if (!pauses_at(id, node) || node.what == kind::join || model::is_terminal(next.state)) return;
  ++counts_.pauses;
  if (next.state != status::suspended || began)
    blame(id, node, "was entered and the job was to be suspended before it");
}

/// It is started again: for a reason, at its time.
void flow_auditor::check_attempt(const entity_id& id, const node_spec& node,
                                 const model::node_state& was, const model::node_state& is) {
  if (is.attempt != was.attempt + 1)
    blame(id, node,
          "attempt " + std::to_string(is.attempt) + " follows " + std::to_string(was.attempt));
  ++counts_.retries;
  const bool lost = node.is_program() && outcome_of(id, node, was.attempt) == outcome::lost;
  if (lost) {  // whose program began: tries to start it count anew
    tallies_[{id, node.name}].lost += 1;
    tallies_[{id, node.name}].starts = 0;
  }
  switch (was.state) {
    case node_status::user_retry:
    case node_status::start_retry:
      if (was.retry.at > time_.now()) blame(id, node, "is tried again before its time");
      return;
    case node_status::start_manual: return;
    case node_status::prep:
    case node_status::running:
      if (lost) {
        if (app_of(id)->on_lost != model::lost_rule::rerun)
          blame(id, node, "runs again after it was lost, against the rule");
        return;
      }
      break;
    default: break;
  }
  blame(id, node, "is started again as " + std::string(model::name(was.state)));
}

void flow_auditor::check_entered(const entity_id& id, const node_spec& node,
                                 const model::node_state& is) {
  tally& so_far = tallies_[{id, node.name}];
  const retry_spec rule = retry_of(id, node);
  switch (is.state) {
    case node_status::user_retry: {
      check_result(id, node, is);
      so_far.starts = so_far.lost = 0;
      int64_t minutes = rule.minutes;
      if (rule.exponential) minutes <<= so_far.retries;
      if (is.retry.at != plus_ms(time_.now(), minutes * ms_per_minute))
        blame(id, node,
              "is tried again at another time than after " + std::to_string(minutes) + " minutes");
      if (++so_far.retries > rule.max)
        blame(id, node, "is tried again more often than " + std::to_string(rule.max) + " times");
      return;
    }
    case node_status::start_retry:
      if (outcome_of(id, node, is.attempt) != outcome::passing)
        blame(id, node, "is to be started again for no passing reason");
      so_far.lost = 0;
      if (++so_far.starts > app_of(id)->start_tries)
        blame(
            id, node,
            "could not be started and is tried again " + std::to_string(so_far.starts) + " times");
      if (is.retry.at != plus_ms(time_.now(), start_retry_ms))
        blame(id, node, "is started again at another time than in ten seconds");
      return;
    case node_status::start_manual: {
      const outcome how = outcome_of(id, node, is.attempt);
      const bool used_up = how == outcome::passing && so_far.starts == app_of(id)->start_tries;
      if (how != outcome::lost && how != outcome::stuck && !used_up)
        blame(id, node, "is held for a person without need");
      so_far.starts = 0;
      return;
    }
    default: break;
  }
  if (model::is_ended(is.state)) check_over(id, node, is);
}

/// It has ended for good: as its last run did, and with no retry left.
void flow_auditor::check_over(const entity_id& id, const node_spec& node,
                              const model::node_state& is) {
  if (!node.is_action() || is.state == node_status::killed) return;
  check_result(id, node, is);
  const uint32_t retries = tallies_[{id, node.name}].retries;
  if (is.state == node_status::error && retries != retry_of(id, node).max)
    blame(id, node,
          "is ERROR after " + std::to_string(retries) + " of " +
              std::to_string(retry_of(id, node).max) + " retries");
}

/// The last run of a program says the same.
void flow_auditor::check_result(const entity_id& id, const node_spec& node,
                                const model::node_state& is) {
  if (node.what == kind::child) return check_child_over(id, node, is);
  if (!node.is_program()) return;
  const outcome how = outcome_of(id, node, is.attempt);
  bool agrees = false;
  switch (is.state) {
    case node_status::ok: agrees = how == outcome::ok; break;
    case node_status::failed:
      agrees = how == outcome::fatal ||
               (how == outcome::lost && app_of(id)->on_lost == model::lost_rule::fail);
      break;
    default:
      agrees = how == outcome::failed || how == outcome::refused || how == outcome::killed ||
               (how == outcome::fatal && is.state == node_status::user_retry) ||
               (how == outcome::lost && tallies_[{id, node.name}].lost >= lost_runs_max);
  }
  if (!agrees)
    blame(id, node,
          "is " + std::string(model::name(is.state)) + " and its run " +
              std::to_string(is.attempt) + " did not end so");
}

}  // namespace foliot::sim
