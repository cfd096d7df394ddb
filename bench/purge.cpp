// A purge of 100,000 jobs while work goes on: what stays on disk afterwards, read raw, and what the
// purge costs those who start work meanwhile. It goes at the pace of the engine's own purge. In
// phases: without, with, without again, so that a neighbour's noise shows as a difference between
// the first and the last.
#include <algorithm>
#include <atomic>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "base/limits.hpp"
#include "bench/harness.hpp"
#include "store/keys.hpp"

namespace foliot::bench {
namespace {

constexpr uint64_t actions_per_coordinator = 100;

std::string coordinator_xml(const scratch& home) {
  return "<coordinator-app name='load' frequency='1' start='2020-01-01T00:00Z' "
         "end='2020-01-01T01:40Z' timezone='UTC' xmlns='uri:oozie:coordinator:0.4'><controls>"
         "<concurrency>50</concurrency><throttle>500</throttle></controls><action><workflow>"
         "<app-path>" +
         home.path() + "/nothing.xml</app-path></workflow></action></coordinator-app>";
}

constexpr const char* nothing_xml =
    "<workflow-app name='nothing' xmlns='uri:oozie:workflow:0.5'><start to='end'/>"
    "<end name='end'/></workflow-app>";
constexpr const char* probe_xml =
    "<workflow-app name='probe' xmlns='uri:oozie:workflow:0.5'><start to='run'/><action name='run'>"
    "<shell xmlns='uri:oozie:shell-action:0.3'><exec>true</exec><argument>${probe}</argument>"
    "</shell><ok to='end'/><error to='end'/></action><end name='end'/></workflow-app>";

std::string conf(const std::string& property, const std::string& path, uint64_t probe) {
  const auto one = [](const std::string& name, const std::string& value) {
    return "<property><name>" + name + "</name><value>" + value + "</value></property>";
  };
  return "<configuration>" + one(property, path) + one("user.name", "bench") +
         one("probe", std::to_string(probe)) + "</configuration>";
}

/// Submits without waiting for each; at most so many are under way.
class submitter {
 public:
  explicit submitter(actors::gate& gate) : gate_(gate) {}

  void submit(const std::string& xml) {
    while (sent_ - done_.load() > 500) rest(1);
    ++sent_;
    gate_.submit(xml, {}, true, [this](const result<http::submitted>& outcome) {
      if (!outcome) std::exit(1);
      ++done_;
    });
  }
  void wait() {
    wait_until([&] { return done_.load() == sent_; }, 600, "all submissions");
  }

 private:
  actors::gate& gate_;
  uint64_t sent_ = 0;
  std::atomic<uint64_t> done_{0};
};

/// Starts work at a steady pace and notes how long each start took.
class probes {
 public:
  explicit probes(size_t most) : asked_(most), took_(most) {}

  void started(const exec::run_spec& spec) {
    const size_t number = std::strtoull(spec.arguments.front().c_str(), nullptr, 10);
    took_[number] = now_ns() - asked_[number];
  }
  /// One start every `pause_ms` until `over()`; the numbers of the first and behind the last.
  std::pair<size_t, size_t> run(submitter& to, const std::string& path, int64_t pause_ms,
                                const std::function<bool(size_t)>& over) {
    const size_t first = next_;
    for (; !over(next_ - first) && next_ < asked_.size(); ++next_) {
      asked_[next_] = now_ns();
      to.submit(conf("oozie.wf.application.path", path, next_));
      rest(pause_ms);
    }
    to.wait();
    rest(100);
    return {first, next_};
  }
  double at_share(std::pair<size_t, size_t> of, double share) const {
    std::vector<int64_t> all(took_.begin() + static_cast<long>(of.first),
                             took_.begin() + static_cast<long>(of.second));
    if (all.empty()) return 0;
    std::sort(all.begin(), all.end());
    return static_cast<double>(
               all[static_cast<size_t>(share * static_cast<double>(all.size() - 1))]) /
           1e6;
  }

