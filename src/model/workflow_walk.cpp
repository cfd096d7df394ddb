#include "model/workflow_walk.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "base/limits.hpp"
#include "model/kinds/sub_workflow.hpp"
#include "model/moves.hpp"
#include "model/tables.hpp"
#include "model/workflow_rerun.hpp"
#include "model/workflow_retry.hpp"

namespace foliot::model {

std::string bounded(std::string text) {
  if (text.size() <= limits::error_text_bytes_max) return text;
  size_t end = limits::error_text_bytes_max - 3;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return text.substr(0, end) + "...";
}

std::string workflow_walk::place(node_index node) const {
  const workflow_node& found = context_.definition.nodes[node];
  return "line " + std::to_string(found.line) + ": node '" + found.name + "'";
}

/// The fork around whatever follows `node`.
node_index workflow_walk::scope_behind(node_index node) const {
  const node_kind kind = context_.definition.nodes[node].kind;
  if (kind == node_kind::fork) return node;
  const node_index around = known_.scope[node];
  if (kind == node_kind::join && around != no_node) return known_.scope[around];
  return around;
}

void workflow_walk::note_arrival(node_index from, node_index to) {
  if (to < known_.scope.size() && known_.scope[to] == no_node)
    known_.scope[to] = scope_behind(from);
}

void workflow_walk::become(status to) {
  if (auto illegal = move_to(record_, workflow_table, to, now_)) broken_ = std::move(illegal);
}

/// The workflow below that node in the run before, if it is to go on there; then it is not kept any
/// more.
job_number workflow_walk::take_child(node_index node) {
  const node_state* found = keeps(node);
  if (found == nullptr || !is_to_go_on(*found)) return 0;
  take_kept(node);
  return found->child;
}

node_state& workflow_walk::add(node_state state) {
  const node_index node = state.node;
  record_.nodes.push_back(std::move(state));
  known_.position[node] = static_cast<uint16_t>(record_.nodes.size());
  return record_.nodes.edit_back();
}

node_state& workflow_walk::visit(node_index node) {
  node_state state;
  state.node = node;
  state.attempt = record_.first_attempt;
  state.started = now_;
  state.child = take_child(node);
  return add(std::move(state));
}

void workflow_walk::begin() {
  const node_index start = context_.definition.start;
  if (start >= known_.position.size() ||
      context_.definition.nodes[start].kind != node_kind::start) {
    broken_ = "the definition has no start node";
    return;
  }
  record_.started = now_;
  become(status::running);
  ahead_.push_back({no_node, start});
  follow();
}

void workflow_walk::follow() {
  // Once something suspended the job the rest is entered, to be known at the resumption.
  while (!ahead_.empty() && !broken_ && !is_terminal(record_.state)) {
    const arrival next = ahead_.front();
    ahead_.pop_front();
    enter(next);
  }
  ahead_.clear();
}

void workflow_walk::enter(const arrival& next) {
  if (next.to == no_node) {
    return fail_job_at(next.from, {"E0708", "the definition does not say where to go from here"});
  }
  if (next.to >= known_.position.size()) {
    broken_ = "a transition leads to node " + std::to_string(next.to) + " of " +
              std::to_string(known_.position.size());
    return;
  }
  const node_kind kind = context_.definition.nodes[next.to].kind;
  if (kind == node_kind::join) return arrive(next);
  if (known_.position[next.to] != 0) {
    if (kind == node_kind::kill) return;  // it waits to kill the job for another path
    return fail_job_at(next.to, {"E0709", "reached a second time: the definition has a loop"});
  }
  if (next.from != no_node) note_arrival(next.from, next.to);
  if (pass_kept(next)) return;
  node_state& node = visit(next.to);
  if (!pauses_at(next.to)) return proceed(node);
  node.paused = true;
  if (record_.state == status::running) suspend();
}

/// What a node does once it is entered, or the job resumed that was suspended at it.
void workflow_walk::proceed(node_state& node) {
  switch (written(node).kind) {
    case node_kind::start:
    case node_kind::join: return pass(node, written(node).to);
    case node_kind::fork: return split(node);
    case node_kind::end: close(node, node_status::ok, {}); return end_job(status::succeeded);
    default: return settle(node);
  }
}

/// Whether the job is suspended before that node starts (oozie.suspend.on.nodes, workflow.md 4), or
/// is already.
bool workflow_walk::pauses_at(node_index node) const {
  if (record_.state == status::suspended) return true;
  const workflow_node& what = context_.definition.nodes[node];
  return what.kind != node_kind::start && suspends_on(context_.conf, what.name);
}

/// A node that keeps the result of the run before is left the way it was left then (workflow.md 4,
/// Rerun): a failed one takes its error path again.
bool workflow_walk::pass_kept(const arrival& next) {
  const node_state* found = keeps(next.to);
  if (found == nullptr || is_to_go_on(*found)) return false;
  take_kept(next.to);
  if (context_.definition.nodes[next.to].kind == node_kind::kill) return false;  // it kills anew
  node_state& node = add(*found);
  const workflow_node& what = written(node);
  if (what.kind == node_kind::decision) {
    if (node.transition == no_node) {
      fail_job_at(next.to, {"E0721", "the way that it took in the run before does not exist now"});
    } else {
      leave(node, node.transition);
    }
    return true;
  }
  const bool failed = node.state == node_status::error;
  if (failed) record_.last_error_node = node.node;
  leave(node, failed ? what.error_to : what.to);
  return true;
}

void workflow_walk::split(node_state& fork) {
  const auto& paths = written(fork).paths;
  if (paths.empty()) {
    broken_ = "fork '" + written(fork).name + "' has no paths";
    return;
  }
  close(fork, node_status::ok, {});
  for (const node_index path : paths) ahead_.push_back({fork.node, path});
}

/// Oozie counts the arrivals of a fork's paths, at whichever join (LiteWorkflowLib, fork count).
void workflow_walk::arrive(const arrival& next) {
  if (next.from == no_node) {
    broken_ = "a join starts the workflow";
    return;
  }
  const node_index fork = scope_behind(next.from);
  node_state* join = at(next.to);
  if (fork == no_node || (join && known_.scope[next.to] != fork)) {
    node_state& culprit = join ? *join : visit(next.to);
    return fail_job(culprit, {"E0720", "reached on a path that does not come from its fork"});
  }
  known_.scope[next.to] = fork;
  if (!join) join = &visit(next.to);
  const size_t expected = context_.definition.nodes[fork].paths.size();
  if (join->arrived == std::numeric_limits<uint16_t>::max() || is_ended(join->state) ||
      known_.arrivals[fork] >= expected) {
    broken_ = "more paths reach join '" + written(*join).name + "' than its fork has";
    return;
  }
  join->arrived += 1;
  if (++known_.arrivals[fork] != expected) return;
  if (!pauses_at(next.to)) return proceed(*join);
  join->paused = true;
  if (record_.state == status::running) suspend();
}

/// A control node has done its part.
void workflow_walk::pass(node_state& node, node_index to) {
  close(node, node_status::ok, {});
  leave(node, to);
}

void workflow_walk::leave(node_state& node, node_index to) {
  node.transition = to;
  ahead_.push_back({node.node, to});
}

void workflow_walk::close(node_state& node, node_status state, node_error why) {
  node.state = state;
  node.ended = now_;
  node.tries = 0;  // whatever it was, it was no passing reason
  node.error_code = std::move(why.code);
  node.error = bounded(std::move(why.sentence));
  // Who ends a run that is still open has to know its kind.
  if (!node.open) node.plan = std::monostate{};
}

void workflow_walk::succeed(node_state& node, std::string data) {
  close(node, node_status::ok, {});
  node.data = std::move(data);
  if (record_.state != status::running) return;
  leave(node, written(node).to);
  follow();
}

void workflow_walk::fail_action(node_state& node, node_error why) {
  if (retry_later(node, why)) return;
  close(node, node_status::error, std::move(why));
  record_.last_error_node = node.node;
  if (record_.state != status::running) return;
  leave(node, written(node).error_to);
  follow();
}

void workflow_walk::fail_job(node_state& node, node_error why) {
  const node_index index = node.node;
  close(node, node_status::failed, why);
  fail_job_at(index, std::move(why));
}

void workflow_walk::fail_job_at(node_index node, node_error why) {
  record_.error_code = std::move(why.code);
  record_.error = bounded(place(node) + ": " + why.sentence);
  record_.error_line = context_.definition.nodes[node].line;
  end_job(status::failed);
}

void workflow_walk::end_job(status to) {
  become(to);
  record_.ended = now_;
  ahead_.clear();
  drop_questions();
  each_live([this](size_t at) {
    if (is_ended(record_.nodes[at].state)) return;
    node_state& node = edit(at);
    close(node, node_status::killed, last_error(node));
  });
}

/// In Oozie what is killed while it waits to be tried again keeps the error of the last try.
node_error workflow_walk::last_error(const node_state& node) const {
  const bool waits = node.state == node_status::user_retry ||
                     node.state == node_status::start_retry ||
                     node.state == node_status::start_manual;
  if (!waits || reading_of(context_.conf) != dialect::oozie) return {};
  return {node.error_code, node.error};
}

void workflow_walk::drop_questions() {
  record_.questions.clear();
  record_.facts.clear();
  facts_ = {};
}

void workflow_walk::suspend() {
  become(status::suspended);
  drop_questions();  // asked again on resumption: the world may have changed by then
}

void workflow_walk::kill() { end_job(status::killed); }

bool workflow_walk::start_again(node_state& node) {
  if (node.attempt == std::numeric_limits<uint16_t>::max()) return false;
  node.attempt += 1;
  node.state = node_status::prep;
  node.open = true;
  node.prepared = false;
  if (goes_on(node) == nullptr) node.child = 0;
  node.external_id = 0;
  node.started = now_;
  return true;
}

void workflow_walk::hold(node_state& node, const node_error& why) {
  node.state = node_status::start_manual;
  node.error_code = why.code;
  node.error = bounded(why.sentence);
  node.tries = 0;
  if (record_.state == status::running) suspend();
}

}  // namespace foliot::model
