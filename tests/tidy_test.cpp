// The tree keeps the house rules (docs/hacking.md, "House rules"). Each line of a failure says
// where, what and the remedy.
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/tidy/rules.hpp"

namespace {

using namespace foliot::tidy;

TEST(tidy, the_tree_keeps_the_house_rules) {
  std::filesystem::path root = FOLIOT_SOURCE_DIR;
  ASSERT_TRUE(std::filesystem::exists(root / "src/base/result.hpp")) << "no tree at " << root;
  for (const finding& f : check_tree(root)) ADD_FAILURE() << f.text();
}

}  // namespace