 private:
  std::vector<int64_t> asked_;
  std::vector<int64_t> took_;
  size_t next_ = 0;
};

struct leftovers {
  uint64_t rows = 0;
  uint64_t orphans = 0;  ///< Rows of a tree that has no record of its root.
  uint64_t bytes = 0;
};

/// Every row of every table: whose is it?
leftovers raw_scan(const std::string& directory) {
  leftovers out;
  auto opened = store::rocks_store::open(directory);
  if (!opened) std::exit(1);
  std::unordered_set<job_number> roots;
  const auto scan = [&](table where, const kv_store::visitor& visit) {
    if (!(*opened)->scan(where, "", "", visit)) std::exit(1);
  };
  scan(table::record, [&](std::string_view key, std::string_view) {
    const auto id = store::parse_record_key(key);
    if (id && id->job == id->root) roots.insert(id->root);
    return true;
  });
  for (size_t i = 1; i < static_cast<size_t>(table::count_); ++i) {
    const auto where = static_cast<table>(i);
    const bool in_key = where == table::record || where == table::journal ||
                        where == table::definition || where == table::quarantine ||
                        where == table::by_parent;
    scan(where, [&](std::string_view key, std::string_view value) {
      const auto root = store::decode_u64(in_key                  ? key.substr(2, 8)
                                          : where == table::by_id ? value.substr(1)
                                                                  : value);
      ++out.rows;
      out.bytes += key.size() + value.size();
      if (!root || !roots.contains(*root)) ++out.orphans;
      return true;
    });
  }
  return out;
}

void fill(engine_under_test& engine, submitter& to, const scratch& home, uint64_t jobs) {
  // Half of the jobs stand below coordinators of a hundred actions, half are trees of their own.
  const uint64_t coordinators = jobs / 2 / (actions_per_coordinator + 1);
  for (uint64_t i = 0; i < coordinators; ++i)
    to.submit(conf("oozie.coord.application.path", home.path() + "/coordinator.xml", 0));
  for (uint64_t i = coordinators * (actions_per_coordinator + 1); i < jobs; ++i)
    to.submit(conf("oozie.wf.application.path", home.path() + "/nothing.xml", 0));
  to.wait();
  const auto& live = engine.rt().counters.live;
  wait_until([&] { return live[2] == 0 && live[3] == 0 && live[4] == 0; }, 900,
             "the end of all jobs");
}

int run() {
  const uint64_t jobs = setting("JOBS", 100'000);
  const int64_t pause_ms = static_cast<int64_t>(setting("PAUSE_MS", 10));
  const size_t quiet_probes = setting("PROBES", 1'000);
  const scratch home;
  home.write("nothing.xml", nothing_xml);
  home.write("probe.xml", probe_xml);
  home.write("coordinator.xml", coordinator_xml(home));
  rest(limits::file_settles_ms);
  probes all(1'000'000);
  instant_runs runs;
  told_watches watches;
  runs.on_start = [&](const exec::run_spec& spec) { all.started(spec); };
  http::purged gone;
  double purge_s = 0;
  std::optional<std::pair<size_t, size_t>> before;
  std::pair<size_t, size_t> during;
  std::pair<size_t, size_t> after;
  {
    engine_under_test engine(home.path() + "/store", runs, watches, false);
    engine.recover();
    submitter to(engine.commands());
    fill(engine, to, home, jobs);
    const std::string probe = home.path() + "/probe.xml";
    const auto enough = [&](size_t count) { return count >= quiet_probes; };
    (void)all.run(to, probe, pause_ms, [](size_t count) { return count >= 100; });  // warm
    before = all.run(to, probe, pause_ms, enough);
    std::atomic<bool> done{false};
    http::purge_request what;
    what.workflow_days = what.coordinator_days = what.bundle_days = 0;
    const int64_t begin = now_ns();
    engine.commands().purge(what, {}, [&](const result<http::purged>& outcome) {
      if (!outcome) std::exit(1);
      gone = *outcome;
      purge_s = static_cast<double>(now_ns() - begin) / 1e9;
      done = true;
    });
    during = all.run(to, probe, pause_ms, [&](size_t) { return done.load(); });
    after = all.run(to, probe, pause_ms, enough);
    wait_until([&] { return done.load(); }, 600, "the purge");
  }
  const leftovers left = raw_scan(home.path() + "/store");
  std::printf("purge: %" PRIu64 " jobs (%" PRIu64 " trees, %" PRIu64 " actions, %" PRIu64
              " journal entries, %.1f MB) in %.2f s, %.0f jobs/s\n",
              gone.bundles + gone.coordinators + gone.workflows, gone.trees, gone.actions,
              gone.entries, static_cast<double>(gone.bytes) / 1e6, purge_s,
              static_cast<double>(gone.bundles + gone.coordinators + gone.workflows) / purge_s);
  std::printf("  raw scan after       %" PRIu64 " rows, %" PRIu64
              " of them without a tree  (must be 0)\n",
              left.rows, left.orphans);
  const auto show = [&](const char* name, std::pair<size_t, size_t> of) {
    std::printf("  start %-14s p50 %7.2f ms, p99 %7.2f ms, max %7.2f ms  (%zu starts)\n", name,
                all.at_share(of, 0.5), all.at_share(of, 0.99), all.at_share(of, 1),
                of.second - of.first);
  };
  show("before", *before);
  show("meanwhile", during);
  show("after", after);
  const double quiet = std::max(all.at_share(*before, 0.99), all.at_share(after, 0.99));
  std::printf("  p99 meanwhile to the worse of before and after: %.2f  (goal 1.0)\n",
              all.at_share(during, 0.99) / quiet);
  return left.orphans == 0 ? 0 : 1;
}

}  // namespace
}  // namespace foliot::bench

int main() { return foliot::bench::run(); }
