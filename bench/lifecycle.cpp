// N coordinator actions with workflows that do nothing, through all their states, durable; then
// the same batches, with the same grouping and fsyncs, written to a bare RocksDB by one thread, and
// a naive form of the same steps (200 B record + 80 B event each).
#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "bench/harness.hpp"

namespace foliot::bench {
namespace {

constexpr uint64_t actions_per_coordinator = 2'000;

std::string coordinator_xml(const scratch& home, uint64_t minutes) {
  const uint64_t days = minutes / 1440;
  char end[32];
  std::snprintf(end, sizeof end, "2020-01-%02uT%02u:%02uZ", static_cast<unsigned>(1 + days),
                static_cast<unsigned>(minutes % 1440 / 60), static_cast<unsigned>(minutes % 60));
  return "<coordinator-app name='load' frequency='1' start='2020-01-01T00:00Z' end='" +
         std::string(end) +
         "' timezone='UTC' "
         "xmlns='uri:oozie:coordinator:0.4'><controls><concurrency>50</concurrency>"
         "<throttle>500</throttle></controls><action><workflow><app-path>" +
         home.path() + "/workflow.xml</app-path></workflow></action></coordinator-app>";
}

/// Nanoseconds that a bare store needs for `batches`.
int64_t raw_time(const scratch& home, const std::vector<kv_batch>& batches, const char* name) {
  auto opened = store::rocks_store::open(home.path() + "/" + name);
  if (!opened) std::exit(1);
  const int64_t begin = now_ns();
  for (const kv_batch& batch : batches)
    if (!(*opened)->write(batch, true)) std::exit(1);
  return now_ns() - begin;
}

/// The naive form: per step one record of 200 bytes and one event of 80.
std::vector<kv_batch> naive_of(uint64_t steps, size_t groups) {
  std::vector<kv_batch> out(groups);
  uint64_t number = 0;
  for (uint64_t step = 0; step < steps; ++step) {
    kv_batch& group = out[step * groups / steps];
    const std::string key = std::to_string(1'000'000'000 + step / 5);
    group.push_back({table::record, key, std::string(200, 'r')});
    group.push_back(
        {table::journal, std::to_string(1'000'000'000 + number++), std::string(80, 'e')});
  }
  return out;
}

int run() {
  const uint64_t actions = setting("ACTIONS", 20'000);
  const uint64_t coordinators = (actions + actions_per_coordinator - 1) / actions_per_coordinator;
  const scratch home;
  home.write("workflow.xml",
             "<workflow-app name='nothing' xmlns='uri:oozie:workflow:0.5'><start to='end'/>"
             "<end name='end'/></workflow-app>");
  home.write("coordinator.xml", coordinator_xml(home, actions / coordinators));
  instant_runs runs;
  told_watches watches;
  engine_under_test engine(home.path() + "/store", runs, watches, true);
  engine.recover();

  const uint64_t before = resident_bytes();
  const int64_t begin = now_ns();
  for (uint64_t i = 0; i < coordinators; ++i)
    engine.submit("oozie.coord.application.path", home.path() + "/coordinator.xml");
  const auto& live = engine.rt().counters.live;
  wait_until([&] { return live[2] == 0 && live[3] == 0 && live[4] == 0; }, 600,
             "the end of all actions");
  const int64_t took = now_ns() - begin;

  uint64_t steps = 0;
  for (const auto& of_kind : engine.rt().counters.steps) steps += of_kind;
  const uint64_t done = actions / coordinators * coordinators;
  const auto& batches = engine.recorder().batches;
  const double seconds = static_cast<double>(took) / 1e9;
  const double raw = static_cast<double>(raw_time(home, batches, "raw")) / 1e9;
  const double naive =
      static_cast<double>(raw_time(home, naive_of(steps, batches.size()), "naive")) / 1e9;
  const double count = static_cast<double>(done);
  std::printf("lifecycle: %lu actions, %lu coordinators\n", done, coordinators);
  std::printf("  actions/s            %10.0f\n", count / seconds);
  std::printf("  transitions/s        %10.0f\n", static_cast<double>(steps) / seconds);
  std::printf("  steps per action     %10.2f\n", static_cast<double>(steps) / count);
  std::printf("  commits (groups)     %10zu\n", batches.size());
  std::printf("  bytes/action on disk %10.0f\n",
              static_cast<double>(home.bytes_below("store")) / count);
  std::printf("  memory growth        %10.1f MiB\n",
              static_cast<double>(resident_bytes() - before) / 1048576.0);
  std::printf("  engine %.3f s, raw RocksDB with the same batches %.3f s, naive form %.3f s\n",
              seconds, raw, naive);
  std::printf("  ratio to raw         %9.0f %%  (floor 60 %%)\n", 100 * raw / seconds);
  std::printf("  ratio to naive       %9.0f %%  (goal 100 %%)\n", 100 * naive / seconds);
  return 0;
}

}  // namespace
}  // namespace foliot::bench

int main() { return foliot::bench::run(); }
