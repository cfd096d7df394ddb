// 100,000 waiting actions; one condition is met at a time: how long until the process runs?
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <random>

#include "bench/harness.hpp"
#include "bench/waiting.hpp"
#include "exec/launcher_client.hpp"

namespace foliot::bench {
namespace {

/// The real launcher, with the moments noted at which a start was ordered and a process ran.
class timed_runs final : public exec::run_port {
 public:
  explicit timed_runs(std::unique_ptr<exec::launcher_client> inner) : inner_(std::move(inner)) {}

  void deliver_to(sink news) override {
    inner_->deliver_to([this, news](exec::run_news what) {
      if (std::holds_alternative<exec::run_started>(what)) {
        running_at = now_ns();
        ++running;
      } else {
        ++ended;
      }
      news(std::move(what));
    });
  }
  void start(exec::run_spec spec) override {
    ordered_at = now_ns();
    inner_->start(std::move(spec));
  }
  void kill(const std::string& name) override { inner_->kill(name); }
  void forget(const std::string& name) override { inner_->forget(name); }

  std::atomic<int64_t> ordered_at{0};
  std::atomic<int64_t> running_at{0};
  std::atomic<uint64_t> running{0};
  std::atomic<uint64_t> ended{0};

 private:
  std::unique_ptr<exec::launcher_client> inner_;
};

double ms(const std::vector<int64_t>& sorted, double quantile) {
  const auto index = static_cast<size_t>(quantile * static_cast<double>(sorted.size() - 1));
  return static_cast<double>(sorted[index]) / 1e6;
}

void print(const char* what, std::vector<int64_t>& samples, const char* budget) {
  std::sort(samples.begin(), samples.end());
  std::printf("  %-28s p50 %7.2f ms   p99 %7.2f ms  %s\n", what, ms(samples, 0.5),
              ms(samples, 0.99), budget);
}

std::string launcher_program() {
  return std::filesystem::read_symlink("/proc/self/exe").parent_path().string() +
         "/foliot-launcher";
}

std::string path_of(const scratch& home, uint64_t coordinator, uint64_t minute) {
  char when[32];
  std::snprintf(when, sizeof when, "/20200101%02lu%02lu", minute / 60, minute % 60);
  return home.path() + "/data/" + std::to_string(coordinator) + when;
}

int run() {
  const scratch home;
  write_waiting_application(home);
  exec::launcher_options how;
  how.data_directory = home.path();
  how.launcher_program = launcher_program();
  auto launcher = exec::launcher_client::open(std::move(how));
  if (!launcher) {
    std::fprintf(stderr, "bench: %s\n", launcher.error().text().c_str());
    return 1;
  }
  timed_runs runs(std::move(*launcher));
  told_watches watches;
  engine_under_test engine(home.path() + "/store", runs, watches, false);
  engine.recover();
  const uint64_t actions = fill(engine, home, watches, setting("ACTIONS", 100'000));
  const uint64_t coordinators = actions / waiting_per_coordinator;

  std::mt19937_64 choice(7);
  std::vector<int64_t> whole, engine_part, launcher_part, fsyncs;
  uint64_t commits = 0;
  const uint64_t samples = setting("SAMPLES", 1'000);
  for (uint64_t i = 0; i < samples; ++i) {
    const uint64_t token = watches.token_of(
        path_of(home, choice() % coordinators, choice() % waiting_per_coordinator));
    if (token == 0) continue;  // met before
    const uint64_t target = runs.running + 1;
    const uint64_t writes = engine.recorder().writes;
    const int64_t write_ns = engine.recorder().write_ns;
    const int64_t begin = now_ns();
    watches.appear(token);
    wait_until([&] { return runs.running >= target; }, 30, "a process to run");
    const uint64_t groups = engine.recorder().writes - writes;
    whole.push_back(runs.running_at - begin);
    engine_part.push_back(runs.ordered_at - begin);
    launcher_part.push_back(runs.running_at - runs.ordered_at);
    commits += groups;
    if (groups > 0)
      fsyncs.push_back((engine.recorder().write_ns - write_ns) / static_cast<int64_t>(groups));
    wait_until([&] { return runs.ended >= target; }, 30, "the process to end");
  }
  std::printf("latency: %lu waiting actions, %zu conditions met\n", actions, whole.size());
  print("condition -> process runs", whole, "(floor p50 4 fsyncs + 3 ms, p99 15 ms)");
  print("of it: engine to order", engine_part, "");
  print("of it: launcher", launcher_part, "");
  print("one group commit", fsyncs, "");
  std::printf("  group commits until it runs  %.2f (floor 3 dependent ones)\n",
              static_cast<double>(commits) / static_cast<double>(whole.size()));
  return 0;
}

}  // namespace
}  // namespace foliot::bench

int main() { return foliot::bench::run(); }
