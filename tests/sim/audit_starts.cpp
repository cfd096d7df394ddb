// What limits of starts allow: never more in any span of time, and nobody waits longer than that.
#include "actors/governor.hpp"
#include "rehearsal/life.hpp"
#include "tests/sim/auditor.hpp"

namespace foliot::sim {

const app_spec* auditor::app_of(job_number root) const {
  const auto found = roots_.find(root);
  if (found == roots_.end()) return nullptr;
  return std::visit(
      [this](const auto& record) -> const app_spec* {
        if constexpr (requires { record.name; })
          return specs_.app_named(record.name);
        else
          return nullptr;
      },
      records_.at(found->second));
}

bool auditor::is_governed(job_number root) const {
  const app_spec* app = app_of(root);
  return specs_.starts.limited() || (app != nullptr && app->starts.limited());
}

/// An action got its slot and its workflow, in its turn.
void auditor::started(const entity_id& action) {
  count_start(starts_[0], specs_.starts, "all jobs");
  const app_spec* app = app_of(action.root);
  if (app != nullptr) count_start(starts_[action.root], app->starts, app->name);
}

/// In every span that ends now: what is at hand at once, and what has come since.
void auditor::count_start(std::vector<instant>& before, const model::start_rate& limit,
                          const std::string& whose) {
  before.push_back(time_.now());
  if (!limit.limited()) return;
  for (size_t i = 0; i < before.size(); ++i) {
    const int64_t span = time_.now().ms - before[i].ms;
    const int64_t allowed = limit.at_once() + span * limit.per_minute / ms_per_minute;
    const auto made = static_cast<int64_t>(before.size() - i);
    if (made <= allowed) continue;
    return blame(std::to_string(made) + " actions of " + whose + " started within " +
                 std::to_string(span) + " ms, " + std::to_string(allowed) + " may");
  }
}

bool auditor::is_queued(const entity_id& action, const life& engine) {
  return engine.starts().look([&](const model::start_governor& queue) {
    return queue.place_of(action, instant{}).has_value();
  });
}

/// Whose turn it is goes within the time for which the governor gathers, unless others do.
void auditor::quiet_queued(const entity_id& action, const life& engine) {
  const instant about = engine.starts().look([&](const model::start_governor& queue) {
    return queue.place_of(action, time_.now())->about;
  });
  const size_t made = starts_[0].size();
  if (about > time_.now()) {
    ++counts_.governed;
    may_start_.erase(action);
    return;
  }
  const auto [since, fresh] = may_start_.try_emplace(action, time_.now(), made);
  if (since->second.second != made)
    since->second = {time_.now(), made};
  else if (plus_ms(since->second.first, actors::gather_ms) < time_.now())
    blame(name_of(action) + " may start by the limit and nobody lets it");
}

}  // namespace foliot::sim
