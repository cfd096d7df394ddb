#include "tests/sim/users.hpp"

#include <algorithm>
#include <utility>

namespace foliot::sim {

void users::plan() {
  for (size_t i = 0; i < specs_.apps.size(); ++i)
    time_.at(specs_.apps[i].submit_at, [this, i] { submit(i); });
  if (luck_.hits(60))
    for (int64_t i = luck_.between(1, 5); i > 0; --i)
      time_.after_ms(luck_.between(0, luck_.hits(50) ? 60'000 : 10 * ms_per_hour),
                     [this] { interfere(60); });
  if (luck_.hits(40))
    for (int64_t i = luck_.between(1, 5); i > 0; --i)
      time_.after_ms(luck_.between(0, 12 * ms_per_hour), [this] { rerun_something(); });
  for (const int64_t hours : {2, 6, 14, 30})
    time_.after_ms(hours * ms_per_hour, [this] { make_round(); });
}

bool users::is_known(const app_spec& app) const {
  for (const auto& [id, record] : auditor_.records()) {
    if (id.job != id.root || id.kind != app.kind) continue;
    const std::string& name = std::visit(
        [](const auto& one) -> const std::string& {
          if constexpr (requires { one.name; })
            return one.name;
          else
            FOLIOT_ASSERT(false, "actions are no roots");
        },
        record);
    if (name == app.name) return true;
  }
  return false;
}

void users::submit(size_t index) {
  const app_spec& app = specs_.apps[index];
  if (is_known(app)) return;  // it was accepted, only the answer got lost
  life* engine = world_.engine();
  if (engine == nullptr) return time_.after_ms(1'000, [this, index] { submit(index); });
  world_.note("submit " + app.name);
  submitting_.push_back(index);
  engine->gate().submit(app.conf_xml, {"joe", "", "request " + app.name}, app.run,
                        [this, index, life = lives_](const result<http::submitted>& answer) {
                          if (life == lives_) answered(index, answer);
                        });
}

void users::answered(size_t index, const result<http::submitted>& answer) {
  const auto waiting = std::find(submitting_.begin(), submitting_.end(), index);
  if (waiting == submitting_.end()) return auditor_.blame("a submission was answered twice");
  submitting_.erase(waiting);
  if (answer) {
    world_.note("accepted " + answer->id);
    return auditor_.accepted(answer->id);
  }
  world_.note("refused " + specs_.apps[index].name + ": " + answer.error().text());
  if (answer.error().code == errc::unavailable)
    return time_.after_ms(60'000, [this, index] { submit(index); });
  if (!world_.was_poisoned())
    auditor_.blame("a sound application was refused: " + answer.error().text());
}

void users::order(const entity_id& job, const model::order& what) {
  life* engine = world_.engine();
  if (engine == nullptr) return;
  const std::string name = std::string(model::order_name(what)) + " " + auditor_.name_of(job);
  world_.note(name);
  waiting_.push_back(name);
  if (std::holds_alternative<model::orders::rerun>(what)) auditor_.rerun_ordered(job.root);
  engine->gate().order(
      job, what, {"ann", "", ""},
      [this, job, what, name, life = lives_](const result<model::order_reply>& answer) {
        if (life != lives_) return;
        const auto waiting = std::find(waiting_.begin(), waiting_.end(), name);
        if (waiting == waiting_.end()) return auditor_.blame(name + " was answered twice");
        waiting_.erase(waiting);
        world_.note("answer to " + name + (answer ? "" : ": " + answer.error().text()));
        // What is to be run again may not have ended; that is refused and nothing else.
        const bool may_refuse = std::holds_alternative<model::orders::rerun>(what) && !answer &&
                                answer.error().oozie == "E1018";
        if (!answer && !may_refuse && !world_.was_poisoned())
          auditor_.blame(name + " was refused: " + answer.error().text());
        if (answer && std::holds_alternative<model::orders::kill>(what)) auditor_.obeyed_kill(job);
      });
}

std::vector<entity_id> users::living(entity_kind kind) const {
  std::vector<entity_id> out;
  for (const auto& [id, record] : auditor_.records())
    if (id.kind == kind && !model::is_terminal(model::state_of(record))) out.push_back(id);
  return out;
}

/// Somebody kills something, or suspends a workflow and lets it go on later.
void users::interfere(int tries) {
  static constexpr entity_kind kinds[]{
      entity_kind::bundle,   entity_kind::coordinator, entity_kind::action,  entity_kind::action,
      entity_kind::workflow, entity_kind::workflow,    entity_kind::workflow};
  const entity_kind kind = luck_.pick(kinds);
  const std::vector<entity_id> jobs = living(kind);
  if (jobs.empty() || world_.engine() == nullptr) {
    if (tries > 0)
      time_.after_ms(luck_.between(1, 120'000), [this, tries] { interfere(tries - 1); });
    return;
  }
  const entity_id job = luck_.pick(jobs);
  const bool can_rest = kind == entity_kind::workflow || kind == entity_kind::coordinator;
  if (kind == entity_kind::coordinator && luck_.hits(30)) return order(job, some_actions(job));
  if (!can_rest || luck_.hits(40)) return order(job, model::orders::kill{});
  order(job, model::orders::suspend{});
  time_.after_ms(luck_.between(0, ms_per_hour),
                 [this, job] { order(job, model::orders::resume{}); });
}

/// A rerun, or a kill, of one to three of the job's actions, whatever they do.
model::order users::some_actions(const entity_id& job) {
  const auto& record = *auditor_.record<model::coordinator_record>(job);
  const auto first = static_cast<uint32_t>(luck_.between(1, std::max<int64_t>(1, record.actions)));
  const auto last = first + static_cast<uint32_t>(luck_.between(0, 2));
  const model::action_scope scope{{{first, last}}, {}};
  if (luck_.hits(30)) return model::orders::kill_actions{scope};
  return model::orders::rerun{scope, {luck_.hits(50), luck_.hits(50), false}};
}

/// Somebody runs again what has ended.
void users::rerun_something() {
  std::vector<entity_id> jobs;
  for (const auto& [id, record] : auditor_.records())
    if (id.kind == entity_kind::coordinator && model::state_of(record) != model::status::prep)
      jobs.push_back(id);
  if (jobs.empty() || world_.engine() == nullptr) return;
  const entity_id job = luck_.pick(jobs);
  order(job, some_actions(job));
}

void users::saw(const entity_id& id) {
  if (id.kind == entity_kind::none || !luck_.once_in(250)) return;
  time_.after_ms(0, [this, id] {
    // What the engine refused to take on never existed.
    if (auditor_.records().contains(id)) order(id, model::orders::kill{});
  });
}

/// An operator looks after what waits for a person.
void users::make_round() {
  for (const entity_id& id : living(entity_kind::coordinator)) {
    constexpr model::status_set held{model::status::suspended, model::status::suspended_with_error,
                                     model::status::prep_suspended};
    if (held.has(model::state_of(auditor_.records().at(id))))
      order(id, luck_.hits(80) ? model::order(model::orders::resume{}) : model::orders::kill{});
  }
  for (const entity_id& id : living(entity_kind::workflow)) {
    const auto& record = *auditor_.record<model::workflow_record>(id);
    if (record.state == model::status::prep)
      order(id, luck_.hits(80) ? model::order(model::orders::start{}) : model::orders::kill{});
    else if (record.state == model::status::suspended)
      order(id, luck_.hits(70) ? model::order(model::orders::resume{}) : model::orders::kill{});
  }
}

void users::kill_all() {
  for (const auto& [id, record] : auditor_.records())
    if (id.job == id.root && id.kind != entity_kind::action &&
        !model::is_terminal(model::state_of(record)))
      order(id, model::orders::kill{});
}

void users::engine_died() {
  ++lives_;
  waiting_.clear();
  for (const size_t index : std::exchange(submitting_, {}))
    time_.after_ms(1'000, [this, index] { submit(index); });
}

void users::quiet() {
  if (!submitting_.empty())
    auditor_.blame("the submission of " + specs_.apps[submitting_.front()].name +
                   " was never answered");
  if (!waiting_.empty()) auditor_.blame(waiting_.front() + " was never answered");
}

}  // namespace foliot::sim
