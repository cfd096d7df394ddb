// The workflows below a workflow (workflow.md 10). The number of each stands in its parent's record
// before it is made, so it is made once, whenever the engine dies; and it says itself which attempt
// of its parent's node it is on, so it is run again once.
#include <memory>
#include <string>
#include <utility>

#include <caf/send.hpp>

#include "actors/entity_steps.hpp"
#include "actors/loader.hpp"
#include "actors/workflow.hpp"
#include "base/limits.hpp"
#include "model/kinds/sub_workflow.hpp"
#include "model/workflow_rerun.hpp"
#include "parse/configuration.hpp"

namespace foliot::actors {

namespace {

/// Comes back with an application: which node, and which attempt of it. Never 0, since attempts are
/// counted from 1.
uint32_t member_of(const workflow_children::attempt& of) {
  return (static_cast<uint32_t>(of.second) << 16U) | of.first;
}
workflow_children::attempt attempt_of(uint32_t member) {
  return {static_cast<model::node_index>(member & 0xFFFFU), static_cast<uint16_t>(member >> 16U)};
}
workflow_children::attempt attempt_of(const model::node_state& node) {
  return {node.node, node.attempt};
}

/// Whether that workflow has begun the run which `node` waits for.
bool has_begun(const model::node_state& node, const model::workflow_record& child) {
  if (model::goes_on(node) == nullptr) return true;
  const auto found = child.conf.find(model::parent_attempt_property);
  return found != child.conf.end() && found->second == std::to_string(node.attempt);
}

bool names(const model::workflow_record& record, job_number child) {
  for (const auto* states : {&record.nodes, &record.kept})
    for (const model::node_state& node : *states)
      if (node.child == child) return true;
  return false;
}

/// The node that waits for that workflow.
const model::node_state* node_above(const model::workflow_record& record, job_number child) {
  for (const model::node_state& node : record.nodes)
    if (node.child == child && node.open) return &node;
  return nullptr;
}

msg::ordered kill_order() { return {model::orders::kill{}, {}}; }

bool is_over(const model::workflow_record& record) {
  return model::is_terminal(record.state) && model::all_closed(record);
}

}  // namespace

workflow_children& workflow_state::below() {
  if (!children) children = std::make_unique<workflow_children>();
  return *children;
}

bool workflow_state::has_children() const {
  return children && !(children->live.empty() && children->leaving.empty());
}

entity_id workflow_state::child_id(job_number child) const {
  return {id.partition, entity_kind::workflow, 0, id.root, child};
}

/// The record of the workflow below; nothing where it was not made. False: the store is ill, and
/// the alarm asks again.
bool workflow_state::look_at(job_number child, child_record& out) {
  auto stored = rt->ports.reader.record(child_id(child));
  if (!stored) return read_again(), false;
  if (*stored)
    out = std::make_shared<const model::workflow_record>(
        std::get<model::workflow_record>(std::move(**stored)));
  return true;
}

void workflow_state::read_again() {
  below().again = plus_ms(rt->ports.clock.now(), limits::read_again_ms);
  set_alarm(std::min(alarm_at, below().again));
}

/// An actor for a workflow that is on disk.
entity_actor workflow_state::spawn_child(job_number child, const child_record& record,
                                         bool recovered) {
  workflow_start start;
  start.record = record;
  start.recovered = recovered;
  start.revived = !recovered;
  start.below_workflow = true;
  workflow_children::child& made = below().live[child];
  made.who = self->spawn(workflow, rt, child_id(child), self->address(), std::move(start));
  made.suspended = record->state == model::status::suspended;
  return made.who;
}

/// It lived when the engine ended, and goes on.
entity_actor workflow_state::follow_child(job_number child, const child_record& record) {
  entity_actor made = spawn_child(child, record, true);
  tell(made, msg::begin{});
  // Its suspension may not have come up: then it is younger than what this job is doing, or as old
  // as its start.
  const bool unheard = newest.since < record->since ||
                       (newest.since == record->since && newest.since == newest.started);
  if (record->state == model::status::suspended && newest.state == model::status::running &&
      unheard)
    feed(model::workflow_events::suspended{}, because());
  return made;
}

void workflow_state::run_child(const model::workflow_record& durable, model::node_index index) {
  const model::node_state& node = *model::find_node(durable, index);
  workflow_children& known = below();
  if (known.again > rt->ports.clock.now() && known.again != never) return;
  if (node.child == 0) return read_child(node);
  if (known.live.contains(node.child)) return;
  child_record record;
  if (!look_at(node.child, record)) return;
  if (!record) {
    if (node.state == model::node_status::prep || !known.read.contains(attempt_of(node)))
      return read_child(node);
    return make_child(node);
  }
  if (node.state == model::node_status::prep) {
    feed(model::workflow_events::child_named{node.node, node.attempt, node.child}, because());
  } else if (!has_begun(node, *record)) {
    run_child_again(node, record);
  } else if (is_over(*record)) {
    child_was_over(node.child, record);
  } else {
    follow_child(node.child, record);
  }
}

void workflow_state::read_child(const model::node_state& node) {
  if (!below().reading.insert(attempt_of(node)).second) return;
  const auto& plan = std::get<model::child_plan>(node.plan);
  self->send(rt->staff.loader,
             msg::read_workflow{entity_actor{self}, plan.app_path,
                                std::make_shared<const model::configuration>(plan.conf), because(),
                                member_of(attempt_of(node))});
}

void workflow_state::child_read(const msg::application_read& answer, const model::cause& why) {
  const workflow_children::attempt of = attempt_of(answer.member);
  const model::node_state* node = model::find_node(newest, of.first);
  const bool waits = node != nullptr && node->open && attempt_of(*node) == of &&
                     std::holds_alternative<model::child_plan>(node->plan) &&
                     !model::is_ended(node->state);
  if (!waits || quarantined()) {
    below().reading.erase(of);
    return perform_now();
  }
  auto made = understand_child(*node, *answer.application);
  if (made) {
    below().read.insert_or_assign(of, std::move(*made));
    job_number child = node->child;
    if (child == 0) child = make_job_number(rt->settings.epoch, rt->ports.ids.next());
    const model::workflow_events::child_named named{of.first, of.second, child};
    if (!feed(named, why)) perform_now();
    return;
  }
  below().reading.erase(of);
  failure problem = made.error();
  if (may_pass(problem)) return read_again();
  const std::string code = std::exchange(problem.oozie, "");
  if (node->child != 0 && node->state != model::node_status::prep)  // named by an earlier process
    feed(model::workflow_events::child_ended{node->child, model::status::failed, code,
                                             problem.text()},
         why);
  else
    feed(model::workflow_events::child_refused{of.first, of.second, code, problem.text()}, why);
}

/// What the child is to be born with.
result<child_application> workflow_state::understand_child(
    const model::node_state& node, const result<parse::submission>& application) const {
  if (!application) {
    failure problem = application.error();
    // What is missing is the application that a user names, not one that a coordinator does.
    if (problem.oozie == "E1005") problem.oozie = "E0710";
    return problem;
  }
  auto understood = rt->ports.definitions.workflow(application->text);
  if (!understood) return std::move(understood).error();
  auto resolved = parse::resolved(std::get<model::child_plan>(node.plan).conf);
  if (!resolved) return std::move(resolved).error();
  child_application out;
  out.conf = model::merged(application->defaults, *resolved);
  out.conf.insert_or_assign(std::string(model::workflow_path_property), application->text.app_path);
  out.conf.insert_or_assign(std::string(model::parent_attempt_property),
                            std::to_string(node.attempt));
  if (!out.conf.contains(model::superparent_property))
    out.conf.emplace(model::superparent_property, rt->settings.ids.text(newest.parent));
  settle_rules(out.conf, {}, rt->settings);
  out.text = std::make_shared<const model::definition_text>(application->text);
  out.definition = std::move(*understood);
  out.name = application->name;
  return out;
}

/// The answer lies in the child, which this workflow owns: weak.
std::function<void(const failure&)> workflow_state::when_child_fails(job_number child) const {
  return [me = self->address(), of = child_id(child)](const failure& problem) {
    const auto strong = caf::actor_cast<caf::strong_actor_ptr>(me);
    if (!strong) return;
    failure sentence = problem;
    sentence.oozie.clear();
    const auto state = may_pass(problem) ? model::status::none : model::status::failed;
    auto error = std::make_shared<const model::action_error>(
        model::action_error{problem.oozie, sentence.text()});
    caf::anon_send(caf::actor_cast<entity_actor>(strong),
                   msg::stimulus{msg::child_reported{of, 0, state, false, std::move(error)}, {}});
  };
}

/// Its number is on disk.
void workflow_state::make_child(const model::node_state& node) {
  auto found = below().read.extract(attempt_of(node));
  child_application& application = found.mapped();
  below().reading.erase(attempt_of(node));
  model::workflow_events::created birth;
  birth.definition = store::definition_change(id.partition, id.root, *application.text).first;
  birth.conf = std::move(application.conf);
  birth.user = newest.user;
  birth.name = std::move(application.name);
  birth.app_path = application.text->app_path;
  birth.parent = id;
  workflow_start start;
  start.below_workflow = true;
  start.record = std::make_shared<const model::workflow_record>();
  start.definition = std::move(application.definition);
  start.conf = std::make_shared<const model::configuration>(birth.conf);
  workflow_children::child& made = below().live[node.child];
  made.who = self->spawn(workflow, rt, child_id(node.child), self->address(), std::move(start));
  const auto refused = [tell_me = when_child_fails(node.child)](const result<void>& born) {
    if (!born) tell_me(born.error());
  };
  tell(
      made.who,
      msg::create{std::make_shared<const model::any_event>(model::workflow_event(std::move(birth))),
                  std::move(application.text), refused});
}

/// The workflow of the run before goes on where it failed, under the same number.
void workflow_state::run_child_again(const model::node_state& node, const child_record& before) {
  if (!below().rerun.insert(attempt_of(node)).second) return;
  model::orders::rerun_workflow order;
  order.given = std::get<model::child_plan>(node.plan).conf;
  const auto give = [&order](std::string_view key, std::string value) {
    order.given.insert_or_assign(std::string(key), std::move(value));
  };
  give(model::rerun_failed_property, "true");
  give(model::subworkflow_rerun_property, "true");
  give(model::parent_attempt_property, std::to_string(node.attempt));
  const auto done = [tell_me =
                         when_child_fails(node.child)](const result<model::order_reply>& outcome) {
    if (!outcome) tell_me(outcome.error());
  };
  tell(spawn_child(node.child, before, false), msg::ordered{std::move(order), done});
}

void workflow_state::kill_child(const model::workflow_record& durable, model::node_index index) {
  const model::node_state& node = *model::find_node(durable, index);
  if (node.child == 0) {  // it never will be made
    feed(model::workflow_events::child_refused{node.node, node.attempt, "", ""}, because());
    return;
  }
  const auto found = below().live.find(node.child);
  if (found != below().live.end()) return tell(found->second.who, kill_order());
  child_record record;
  if (!look_at(node.child, record)) return;
  if (!record) {
    feed(model::workflow_events::child_ended{node.child, model::status::killed, "", ""}, because());
  } else if (is_over(*record)) {
    child_was_over(node.child, record);
  } else {
    tell(follow_child(node.child, record), kill_order());
  }
}

void workflow_state::child_over(job_number child, const model::workflow_record& record,
                                const model::cause& why) {
  feed(model::workflow_events::child_ended{child, record.state, record.error_code, record.error},
       why);
}

void workflow_state::child_told(const msg::child_reported& report, const model::cause& why) {
  const auto found = below().live.find(report.child.job);
  if (report.version == 0) {  // it was refused
    if (found != below().live.end()) {
      tell(found->second.who, msg::let_go{});
      below().live.erase(found);
      below().leaving.insert(report.child.job);
    }
    if (report.state == model::status::none) {  // for a reason that may pass
      below().rerun.clear();
      return read_again();
    }
    model::workflow_events::child_ended ended{report.child.job, model::status::failed, "", ""};
    if (report.error) {
      ended.error_code = report.error->code;
      ended.message = report.error->message;
    }
    feed(ended, why);
    return;
  }
  if (found == below().live.end()) return;
  // An order to run again may have been on its way when the kill overtook it.
  const model::node_state* node = node_above(newest, report.child.job);
  if (node != nullptr && model::is_ended(node->state) && !model::is_terminal(report.state))
    tell(found->second.who, kill_order());
  // It may stay for what goes on by itself below it; its end counts now.
  child_record record;
  if (node != nullptr && model::is_terminal(report.state) && look_at(report.child.job, record) &&
      record && has_begun(*node, *record) && is_over(*record))
    child_over(report.child.job, *record, why);
  const bool now = report.state == model::status::suspended;
  if (now && !std::exchange(found->second.suspended, now))
    feed(model::workflow_events::suspended{}, why);  // workflow.md 4, suspend
  found->second.suspended = now;
}

/// It has ended, and nothing of it is under way any more.
void workflow_state::child_rests(const entity_id& child, const model::cause& why) {
  const auto found = below().live.find(child.job);
  if (found == below().live.end()) return;
  tell(found->second.who, msg::let_go{});
  below().live.erase(found);
  below().leaving.insert(child.job);
  child_record record;
  if (!look_at(child.job, record) || !record) return;
  const model::node_state* node = node_above(newest, child.job);
  if (node == nullptr) return;
  if (has_begun(*node, *record)) return child_over(child.job, *record, why);
  perform_now();  // that was a run which a user wanted
}

void workflow_state::hand_on(const msg::routed& passed, const model::cause& why) {
  if (passed.path.empty()) return receive(*passed.inner);
  const entity_id& child = passed.path.front();
  const auto found = below().live.find(child.job);
  if (found != below().live.end()) return hand_down(found->second.who, passed, why);
  const auto* order = std::get_if<msg::ordered>(&passed.inner->what);
  const bool mine = names(newest, child.job);  // one of a run before the rerun is history
  child_record record;
  if (order == nullptr || !model::may_revive(order->what) || quarantined() || !mine ||
      !look_at(child.job, record) || !record)
    return refuse_routed(passed);
  hand_down(spawn_child(child.job, record, false), passed, why);
}

/// It came to a child that was let go meanwhile.
void workflow_state::returned(const msg::returned& back, const model::cause& why) {
  if (const auto* passed = std::get_if<msg::routed>(&back.inner->what)) {
    msg::routed again = *passed;
    again.path.insert(again.path.begin(), back.child);
    return hand_on(again, why);
  }
  hand_on({{back.child}, back.inner}, back.inner->why);
}

}  // namespace foliot::actors
