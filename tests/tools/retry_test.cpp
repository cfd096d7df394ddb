// foliot retry-advice: figures worked out by hand.
#include "tests/tools/support.hpp"

namespace foliot::testing {
namespace {

using nlohmann::json;

json advice(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), {"retry-advice", "--json", "--failure-probability", "0.1"});
  return json_of(run(arguments));
}

TEST(foliot_retry_advice, answers_programs) {
  EXPECT_EQ(advice({"--target", "0.999"})["needed_retries"], 2);
  const json plain = advice({"--duration", "10", "--retries", "5"});
  EXPECT_EQ(plain["expected_time"], 11.1111);
  EXPECT_EQ(plain["worst_time"], 60);
  const json waits = advice({"--duration", "10", "--retries", "5", "--interval", "10"});
  EXPECT_EQ(waits["expected_time"], 12.2222);
  EXPECT_EQ(waits["worst_time"], 110);
  EXPECT_EQ(advice({"--retries", "1", "--cost-failure", "10", "--cost-retry", "1"})["verdict"],
            "more-is-better");
}

TEST(foliot_retry_advice, answers_people) {
  const outcome got = run({"retry-advice", "--failure-probability", "0.1", "--target", "0.999",
                           "--duration", "10", "--cost-failure", "5", "--cost-retry", "9"});
  EXPECT_EQ(got.out,
            "needed retries   2\n"
            "with 2 retries\n"
            "  success        99.9 %\n"
            "  expected time  11.1000 min\n"
            "  worst time     30 min\n"
            "  expected cost  0.9950\n"
            "verdict: each retry costs more than it saves: none is best\n"
            "(Attempts are taken to fail independently of each other.)\n");
  expect_narrow(got.out);
}

TEST(foliot_retry_advice, refuses_with_a_remedy) {
  const outcome got = run({"retry-advice", "--failure-probability", "0.1"});
  EXPECT_EQ(got.status, 1);
  EXPECT_EQ(got.err,
            "foliot: there is neither a target nor a number of retries. Give one of them, or "
            "both.\n");
  EXPECT_EQ(run({"retry-advice", "--retries", "1"}).status, 2);
}

}  // namespace
}  // namespace foliot::testing
