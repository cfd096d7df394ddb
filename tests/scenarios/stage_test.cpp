// The language itself: what is wrong in a scenario is found, with its line.
#include "rehearsal/stage.hpp"

#include <gtest/gtest.h>

#include <string>

namespace foliot::rehearsal {
namespace {

/// "LINE: SENTENCE" of what stops the scenario, or "holds".
std::string outcome_of(const std::string& statements) {
  const auto read = read_script("# title\n" + statements);
  std::optional<problem> bad;
  if (const auto* wrong = std::get_if<problem>(&read))
    bad = *wrong;
  else
    bad = play(std::get<script>(read), crashes::none, 1);
  return bad ? std::to_string(bad->line) + ": " + bad->sentence : "holds";
}

const std::string hourly = "coordinator c every 1h from 00:00 to 01:00\n";
const std::string submitted = hourly + "submit coordinator c as C\n";

struct wrong_scenario {
  const char* name;
  std::string statements;
  std::string outcome;  ///< What it begins with.
};

std::string name_of(const testing::TestParamInfo<wrong_scenario>& of) { return of.param.name; }

class wrong : public testing::TestWithParam<wrong_scenario> {};

TEST_P(wrong, is_told_with_its_line) {
  const std::string outcome = outcome_of(GetParam().statements);
  EXPECT_TRUE(outcome.starts_with(GetParam().outcome)) << outcome;
}

INSTANTIATE_TEST_SUITE_P(
    scenario, wrong,
    testing::Values(
        wrong_scenario{"statement", "advance 1m\nhope for the best\n",
                       "3: there is no statement 'hope'"},
        wrong_scenario{"words_left", "advance 1m or two\n", "2: 'or' means nothing here"},
        wrong_scenario{"words_missing", "advance\n", "2: a duration is missing"},
        wrong_scenario{"duration", "advance 5\n", "2: a duration such as 1h30m"},
        wrong_scenario{"time", "at 25:00\n", "2: a time such as"},
        wrong_scenario{"time_that_is_over", "at 01:00\nat 00:30\n", "3: it is 2026-01-01T01:00Z"},
        wrong_scenario{"quote", "why C contains \"what\n", "2: a quoted text is not closed"},
        wrong_scenario{"tab", "advance\t1m\n", "2: write blanks instead of tabs"},
        wrong_scenario{"document", "file /a <<END\nEN\n", "3: the document has no end"},
        wrong_scenario{"late_now", "advance 1m\nnow 2026-01-01\n", "3: 'now' must be the first"},
        wrong_scenario{"indented", "advance 1m\n  more\n", "2: the indented lines below"},
        wrong_scenario{"part", hourly + "  colour red\n", "3: 'colour' is no part"},
        wrong_scenario{"control", "coordinator c every 1h from 00:00 to 01:00 speed 3\n",
                       "2: 'speed' means nothing here"},
        wrong_scenario{"node", "workflow w\n  java a\n", "3: 'java' is no kind of node"},
        wrong_scenario{"name", "expect X RUNNING\n", "2: there is no 'X'"},
        wrong_scenario{"order", submitted + "order C dance\n", "4: there is no order 'dance'"},
        wrong_scenario{"order_of_nobody", "kill X\n", "2: there is no job called 'X'"},
        wrong_scenario{"engine_that_is_down", "down\nsubmit coordinator c as C\n",
                       "3: the engine is down"},
        wrong_scenario{"no_reason", "no-crashes\nadvance 1m\n", "2: no-crashes must be followed"},
        wrong_scenario{"nothing_lost", "lose run\n", "2: no program runs"}),
    name_of);

INSTANTIATE_TEST_SUITE_P(
    expectation, wrong,
    testing::Values(
        wrong_scenario{"status", submitted + "expect C KILLED\n", "4: 'C' is RUNNING, not KILLED"},
        wrong_scenario{"action", submitted + "expect C actions 1 READY\n",
                       "4: at 2026-01-01T00:00"},
        wrong_scenario{"action_not_told", submitted + "expect C actions none\n",
                       "4: at 2026-01-01"},
        wrong_scenario{"action_too_many", submitted + "expect C actions 1-2 RUNNING\n",
                       "4: at 2026-01-01"},
        wrong_scenario{"counts", submitted + "expect C counts 2 RUNNING\n", "4: at 2026-01-01"},
        wrong_scenario{"nominals", submitted + "expect C nominals 00:05\n",
                       "4: the nominal times are 2026-01-01T00:00Z, not 2026-01-01T00:05Z"},
        wrong_scenario{"started", submitted + "expect C started 2\n",
                       "4: the actions started in the order 1"},
        wrong_scenario{"runs", submitted + "expect runs 2\n", "4: 1 programs were executed, not 2"},
        wrong_scenario{"running", submitted + "expect running 0\n",
                       "4: 1 programs are running, not 0"},
        wrong_scenario{"file", "expect file /a\n", "2: /a is not there"},
        wrong_scenario{"no_file", "touch /a\nexpect no file /a\n", "3: /a is there"},
        wrong_scenario{"why", submitted + "why C contains butterflies\n",
                       "4: the answer does not say 'butterflies'"},
        wrong_scenario{"until", submitted + "until C KILLED within 1h\n", "4: 'C' is SUCCEEDED"},
        wrong_scenario{"refusal_not_expected", hourly + "submit coordinator d as D\nadvance 1m\n",
                       "3: was refused: E0307"},
        wrong_scenario{"refusal_at_the_end", "submit coordinator d as D\n",
                       "2: was refused: E0307"},
        wrong_scenario{"other_refusal", "submit coordinator d refused E0001\n",
                       "2: was refused, not with E0001"},
        wrong_scenario{"no_refusal", hourly + "submit coordinator c refused E0307\n",
                       "3: was accepted, but E0307 was expected"},
        wrong_scenario{"no_refusal_behind", submitted + "expect refused E0307\n",
                       "4: the last order was not refused"},
        wrong_scenario{"warning", hourly + "submit coordinator c as C warned butterflies\n",
                       "3: no warning says 'butterflies'"}),
    name_of);

TEST(language, a_refusal_may_be_expected_by_the_next_line) {
  EXPECT_EQ(outcome_of("submit coordinator d as D\nexpect refused E0307\n"), "holds");
}

TEST(language, a_scenario_needs_a_title_and_statements) {
  EXPECT_TRUE(std::holds_alternative<problem>(read_script("advance 1m\n")));
  EXPECT_TRUE(std::holds_alternative<problem>(read_script("# title\n")));
}

TEST(language, durations_and_times) {
  EXPECT_EQ(duration_of("1h30m"), 90 * ms_per_minute);
  EXPECT_EQ(duration_of("2d"), 2 * ms_per_day);
  EXPECT_FALSE(duration_of("1x"));
  EXPECT_FALSE(duration_of(""));
  const instant day{1'767'225'600'000};
  EXPECT_EQ(time_of("00:15", day), plus_ms(day, 15 * ms_per_minute));
  EXPECT_EQ(time_of("2026-01-01", day), day);
  EXPECT_FALSE(time_of("${start}", day));
}

TEST(language, crashes_are_made) {
  const auto read = read_script("# title\n" + submitted + "advance 1m\nexpect C SUCCEEDED\n");
  ASSERT_TRUE(std::holds_alternative<script>(read));
  for (const crashes when : {crashes::none, crashes::between, crashes::within}) {
    uint32_t epochs = 0;
    EXPECT_FALSE(play(std::get<script>(read), when, 1, &epochs));
    EXPECT_EQ(epochs > 1, when != crashes::none);
  }
}

}  // namespace
}  // namespace foliot::rehearsal
