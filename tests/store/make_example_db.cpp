// store_example make DIR: writes the small database of tests/golden/db-v1 into the new directory
// DIR. store_example hold DIR: opens the database in DIR, says "held" and holds it until its
// standard input ends.
#include <cstdio>
#include <string>
#include <string_view>

#include "store/epochs.hpp"
#include "store/rocks_store.hpp"
#include "tests/store/example_tree.hpp"

namespace foliot::store {
namespace {

int report(const failure& why) {
  std::fprintf(stderr, "store_example: %s\n", why.text().c_str());
  return 1;
}

int make(const std::string& dir) {
  auto store = rocks_store::open(dir);
  if (!store) return report(store.error());
  const auto epoch = take_epoch(**store, "foliot", sample_time);
  if (!epoch) return report(epoch.error());
  if (auto written = (*store)->write(example_tree(), true); !written)
    return report(written.error());
  if (auto written = (*store)->write(example_long_tree(), true); !written)
    return report(written.error());
  if (auto settled = (*store)->settle(); !settled) return report(settled.error());
  return 0;
}

int hold(const std::string& dir) {
  const auto store = rocks_store::open(dir);
  if (!store) return report(store.error());
  std::puts("held");
  std::fflush(stdout);
  while (std::getchar() != EOF) {
  }
  return 0;
}

}  // namespace
}  // namespace foliot::store

int main(int count, char** arguments) {
  const std::string_view what = count == 3 ? arguments[1] : "";
  if (what == "make") return foliot::store::make(arguments[2]);
  if (what == "hold") return foliot::store::hold(arguments[2]);
  std::fputs("usage: store_example make|hold DIR\n", stderr);
  return 2;
}
