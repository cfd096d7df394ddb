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
    bad = play(std::get<script>(read), {}).bad;
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
        wrong_scenario{"document_alone", "<<END\nEND\n", "2: a document must follow a statement"},
        wrong_scenario{"late_now", "advance 1m\nnow 2026-01-01\n", "3: 'now' must be the first"},
        wrong_scenario{"indented", "advance 1m\n  more\n", "2: the indented lines below"},
        wrong_scenario{"part", hourly + "  colour red\n", "3: 'colour' is no part"},
        wrong_scenario{"control", "coordinator c every 1h from 00:00 to 01:00 speed 3\n",
                       "2: 'speed' means nothing here"},
        wrong_scenario{"node", "workflow w\n  java a\n", "3: 'java' is no kind of node"},
        wrong_scenario{"name", "expect X RUNNING\n", "2: there is no 'X'"},
        wrong_scenario{"order", submitted + "order C dance\n", "4: there is no order 'dance'"},
        wrong_scenario{"order_of_nobody", "kill X\n", "2: there is no 'X'; nothing was submitted"},
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

const std::string data =
    "coordinator c every 1h from 00:00 to 02:00\n  dataset d every 1h since 00:00 at /d/${HOUR}\n"
    "  input i d current(-1)..current(0)\n  dataset o every 1h since 00:00 at /o/${HOUR} done _OK\n"
    "  output out o current(0)\n  workflow w\n  conf in=${coord:dataIn('i')}\n"
    "workflow w\n  shell go ${in}\n"
    "touch /d/00/_SUCCESS\nsubmit coordinator c as C\n";

INSTANTIATE_TEST_SUITE_P(
    remedy, wrong,
    testing::Values(
        wrong_scenario{"near_statement", "advanse 1m\n",
                       "2: there is no statement 'advanse'. Did you mean 'advance'"},
        wrong_scenario{"other_word", "create /a\n",
                       "2: there is no statement 'create'. Did you mean 'touch'"},
        wrong_scenario{"near_name", submitted + "expect nobody RUNNING\n",
                       "4: there is no 'nobody'; there are C"},
        wrong_scenario{"near_member",
                       "coordinator c every 1h from 00:00 to 01:00\nbundle b\n"
                       "  member clean of c\nsubmit bundle b as B\n"
                       "expect B/claen RUNNING\n",
                       "6: there is no 'B/claen'. Did you mean 'B/clean'"},
        wrong_scenario{"not_yet", submitted + "expect C@7 RUNNING\n", "4: there is no 'C@7' yet"},
        wrong_scenario{"near_status", submitted + "until C SUCEEDED within 1h\n",
                       "4: 'SUCEEDED' is no status. Did you mean 'SUCCEEDED'"},
        wrong_scenario{"near_expectation", submitted + "expect C SUCCEDED\n",
                       "4: 'SUCCEDED' is neither a status nor something to be expected. Did you"},
        wrong_scenario{"nobody_runs", submitted + "run nobody fails\nadvance 1h\n",
                       "4: there is no 'nobody'; there are C"},
        wrong_scenario{"too_far", "advance 3000d\nadvance 3000d\n",
                       "3: 2042-06-06T00:00Z is more than ten years after the beginning"},
        wrong_scenario{"too_long", "advance 999999d\n", "2: a duration such as 1h30m, ten years"},
        wrong_scenario{"many_numbers", submitted + "expect C actions 1-4000000000 READY\n",
                       "4: numbers such as 2-4 are missing"},
        wrong_scenario{"creating_nothing", "run any succeeds creating\n",
                       "2: 'creating' is followed by 'outputs' or by paths"},
        wrong_scenario{"relative_file", "file a x\n", "2: a path begins with '/'"},
        wrong_scenario{"no_folder", "submit job.properties as R\n",
                       "2: job.properties: this scenario has no application directory"},
        wrong_scenario{"what_to_submit", "submit bundel b\n", "2: submit must be followed by"},
        wrong_scenario{"start", submitted + "expect no start of C\n",
                       "4: 1 programs of 'C' were executed, not none"},
        wrong_scenario{"inputs", data + "expect C@1 inputs none\n", "13: the inputs are\n  /d/"},
        wrong_scenario{"event", data + "expect C@1 input j /d/00\n",
                       "13: the coordinator has no input 'j'"},
        wrong_scenario{"ran", submitted + "expect C ran nothing\n",
                       "4: no program's command line holds 'nothing'; there ran"},
        wrong_scenario{"conf", submitted + "expect C@1 conf a=b\n", "4: 'C@1' has no property a"}),
    name_of);

TEST(language, inputs_outputs_and_commands_are_expected) {
  EXPECT_EQ(outcome_of(data + "expect C@2 inputs /d/00 file:///d/01\n"
                              "expect C@2 input i /d/01 /d/00\nexpect C@2 outputs /o/01\n"
                              "expect C@2 output out /o/01\nexpect no start of C@2\n"
                              "run C succeeds creating outputs after 10m\n"
                              "touch /d/01/_SUCCESS\nadvance to 01:05\n"
                              "expect C@2 RUNNING\nexpect no file /o/01/_OK\nadvance 10m\n"
                              "expect C@2 SUCCEEDED\nexpect file /o/01/_OK\n"
                              "expect C@2 ran \"program file:///d/01,file:///d/00\"\n"
                              "expect C@2 conf in=file:///d/01,file:///d/00\n"),
            "holds");
}

TEST(language, what_programs_do_is_told_in_any_order) {
  EXPECT_EQ(outcome_of("run any fails times 1 after 5m\n" + submitted +
                       "advance 4m\nexpect C@1 RUNNING\nadvance 2m\nexpect C@1 KILLED\n"
                       "rerun C actions=1\nadvance 2m\nexpect C@1 SUCCEEDED\n"
                       "change C endtime=03:00 refused E1015\n"),
            "holds");
}

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
    const played came = play(std::get<script>(read), {when, 1, "", false});
    EXPECT_FALSE(came.bad);
    EXPECT_EQ(came.lives > 1, when != crashes::none);
  }
}

}  // namespace
}  // namespace foliot::rehearsal
