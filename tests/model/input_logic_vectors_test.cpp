// Oozie's own expectations of input logic.
#include <gtest/gtest.h>

#include <string>

#include "tests/model/input_logic_cases.hpp"
#include "tests/model/vectors.hpp"

namespace foliot::model {
namespace {

TEST(input_logic_vectors, pass) {
  const auto all = vectors::load("coordinator/input_logic.json");
  if (!all) GTEST_SKIP() << "the vectors are not here";
  vectors::tally count("coordinator/input_logic.json");
  for (size_t i = 0; i < all->size(); ++i) {
    const std::string fault = vectors::input_logic_fault(*all, i);
    count.pass(i, fault.empty(), fault + " for " + (*all)[i].dump());
  }
}

// The judge must notice: another result is a fault.
TEST(input_logic_vectors, a_wrong_one_fails) {
  auto all = vectors::load("coordinator/input_logic.json");
  if (!all) GTEST_SKIP() << "the vectors are not here";
  for (vectors::json& each : *all) {
    if (each.contains("ready")) each["ready"] = !each["ready"].get<bool>();
    if (each.contains("normalized")) each["normalized"] = "(A)";
    if (each.contains("phases")) each["phases"][0]["ready"] = true;
  }
  for (size_t i = 0; i < all->size(); ++i) {
    if (!(*all)[i].contains("error_code")) {
      EXPECT_NE(vectors::input_logic_fault(*all, i), "") << i;
    }
  }
}

}  // namespace
}  // namespace foliot::model
