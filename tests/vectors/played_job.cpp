#include "tests/vectors/played_job.hpp"

#include <stdexcept>
#include <utility>

#include "model/action_scope.hpp"
#include "model/moves.hpp"
#include "tests/vectors/reading.hpp"

namespace foliot::vectors {

namespace {

using model::status;

constexpr int64_t year_days = 365;
constexpr model::status_set without_workflow{status::waiting, status::ready, status::skipped,
                                             status::timed_out};

}  // namespace

status status_told(std::string_view name) {
  if (const auto known = model::status_named(name)) return *known;
  throw std::runtime_error("no status is called '" + std::string(name) + "'");
}

model::action_scope numbers_told(const std::string& text) {
  return must(model::parse_action_numbers(text));
}

model::action_scope times_told(const std::string& text) {
  return must(model::parse_action_times(text, {}, dialect::oozie));
}

played_job::played_job(status state, instant start) : now(utc("2026-01-05T00:00Z")) {
  definition.name = "told";
  definition.every = time::frequency{1, time::time_unit::day, time::end_of::none};
  definition.start = start;
  definition.end = plus_ms(start, year_days * ms_per_day);
  record.version = 1;
  record.state = state;
  record.created = start;
  record.done = model::is_terminal(state);
}

void played_job::has(uint32_t number, status state, bool pending) {
  model::action_record action;
  action.version = 1;
  action.state = state;
  action.pending = pending;
  action.nominal = model::nominal_numbered(plan(), number);
  action.created = action.nominal;
  if (!without_workflow.has(state)) action.workflow = 100 + number;
  if (state == status::failed)
    action.error = std::make_shared<const model::action_error>(
        model::action_error{"E0803", "it did not work"});
  actions[number] = action;
  if (number < record.actions) return;
  record.actions = number;
  record.last_nominal = action.nominal;
}

bool played_job::take(const model::coordinator_event& event) {
  model::coordinator_step step = model::advance(context(), record, event, now);
  if (step.broken) throw std::runtime_error(*step.broken);
  if (!step.accepted) return false;
  record = std::move(step.next);
  for (const auto& birth : step.births) take(birth.id.number, birth.event);
  actions.erase(actions.upper_bound(record.actions), actions.end());
  return true;
}

bool played_job::take(uint32_t number, const model::action_event& event) {
  const model::action_context at{action_of(id, number), definition, plan().end};
  model::action_step step = model::advance(at, actions[number], event, now);
  if (step.broken) throw std::runtime_error(*step.broken);
  if (step.accepted) actions[number] = std::move(step.next);
  return step.accepted;
}

std::vector<model::selected_action> played_job::selected(const model::action_scope& scope) const {
  std::vector<model::selected_action> out;
  for (const auto& [number, action] : actions)
    if (model::selects(scope, number, action.nominal)) out.push_back({number, action.state, {}});
  return out;
}

model::roster played_job::known() const {
  model::roster out;
  for (const auto& [number, action] : actions) out.report(number, action.version, action.state);
  return out;
}

std::vector<uint32_t> played_job::starts() const {
  return known().grant(definition.order, model::concurrency_of(definition, record));
}

std::string played_job::settle(const result<model::order_verdict>& judged) {
  note.clear();
  if (!judged) return judged.error().oozie;
  note = judged->note;
  if (judged->event && !take(*judged->event)) throw std::runtime_error("a good order is refused");
  return "";
}

std::string played_job::kill_actions(const model::action_scope& scope) {
  note.clear();
  if (auto why_not = model::no_kill_of_actions(record)) {
    note = std::move(*why_not);
    return "";
  }
  for (const model::selected_action& each : selected(scope))
    take(each.number, model::action_events::killed{});
  return "";
}

std::string played_job::order_quietly(const model::order& what) {
  namespace orders = model::orders;
  const auto vanishes = [seen = known()](uint32_t number) { return seen.may_vanish(number); };
  return std::visit(
      model::overloaded{
          [&](const orders::suspend&) { return settle(model::judge_suspend(record)); },
          [&](const orders::resume&) { return settle(model::judge_resume(record)); },
          [&](const orders::kill&) { return settle(model::judge_kill(record)); },
          [&](const orders::change& change) {
            return settle(model::judge_change(context(), record, change.values, vanishes));
          },
          [&](const orders::rerun& rerun) {
            return settle(model::judge_rerun(record, selected(rerun.scope), rerun.options));
          },
          [&](const orders::ignore_actions& ignore) {
            return settle(model::judge_ignore(record, selected(ignore.scope)));
          },
          [&](const orders::kill_actions& kill) { return kill_actions(kill.scope); },
          [](const auto&) -> std::string { throw std::runtime_error("no order for one job"); }},
      what);
}

std::string played_job::order(const model::order& what) {
  std::string code = order_quietly(what);
  tell_actions();
  let_workflows_confirm();
  return code;
}

void played_job::tell_actions() {
  namespace fx = model::coordinator_effects;
  for (const auto& effect : model::owed(context(), record, now))
    for (auto& [number, action] : actions) {
      if (std::holds_alternative<fx::kill_actions>(effect))
        take(number, model::action_events::killed{});
      if (const auto* order = std::get_if<fx::order_actions>(&effect))
        take(number, model::action_events::ordered{order->serial, order->hold});
    }
}

void played_job::let_workflows_confirm() {
  for (auto& [number, action] : actions) {
    if (!action.pending || action.workflow == 0) continue;
    const status reached = action.state == status::killed ? status::killed
                           : action.held                  ? status::suspended
                                                          : status::running;
    take(number, model::action_events::workflow_changed{reached, "", ""});
  }
}

void played_job::transit() {
  model::child_counts counts;
  for (const auto& [number, action] : actions)
    counts.apply({id, action_of(id, number), status::none, action.state, false, action.pending});
  take(model::coordinator_events::children_changed{model::summarise(counts)});
}

bool played_job::is_looked_at() const {
  for (const auto& effect : model::owed(context(), record, now))
    if (std::holds_alternative<model::coordinator_effects::ask_summary>(effect)) return true;
  return false;
}

std::string played_job::states() const {
  std::string out;
  for (const auto& [number, action] : actions)
    out += (out.empty() ? "" : " ") + std::string(model::name(action.state));
  return out;
}

}  // namespace foliot::vectors
