// Workflows and nothing else: many of ten nodes whose actions end at once, one of very many nodes,
// and real programs. Durable; ratios to a bare RocksDB are taken within one run.
#include <algorithm>
#include <atomic>
#include <cinttypes>
#include <cstdio>
#include <filesystem>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/limits.hpp"
#include "bench/harness.hpp"
#include "bench/must.hpp"
#include "exec/launcher_client.hpp"

namespace foliot::bench {
namespace {

constexpr const char* path_property = "oozie.wf.application.path";

std::string application(const std::string& start, const std::string& nodes) {
  return "<workflow-app name='load' xmlns='uri:oozie:workflow:0.5' "
         "xmlns:s='uri:oozie:shell-action:0.3'><start to='" +
         start + "'/>" + nodes +
         "<kill name='k'><message>no</message></kill><end name='end'/></workflow-app>";
}

std::string action(const std::string& name, const std::string& to) {
  return "<action name='" + name + "'><s:shell><s:exec>true</s:exec></s:shell><ok to='" + to +
         "'/><error to='k'/></action>";
}

/// start, fork, four actions, join, two actions, end: ten nodes.
std::string ten_nodes() {
  std::string nodes = "<fork name='f'>";
  for (const char* name : {"a", "b", "c", "d"})
    nodes += std::string("<path start='") + name + "'/>";
  nodes += "</fork>";
  for (const char* name : {"a", "b", "c", "d"}) nodes += action(name, "j");
  return application("f",
                     nodes + "<join name='j' to='e'/>" + action("e", "g") + action("g", "end"));
}

std::string chain(uint64_t length) {
  std::string nodes;
  for (uint64_t i = 0; i < length; ++i)
    nodes += action("n" + std::to_string(i), i + 1 == length ? "end" : "n" + std::to_string(i + 1));
  return application("n0", nodes);
}

std::string conf_of(const std::string& path) {
  return std::string("<configuration><property><name>") + path_property + "</name><value>" + path +
         "</value></property><property><name>user.name</name><value>bench</value></property>"
         "</configuration>";
}

/// Submits `count` jobs, at most so many at once as HTTP would admit, and waits for their ends.
double seconds_for(engine_under_test& engine, const std::string& path, uint64_t count) {
  constexpr uint64_t at_once = 1'000;
  std::atomic<uint64_t> accepted{0};
  const int64_t begin = now_ns();
  const std::string conf = conf_of(path);
  for (uint64_t i = 0; i < count; ++i) {
    wait_until([&] { return i - accepted.load() < at_once; }, 600, "submissions");
    engine.commands().submit(conf, {}, true, [&](const result<http::submitted>& done) {
      if (!done) std::exit(1);
      ++accepted;
    });
  }
  wait_until([&] { return accepted.load() == count; }, 600, "all submissions");
  const auto& live = engine.rt().counters.live;
  wait_until([&] { return live[static_cast<size_t>(entity_kind::workflow)] == 0; }, 900,
             "the end of all workflows");
  return static_cast<double>(now_ns() - begin) / 1e9;
}

double seconds_for(const scratch& home, const std::string& name,
                   const std::vector<kv_batch>& batches) {
  const auto raw = must(store::rocks_store::open(home.path() + "/" + name));
  const int64_t begin = now_ns();
  for (const kv_batch& batch : batches)
    if (!raw->write(batch, true)) std::exit(1);
  return static_cast<double>(now_ns() - begin) / 1e9;
}

void show_nodes(const scratch& home, const char* name, const std::string& path, uint64_t jobs,
                uint64_t nodes) {
  instant_runs runs;
  told_watches watches;
  double engine_s = 0;
  std::vector<kv_batch> batches;
  {
    engine_under_test engine(home.path() + "/" + name, runs, watches, true);
    engine.recover();
    engine_s = seconds_for(engine, path, jobs);
    batches = std::move(engine.recorder().batches);
  }
  const double raw_s = seconds_for(home, std::string(name) + "-raw", batches);
  uint64_t bytes = 0;
  for (const kv_batch& batch : batches) bytes += batch.bytes();
  const double passed = static_cast<double>(jobs * nodes);
  std::printf("%s: %" PRIu64 " workflows of %" PRIu64 " nodes in %.2f s\n", name, jobs, nodes,
              engine_s);
  std::printf("  nodes passed/s       %10.0f\n", passed / engine_s);
  std::printf("  bytes written/node   %10.0f\n", static_cast<double>(bytes) / passed);
  std::printf("  commits (groups)     %10zu\n", batches.size());
  std::printf("  raw, same batches    %10.2f s\n", raw_s);
  std::printf("  ratio to raw         %10.0f %%\n", 100 * raw_s / engine_s);
}

/// The real launcher; per run the moments of the order and of the news that it runs.
class timed_runs final : public exec::run_port {
 public:
  explicit timed_runs(std::unique_ptr<exec::launcher_client> inner) : inner_(std::move(inner)) {}

