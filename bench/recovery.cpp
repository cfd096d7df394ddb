// Restart with many live actions: until everything lives, watches and would be served again.
#include <cstdio>

#include "bench/harness.hpp"
#include "bench/waiting.hpp"

namespace foliot::bench {
namespace {

/// After this the allocator has given back what a burst left (tools/allocator.cpp).
constexpr int64_t memory_settles_ms = 2'500;

void measure(uint64_t wanted) {
  const scratch home;
  write_waiting_application(home);
  uint64_t actions = 0;
  {
    instant_runs runs;
    told_watches watches;
    engine_under_test engine(home.path() + "/store", runs, watches, false);
    engine.recover();
    actions = fill(engine, home, watches, wanted);
  }
  instant_runs runs;
  told_watches watches;
  rest(memory_settles_ms);
  const uint64_t memory = resident_bytes();
  const int64_t begin = now_ns();
  engine_under_test engine(home.path() + "/store", runs, watches, false);
  const int64_t opened = now_ns();
  engine.recover();
  const int64_t serving = now_ns();
  wait_until([&] { return watches.size() == actions; }, 600, "all actions to wait again");
  const int64_t waiting = now_ns();
  const auto seconds = [](int64_t ns) { return static_cast<double>(ns) / 1e9; };
  rest(memory_settles_ms);
  std::printf("recovery: %lu live actions\n", actions);
  std::printf("  open the database    %8.3f s\n", seconds(opened - begin));
  std::printf("  serving after        %8.3f s  (floor 5 s at 100,000, goal 5 s at 1,000,000)\n",
              seconds(serving - begin));
  std::printf("  all wait again after %8.3f s\n", seconds(waiting - begin));
  std::printf("  resident per action  %8.0f B  (floor 2,560 B, goal 1,946 B)\n",
              static_cast<double>(resident_bytes() - memory) / static_cast<double>(actions));
}

}  // namespace
}  // namespace foliot::bench

int main() {
  using foliot::bench::measure;
  using foliot::bench::setting;
  measure(setting("ACTIONS", 100'000));
  const uint64_t more = setting("MORE_ACTIONS", 1'000'000);
  if (more > 0) measure(more);
  return 0;
}
