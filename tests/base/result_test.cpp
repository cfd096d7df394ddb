#include "base/result.hpp"

#include <gtest/gtest.h>

namespace foliot {
namespace {

TEST(result, context_is_added_outwards) {
  failure inner{errc::bad_input, "frequency is 0", "E1003", "coordinator.xml:3:5",
                "Write 1 or more"};
  const failure outer = std::move(inner).within("coordinator 'clean'");
  EXPECT_EQ(outer.text(),
            "E1003: coordinator 'clean': coordinator.xml:3:5: frequency is 0. Write 1 or more.");
}

TEST(result, a_failure_without_code_place_or_remedy_is_its_sentence) {
  EXPECT_EQ((failure{errc::io, "disk full", "", "", ""}).text(), "disk full");
}

TEST(result_death, reading_the_side_that_is_not_there_aborts) {
  const result<int> failed{failure{errc::io, "x", "", "", ""}};
  EXPECT_DEATH((void)failed.value(), "value of a failed result");
}

}  // namespace
}  // namespace foliot
