// A day of 300 hourly coordinators as `foliot test` plays it: 7,200 actions in virtual time.
#include <cstdio>
#include <cstdlib>
#include <string>
#include <variant>

#include "bench/harness.hpp"
#include "rehearsal/stage.hpp"

namespace foliot::bench {
namespace {

/// `members` coordinators for a day of hours. With `chained`, each but the first hundred waits for
/// what the one a hundred before it made.
std::string day(uint64_t members, bool chained) {
  std::string out =
      "# a day\n"
      "coordinator first every 1h from 2026-01-01 to 2026-01-02\n"
      "  dataset o every 1h since 00:00 at /o/${name}/${HOUR}\n"
      "  output out o current(0)\n"
      "coordinator next every 1h from 2026-01-01 to 2026-01-02\n"
      "  dataset i every 1h since 00:00 at /o/${above}/${HOUR}\n"
      "  dataset o every 1h since 00:00 at /o/${name}/${HOUR}\n"
      "  input in i current(0)\n"
      "  output out o current(0)\n"
      "bundle b\n";
  for (uint64_t i = 0; i < members; ++i) {
    const std::string name = "m" + std::to_string(i);
    const bool waits = chained && i >= 100;
    out += "  member " + name + " of " + (waits ? "next" : "first") + " name=" + name;
    if (waits) out += " above=m" + std::to_string(i - 100);
    out += "\n";
  }
  return out + "submit bundle b as B\nadvance to 2026-01-02\nadvance 10m\nexpect B SUCCEEDED\n";
}

void measure(const char* what, const std::string& text) {
  const int64_t begin = now_ns();
  const auto read = rehearsal::read_script(text);
  const rehearsal::played came = rehearsal::play(std::get<rehearsal::script>(read), {});
  const double seconds = static_cast<double>(now_ns() - begin) / 1e9;
  if (came.bad) {
    std::fprintf(stderr, "line %d: %s\n", came.bad->line, came.bad->sentence.c_str());
    std::exit(1);
  }
  std::printf("  %-24s %8.3f s  %8.0f actions/s  (floor 1 s)\n", what, seconds,
              static_cast<double>(came.actions) / seconds);
}

}  // namespace
}  // namespace foliot::bench

int main() {
  using namespace foliot::bench;
  const uint64_t members = setting("COORDINATORS", 300);
  std::printf("rehearsal: a day of %lu hourly coordinators\n", static_cast<unsigned long>(members));
  measure("none waits for another", day(members, false));
  measure("two of three wait", day(members, true));
  return 0;
}
