// A bundle of many coordinators: what it costs.
#include <gtest/gtest.h>

#include <string>

#include "tests/actors/bundle_world.hpp"

namespace foliot::actors {
namespace {

using world = bundle_world;

/// Each step of a bundle writes the whole of it, so its cost must not be that of each member.
TEST(bundle_life, many_coordinators_take_few_steps_of_their_bundle) {
  constexpr int many = 300;
  world on;
  for (int i = 0; i < many; ++i) on.coordinator("c" + std::to_string(i), 0, 1);
  on.submit();
  on.pass(1);
  const auto steps = [&]() -> uint64_t {
    return on.engine->counters().steps[static_cast<size_t>(entity_kind::bundle)];
  };
  EXPECT_EQ(on.member_state(0), "RUNNING");
  EXPECT_EQ(on.member_state(many - 1), "RUNNING");
  const uint64_t born = steps();
  EXPECT_LT(born, many / 10U);
  EXPECT_EQ(on.order(model::orders::suspend{}), "");
  EXPECT_EQ(on.member_state(many - 1), "SUSPENDED");
  EXPECT_FALSE(on.pending());
  EXPECT_LT(steps() - born, many / 2U);
}

/// Applications that cannot be read just now do not keep the others from being read.
TEST(bundle_life, unreadable_applications_wait_and_the_others_start) {
  constexpr int many = 200;
  const auto path_of = [](int i) { return "/c" + std::to_string(i) + "/coordinator.xml"; };
  world on;
  for (int i = 0; i < many; ++i) on.coordinator("c" + std::to_string(i), 0, 1);
  for (int i = 0; i < 150; ++i) on.files.fail_reads(true, path_of(i));
  on.submit();
  on.pass(1);
  EXPECT_TRUE(on.record().members[many - 1].created);
  EXPECT_FALSE(on.record().members[0].created);
  for (int i = 0; i < 150; ++i) on.files.fail_reads(false, path_of(i));
  on.pass(20'000);
  EXPECT_TRUE(on.record().members[0].created);
  EXPECT_TRUE(on.record().members[149].created);
}

}  // namespace
}  // namespace foliot::actors
