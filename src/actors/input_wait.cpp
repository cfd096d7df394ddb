#include "actors/input_wait.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "actors/action.hpp"
#include "actors/type_ids.hpp"
#include "base/limits.hpp"

namespace foliot::actors {

namespace {

/// The action as its open inputs are named at `now`.
model::action_identity looking_identity(const action_state& of, instant now) {
  model::action_identity out = of.identity();
  out.born = of.newest.created;
  if (of.rt->settings.latest_from_now) out.latest_from = now;
  return out;
}

std::vector<std::string> uris_of(const std::vector<el::probe>& probes) {
  std::vector<std::string> out;
  out.reserve(probes.size());
  for (const el::probe& each : probes) out.push_back(each.arguments.front());
  return out;
}

}  // namespace

result<void> input_wait::proceed(const action_state& of) {
  if (named_at_ != model::actual_time(of.newest)) {  // not named, or before a rerun
    end(of);
    if (auto begun = begin(of); !begun) return begun;
  }
  if (!open_ || open_->found || seen_ < expected_) return {};
  const instant now = of.rt->ports.clock.now();
  if (of.newest.held || now < of.newest.nominal) return {};
  if (!open_->asked.empty() && !open_->turning) return {};
  if (open_->decided && now < open_->look_again) return {};
  return look(of, now);
}

result<void> input_wait::begin(const action_state& of) {
  auto named = model::dependencies_of(*of.facts->definition, of.identity());
  if (!named) return std::move(named).error();
  named_at_ = model::actual_time(of.newest);
  expected_ = static_cast<uint32_t>(named->fixed.size());
  if (named->open) open_ = std::make_unique<open_part>();
  if (named->fixed.empty()) return {};
  unchecked_ = model::timeout_at(*of.facts->definition, of.newest.nominal, of.newest.created) <=
               of.rt->ports.clock.now();
  registered_ = true;
  fixed_round_ = ++round_;
  of.self->send(
      of.rt->staff.registry,
      msg::watch_inputs{of.id, entity_actor{of.self}, std::move(named->fixed), unchecked_, round_});
  return {};
}

void input_wait::end(const action_state& of) {
  if (registered_) of.self->send(of.rt->staff.registry, msg::unwatch_inputs{of.id});
  const uint32_t round = round_;
  *this = input_wait{};
  round_ = round;  // news of earlier rounds may still be under way
}

void input_wait::hold(const action_state& of) {
  if (!open_ || seen_ < expected_) return;
  if (!open_->watched.empty()) of.self->send(of.rt->staff.registry, msg::unwatch_inputs{of.id});
  open_ = std::make_unique<open_part>();
}

bool input_wait::appeared(const action_state& of, uint32_t index, uint32_t round) {
  if (round == fixed_round_) {
    ++seen_;
    return true;
  }
  if (!open_ || round != round_ || index >= open_->watched.size()) return false;
  open_->known.put(open_->watched[index], true);
  // Many may come at once: one look follows all of them.
  if (!std::exchange(open_->decided, false)) return false;
  of.self->send(entity_actor{of.self}, msg::stimulus{msg::look_at_inputs{}, of.because()});
  return false;
}

bool input_wait::answered(const model::workflow_events::facts_found& news) {
  if (!open_ ||
      !std::equal(news.facts.begin(), news.facts.end(), open_->asked.begin(), open_->asked.end(),
                  [](const auto& fact, const auto& probe) { return fact.first == probe; }))
    return false;
  bool any = false;
  for (const auto& [probe, answer] : news.facts) {
    const bool* there = answer.as_bool();
    any = any || (there != nullptr && *there);
    open_->known.put(probe, answer);
  }
  open_->asked.clear();
  if (!open_->turning || any) open_->decided = false;
  open_->turning = false;
  return true;
}

bool input_wait::undecided() const {
  return unchecked_ || (open_ && seen_ >= expected_ && !open_->decided);
}

bool input_wait::all_there() const {
  return named_at_ != never && seen_ >= expected_ && (!open_ || open_->found);
}

instant input_wait::look_again() const {
  return open_ && open_->decided && !open_->found ? open_->look_again : never;
}

model::resolved_inputs input_wait::resolved() const {
  return open_ && open_->found ? *open_->found : model::resolved_inputs{};
}

result<void> input_wait::look(const action_state& of, instant now) {
  const model::coordinator_definition& definition = *of.facts->definition;
  model::input_state state = model::check_inputs(
      definition, looking_identity(of, now), open_->known, now,
      definition.logic ? model::fixed_inputs::unknown : model::fixed_inputs::there);
  if (auto* problem = std::get_if<failure>(&state)) return std::move(*problem);
  open_->decided = false;
  if (auto* needed = std::get_if<el::needs>(&state)) {
    open_->turning = false;
    ask(of, std::move(needed->probes));
    return {};
  }
  open_->decided = true;
  if (const auto* lack = std::get_if<model::inputs_missing>(&state)) {
    missing(of, *lack, now);
    return {};
  }
  auto kept = model::to_keep(std::get<model::inputs_found>(state));
  if (!kept) return std::move(kept).error();
  open_->found = std::move(*kept);
  open_->known = {};
  return {};
}

/// The nearest are watched, the others looked at again in turns.
void input_wait::missing(const action_state& of, const model::inputs_missing& lack, instant now) {
  const size_t watched = std::min(lack.absent.size(), limits::inputs_watched_max);
  const std::vector<el::probe> near(lack.absent.begin(),
                                    lack.absent.begin() + static_cast<ptrdiff_t>(watched));
  watch(of, near);
  open_->look_again = lack.look_again;
  const size_t others = lack.absent.size() - watched;
  if (others == 0) return;
  if (open_->turn_at == never) open_->turn_at = plus_ms(now, limits::inputs_again_ms);
  if (open_->turn_at <= now) {
    std::vector<el::probe> some;
    for (size_t i = 0; i < std::min(others, limits::inputs_again_max); ++i)
      some.push_back(lack.absent[watched + (open_->turn + i) % others]);
    open_->turn = (open_->turn + some.size()) % others;
    open_->turn_at = plus_ms(now, limits::inputs_again_ms);
    open_->turning = true;
    ask(of, std::move(some));
  }
  open_->look_again = std::min(open_->look_again, open_->turn_at);
}

void input_wait::watch(const action_state& of, const std::vector<el::probe>& absent) {
  const std::set<el::probe> already(open_->watched.begin(), open_->watched.end());
  if (std::all_of(absent.begin(), absent.end(),
                  [&](const el::probe& each) { return already.contains(each); }))
    return;
  open_->watched = absent;
  registered_ = true;
  of.self->send(of.rt->staff.registry,
                msg::watch_inputs{of.id, entity_actor{of.self}, uris_of(absent), false, ++round_});
}

void input_wait::ask(const action_state& of, std::vector<el::probe> questions) {
  open_->asked = questions;
  of.self->send(of.rt->staff.file_worker, msg::answer{entity_actor{of.self}, std::move(questions)});
}

}  // namespace foliot::actors
