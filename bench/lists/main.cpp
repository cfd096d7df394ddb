// Lists of 50 jobs from 1,000 and from 100,000 workflows, through the REST interface without its
// sockets: what a list costs must not follow how many jobs there are. Both stores are asked in
// turn, so that a neighbour's noise hits both. "cpu" counts only the time that the thread ran:
// where others want the cores too, the p99 of a short answer tells when it was stopped, and no
// more. A p99 of few short answers is noise, so what is answered quickly is asked for two seconds,
// and each p99 is the middle one of five parts of the time. Before each question the files of both
// stores are read once: what the kernel dropped of them meanwhile would measure the disk.
// ONLY=TEXT asks the questions whose names hold TEXT, ROUNDS times each at least;
// PER_COORDINATOR=N: N workflows stand below each coordinator.
#include <ctime>

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include "bench/lists/world.hpp"

namespace foliot::bench {
namespace {

constexpr double goal_ratio = 1.3;
constexpr double goal_ms = 50;
constexpr int64_t asked_ns = 2'000'000'000;
constexpr uint64_t asked_max = 50'000;

/// The `round`th query about that many jobs.
using query_fn = std::function<std::string(const list_world& on, uint64_t round)>;

struct question {
  const char* name;
  bool alone;  ///< No filter or one member: its cost must not grow.
  query_fn query;
};

/// Those that have fifty of a thousand jobs.
std::string user(uint64_t round) { return "user" + std::to_string(round % 4); }
std::string busy_name(uint64_t round) {
  return "nightly-" + std::to_string(round % list_busy_names);
}
/// One of the many.
std::string name(uint64_t round) {
  return "name-" + std::to_string(round % (list_names - list_busy_names));
}
std::string filter(const std::string& text) {
  std::string out = "len=50&filter=";
  for (const char c : text) out += c == '=' ? std::string("%3D") : std::string(1, c);
  return out;
}

std::vector<question> questions() {
  const auto fixed = [](std::string text) {
    return [text = std::move(text)](const list_world&, uint64_t) { return text; };
  };
  return {
      {"no filter", true, fixed("len=50")},
      {"user", true, [](auto&, uint64_t n) { return filter("user=" + user(n)); }},
      {"status=SUCCEEDED", true, fixed(filter("status=SUCCEEDED"))},
      {"status=RUNNING", true, fixed(filter("status=RUNNING"))},
      {"status=KILLED", true, fixed(filter("status=KILLED"))},
      {"name", true, [](auto&, uint64_t n) { return filter("name=" + busy_name(n)); }},
      {"name that few have", false, [](auto&, uint64_t n) { return filter("name=" + name(n)); }},
      {"status=PREP, few", false, fixed(filter("status=PREP"))},
      {"id", true,
       [](const list_world& on, uint64_t n) {
         return filter("id=" + on.workflow_id(n * 7'919 % on.workflows()));
       }},
      {"user, status", false,
       [](auto&, uint64_t n) { return filter("user=" + user(n) + ";status=SUCCEEDED"); }},
      {"user, name", false, [](auto&, uint64_t n) { return filter("user=user0;name=" + name(n)); }},
      {"name, status", false,
       [](auto&, uint64_t n) { return filter("status=SUCCEEDED;name=" + name(n)); }},
      {"user, name, status", false,
       [](auto&, uint64_t n) { return filter("user=user0;status=SUCCEEDED;name=" + name(n)); }},
      {"3 users, 3 statuses", false,
       fixed(filter("user=user0;user=user1;user=user2;status=KILLED;status=FAILED;"
                    "status=SUCCEEDED"))},
      {"created, last 3 days", false, fixed(filter("startcreatedtime=-3d"))},
      {"created, 10 days", false,
       fixed(filter("startcreatedtime=2026-01-10T00:00Z;endcreatedtime=2026-01-20T00:00Z"))},
      {"created, all but a day", false, fixed(filter("startcreatedtime=2026-01-02T00:00Z"))},
      {"created 10 days, user, status", false,
       fixed(filter("startcreatedtime=2026-01-10T00:00Z;endcreatedtime=2026-01-20T00:00Z;"
                    "user=user0;status=SUCCEEDED"))},
      {"text, 11 names", false, fixed(filter("text=name-49"))},
      {"text, 111 names", false, fixed(filter("text=name-1"))},
      {"text, one user", false, fixed(filter("text=ser3"))},
      {"text, names and users", false, fixed(filter("text=1"))},
      {"text, all names", false, fixed(filter("text=name"))},
      {"text, status", false, fixed(filter("text=name-1;status=KILLED"))},
      {"text, user, status", false, fixed(filter("text=name-1;status=SUCCEEDED;user=user0"))},
      {"page in the middle", false,
       [](const list_world& on, uint64_t) {
         return "len=50&offset=" + std::to_string(on.workflows() / 2);
       }},
      {"coordinators", true, fixed("len=50&jobtype=coord")},
      {"coordinators, frequency", false,
       fixed(filter("frequency=1;unit=hours") + "&jobtype=coord")},
      {"coordinators, frequency, user", false,
       fixed(filter("frequency=1;unit=days;user=user1") + "&jobtype=coord")},
  };
}

int64_t cpu_ns() {
  timespec now{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return now.tv_sec * 1'000'000'000 + now.tv_nsec;
}

struct figures {
  std::vector<int64_t> wall;
  std::vector<int64_t> cpu;

  void ask(const list_world& on, const question& what, uint64_t round) {
    const std::string query = what.query(on, round);
    const int64_t begin = now_ns();
    const int64_t ran = cpu_ns();
    on.ask(query);
    cpu.push_back(cpu_ns() - ran);
    wall.push_back(now_ns() - begin);
  }
};

double at_share(std::vector<int64_t> of, double share) {
  std::sort(of.begin(), of.end());
  return static_cast<double>(of[static_cast<size_t>(share * static_cast<double>(of.size() - 1))]) /
         1e6;
}

/// The p99 of each fifth of the time, and of those five the middle one: what a neighbour took for a
/// while is in one or two of them, what a list costs is in all.
double p99_of(const std::vector<int64_t>& of) {
  constexpr size_t parts = 5;
  std::vector<double> each;
  for (size_t part = 0; part < parts; ++part) {
    const auto at = [&](size_t n) {
      return of.begin() + static_cast<std::ptrdiff_t>(of.size() * n / parts);
    };
    if (at(part) != at(part + 1)) each.push_back(at_share({at(part), at(part + 1)}, 0.99));
  }
  std::sort(each.begin(), each.end());
  return each[each.size() / 2];
}

uint64_t total_of(const std::string& answer) {
  const size_t at = answer.rfind("\"total\":");
  return at == std::string::npos ? 0 : std::strtoull(answer.c_str() + at + 8, nullptr, 10);
}

void measure(const question& what, const list_world& few, const list_world& many, uint64_t rounds) {
  few.read_files();
  many.read_files();
  int64_t begin = now_ns();
  const uint64_t total = total_of(many.ask(what.query(many, 0)));
  const double first = static_cast<double>(now_ns() - begin) / 1e6;
  few.ask(what.query(few, 0));
  figures small;
  figures large;
  begin = now_ns();
  for (uint64_t round = 0; round < rounds || (round < asked_max && now_ns() - begin < asked_ns);
       ++round) {
    small.ask(few, what, round);
    large.ask(many, what, round);
  }
  const double p99 = p99_of(large.wall);
  const double ratio = p99 / p99_of(small.wall);
  const double cpu_ratio = p99_of(large.cpu) / p99_of(small.cpu);
  const bool kept = what.alone ? ratio <= goal_ratio : p99 <= goal_ms;
  std::printf("%-30s %7" PRIu64 " | %7.3f %7.3f | %7.3f %7.3f %7.3f %7.2f | %5.2f %5.2f | %s %s\n",
              what.name, total, at_share(small.wall, 0.5), p99_of(small.wall),
              at_share(large.wall, 0.5), p99, p99_of(large.cpu), first, ratio, cpu_ratio,
              what.alone ? "ratio <= 1.3" : "p99 <= 50 ms", kept ? "" : "MISSED");
  std::fflush(stdout);
}

int run() {
  const uint64_t jobs = setting("JOBS", 100'000);
  const uint64_t rounds = setting("ROUNDS", 300);
  const scratch home;
  const uint64_t below = setting("PER_COORDINATOR", 20);
  const list_world few(home, 1'000, 1'000, below);
  const list_world many(home, jobs, setting("ACTIONS", jobs), below);
  std::printf("counters of %" PRIu64 " jobs filled in %.0f ms at the start\n\n", jobs,
              static_cast<double>(many.counted_in_ns()) / 1e6);
  std::printf("%-30s %7s | %15s | %31s | %11s |\n", "ms", "total", "1,000: p50  p99",
              "many: p50  p99  cpu p99  first", "ratio  cpu");
  const char* only = std::getenv("ONLY");
  for (const question& each : questions())
    if (only == nullptr || std::string(each.name).find(only) != std::string::npos)
      measure(each, few, many, rounds);
  return 0;
}

}  // namespace
}  // namespace foliot::bench

int main() { return foliot::bench::run(); }
