#include "actors/executor.hpp"

#include <memory>

#include "actors/type_ids.hpp"
#include "base/limits.hpp"
#include "model/kinds/common.hpp"

namespace foliot::actors {

exec::run_spec spec_of(const model::program_plan& plan, const host_programs& programs) {
  exec::run_spec out;
  out.program = plan.program;
  if (plan.source == model::program_source::helper) {
    out.program = programs.helper;
    out.arguments.push_back(plan.program);
    out.end_gently_ms = limits::helper_ends_ms;
  } else if (plan.source == model::program_source::tool) {
    const auto found = programs.tools.find(plan.program);
    if (found != programs.tools.end()) out.program = found->second;
  }
  out.arguments.insert(out.arguments.end(), plan.arguments.begin(), plan.arguments.end());
  out.environment = plan.environment;
  for (const auto& [source, link] : plan.files) out.files.push_back({source, link});
  for (const auto& [source, link] : plan.archives) out.archives.push_back({source, link});
  out.documents = plan.documents;
  out.output_file = plan.output_file;
  if (plan.capture_output) out.output_bytes_max = model::output_limit(plan);
  if (plan.source == model::program_source::helper) {
    // Its answer: data of that length and a message, six bytes for each at worst.
    out.output_bytes_max = size_t{10} * model::output_limit(plan);
    if (!programs.helper_settings.empty())
      out.environment.push_back("FOLIOT_ACTION_SETTINGS=" + programs.helper_settings);
  }
  return out;
}

model::workflow_event to_event(const exec::run_ended& news, model::node_index node,
                               uint16_t attempt) {
  using model::workflow_events::run_end;
  model::workflow_events::run_ended out;
  out.node = node;
  out.attempt = attempt;
  out.exit_code = news.exit_code;
  out.output = news.output;
  out.message = news.message;
  switch (news.outcome) {
    case exec::run_outcome::exited: out.outcome = run_end::ended; break;
    case exec::run_outcome::signalled:
      out.outcome = run_end::ended;
      out.exit_code = 128 + news.signal;  // as a shell reports it
      out.message = "ended by signal " + std::to_string(news.signal) +
                    (news.message.empty() ? "" : "; " + news.message);
      break;
    case exec::run_outcome::killed: out.outcome = run_end::killed; break;
    case exec::run_outcome::not_started:
      out.outcome = news.code.empty() ? run_end::not_started : run_end::failed;
      out.error_code = news.code;
      break;
    case exec::run_outcome::lost: out.outcome = run_end::lost; break;
  }
  return out;
}

void executor_state::note(const std::string& run, const msg::run_address& to) {
  runs[run] = {caf::actor_cast<caf::actor_addr>(to.who), to.node, to.attempt};
}

void executor_state::tell(const exec::run_news& news) {
  const auto* ended = std::get_if<exec::run_ended>(&news);
  const auto* started = std::get_if<exec::run_started>(&news);
  const auto found = runs.find(ended ? ended->name : started->name);
  if (found == runs.end()) return;
  const ordered_run run = found->second;
  if (ended) ++rt->counters.runs_ended[static_cast<size_t>(ended->outcome)];
  const auto strong = caf::actor_cast<caf::strong_actor_ptr>(run.who);
  if (!strong) return;
  auto event = std::make_shared<model::workflow_event>();
  if (ended)
    *event = to_event(*ended, run.node, run.attempt);
  else
    *event = model::workflow_events::run_started{run.node, run.attempt, started->pid};
  self->send(caf::actor_cast<entity_actor>(strong),
             msg::stimulus{msg::workflow_told{std::move(event)}, {}});
}

msg::look_at_runs::seen executor_state::look(const msg::look_at_runs& question) const {
  msg::look_at_runs::seen out{{}, runs.size()};
  for (const auto& [run, to] : runs) {
    if (out.names.size() >= question.rows_max) break;
    if (run.starts_with(question.prefix)) out.names.push_back(run);
  }
  return out;
}

watching_executor_actor::behavior_type executor(
    watching_executor_actor::stateful_pointer<executor_state> self, runtime* rt) {
  self->state.self = self;
  self->state.rt = rt;
  const auto weak = caf::actor_cast<caf::actor_addr>(executor_actor{self});
  rt->ports.runs.deliver_to([weak](exec::run_news news) {
    if (auto strong = caf::actor_cast<caf::strong_actor_ptr>(weak))
      caf::anon_send(caf::actor_cast<executor_actor>(strong), msg::run_told{std::move(news)});
  });
  return {[self](const msg::start_run& order) {
            self->state.note(order.spec.name, order.to);
            ++self->state.rt->counters.runs_ordered;
            self->state.rt->ports.runs.start(order.spec);
          },
          [self](const msg::kill_run& order) {
            self->state.note(order.name, order.to);
            self->state.rt->ports.runs.kill(order.name);
          },
          [self](const msg::forget_run& order) {
            self->state.runs.erase(order.name);
            self->state.rt->ports.runs.forget(order.name);
          },
          [self](const msg::run_told& order) { self->state.tell(order.news); },
          [self](const msg::look_at_runs& question) { question.done(self->state.look(question)); },
          [self](const msg::look_at_mailbox& question) { question.done(self->mailbox().size()); }};
}

}  // namespace foliot::actors
