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
  if (luck_.hits(40))
    for (int64_t i = luck_.between(1, 6); i > 0; --i)
      time_.after_ms(luck_.between(0, 14 * ms_per_hour), [this] { rerun_a_workflow(); });
  if (luck_.hits(50))
    for (int64_t i = luck_.between(1, 5); i > 0; --i)
      time_.after_ms(luck_.between(0, luck_.hits(50) ? 600'000 : 10 * ms_per_hour),
                     [this] { mind_a_workflow(20); });
  if (luck_.hits(30))
    for (int64_t i = luck_.between(1, 3); i > 0; --i)
      time_.after_ms(luck_.between(0, 4 * ms_per_hour), [this] { shorten_what_waits(); });
  if (luck_.hits(30))
    for (int64_t i = luck_.between(1, 3); i > 0; --i)
      time_.after_ms(luck_.between(0, luck_.hits(50) ? 600'000 : 8 * ms_per_hour),
                     [this] { pause_a_bundle(); });
  if (luck_.hits(30))
    for (int64_t i = luck_.between(1, 2); i > 0; --i)
      time_.after_ms(luck_.between(0, 12 * ms_per_hour), [this] { repair_a_job(); });
  if (luck_.hits(20)) hurried_ = static_cast<int>(luck_.between(1, 4));
  if (luck_.hits(50))
    for (int64_t i = luck_.between(1, 5); i > 0; --i)
      time_.after_ms(luck_.between(0, 16 * ms_per_hour), [this] { purge_something(); });
  for (const int64_t hours : {2, 6, 14, 30})
    time_.after_ms(hours * ms_per_hour, [this] { make_round(); });
}

bool users::is_known(const app_spec& app) const {
  if (auditor_.has_buried(app.name)) return true;
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

/// What depends on the moment: actions that have or have not ended, a time that passed meanwhile, a
/// coordinator of a bundle that is KILLED. Everything else is obeyed.
bool users::may_refuse(const entity_id& job, const model::order& what, const failure& why) const {
  namespace orders = model::orders;
  const auto is = [&](std::initializer_list<std::string_view> codes) {
    return std::find(codes.begin(), codes.end(), why.oozie) != codes.end();
  };
  // A purge has taken it, or is about to.
  if (is({"E0604", "E0605"})) return auditor_.is_gone(job) || auditor_.may_go(job.root);
  if (std::get_if<orders::rerun_workflow>(&what)) return is({"E0805", "E0806", "E0807", "E1018"});
  if (std::get_if<orders::rerun>(&what)) return is({"E1018"});
  if (std::get_if<orders::rerun_bundle>(&what)) return is({"E1018"});
  if (std::get_if<orders::ignore_actions>(&what)) return is({"E1024"});
  if (std::get_if<orders::change>(&what)) return is({"E1015", "E1016", "E1022"});
  if (std::get_if<orders::change_bundle>(&what)) return is({"E1317", "E1320"});
  return std::get_if<orders::start>(&what) && is({"E1100"});
}

void users::order(const entity_id& job, const model::order& what) {
  life* engine = world_.engine();
  if (engine == nullptr) return;
  const std::string name = std::string(model::order_name(what)) + " " + auditor_.name_of(job);
  world_.note(name);
  waiting_.push_back(name);
  if (std::get_if<model::orders::rerun_workflow>(&what) ||
      std::get_if<model::orders::ignore_actions>(&what) ||
      std::get_if<model::orders::rerun>(&what) || std::get_if<model::orders::rerun_bundle>(&what))
    behind_runs_[name] = job.root;
  auditor_.ordered(job, what);
  engine->gate().order(
      job, what, {"ann", "", ""},
      [this, job, what, name, life = lives_](const result<model::order_reply>& answer) {
        if (life != lives_) return;
        const auto waiting = std::find(waiting_.begin(), waiting_.end(), name);
        if (waiting == waiting_.end()) return auditor_.blame(name + " was answered twice");
        waiting_.erase(waiting);
        world_.note("answer to " + name + (answer ? "" : ": " + answer.error().text()));
        if (!answer && !may_refuse(job, what, answer.error()) && !world_.was_poisoned())
          auditor_.blame(name + " was refused: " + answer.error().text());
        if (answer) auditor_.obeyed(job, what, *answer);
        if (answer && behind_runs_.contains(name)) began_late_ = ends_;
      });
}

void users::purge(const http::purge_request& what) {
  life* engine = world_.engine();
  if (engine == nullptr) return;
  world_.note(what.preview ? "preview of a purge" : "purge");
  purging_.push_back(time_.now());
  auditor_.purging(what);
  engine->gate().purge(
      what, {"ann", "", ""},
      [this, what, since = time_.now(), life = lives_](const result<http::purged>& answer) {
        if (life != lives_) return;
        const auto waiting = std::find(purging_.begin(), purging_.end(), since);
        if (waiting == purging_.end()) return auditor_.blame("a purge was answered twice");
        purging_.erase(waiting);
        if (!answer) return auditor_.blame("purge: " + answer.error().text());
        world_.note("purged " + std::to_string(answer->trees) + " trees, " +
                    std::to_string(answer->actions) + " actions");
        auditor_.purged(what, *answer);
      });
}

void users::kill_all() {
  wanted_back_ = hurried_ = 0;
  ends_ = true;
  began_late_ = false;
  // One below another that was brought back by itself does not end with what is above it.
  for (const auto& [id, record] : auditor_.records()) {
    const bool top = id.job == id.root && id.kind != entity_kind::action;
    if ((top || is_below(id)) && !model::is_terminal(model::state_of(record)))
      order(id, model::orders::kill{});
  }
}

void users::engine_died() {
  ++lives_;
  waiting_.clear();
  purging_.clear();
  for (const size_t index : std::exchange(submitting_, {}))
    time_.after_ms(1'000, [this, index] { submit(index); });
}

void users::quiet() {
  if (!submitting_.empty())
    auditor_.blame("the submission of " + specs_.apps[submitting_.front()].name +
                   " was never answered");
  for (const std::string& name : waiting_) {
    const auto behind = behind_runs_.find(name);
    if (behind == behind_runs_.end() || !auditor_.has_open_run(behind->second))
      auditor_.blame(name + " was never answered");
  }
  // It rests between its steps.
  if (!purging_.empty() && plus_ms(purging_.front(), ms_per_hour) < time_.now())
    auditor_.blame("a purge was never answered");
}

}  // namespace foliot::sim
