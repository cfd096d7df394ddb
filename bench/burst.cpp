// N coordinators whose one action is due in the same minute: how late each of them is decided
// (SUBMITTED, its workflow born), and whether any is lost or doubled. Real clock, real disk, real
// actors; the workflows do nothing.
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "base/limits.hpp"
#include "bench/harness.hpp"
#include "time/datetime.hpp"

namespace foliot::bench {
namespace {

constexpr int64_t budget_ms = 10'000;
constexpr size_t in_flight_max = 200;  ///< Submissions at a time.

const char* const coordinator_xml =
    "<coordinator-app name='burst' frequency='60' start='${due}' end='${last}' timezone='UTC' "
    "xmlns='uri:oozie:coordinator:0.4'><action><workflow><app-path>${home}/workflow.xml</app-path>"
    "</workflow></action></coordinator-app>";

std::string property(const std::string& name, const std::string& value) {
  return "<property><name>" + name + "</name><value>" + value + "</value></property>";
}

/// Submits `count` coordinators due at `due`, several at a time; ends the program on a refusal.
void submit(engine_under_test& engine, const scratch& home, instant due, uint64_t count) {
  const std::string conf =
      "<configuration>" +
      property("oozie.coord.application.path", home.path() + "/coordinator.xml") +
      property("user.name", "bench") + property("home", home.path()) +
      property("due", time::format_datetime(due, {})) +
      property("last", time::format_datetime(plus_ms(due, ms_per_minute), {})) + "</configuration>";
  std::atomic<uint64_t> answered{0};
  std::atomic<bool> refused{false};
  for (uint64_t sent = 0; sent < count; ++sent) {
    while (sent - answered >= in_flight_max) rest(1);
    engine.commands().submit(conf, {}, true, [&](const result<http::submitted>& done) {
      if (!done && !refused.exchange(true))
        std::fprintf(stderr, "bench: %s\n", done.error().text().c_str());
      ++answered;
    });
  }
  wait_until([&] { return answered == count; }, 600, "all submissions");
  if (refused) std::exit(1);
}

/// Whole minutes from now on, at least `ms` ahead.
instant minute_after(const engine_under_test& engine, int64_t ms) {
  const int64_t earliest = engine.rt().ports.clock.now().ms + ms;
  return instant{(earliest + ms_per_minute - 1) / ms_per_minute * ms_per_minute};
}

struct verdict {
  std::vector<int64_t> late_ms;  ///< Of every workflow that was born, ascending.
  uint64_t coordinators = 0;
  uint64_t lost = 0;
  uint64_t doubled = 0;
};

/// Reads what is on disk: one action and one workflow for each coordinator that was due then.
verdict judge(const engine_under_test& engine, instant due) {
  const model::reader& reader = engine.rt().ports.reader;
  verdict out;
  for (uint64_t offset = 0;; offset += limits::list_length_max) {
    const auto page = reader.jobs(entity_kind::coordinator, {}, offset, limits::list_length_max);
    if (!page) std::exit(1);
    for (const model::job_row& row : page->rows) {
      ++out.coordinators;
      uint64_t here = 0;
      const auto seen =
          reader.actions(row.id, 1, UINT32_MAX, [&](uint32_t, const model::action_record& action) {
            here += action.state == model::status::succeeded && action.nominal == due ? 1 : 0;
            return true;
          });
      const auto workflows = reader.children(row.id);
      if (!seen || !workflows) std::exit(1);
      out.lost += here == 1 && !workflows->empty() ? 0 : 1;
      out.doubled += workflows->size() > 1 || here > 1 ? 1 : 0;
      for (const entity_id& id : *workflows) {
        const auto record = reader.record(id);
        if (!record || !*record) std::exit(1);
        out.late_ms.push_back(std::get<model::workflow_record>(**record).created.ms - due.ms);
      }
    }
    if (page->rows.size() < limits::list_length_max) break;
  }
  std::sort(out.late_ms.begin(), out.late_ms.end());
  return out;
}

double seconds_at(const verdict& seen, double part) {
  if (seen.late_ms.empty()) return 0;
  const auto last = static_cast<double>(seen.late_ms.size() - 1);
  return static_cast<double>(seen.late_ms[static_cast<size_t>(last * part)]) / 1e3;
}

int run() {
  const uint64_t wanted = setting("COORDINATORS", 60'000);
  const scratch home;
  home.write("workflow.xml",
             "<workflow-app name='nothing' xmlns='uri:oozie:workflow:0.5'><start to='end'/>"
             "<end name='end'/></workflow-app>");
  home.write("coordinator.xml", coordinator_xml);
  rest(limits::file_settles_ms);  // as in life, the application is older than its jobs
  // How fast submissions go, so that the minute is far enough ahead for all of them.
  constexpr uint64_t sample = 1'000;
  int64_t ahead_ms = 0;
  {
    instant_runs runs;
    told_watches watches;
    engine_under_test engine(home.path() + "/sample", runs, watches, false);
    engine.recover();
    const int64_t begin = now_ns();
    submit(engine, home, minute_after(engine, ms_per_hour / 2), sample);
    ahead_ms = (now_ns() - begin) / 1'000'000 * static_cast<int64_t>(wanted / sample + 1) * 3 / 2;
  }
  instant_runs runs;
  told_watches watches;
  engine_under_test engine(home.path() + "/store", runs, watches, false);
  engine.recover();
  const instant due = minute_after(engine, ahead_ms + 5'000);
  const int64_t begin = now_ns();
  submit(engine, home, due, wanted);
  const double submitting_s = static_cast<double>(now_ns() - begin) / 1e9;
  const auto& clock = engine.rt().ports.clock;
  const auto& counters = engine.rt().counters;
  const uint64_t groups = counters.groups;
  if (clock.now() >= due) {
    std::fprintf(stderr, "bench: the minute came before all were submitted\n");
    return 1;
  }
  wait_until([&] { return clock.now() >= due; }, 3'600, "the minute");
  wait_until([&] { return counters.live[2] == 0 && counters.live[4] == 0; }, 600,
             "the end of all workflows");
  const double all_s = static_cast<double>(clock.now().ms - due.ms) / 1e3;
  const verdict seen = judge(engine, due);
  const uint64_t lost = seen.lost + (wanted - seen.coordinators);
  std::printf("burst: %lu coordinators due in the same minute, submitted in %.1f s\n", wanted,
              submitting_s);
  std::printf("  lost                 %10lu\n", lost);
  std::printf("  doubled              %10lu\n", seen.doubled);
  std::printf("  decided after p50    %10.3f s\n", seconds_at(seen, 0.50));
  std::printf("                p99    %10.3f s\n", seconds_at(seen, 0.99));
  std::printf("                max    %10.3f s  (budget %.0f s, goal 5 s)\n", seconds_at(seen, 1),
              static_cast<double>(budget_ms) / 1e3);
  std::printf("  all ended, on disk   %10.3f s\n", all_s);
  std::printf("  commits (groups)     %10lu\n", static_cast<uint64_t>(counters.groups) - groups);
  std::printf("  resident             %10.1f MiB\n",
              static_cast<double>(resident_bytes()) / 1048576.0);
  return lost == 0 && seen.doubled == 0 ? 0 : 1;
}

}  // namespace
}  // namespace foliot::bench

int main() { return foliot::bench::run(); }