  void deliver_to(sink news) override {
    inner_->deliver_to([this, news](exec::run_news what) {
      if (const auto* started = std::get_if<exec::run_started>(&what)) note(started->name);
      news(std::move(what));
    });
  }
  void start(exec::run_spec spec) override {
    {
      const std::lock_guard hold(mutex_);
      ordered_[spec.name] = now_ns();
    }
    inner_->start(std::move(spec));
  }
  void kill(const std::string& name) override { inner_->kill(name); }
  void forget(const std::string& name) override { inner_->forget(name); }

  std::vector<int64_t> took_ns;  ///< Read when nothing runs any more.

 private:
  void note(const std::string& name) {
    const std::lock_guard hold(mutex_);
    const auto found = ordered_.find(name);
    if (found == ordered_.end()) return;
    took_ns.push_back(now_ns() - found->second);
    ordered_.erase(found);
  }

  std::unique_ptr<exec::launcher_client> inner_;
  std::mutex mutex_;
  std::unordered_map<std::string, int64_t> ordered_;
};

void show_programs(const scratch& home, const std::string& path, uint64_t jobs) {
  exec::launcher_options how;
  how.data_directory = home.path();
  how.launcher_program =
      std::filesystem::read_symlink("/proc/self/exe").parent_path().string() + "/foliot-launcher";
  timed_runs runs(must(exec::launcher_client::open(std::move(how))));
  told_watches watches;
  engine_under_test engine(home.path() + "/real", runs, watches, false);
  engine.recover();
  const double engine_s = seconds_for(engine, path, jobs);
  std::vector<int64_t>& all = runs.took_ns;
  std::sort(all.begin(), all.end());
  const auto at = [&](double share) {
    return all.empty()
               ? 0.0
               : static_cast<double>(
                     all[static_cast<size_t>(share * static_cast<double>(all.size() - 1))]) /
                     1e6;
  };
  std::printf("programs: %" PRIu64 " real /bin/true in %.2f s\n", jobs, engine_s);
  std::printf("  starts/s             %10.0f   (goal 1000)\n",
              static_cast<double>(jobs) / engine_s);
  std::printf("  ordered -> running   p50 %7.2f ms, p99 %7.2f ms (the launcher's queue included)\n",
              at(0.5), at(0.99));
  std::printf("  of all the time      %10.0f %% in group commits of the engine\n",
              100 * static_cast<double>(engine.recorder().write_ns.load()) / 1e9 / engine_s);
}

int run() {
  const uint64_t jobs = setting("WORKFLOWS", 10'000);
  // As many as a definition may have.
  const uint64_t nodes = setting("NODES", limits::workflow_nodes_max - 3);
  const uint64_t programs = setting("PROGRAMS", 10'000);
  const scratch home;
  home.write("ten.xml", ten_nodes());
  home.write("chain.xml", chain(nodes));
  home.write("true.xml", application("a", action("a", "end")));
  rest(limits::file_settles_ms);
  if (jobs > 0) show_nodes(home, "many", home.path() + "/ten.xml", jobs, 10);
  if (nodes > 0) show_nodes(home, "long", home.path() + "/chain.xml", 1, nodes + 2);
  if (programs > 0) show_programs(home, home.path() + "/true.xml", programs);
  return 0;
}

}  // namespace
}  // namespace foliot::bench

int main() { return foliot::bench::run(); }
