#include "rehearsal/life.hpp"

#include <caf/send.hpp>

#include <algorithm>
#include <chrono>
#include <functional>
#include <utility>

#include "actors/alarm.hpp"
#include "actors/purger.hpp"
#include "actors/registry.hpp"
#include "actors/type_ids.hpp"

namespace foliot::rehearsal {

namespace {

using clock_point = caf::actor_clock::time_point;

clock_point to_clock(instant at) { return clock_point{std::chrono::milliseconds{at.ms}}; }

/// The state of an actor with all of its interface, for checkers only.
template <class State, class Interface, class Handle>
const State& state_of(const Handle& handle) {
  using actor_type = caf::stateful_actor<State, typename Interface::base>;
  auto* plain = caf::actor_cast<caf::abstract_actor*>(handle);
  return dynamic_cast<actor_type&>(*plain).state;
}

}  // namespace

result<void> store_client::write(const kv_batch& batch, bool sync) {
  if (!connected_) return failure{errc::io, "the engine is down", "", "", ""};
  auto done = store_.write(batch, sync);
  if (!done) {
    if (failed_.empty()) failed_ = batch;
    return done;
  }
  if (!sync) {
    unsynced_.push_back(batch);
    return done;
  }
  for (const kv_batch& earlier : std::exchange(unsynced_, {})) on_synced(earlier);
  on_synced(batch);
  return done;
}

life::life(const surroundings& world, chance luck, life_hooks hooks)
    : world_(world),
      store_(world.store),
      files_(world.files),
      runs_(world.machine),
      watches_(world.files, world.time, luck, hooks.steady_watches) {
  store_.on_synced = hooks.on_synced;
  const auto epoch = store::take_epoch(store_, "sim", world.time.now());
  if (!epoch) {
    problem_ = epoch.error().text();
    return;
  }
  if (const auto filled = counted_.fill(); !filled) {
    problem_ = filled.error().text();
    return;
  }
  hooks.on_ids(epoch->ids);
  spawn(std::move(hooks), *epoch);
}

void life::spawn(life_hooks hooks, const store::epoch_taken& epoch) {
  reader_ = std::make_unique<store::store_reader>(counted_, epoch.ids, &counted_.counts(),
                                                  &counted_.definitions());
  config_ = std::make_unique<caf::actor_system_config>();
  actors::configure(*config_);
  config_->set("scheduler.policy", caf::atom("testing"));
  system_ = std::make_unique<caf::actor_system>(*config_);
  scheduler().clock().current_time = to_clock(world_.time.now());

  actors::port_set ports{world_.time, ids_,       counted_, files_,      runs_,
                         watches_,    null_log(), *reader_, definitions_};
  runtime_.reset(new actors::runtime{ports, {}, {}, {}, {}, {}});
  actors::engine_settings& settings = runtime_->settings;
  settings.epoch = epoch.epoch;
  settings.last_sequence = epoch.last_sequence;
  settings.ids = epoch.ids;
  settings.tz_version = "simulated";
  settings.on_write_error = [this](const failure&) { write_failed_ = true; };
  settings.safe_mode = std::move(hooks.safe_mode);
  settings.poison = std::move(hooks.poison);
  settings.on_lost = hooks.on_lost;
  settings.starts = hooks.starts;
  settings.purge = std::move(hooks.purge);
  settings.call_out = std::move(hooks.call_out);
  settings.users = std::move(hooks.users);
  engine_ = actors::spawn_staff(*system_, *runtime_, false);
  gate_ = std::make_unique<actors::gate>(engine_);
  caf::anon_send(engine_, actors::msg::recover{[this](result<void> done) {
                   recovered_ = done.ok();
                   if (!done) problem_ = done.error().text();
                 }});
}

life::~life() {
  store_.disconnect();
  files_.disconnect();
  runs_.disconnect();
  watches_.disconnect();
  if (!system_) return;
  // The owners first; entities die with them. An actor that is left would block the system's end.
  gate_.reset();
  actors::crew& staff = runtime_->staff;
  const auto end = [](const auto& who) { caf::anon_send_exit(who, caf::exit_reason::kill); };
  end(engine_);
  end(staff.alarm);
  end(staff.registry);
  end(staff.executor);
  end(staff.bulk);
  end(staff.governor);
  end(staff.loader);
  end(staff.purger);
  end(staff.notifier);
  end(staff.file_worker);
  end(staff.transition);
  end(staff.committer);
  auto& sched = scheduler();
  while (!sched.jobs.empty()) sched.run_once();
  sched.clock().cancel_all();
  engine_ = nullptr;
  staff = actors::crew{};
  while (!sched.jobs.empty()) sched.run_once();
  system_.reset();
}

caf::scheduler::test_coordinator& life::scheduler() const {
  return dynamic_cast<caf::scheduler::test_coordinator&>(system_->scheduler());
}

void life::run_one(chance& luck) {
  auto& jobs = scheduler().jobs;
  std::swap(jobs.front(), jobs[static_cast<size_t>(luck.below(jobs.size()))]);
  scheduler().run_once();
}

bool life::run_one_but_committer(chance& luck) {
  auto& jobs = scheduler().jobs;
  const auto* committer = caf::actor_cast<caf::abstract_actor*>(runtime_->staff.committer);
  const auto is_committer = [&](caf::resumable* job) {
    return dynamic_cast<caf::abstract_actor*>(job) == committer;
  };
  const auto others = std::partition(jobs.begin(), jobs.end(), std::not_fn(is_committer));
  const auto count = static_cast<uint64_t>(others - jobs.begin());
  if (count == 0) return false;
  std::swap(jobs.front(), jobs[static_cast<size_t>(luck.below(count))]);
  scheduler().run_once();
  return true;
}

instant life::next_timer() const {
  if (!system_) return never;
  const auto& timers = scheduler().clock().schedule();
  if (timers.empty()) return never;
  const auto at = timers.begin()->first.time_since_epoch();
  return instant{std::chrono::ceil<std::chrono::milliseconds>(at).count()};
}

void life::time_passed() {
  if (!system_) return;
  auto& clock = scheduler().clock();
  clock.current_time = to_clock(world_.time.now());
  while (!clock.schedule().empty() && clock.schedule().begin()->first <= clock.current_time)
    clock.trigger_timeout();
}

bool life::alarm_set(const entity_id& id) const {
  return state_of<actors::alarm_state, actors::watching_alarm_actor>(runtime_->staff.alarm)
      .sleepers.contains(id);
}

bool life::only_the_purge_waits() const {
  if (!system_) return false;
  const auto& sleepers =
      state_of<actors::alarm_state, actors::watching_alarm_actor>(runtime_->staff.alarm).sleepers;
  return timers() == 1 && sleepers.size() == 1 &&
         sleepers.contains(actors::purge_alarm(runtime_->settings.partition));
}

bool life::counts_jobs_right() const {
  store::job_counts anew;
  return anew.fill(world_.store).ok() && anew == counted_.counts();
}

size_t life::deadlines() const {
  return state_of<actors::alarm_state, actors::watching_alarm_actor>(runtime_->staff.alarm)
      .heap.size();
}

bool life::looking_for(const entity_id& id) const {
  for (const auto& [token, waiter] :
       state_of<actors::registry_state, actors::watching_registry_actor>(runtime_->staff.registry)
           .confirmations)
    if (waiter.id == id) return true;
  return false;
}

bool life::watches_for(const entity_id& id) const {
  return state_of<actors::registry_state, actors::watching_registry_actor>(runtime_->staff.registry)
      .by_waiter.contains(id);
}

}  // namespace foliot::rehearsal
