#include "bench/day/world.hpp"

#include <algorithm>
#include <caf/send.hpp>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <utility>

#include "actors/staff.hpp"
#include "actors/type_ids.hpp"
#include "bench/must.hpp"
#include "model/journal.hpp"
#include "store/codec.hpp"
#include "store/epochs.hpp"
#include "store/keys.hpp"
#include "time/zone.hpp"

namespace foliot::bench {

namespace {

caf::actor_clock::time_point to_clock(instant at) {
  return caf::actor_clock::time_point{std::chrono::milliseconds{at.ms}};
}

std::string snapshot_of(entity_kind kind) {
  constexpr std::array names{"nothing", "bundle", "coordinator", "action", "workflow"};
  return std::string("snapshot of ") + names.at(static_cast<size_t>(kind));
}

}  // namespace

void virtual_runs::start(exec::run_spec spec) {
  ++started;
  if (on_start) on_start(spec);
  // The same program takes the same time every day, whole tens of seconds like its neighbours'.
  const auto takes = 10 * (1 + static_cast<int64_t>(std::hash<std::string>{}(spec.name) % 3));
  // A program is some ten processes, and the numbers of the kernel go round (kernel.pid_max).
  const auto process = static_cast<int64_t>(1 + started * 10 % 4'194'303);
  news_(exec::run_started{spec.name, process});
  time_.after_ms(takes * ms_per_second, [this, name = std::move(spec.name)] {
    exec::run_ended ended;
    ended.name = name;
    news_(std::move(ended));
  });
}

day_world::day_world(const std::string& directory, instant begin, actors::purge_settings purge)
    : time(begin) {
  database_ = must(store::rocks_store::open(directory));
  store_ = std::make_unique<counting_store>(*database_);
  const auto epoch = must(store::take_epoch(*store_, "day", time.now()));
  reader_ = std::make_unique<store::store_reader>(*store_, epoch.ids);
  actors::configure(config_);
  config_.set("scheduler.policy", caf::atom("testing"));
  system_ = std::make_unique<caf::actor_system>(config_);
  scheduler().clock().current_time = to_clock(begin);
  actors::engine_settings how;
  how.epoch = epoch.epoch;
  how.last_sequence = epoch.last_sequence;
  how.ids = epoch.ids;
  how.tz_version = time::zone_database();
  how.purge = std::move(purge);
  rt_.reset(new actors::runtime{actors::port_set{time, ids_, *store_, file_port_, runs, watches_,
                                                 null_log(), *reader_, definitions_},
                                std::move(how),
                                {},
                                {},
                                {},
                                {}});
  boss_ = actors::spawn_staff(*system_, *rt_, false);
  commands_ = std::make_unique<actors::gate>(boss_);
  caf::anon_send(boss_, actors::msg::recover{[](const result<void>& done) {
                   if (!done) std::exit(1);
                 }});
  settle();
}

day_world::~day_world() {
  commands_.reset();
  actors::dismiss_staff(*rt_, boss_);
  auto& all = scheduler();
  while (!all.jobs.empty()) all.run_once();
  all.clock().cancel_all();
  boss_ = nullptr;
  while (!all.jobs.empty()) all.run_once();
  system_.reset();
}

caf::scheduler::test_coordinator& day_world::scheduler() const {
  return dynamic_cast<caf::scheduler::test_coordinator&>(system_->scheduler());
}

void day_world::settle() {
  auto& all = scheduler();
  do {
    while (!all.jobs.empty()) all.run_once();
  } while (time.happen());
}

instant day_world::next_timer() const {
  const auto& timers = scheduler().clock().schedule();
  if (timers.empty()) return never;
  const auto at = timers.begin()->first.time_since_epoch();
  return instant{std::chrono::ceil<std::chrono::milliseconds>(at).count()};
}

void day_world::move_to(instant at) {
  time.move_to(at);
  if (at.ms % ms_per_minute == 0) {
    reached.emplace(at.ms, now_ns());
    reached.erase(reached.begin(), reached.lower_bound(at.ms - 2 * ms_per_hour));
  }
  auto& clock = scheduler().clock();
  clock.current_time = to_clock(at);
  while (!clock.schedule().empty() && clock.schedule().begin()->first <= clock.current_time)
    clock.trigger_timeout();
}

void day_world::pass_to(instant end) {
  settle();
  for (;;) {
    const instant next = std::min(time.next_event().value_or(never), next_timer());
    if (next > end) break;
    move_to(next);
    settle();
  }
  move_to(end);
  settle();
}

void day_world::submit(const std::string& property, const std::string& path) {
  const std::string xml = "<configuration><property><name>" + property + "</name><value>" + path +
                          "</value></property><property><name>user.name</name>"
                          "<value>bench</value></property></configuration>";
  std::optional<result<http::submitted>> outcome;
  commands_->submit(xml, {}, true,
                    [&](result<http::submitted> done) { outcome = std::move(done); });
  settle();
  if (!outcome) std::exit(1);
  must(std::move(*outcome));
}

http::purged day_world::purge_now() {
  std::optional<result<http::purged>> outcome;
  commands_->purge({}, {}, [&](result<http::purged> done) { outcome = std::move(done); });
  settle();
  if (!outcome) std::exit(1);
  return must(std::move(*outcome));
}

std::array<uint64_t, static_cast<size_t>(table::count_)> day_world::account() const {
  std::array<uint64_t, static_cast<size_t>(table::count_)> out{};
  for (size_t i = 0; i < out.size(); ++i) {
    const auto scanned = store_->scan(static_cast<table>(i), "", "",
                                      [&](std::string_view key, std::string_view value) {
                                        out[i] += key.size() + value.size();
                                        return true;
                                      });
    if (!scanned) std::exit(1);
  }
  return out;
}

std::map<std::string, journal_share> day_world::journal_shares() const {
  std::map<std::string, journal_share> out;
  const auto scanned =
      store_->scan(table::journal, "", "", [&](std::string_view key, std::string_view value) {
        const auto at = store::parse_journal_key(key);
        if (!at) std::exit(1);
        const auto entry = must(store::decode_entry(at->partition, at->root, at->sequence, value));
        journal_share& share = out[entry.snapshot ? snapshot_of(entry.entity.kind)
                                                  : std::string(model::event_name(entry.event))];
        ++share.rows;
        share.bytes += key.size() + value.size();
        return true;
      });
  if (!scanned) std::exit(1);
  return out;
}

}  // namespace foliot::bench
