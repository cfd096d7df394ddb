#include "bench/harness.hpp"

#include <unistd.h>

#include <caf/send.hpp>
#include <cstdio>
#include <cstdlib>
#include <future>

#include "actors/staff.hpp"
#include "actors/type_ids.hpp"
#include "base/limits.hpp"
#include "bench/must.hpp"
#include "store/epochs.hpp"
#include "time/zone.hpp"

namespace foliot::bench {

result<void> recording_store::write(const kv_batch& batch, bool sync) {
  if (keep) batches.push_back(batch);
  const int64_t begin = now_ns();
  result<void> done = behind().write(batch, sync);
  write_ns += now_ns() - begin;
  ++writes;
  return done;
}

void instant_runs::start(exec::run_spec spec) {
  ++started;
  if (on_start) on_start(spec);
  news_(exec::run_started{spec.name, 1});
  exec::run_ended ended;
  ended.name = spec.name;
  news_(std::move(ended));
}

void instant_runs::kill(const std::string& name) {
  exec::run_ended ended;
  ended.name = name;
  ended.outcome = exec::run_outcome::killed;
  news_(std::move(ended));
}

void told_watches::watch(uint64_t token, const std::string& path) {
  if (path == "/") return ready_(token);
  const std::lock_guard lock(mutex_);
  tokens_[path] = token;
  paths_[token] = path;
}

void told_watches::unwatch(uint64_t token) {
  const std::lock_guard lock(mutex_);
  const auto found = paths_.find(token);
  if (found == paths_.end()) return;
  tokens_.erase(found->second);
  paths_.erase(found);
}

size_t told_watches::size() const {
  const std::lock_guard lock(mutex_);
  return tokens_.size();
}

uint64_t told_watches::token_of(const std::string& path) const {
  const std::lock_guard lock(mutex_);
  const auto found = tokens_.find(path);
  return found == tokens_.end() ? 0 : found->second;
}

engine_under_test::engine_under_test(const std::string& directory, exec::run_port& runs,
                                     exec::watch_port& watches, bool keep_batches) {
  database_ = must(store::rocks_store::open(directory));
  recorder_ = std::make_unique<recording_store>(*database_);
  auto epoch = must(store::take_epoch(*recorder_, "bench", clock_.now()));
  recorder_->keep = keep_batches;
  reader_ = std::make_unique<store::store_reader>(*recorder_, epoch.ids);
  actors::engine_settings how;
  how.epoch = epoch.epoch;
  how.last_sequence = epoch.last_sequence;
  how.ids = epoch.ids;
  how.purge.rest_ms = how.purge.rest_by_hand_ms = limits::purge_rest_ms;
  how.tz_version = time::zone_database();
  rt_.reset(new actors::runtime{actors::port_set{clock_, ids_, *recorder_, files_, runs, watches,
                                                 null_log(), *reader_, definitions_},
                                std::move(how),
                                {},
                                {},
                                {},
                                {}});
  actors::configure(config_);
  system_ = std::make_unique<caf::actor_system>(config_);
  boss_ = actors::spawn_staff(*system_, *rt_, true);
  commands_ = std::make_unique<actors::gate>(boss_);
}

engine_under_test::~engine_under_test() {
  actors::dismiss_staff(*rt_, boss_);
  commands_.reset();
  boss_ = nullptr;
  system_.reset();
}

std::string engine_under_test::submit(const std::string& property, const std::string& path) {
  const std::string xml = "<configuration><property><name>" + property + "</name><value>" + path +
                          "</value></property><property><name>user.name</name>"
                          "<value>bench</value></property></configuration>";
  std::promise<result<http::submitted>> outcome;
  commands_->submit(xml, {}, true,
                    [&](result<http::submitted> done) { outcome.set_value(std::move(done)); });
  return must(outcome.get_future().get()).id;
}

void engine_under_test::recover() {
  std::promise<result<void>> outcome;
  caf::anon_send(
      boss_, actors::msg::recover{[&](result<void> done) { outcome.set_value(std::move(done)); }});
  const result<void> done = outcome.get_future().get();
  if (done) return;
  std::fprintf(stderr, "bench: %s\n", done.error().text().c_str());
  std::exit(1);
}

void wait_until(const std::function<bool()>& done, int limit_s, const char* what) {
  const int64_t end = now_ns() + int64_t{limit_s} * 1'000'000'000;
  while (!done()) {
    if (now_ns() > end) {
      std::fprintf(stderr, "bench: gave up waiting for %s after %d s\n", what, limit_s);
      std::exit(1);
    }
    rest(2);
  }
}

uint64_t resident_bytes() {
  std::ifstream statm("/proc/self/statm");
  uint64_t total = 0;
  uint64_t resident = 0;
  statm >> total >> resident;
  return resident * static_cast<uint64_t>(::sysconf(_SC_PAGESIZE));
}

}  // namespace foliot::bench
