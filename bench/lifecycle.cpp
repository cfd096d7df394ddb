// N coordinator actions with workflows that do nothing, through all their states, durable; then
// the same batches, with the same grouping and fsyncs, written to a bare RocksDB by one thread, and
// a naive form of the same steps (200 B record + 80 B event each). In rounds: disks and neighbours
// are moody, a ratio taken within one round is less so.
#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "base/limits.hpp"
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

/// What a bare store needs for `batches`, written by one thread.
double seconds_for(const scratch& home, const std::vector<kv_batch>& batches,
                   const std::string& name) {
  auto opened = store::rocks_store::open(home.path() + "/" + name);
  if (!opened) std::exit(1);
  const int64_t begin = now_ns();
  for (const kv_batch& batch : batches)
    if (!(*opened)->write(batch, true)) std::exit(1);
  return static_cast<double>(now_ns() - begin) / 1e9;
}

/// The naive form: per step one record of 200 bytes and one event of 80.
std::vector<kv_batch> naive_of(uint64_t steps, size_t groups) {
  std::vector<kv_batch> out(groups);
  uint64_t number = 0;
  for (uint64_t step = 0; step < steps; ++step) {
    kv_batch& group = out[step * groups / steps];
    const std::string key = std::to_string(1'000'000'000 + step / 5);
    group.put(table::record, key, std::string(200, 'r'));
    group.put(table::journal, std::to_string(1'000'000'000 + number++), std::string(80, 'e'));
  }
  return out;
}

struct round {
  uint64_t actions = 0;
  uint64_t steps = 0;
  size_t groups = 0;
  double engine_s = 0;
  double raw_s = 0;
  double naive_s = 0;
  uint64_t disk_bytes = 0;
  uint64_t memory_growth = 0;
};

/// One engine from its first job to the end of all, then the two yardsticks, in directories whose
/// names end with `number`.
round measure(const scratch& home, uint64_t coordinators, int number) {
  const std::string store = "store" + std::to_string(number);
  round out;
  std::vector<kv_batch> batches;
  {
    instant_runs runs;
    told_watches watches;
    engine_under_test engine(home.path() + "/" + store, runs, watches, true);
    engine.recover();
    const uint64_t before = resident_bytes();
    const int64_t begin = now_ns();
    for (uint64_t i = 0; i < coordinators; ++i)
      engine.submit("oozie.coord.application.path", home.path() + "/coordinator.xml");
    const auto& live = engine.rt().counters.live;
    wait_until([&] { return live[2] == 0 && live[3] == 0 && live[4] == 0; }, 600,
               "the end of all actions");
    out.engine_s = static_cast<double>(now_ns() - begin) / 1e9;
    out.memory_growth = resident_bytes() - before;
    out.disk_bytes = home.bytes_below(store);
    for (const auto& of_kind : engine.rt().counters.steps) out.steps += of_kind;
    batches = std::move(engine.recorder().batches);
  }
  out.groups = batches.size();
  out.raw_s = seconds_for(home, batches, "raw" + std::to_string(number));
  out.naive_s =
      seconds_for(home, naive_of(out.steps, batches.size()), "naive" + std::to_string(number));
  return out;
}

template <class Figure>
double median(const std::vector<round>& rounds, Figure figure) {
  std::vector<double> all;
  for (const round& each : rounds) all.push_back(figure(each));
  std::sort(all.begin(), all.end());
  return all[all.size() / 2];
}

int run() {
  const uint64_t wanted = setting("ACTIONS", 20'000);
  const uint64_t coordinators = (wanted + actions_per_coordinator - 1) / actions_per_coordinator;
  const uint64_t each = wanted / coordinators;
  const scratch home;
  home.write("workflow.xml",
             "<workflow-app name='nothing' xmlns='uri:oozie:workflow:0.5'><start to='end'/>"
             "<end name='end'/></workflow-app>");
  home.write("coordinator.xml", coordinator_xml(home, each));
  rest(limits::file_settles_ms);  // as in life, the application is older than its jobs

  std::vector<round> rounds;
  for (uint64_t i = 0; i < setting("ROUNDS", 5); ++i)
    rounds.push_back(measure(home, coordinators, static_cast<int>(i)));

  const double actions = static_cast<double>(each * coordinators);
  const auto show = [&](const char* name, const char* form, auto figure) {
    std::printf("  %-20s ", name);
    std::printf(form, median(rounds, figure));
    std::printf("\n");
  };
  std::printf("lifecycle: %.0f actions, %lu coordinators; medians of %zu rounds\n", actions,
              coordinators, rounds.size());
  show("actions/s", "%10.0f", [&](const round& r) { return actions / r.engine_s; });
  show("transitions/s", "%10.0f",
       [](const round& r) { return static_cast<double>(r.steps) / r.engine_s; });
  show("steps per action", "%10.2f",
       [&](const round& r) { return static_cast<double>(r.steps) / actions; });
  show("commits (groups)", "%10.0f", [](const round& r) { return static_cast<double>(r.groups); });
  show("bytes/action on disk", "%10.0f",
       [&](const round& r) { return static_cast<double>(r.disk_bytes) / actions; });
  show("memory growth", "%10.1f MiB",
       [](const round& r) { return static_cast<double>(r.memory_growth) / 1048576.0; });
  show("engine", "%10.3f s", [](const round& r) { return r.engine_s; });
  show("raw, same batches", "%10.3f s", [](const round& r) { return r.raw_s; });
  show("raw, naive form", "%10.3f s", [](const round& r) { return r.naive_s; });
  show("ratio to raw", "%10.0f %%  (floor 60 %%)",
       [](const round& r) { return 100 * r.raw_s / r.engine_s; });
  show("ratio to naive", "%10.0f %%  (goal 100 %%)",
       [](const round& r) { return 100 * r.naive_s / r.engine_s; });
  return 0;
}

}  // namespace
}  // namespace foliot::bench

int main() { return foliot::bench::run(); }
