// What happens when a node's expressions are evaluated: the half of the walk that asks the world.
#include <algorithm>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "model/kinds/kind.hpp"
#include "model/workflow_retry.hpp"
#include "model/workflow_view.hpp"
#include "model/workflow_walk.hpp"

namespace foliot::model {

namespace {

/// Everything an expression of the workflow can see; made anew for each evaluation, because the
/// record moves on in between.
struct sight {
  sight(const workflow_context& context, const workflow_record& record, const el::facts& known,
        instant now)
      : view(context, record, now), names(context.conf) {
    in.where = el::phase::workflow;
    in.names = &names;
    in.known = &known;
    in.workflow = &view;
    in.reading = reading_of(context.conf);
  }
  sight(const sight&) = delete;
  sight& operator=(const sight&) = delete;

  workflow_view view;
  el::map_variables names;
  el::environment in;
};

/// Waits for its expressions to be evaluated: entered, and nothing planned.
bool is_unsettled(const node_state& node, const workflow_node& written) {
  return node.state == node_status::prep && node.plan.index() == 0 &&
         (written.kind == node_kind::action || written.kind == node_kind::decision ||
          written.kind == node_kind::kill);
}

}  // namespace

void workflow_walk::ask(const el::needs& needs) {
  auto& questions = record_.questions;
  questions.insert(questions.end(), needs.probes.begin(), needs.probes.end());
  std::sort(questions.begin(), questions.end());
  questions.erase(std::unique(questions.begin(), questions.end()), questions.end());
}

void workflow_walk::settle(node_state& node) {
  switch (written(node).kind) {
    case node_kind::decision: return settle_decision(node);
    case node_kind::kill: return settle_kill(node);
    default: return settle_action(node);
  }
}

/// By its type of error (workflow.md 4). What is held or started later keeps its plan, if it has
/// one already.
void workflow_walk::refuse(node_state& node, node_refusal refusal) {
  node_error why{std::move(refusal.code), std::move(refusal.sentence)};
  if (refusal.type == error_type::transient && start_later(node, why)) return;
  if (refusal.type == error_type::transient || refusal.type == error_type::non_transient)
    return hold(node, why);
  if (retry_later(node, why)) return;
  if (refusal.type == error_type::failed) return fail_job(node, std::move(why));
  close(node, node_status::error, std::move(why));
  record_.last_error_node = node.node;
  if (record_.state == status::running) leave(node, written(node).error_to);
}

void workflow_walk::settle_action(node_state& node) {
  const workflow_node& action = written(node);
  const action_kind* kind = find_kind(action.type);
  if (kind == nullptr)
    return refuse(node, {"E0723", "actions of type '" + action.type + "' are not offered yet"});
  const sight seen{context_, record_, facts_, now_};
  if (node.retry.done == 0) {
    auto rule = plan_retry(action.retry, context_.conf, seen.in);
    if (auto* refusal = std::get_if<node_refusal>(&rule)) return refuse(node, std::move(*refusal));
    node.retry = std::get<node_retry>(rule);
  }
  planned plan = kind->plan(action, {seen.in, context_, record_, node});
  if (auto* needs = std::get_if<el::needs>(&plan)) return ask(*needs);
  if (auto* refusal = std::get_if<node_refusal>(&plan)) return refuse(node, std::move(*refusal));
  node.plan = std::get<node_plan>(std::move(plan));
  node.open = true;
  node.started = now_;
}

void workflow_walk::settle_decision(node_state& node) {
  const workflow_node& decision = written(node);
  const sight seen{context_, record_, facts_, now_};
  auto chosen = choose_case(decision.cases, seen.in);
  if (auto* needs = std::get_if<el::needs>(&chosen)) return ask(*needs);
  if (auto* refusal = std::get_if<node_refusal>(&chosen)) return refuse(node, std::move(*refusal));
  const size_t index = std::get<size_t>(chosen);
  pass(node, index < decision.cases.size() ? decision.cases[index].to : decision.to);
}

void workflow_walk::settle_kill(node_state& node) {
  const sight seen{context_, record_, facts_, now_};
  auto message = kill_message(written(node).message, seen.in);
  if (auto* needs = std::get_if<el::needs>(&message)) return ask(*needs);
  if (auto* refusal = std::get_if<node_refusal>(&message)) {
    close(node, node_status::error,
          {"E0756", "its message cannot be evaluated: " + refusal->sentence});
    node.error = bounded(place(node.node) + ": " + node.error);
  } else {
    close(node, node_status::ok, {"E0729", std::get<std::string>(std::move(message))});
  }
  record_.error_code = node.error_code;
  record_.error = node.error;
  record_.error_line = written(node).line;
  end_job(status::killed);
}

void workflow_walk::ask_again() {
  record_.questions.clear();
  each_live([this](size_t at) {
    if (broken_ || record_.state != status::running) return;
    const node_state& node = record_.nodes[at];
    if (is_unsettled(node, written(node))) settle(edit(at));
  });
  follow();
  if (record_.questions.empty()) drop_questions();
}

/// What failed is run again instead of being followed, if it has retries left. True then.
bool workflow_walk::retry_later(node_state& node, const node_error& why) {
  node_retry& rule = node.retry;
  if (rule.done >= rule.max || !is_retried(why.code, context_.conf)) return false;
  const instant at = retry_at(rule, now_);
  if (at == never || node.attempt == std::numeric_limits<uint16_t>::max()) return false;
  node_plan plan = std::move(node.plan);  // what was evaluated once holds for all tries
  close(node, node_status::user_retry, why);
  node.plan = std::move(plan);
  node.tries = 0;
  rule.at = at;
  rule.done += 1;
  return true;
}

/// It could not be started for a reason that may pass (workflow.md 4, System retry).
bool workflow_walk::start_later(node_state& node, const node_error& why) {
  const start_retries rule = start_retries_of(context_.conf);
  if (node.tries >= rule.max || node.attempt == std::numeric_limits<uint16_t>::max()) return false;
  node.retry.at = start_retry_at(rule, node.tries, now_);
  node.tries += 1;
  node.state = node_status::start_retry;
  node.error_code = why.code;
  node.error = bounded(why.sentence);
  return true;
}

/// Another attempt: with the plan it has, or from its texts where it was refused before it had one.
void workflow_walk::try_again(node_state& node) {
  if (!start_again(node)) {
    close(node, node_status::error, {"JA017", "it was started too often"});
    record_.last_error_node = node.node;
    return leave(node, written(node).error_to);
  }
  if (node.plan.index() != 0) return;
  node.open = false;
  settle(node);
}

bool workflow_walk::retry() {
  bool any = false;
  each_live([this, &any](size_t at) {
    if (broken_ || record_.state != status::running) return;
    const node_state& seen = record_.nodes[at];
    const bool waits =
        seen.state == node_status::user_retry || seen.state == node_status::start_retry;
    if (!waits || seen.retry.at > now_) return;
    any = true;
    node_state& node = edit(at);
    node.lost = 0;
    try_again(node);
  });
  follow();
  return any;
}

void workflow_walk::go_on() {
  become(status::running);
  each_live([this](size_t at) {
    if (broken_ || record_.state != status::running) return;
    const node_state& seen = record_.nodes[at];
    const workflow_node& what = written(seen);
    if (seen.paused) {
      node_state& node = edit(at);
      node.paused = false;
      proceed(node);
    } else if (what.kind == node_kind::action && seen.transition == no_node) {
      if (seen.state == node_status::start_manual)
        try_again(edit(at));
      else if (seen.state == node_status::ok)
        leave(edit(at), what.to);
      else if (seen.state == node_status::error)
        leave(edit(at), what.error_to);
    }
  });
  ask_again();
}

}  // namespace foliot::model
