// Days in the life of a large estate, in virtual time as fast as it goes: 2,277 coordinators (569
// every ten minutes, 1,059 hourly, 649 daily) in 97 bundles, one of 230: 108,001 workflows of four
// actions a day. Purge on, fsync on. All are due at full hours, so at midnight 2,277 start at once.
#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "bench/day/world.hpp"

namespace foliot::bench {
namespace {

constexpr instant first_day{1'767'225'600'000};  // 2026-01-01T00:00Z
constexpr std::array table_names{"meta",        "record",  "journal",    "definition", "by_id",
                                 "by_status",   "by_user", "by_created", "quarantine", "by_parent",
                                 "by_external", "audit",   "by_name"};

/// Until the allocator has given back what nobody holds.
constexpr int64_t allocator_forgets_ms = 2'000;

struct estate {
  uint64_t often = 569;
  uint64_t hourly = 1'059;
  uint64_t daily = 649;
  uint64_t bundles = 97;
  uint64_t largest = 230;

  uint64_t coordinators() const { return often + hourly + daily; }
  uint64_t workflows() const { return often * 144 + hourly * 24 + daily; }
};

std::string workflow_xml() {
  const auto node = [](const std::string& name, const std::string& next) {
    return "<action name='" + name +
           "'><shell xmlns='uri:oozie:shell-action:0.3'><exec>make</exec>"
           "<argument>" +
           name + "</argument><argument>${nominal}</argument></shell><ok to='" + next +
           "'/><error to='bad'/></action>";
  };
  return "<workflow-app name='load' xmlns='uri:oozie:workflow:0.5'><start to='extract'/>" +
         node("extract", "clean") + node("clean", "join") + node("join", "publish") +
         node("publish", "end") + "<kill name='bad'><message>no</message></kill><end name='end'/>" +
         "</workflow-app>";
}

std::string coordinator_xml(const char* frequency) {
  return std::string("<coordinator-app name='load' frequency='") + frequency +
         "' start='2026-01-01T00:00Z' end='2030-01-01T00:00Z' timezone='UTC' "
         "xmlns='uri:oozie:coordinator:0.4'><controls><concurrency>5</concurrency></controls>"
         "<action><workflow><app-path>/apps/load/workflow.xml</app-path><configuration><property>"
         "<name>nominal</name><value>${coord:nominalTime()}</value></property></configuration>"
         "</workflow></action></coordinator-app>";
}

/// Each bundle gets its share of each kind; the first is the large one.
void write_estate(day_world& on, const estate& all) {
  on.files.put("/apps/load/workflow.xml", workflow_xml());
  on.files.put("/apps/often/coordinator.xml", coordinator_xml("10"));
  on.files.put("/apps/hourly/coordinator.xml", coordinator_xml("${coord:hours(1)}"));
  on.files.put("/apps/daily/coordinator.xml", coordinator_xml("${coord:days(1)}"));
  std::vector<const char*> kinds;
  for (uint64_t i = 0; i < all.coordinators(); ++i) {
    // Spread evenly: which kind is most behind its share?
    const uint64_t often =
        (i + 1) * all.often / all.coordinators() - i * all.often / all.coordinators();
    const uint64_t hourly =
        (i + 1) * all.hourly / all.coordinators() - i * all.hourly / all.coordinators();
    kinds.push_back(often != 0 ? "often" : hourly != 0 ? "hourly" : "daily");
  }
  // Where both came at once the tail makes up for it, so that the sums are exact.
  const auto count = [&](const std::string& kind) {
    return static_cast<uint64_t>(std::count(kinds.begin(), kinds.end(), kind));
  };
  for (auto& kind : kinds)
    if (std::string(kind) == "daily" && count("daily") > all.daily) kind = "hourly";
  size_t next = 0;
  for (uint64_t b = 0; b < all.bundles; ++b) {
    const uint64_t left = all.coordinators() - next;
    const uint64_t size = b == 0 ? all.largest : left / (all.bundles - b);
    std::string xml = "<bundle-app name='estate' xmlns='uri:oozie:bundle:0.2'>";
    for (uint64_t i = 0; i < size; ++i, ++next)
      xml += "<coordinator name='c" + std::to_string(next) + "'><app-path>/apps/" + kinds[next] +
             "/coordinator.xml</app-path></coordinator>";
    on.files.put("/apps/b" + std::to_string(b) + "/bundle.xml", xml + "</bundle-app>");
  }
}

/// "2026-01-01T10:20Z" in milliseconds.
int64_t parse_nominal(const std::string& text) {
  int year = 0;
  int month = 0;
  int day = 0;
  int hour = 0;
  int minute = 0;
  if (std::sscanf(text.c_str(), "%d-%d-%dT%d:%dZ", &year, &month, &day, &hour, &minute) != 5)
    std::exit(1);
  // All days lie in January 2026.
  return first_day.ms + (((day - 1) * 24 + hour) * 60 + minute) * ms_per_minute;
}

struct lateness {
  std::vector<int64_t> waited_ms;  ///< Virtual time between nominal time and first program.
  std::vector<int64_t> waited_ns;  ///< The same on a real clock, from when that minute began.
};

double at_share(std::vector<int64_t>& all, double share) {
  if (all.empty()) return 0;
  const auto place = static_cast<size_t>(share * static_cast<double>(all.size() - 1));
  std::nth_element(all.begin(), all.begin() + static_cast<long>(place), all.end());
  return static_cast<double>(all[place]);
}

struct day_figures {
  uint64_t account = 0;
  uint64_t resident = 0;
  std::array<uint64_t, static_cast<size_t>(table::count_)> tables{};
  std::map<std::string, journal_share> journal;
};

day_figures measure_day(day_world& on, const scratch& home, uint64_t day, lateness& late) {
  const int64_t begin = now_ns();
  const uint64_t runs = on.runs.started;
  const uint64_t groups = on.store().groups;
  const int64_t writing = on.store().write_ns;
  const uint64_t purged = on.counters().purged_actions;
  on.pass_to(instant{first_day.ms + static_cast<int64_t>(day) * ms_per_day - ms_per_minute});
  (void)on.purge_now();  // so that every day is measured at the same age of what is left
  const double wall = static_cast<double>(now_ns() - begin) / 1e9;
  day_figures out;
  out.tables = on.account();
  for (const uint64_t bytes : out.tables) out.account += bytes;
  out.journal = on.journal_shares();
  rest(allocator_forgets_ms);
  out.resident = resident_bytes();
  std::printf("%4" PRIu64 " %8.1f %9.0f%% %9" PRIu64 " %8" PRIu64
              " %8.1f %8.1f %8.1f %6.0f "
              "%9" PRIu64 " %9.1f %9.1f %9.1f\n",
              day, wall, 100.0 * static_cast<double>(on.store().write_ns - writing) / 1e9 / wall,
              on.runs.started - runs, on.store().groups - groups,
              at_share(late.waited_ns, 0.5) / 1e6, at_share(late.waited_ns, 0.99) / 1e6,
              at_share(late.waited_ns, 1) / 1e6, at_share(late.waited_ms, 1),
              on.counters().purged_actions - purged, static_cast<double>(out.account) / 1e6,
              static_cast<double>(home.bytes_below("store")) / 1e6,
              static_cast<double>(out.resident) / 1048576.0);
  std::fflush(stdout);
  late = {};
  return out;
}

void compare(const day_figures& first, const day_figures& second, const day_figures& last,
             uint64_t days) {
  std::printf("bytes by table, day 1 and day %" PRIu64 ":\n", days);
  for (size_t i = 0; i < table_names.size(); ++i)
    if (first.tables[i] + last.tables[i] > 0)
      std::printf("  %-12s %12" PRIu64 " %12" PRIu64 "\n", table_names[i], first.tables[i],
                  last.tables[i]);
  std::printf("rows and bytes of the journal by event, the same days:\n");
  std::map<std::string, std::pair<journal_share, journal_share>> shares;
  for (const auto& [event, share] : first.journal) shares[event].first = share;
  for (const auto& [event, share] : last.journal) shares[event].second = share;
  for (const auto& [event, both] : shares)
    std::printf("  %-28s %9" PRIu64 " %12" PRIu64 " %9" PRIu64 " %12" PRIu64 "\n", event.c_str(),
                both.first.rows, both.first.bytes, both.second.rows, both.second.bytes);
  const auto change = [](uint64_t a, uint64_t b) {
    return 100.0 * (static_cast<double>(b) / static_cast<double>(a) - 1);
  };
  std::printf("account of day %" PRIu64 " against day 1: %+.2f %%  (budget +-2 %%)\n", days,
              change(first.account, last.account));
  std::printf("resident memory, the same:       %+.1f %%  (budget +-10 %%)\n",
              change(first.resident, last.resident));
  std::printf("against day 2, the first that purges: account %+.2f %%, memory %+.1f %%\n",
              change(second.account, last.account), change(second.resident, last.resident));
}

int run() {
  estate all;
  const uint64_t percent = std::max<uint64_t>(1, setting("PERCENT", 100));
  const uint64_t days = std::max<uint64_t>(1, setting("DAYS", 7));
  for (uint64_t* each : {&all.often, &all.hourly, &all.daily, &all.bundles, &all.largest})
    *each = std::max<uint64_t>(1, *each * percent / 100);
  actors::purge_settings purge;
  purge.pause_ms = ms_per_hour;
  purge.workflow_ms = ms_per_day;
  purge.old_actions = true;
  const scratch home;
  lateness late;
  day_world on(home.path() + "/store", instant{first_day.ms - ms_per_hour}, purge);
  on.runs.on_start = [&](const exec::run_spec& spec) {
    if (spec.arguments.front() != "extract") return;
    const int64_t nominal = parse_nominal(spec.arguments[1]);
    late.waited_ms.push_back(on.time.now().ms - nominal);
    const auto began = on.reached.find(nominal);
    if (began != on.reached.end()) late.waited_ns.push_back(now_ns() - began->second);
  };
  write_estate(on, all);
  for (uint64_t b = 0; b < all.bundles; ++b)
    on.submit("oozie.bundle.application.path", "/apps/b" + std::to_string(b) + "/bundle.xml");
  std::printf("day: %" PRIu64 " coordinators in %" PRIu64 " bundles, %" PRIu64
              " workflows of 4 actions a day; fsync on, purge on (age 1 day)\n",
              all.coordinators(), all.bundles, all.workflows());
  std::printf(
      "One thread does everything, the disk's fsyncs included; late: from the minute's "
      "begin to the first program, all that is due at once one after the other.\n");
  std::printf(
      " day   wall s  on disk      runs  commits  p50 late  p99 ms   max ms  virt.ms  "
      "purged  account MB  disk MB  memory MiB\n");
  std::vector<day_figures> seen;
  for (uint64_t day = 1; day <= days; ++day) seen.push_back(measure_day(on, home, day, late));
  compare(seen.front(), seen[std::min<size_t>(1, seen.size() - 1)], seen.back(), days);
  return 0;
}

}  // namespace
}  // namespace foliot::bench

int main() { return foliot::bench::run(); }
