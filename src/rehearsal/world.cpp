#include "rehearsal/world.hpp"

#include <algorithm>

#include "rehearsal/arguments.hpp"
#include "rehearsal/limits.hpp"

namespace foliot::rehearsal {

namespace {

/// Orders, news and looks take some milliseconds each; whatever is due sooner belongs together.
constexpr int64_t moment_ms = 100;
/// A chain of causes may take several moments, but not for ever.
constexpr int moments_max = 100;
constexpr int crashes_per_statement = 3;
constexpr int64_t crash_steps_max = 60;
constexpr uint64_t failing_writes_percent = 30;

}  // namespace

world::world(instant beginning, crashes when, uint64_t seed)
    : luck(seed), time(beginning), machine(files, time, luck.fork()), when_(when) {
  begin_life();
  work();
}

void world::begin_life() {
  ++lives_;
  life_hooks hooks;
  hooks.on_synced = [](const kv_batch&) {};
  hooks.on_ids = [](const wire_ids&) {};
  hooks.safe_mode = [this] { return disk_full; };
  hooks.steady_watches = true;
  life_ = std::make_unique<life>(surroundings{time, store, files, machine}, luck.fork(),
                                 std::move(hooks));
}

void world::go_down() {
  life_.reset();
  store.crash();
  failing_ = false;
}

void world::crash() {
  go_down();
  come_up();
}

void world::come_up() {
  begin_life();
  uint64_t steps = 0;
  while (!life_->recovered() && life_->problem().empty() && life_->has_job() &&
         ++steps < limits::scenario_steps_standing_max)
    life_->run_one(luck);
  if (!life_->recovered()) trouble_ = "the engine does not recover: " + life_->problem();
}

void world::may_crash_now() {
  if (life_->write_failed()) return crash();
  if (when_ != crashes::within || failing_ || crashes_left_ == 0 || --steps_to_crash_ > 0) return;
  --crashes_left_;
  steps_to_crash_ = luck.between(1, crash_steps_max);
  if (!luck.hits(failing_writes_percent)) return crash();
  // A disk may keep a batch although it said that it did not.
  store.fail_next_write(luck.hits(50) ? memory_store::remains::everything
                                      : memory_store::remains::nothing);
  failing_ = true;
}

void world::exhaust(uint64_t most, const char* what) {
  trouble_ = "more than " + std::to_string(most) + " " + what + " have come to be by " +
             text_of(time.now()) + "; advance less far, or start later";
}

void world::step() {
  if (++steps_here_ > limits::scenario_steps_standing_max)
    trouble_ = "something spins while time stands still";
  if (++steps_ > limits::scenario_steps_max) exhaust(limits::scenario_steps_max, "steps");
  if (life_->quarantined() > 0) trouble_ = "the engine has quarantined an entity";
  life_->run_one(luck);
}

/// Whatever can be done at this time is done, or `reached` has come true before.
bool world::work_until(const std::function<bool()>& reached) {
  while (trouble_.empty()) {
    if (life_ && life_->has_job()) {
      step();
      may_crash_now();
      if (reached()) return true;
    } else if (!time.happen()) {
      return false;
    }
  }
  return false;
}

void world::work() {
  work_until([] { return false; });
}

instant world::next() const {
  return std::min(time.next_event().value_or(never), life_ ? life_->next_timer() : never);
}

void world::move_to(instant at) {
  if (at > time.now()) steps_here_ = 0;
  if (store.rows(table::record) > limits::scenario_records_max)
    exhaust(limits::scenario_records_max, "jobs, actions and workflows");
  time.move_to(at);
  if (life_) life_->time_passed();
}

void world::settle() {
  work();
  for (int i = 0; i < moments_max && trouble_.empty(); ++i) {
    if (next() > plus_ms(time.now(), moment_ms)) return;
    move_to(next());
    work();
  }
}

bool world::pass_until(instant end, const std::function<bool()>& reached) {
  if (work_until(reached)) return true;
  while (trouble_.empty() && next() <= end) {
    move_to(next());
    if (work_until(reached)) return true;
  }
  move_to(end);
  return work_until(reached);
}

void world::pass_to(instant end) {
  pass_until(end, [] { return false; });
  settle();
}

bool world::await(const bool& answered) {
  while (!answered && trouble_.empty()) {
    if (life_->has_job())
      step();
    else if (!time.happen())
      return false;
  }
  return answered;
}

void world::end_statement() {
  if (life_ && (when_ == crashes::between || failing_)) {
    crashes_left_ = 0;  // the next statement begins with a disk that works
    crash();
    settle();
  }
  crashes_left_ = crashes_per_statement;
  steps_to_crash_ = luck.between(1, crash_steps_max);
}

std::optional<model::any_record> world::record(const entity_id& id) const {
  const auto found = life_->reader().record(id);
  return found ? *found : std::nullopt;
}

}  // namespace foliot::rehearsal
