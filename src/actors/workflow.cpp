#include "actors/workflow.hpp"

#include <algorithm>

#include "actors/entity_steps.hpp"
#include "actors/executor.hpp"
#include "model/kinds/common.hpp"
#include "model/kinds/libraries.hpp"
#include "model/kinds/sub_workflow.hpp"
#include "model/moves.hpp"
#include "model/workflow_orders.hpp"

namespace foliot::actors {

namespace {

exec::file_operation to_operation(const model::fs_plan_step& step) {
  using kind = exec::file_operation::kind;
  static const std::map<std::string_view, kind> kinds{
      {"delete", kind::remove}, {"mkdir", kind::mkdir}, {"move", kind::move},
      {"chmod", kind::chmod},   {"chgrp", kind::chgrp}, {"touchz", kind::touchz},
      {"setrep", kind::setrep}};
  exec::file_operation out;
  const auto found = kinds.find(step.kind);
  FOLIOT_ASSERT(found != kinds.end(), "the parser lets no other operation through");
  out.what = found->second;
  out.path = step.path;
  out.target = step.target;
  out.permissions = step.permissions;
  out.group = step.group;
  out.recursive = step.recursive;
  out.directories = step.directories;
  out.skip_trash = step.skip_trash;
  return out;
}

bool holds(const std::vector<std::pair<model::node_index, uint16_t>>& list,
           const model::node_state& node) {
  return std::find(list.begin(), list.end(), std::pair{node.node, node.attempt}) != list.end();
}

}  // namespace

void settle_rules(model::configuration& own, const model::configuration& base,
                  const engine_settings& server) {
  const auto settle = [&](std::string_view name, const std::string& value) {
    if (!own.contains(name) && !base.contains(name)) own.emplace(name, value);
  };
  if (server.on_lost != model::lost_rule::rerun)
    settle(model::lost_rule_property, server.on_lost == model::lost_rule::hold ? "hold" : "fail");
  if (server.output_bytes != limits::output_data_bytes_max)
    settle(model::output_limit_property, std::to_string(server.output_bytes));
  if (server.inherits_libraries) settle(model::inherit_libraries_property, "true");
  if (!server.system_libraries.empty())
    settle(model::system_libraries_property, server.system_libraries);
}

result<void> workflow_state::understand(const hash128& definition_hash, const hash128& conf_base,
                                        const model::configuration& own) {
  auto text = rt->ports.reader.definition(id.root, definition_hash);
  if (!text) return std::move(text).error();
  if (!*text) return failure{errc::corrupt, "the definition is not in the store", "", "", ""};
  auto understood = rt->ports.definitions.workflow(**text);
  if (!understood) return std::move(understood).error();
  definition = std::move(*understood);
  model::configuration base = (*text)->conf;
  if (conf_base != hash128{}) {
    auto outer = rt->ports.reader.definition(id.root, conf_base);
    if (!outer) return std::move(outer).error();
    if (*outer) base = (*outer)->conf;
  }
  conf = std::make_shared<const model::configuration>(model::merged(base, own));
  return {};
}

model::workflow_context workflow_state::context() const {
  return {id, rt->settings.ids.text(id), *definition, *conf, model::lost_rule_of(*conf)};
}

model::workflow_step workflow_state::advance(const model::workflow_record& record,
                                             const model::workflow_event& event,
                                             instant now) const {
  return model::advance(context(), record, event, now);
}

void workflow_state::perform(const model::workflow_record& durable) {
  namespace fx = model::workflow_effects;
  const model::workflow_context in = context();
  instant wake = never;
  for (const model::workflow_effect& effect : model::owed(in, durable, rt->ports.clock.now())) {
    if (const auto* run = std::get_if<fx::run>(&effect)) {
      run_program(durable, run->node);
    } else if (const auto* files = std::get_if<fx::run_fs>(&effect)) {
      run_files(durable, files->node);
    } else if (const auto* child = std::get_if<fx::run_child>(&effect)) {
      run_child(durable, child->node);
    } else if (const auto* before = std::get_if<fx::prepare>(&effect)) {
      prepare(durable, before->node);
    } else if (const auto* kill = std::get_if<fx::kill_run>(&effect)) {
      kill_run(durable, kill->node);
    } else if (const auto* ask = std::get_if<fx::ask_facts>(&effect)) {
      self->send(rt->staff.file_worker, msg::answer{entity_actor{self}, ask->probes});
    } else if (const auto* forget = std::get_if<fx::forget_run>(&effect)) {
      model::node_state node = *model::find_node(durable, forget->node);
      for (; node.attempt >= durable.first_attempt; --node.attempt)  // earlier tries as well
        self->send(rt->staff.executor, msg::forget_run{model::run_name(in, node)});
    } else if (const auto* at = std::get_if<fx::wake_at>(&effect)) {
      wake = std::min(wake, at->at);
    } else if (std::get_if<fx::report>(&effect)) {
      report(durable);
    }
  }
  if (children && children->again > rt->ports.clock.now()) wake = std::min(wake, children->again);
  set_alarm(wake);
  notify(durable);
  retry_deferred();
  rest_if_done();
}

void workflow_state::set_alarm(instant at) {
  if (at == alarm_at) return;
  alarm_at = at;
  self->send(rt->staff.alarm, msg::wake{id, at, entity_actor{self}});
}

void workflow_state::report(const model::workflow_record& durable) const {
  std::shared_ptr<model::action_error> error;
  if (!durable.error_code.empty() || !durable.error.empty())
    error = std::make_shared<model::action_error>(
        model::action_error{durable.error_code, durable.error});
  tell_owner(msg::child_reported{id, durable.version, durable.state, false, error});
}

/// Effects are level-triggered: every durable state names its open runs again. One order per
/// process is enough; the launcher's claim makes a second one harmless.
bool workflow_state::first_order(const model::node_state& node) {
  if (holds(ordered, node)) return false;
  ordered.emplace_back(node.node, node.attempt);
  return true;
}

void workflow_state::run_program(const model::workflow_record& durable, model::node_index index) {
  const model::node_state& node = *model::find_node(durable, index);
  const auto* plan = std::get_if<model::program_plan>(&node.plan);
  if (plan == nullptr || !first_order(node)) return;
  auto user = user_of_run(durable, node, plan->source);
  if (!user) return;
  exec::run_spec spec = spec_of(*plan, rt->settings.programs);
  spec.name = model::run_name(context(), node);
  spec.user = *std::move(user);
  self->send(rt->staff.executor,
             msg::start_run{{entity_actor{self}, node.node, node.attempt}, std::move(spec)});
}

void workflow_state::run_files(const model::workflow_record& durable, model::node_index index) {
  const model::node_state& node = *model::find_node(durable, index);
  const auto* plan = std::get_if<model::fs_plan>(&node.plan);
  if (plan == nullptr || !first_order(node) || !may_do(durable, node)) return;
  msg::do_files order;
  order.to = {entity_actor{self}, node.node, node.attempt};
  for (const model::fs_plan_step& step : plan->steps)
    order.operations.push_back(to_operation(step));
  order.again = holds(inherited, node);
  self->send(rt->staff.file_worker, std::move(order));
}

/// Once per process: deleting and making directories twice does no harm.
void workflow_state::prepare(const model::workflow_record& durable, model::node_index index) {
  const model::node_state& node = *model::find_node(durable, index);
  const auto* plan = std::get_if<model::program_plan>(&node.plan);
  if (plan == nullptr || holds(preparing, node)) return;
  preparing.emplace_back(node.node, node.attempt);
  if (!may_do(durable, node)) return;
  unanswered.emplace_back(node.node, node.attempt);
  msg::do_files order;
  order.to = {entity_actor{self}, node.node, node.attempt};
  for (const model::fs_plan_step& step : plan->prepare)
    order.operations.push_back(to_operation(step));
  order.again = true;
  order.prepares = true;
  self->send(rt->staff.file_worker, std::move(order));
}

/// A run whose files are being worked on has ended when the worker says so.
void workflow_state::kill_run(const model::workflow_record& durable, model::node_index index) {
  const model::node_state& node = *model::find_node(durable, index);
  if (std::holds_alternative<model::child_plan>(node.plan)) return kill_child(durable, index);
  const bool runs_program = std::holds_alternative<model::program_plan>(node.plan);
  const msg::kill_run order{{entity_actor{self}, node.node, node.attempt},
                            model::run_name(context(), node)};
  if (holds(unanswered, node) || (!runs_program && holds(ordered, node)))
    return self->send(rt->staff.file_worker, order);
  if (runs_program) return self->send(rt->staff.executor, order);
  // File operations that this process never ordered are not under way.
  model::workflow_events::run_ended ended;
  ended.node = node.node;
  ended.attempt = node.attempt;
  ended.outcome = model::workflow_events::run_end::killed;
  tell(entity_actor{self}, msg::workflow_told{std::make_shared<model::workflow_event>(ended)});
}

void workflow_state::told(const msg::workflow_told& news, const model::cause& why) {
  const auto* prepared = std::get_if<model::workflow_events::prepared>(news.event.get());
  if (prepared != nullptr) std::erase(unanswered, std::pair{prepared->node, prepared->attempt});
  if (feed(*news.event, why)) return;
  if (quarantined()) return missed.push_back(news);
  // A kill that waited for this goes on.
  if (prepared != nullptr && settled()) perform_now();
}

void workflow_state::rest_if_done() {
  // An order of its parent may come before it has looked who lives below it.
  if (resting || unlooked || !settled() || quarantined() || rerunning || !deferred.empty()) return;
  if (!model::is_terminal(newest.state) || !model::all_closed(newest) || has_children()) return;
  resting = true;
  tell_owner(msg::child_rests{id});
}

void workflow_state::create(const msg::create& order, const model::cause& why) {
  const auto& event = std::get<model::workflow_event>(*order.event);
  const auto& birth = std::get<model::workflow_events::created>(event);
  kv_batch extra;
  if (id.job == id.root) {
    auto understood = rt->ports.definitions.workflow(*order.text);
    if (!understood) return order.done(std::move(understood).error());
    definition = std::move(*understood);
    conf =
        std::make_shared<const model::configuration>(model::merged(order.text->conf, birth.conf));
    store::add_root_rows(id, *order.text, extra);
  } else {  // a bundle's recovery: what its parent understood was given at the start
    extra.add(store::definition_change(id.partition, id.root, *order.text).second);
  }
  feed(event, why, std::move(extra), order.done);
}

void workflow_state::obey(const msg::ordered& order, const model::cause& why) {
  const auto step = model::obeyed(order.what, newest.state);
  if (!step) {
    failure refused = step.error();
    refused.place = rt->settings.ids.text(id);
    return reply(order, std::move(refused));
  }
  // Without effect it may still be a confirmation that its action waits for.
  if (!feed_order(*step, why, order) && settled()) report(newest);
  if (quarantined()) return;
  // A kill has ended the quarantine; the ends of its runs are told once only.
  for (const msg::workflow_told& each : std::exchange(missed, {})) feed(*each.event, why);
}

/// Judged on what is on disk; then the application is read again.
void workflow_state::rerun(const msg::stimulus& stimulus) {
  const auto& order = std::get<msg::ordered>(stimulus.what);
  if (quarantined())
    return reply(order, failure{errc::conflict, "the job is quarantined", "E0606",
                                rt->settings.ids.text(id), "`foliot why` shows the reason"});
  const bool over = model::is_terminal(newest.state);
  if (rerunning || (over && !(settled() && model::all_closed(newest) && !has_children()))) {
    deferred.push_back(stimulus);
    return;
  }
  result<ended_workflow> before = load_ended(*rt, id);
  if (!before) return reply(order, before.error());
  before->record = std::make_shared<const model::workflow_record>(newest);
  const auto& given = std::get<model::orders::rerun_workflow>(order.what).given;
  auto plan = plan_rerun(
      std::move(*before), given,
      rt->settings.rerun_of_children || given.contains(model::subworkflow_rerun_property));
  if (!plan) return reply(order, plan.error());
  rerunning = std::make_unique<std::pair<planned_rerun, msg::stimulus>>(std::move(*plan), stimulus);
  const planned_rerun& asked = rerunning->first;
  self->send(
      rt->staff.loader,
      msg::read_workflow{entity_actor{self}, asked.app_path(),
                         std::make_shared<const model::configuration>(asked.conf), stimulus.why});
}

void workflow_state::run_again(const msg::application_read& answer) {
  if (!rerunning) return;
  const auto asked = std::move(rerunning);
  if (has_children()) {  // one below was brought back while the application was read
    deferred.push_back(asked->second);
    return;
  }
  const auto& order = std::get<msg::ordered>(asked->second.what);
  if (!*answer.application) {
    failure problem = answer.application->error();
    // What is missing is the application that a user names, not one that a coordinator does.
    if (problem.oozie == "E1005") problem.oozie = "E0710";
    return reply(order, std::move(problem));
  }
  auto ready = finish_rerun(*rt, asked->first, **answer.application, id.root);
  if (!ready) return reply(order, ready.error());
  // Of a job that has ended and is settled no older step is on its way to disk: from here on
  // everything is about the next run.
  std::swap(definition, ready->definition);
  std::swap(conf, ready->conf);
  done_callback done;
  if (order.done)
    done = [reply = order.done](const result<void>& written) {
      reply(written ? result<model::order_reply>(model::order_reply{}) : written.error());
    };
  if (feed(ready->event, asked->second.why, std::move(ready->extra), std::move(done))) {
    rt->stored.add(id.root, ready->event.definition);
    return;
  }
  std::swap(definition, ready->definition);
  std::swap(conf, ready->conf);
}

void workflow_state::retry_deferred() {
  const bool ending = model::is_terminal(newest.state) &&
                      !(settled() && model::all_closed(newest) && !has_children());
  if (rerunning || ending) return;  // what goes on refuses them
  for (const msg::stimulus& order : std::exchange(deferred, {})) rerun(order);
}

void workflow_state::receive(const msg::stimulus& stimulus) {
  const auto* asked = std::get_if<msg::ordered>(&stimulus.what);
  const bool again =
      asked != nullptr && std::holds_alternative<model::orders::rerun_workflow>(asked->what);
  const auto* passed = std::get_if<msg::routed>(&stimulus.what);
  const bool goes_below = passed != nullptr && !passed->path.empty();
  if ((again || goes_below) && came_too_late(stimulus, resting)) return;
  const model::cause& why = stimulus.why;
  if (std::get_if<msg::begin>(&stimulus.what)) {
    find_children();
    unlooked = false;
    perform_now();
  } else if (const auto* create_order = std::get_if<msg::create>(&stimulus.what)) {
    create(*create_order, why);
  } else if (const auto* news = std::get_if<msg::workflow_told>(&stimulus.what)) {
    told(*news, why);
  } else if (const auto* order = std::get_if<msg::ordered>(&stimulus.what)) {
    again ? rerun(stimulus) : obey(*order, why);
  } else if (const auto* read = std::get_if<msg::application_read>(&stimulus.what)) {
    read->member != 0 ? child_read(*read, why) : run_again(*read);
    retry_deferred();
  } else if (std::get_if<msg::rang>(&stimulus.what)) {
    alarm_at = never;
    feed(model::workflow_events::retry_due{}, why);
    if (settled()) perform_now();
  } else if (const auto* report_below = std::get_if<msg::child_reported>(&stimulus.what)) {
    child_told(*report_below, why);
  } else if (const auto* rests = std::get_if<msg::child_rests>(&stimulus.what)) {
    child_rests(rests->child, why);
  } else if (const auto* back = std::get_if<msg::returned>(&stimulus.what)) {
    returned(*back, why);
  } else if (std::get_if<msg::back_to_work>(&stimulus.what)) {
    perform_now();
  } else if (const auto* gone = std::get_if<msg::left>(&stimulus.what)) {
    if (children) children->leaving.erase(gone->child.job);
    retry_deferred();
  } else if (passed != nullptr) {
    hand_on(*passed, why);
  } else if (std::get_if<msg::let_go>(&stimulus.what)) {
    if (below_workflow) tell_owner(msg::left{id});
    return leave();
  }
  rest_if_done();
}

entity_actor::behavior_type workflow(entity_actor::stateful_pointer<workflow_state> self,
                                     runtime* rt, const entity_id& id, caf::actor_addr owner,
                                     workflow_start start) {
  workflow_state& state = self->state;
  const model::workflow_record& record = *start.record;
  state.init(self, rt, id, std::move(owner), record);
  state.below_workflow = start.below_workflow;
  state.definition = std::move(start.definition);
  state.conf = std::move(start.conf);
  if (record.version > 0 && !state.definition) {
    const result<void> understood =
        state.understand(record.definition, record.conf_base, record.conf);
    if (!understood) {
      state.set_quarantined();
      rt->ports.log.write(log_level::error, "workflow.not-understood",
                          rt->settings.ids.text(id) + ": " + understood.error().text());
    }
  }
  if (start.recovered || start.revived) state.take_as_told(record);
  state.unlooked = start.recovered;
  if (start.recovered) {
    for (const model::node_state& node : record.nodes)
      if (node.open) state.inherited.emplace_back(node.node, node.attempt);
  } else if (record.version > 0 && !start.revived) {
    state.do_because({start.born, {}, {}, {}}, [&state] { state.perform_now(); });
  }
  return {[self](const msg::stimulus& stimulus) { self->state.hear(stimulus); },
          [self](const msg::durable& news) { self->state.on_durable(news); }};
}

}  // namespace foliot::actors
