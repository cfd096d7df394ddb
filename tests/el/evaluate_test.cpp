#include "el/evaluate.hpp"

#include <gtest/gtest.h>

#include <utility>

#include "base/limits.hpp"
#include "tests/el/contexts.hpp"

namespace foliot::el {
namespace {

using tests::shown;

class workflow_text : public ::testing::Test {
 protected:
  workflow_text() {
    job.data["node"] = value_map{{"k", "v"}, {"count", "12"}};
    job.properties["oozie.libpath"] = "/lib";
    in.workflow = &job;
    in.names = &names;
    in.known = &known;
  }

  tests::table variables{{"a", "A"}, {"n", " 5 "}, {"yes", "TRUE"}, {"oozie.libpath", "/lib"}};
  map_variables names{variables};
  tests::fake_workflow job;
  facts known;
  environment in;
};

TEST_F(workflow_text, operators_follow_the_language) {
  const std::pair<const char*, const char*> rows[] = {
      {"1 ${a} 2", "1 A 2"},
      {"$${a}$", "$A$"},
      {"${1 + 2 * 3}", "7"},
      {"${(1 + 2) * 3}", "9"},
      {"${7 / 2}", "3.5"},
      {"${7 div 2 == 3.5}", "true"},
      {"${7 mod 4}", "3"},
      {"${-7 % 4}", "-3"},
      {"${n + '1'}", "6"},
      {"${'1.5' + 1}", "2.5"},
      {"${1e10}", "1.0E10"},
      {"${1000000.0}", "1000000.0"},
      {"${null + null}", "0"},
      {"${- -3}", "3"},
      {"${1 < 2 and 2 le 2}", "true"},
      {"${'10' < 9}", "false"},
      {"${'b' > 'a'}", "true"},
      {"${null == null}", "true"},
      {"${null < 1}", "false"},
      {"${'1' == 1}", "true"},
      {"${a eq 'A' ? 'same' : 'other'}", "same"},
      {"${yes ? 1 : 2}", "1"},
      {"${yes?a:n}", "A"},
      {"${yes ? a : concat('x', a)}", "A"},
      {"${not yes || empty a}", "false"},
      {"${empty wf:actionData('nothing')}", "true"},
      {"${wf:actionData('node')['k']}", "v"},
      {"${wf:actionData('node').count gt 9}", "true"},
      {"${wf:actionData('node')['missing']}", ""},
      {"${'it''s'}", "!"},
      {"${'it\\'s \\\\ \\n'}", "it's \\ \\n"},
      {"${false and 1 / 'x'}", "false"},
      {"${wf : id()}", "wfId"},
      {"${KB * 2}", "2048"},
  };
  for (const auto& [text, expected] : rows) {
    const std::string made = shown(text, in);
    if (std::string(expected) == "!") {
      EXPECT_EQ(made.substr(0, 1), "!") << text << " gave " << made;
    } else {
      EXPECT_EQ(made, expected) << text;
    }
  }
}

TEST_F(workflow_text, mistakes_have_a_sentence_and_a_remedy) {
  EXPECT_EQ(shown("${b}", in),
            "! EL_ERROR: column 3: the variable 'b' is not defined. Define it in job.properties or "
            "with -D b=...");
  EXPECT_EQ(shown("${oozie.libpath}", in),
            "! EL_ERROR: column 3: the variable 'oozie' is not defined. A name with dots is no "
            "variable: write ${wf:conf('oozie.libpath')}.");
  EXPECT_EQ(shown("${wf:idd()}", in),
            "! EL_ERROR: column 3: there is no function 'wf:idd'. Did you mean 'wf:id'?");
  EXPECT_EQ(
      shown("${coord:days(1)}", in),
      "! EL_ERROR: column 3: the function coord:days cannot be used here (workflow). It exists "
      "in coord-job-submit-freq, coord-job-wait-timeout.");
  EXPECT_EQ(shown("${concat('a')}", in), "! EL_ERROR: column 3: concat takes 2 argument(s), not 1");
  for (const char* text : {"${1 % 0}", "${'x' + 1}", "${1 ? 2 : 3}", "${a.b}", "${true < 1}",
                           "${9223372036854775807 + 1}", "${-(-9223372036854775807 - 1)}"}) {
    EXPECT_EQ(shown(text, in).substr(0, 10), "! EL_ERROR") << text;
  }
}

TEST_F(workflow_text, missing_facts_are_asked_for_all_at_once) {
  const std::string text =
      "${fs:exists('/a')} ${fs:isDir('/b') and fs:exists('/c')} ${fs:exists('/a')}";
  EXPECT_EQ(shown(text, in), "? fs:exists(/a) fs:isDir(/b)");
  known.put({"fs:exists", {"/a"}}, true);
  known.put({"fs:isDir", {"/b"}}, true);
  EXPECT_EQ(shown(text, in), "? fs:exists(/c)");
  known.put({"fs:exists", {"/c"}}, false);
  EXPECT_EQ(shown(text, in), "true false true");
  EXPECT_EQ(shown("${fs:fileSize(concat('/', fs:exists('/z')))}", in), "? fs:exists(/z)");
  EXPECT_EQ(shown("${fs:exists('/q') + wf:nothing()}", in).substr(0, 1), "!");
}

TEST_F(workflow_text, questions_are_asked_in_bounded_rounds) {
  std::string text;
  for (int i = 0; i < 200; ++i) text += "${fs:exists('/" + std::to_string(i) + "')}";
  facts answers;
  in.known = &answers;
  int rounds = 0;
  while (true) {
    const outcome made = evaluate(parse(text).value(), in);
    const auto* missing = std::get_if<needs>(&made);
    if (missing == nullptr) break;
    ++rounds;
    ASSERT_LE(missing->probes.size(), limits::probes_at_once_max);
    for (const probe& each : missing->probes) answers.put(each, true);
  }
  EXPECT_EQ(rounds, 4);
}

TEST_F(workflow_text, conditions_are_boolean) {
  const auto truth = [&](const char* text) {
    const outcome made = evaluate_condition(parse(text).value(), in);
    const auto* held = std::get_if<value>(&made);
    return held == nullptr ? std::string("!") : *held->as_bool() ? "yes" : "no";
  };
  EXPECT_EQ(truth("${yes}"), "yes");
  EXPECT_EQ(truth("true"), "yes");
  EXPECT_EQ(truth("${a}"), "no");
  EXPECT_EQ(truth(""), "no");
  EXPECT_EQ(truth("${1}"), "!");
}

TEST_F(workflow_text, results_and_steps_are_bounded) {
  variables["big"] = std::string(limits::el_result_bytes_max / 2 + 1, 'x');
  EXPECT_NE(shown("${concat(big, big)}", in).find("too long"), std::string::npos);
  EXPECT_NE(shown("${big}${big}", in).find("too long"), std::string::npos);
  EXPECT_NE(shown("${replaceAll(big, 'x', big)}", in).find("too many steps"), std::string::npos);
  variables["some"] = std::string(10'000, 'x');
  EXPECT_NE(shown("${replaceAll(some, 'x', some)}", in).find("too long"), std::string::npos);
  std::string many;
  for (int i = 0; i < 100; ++i) many += "${empty big}";
  EXPECT_NE(shown(many, in).find("too many steps"), std::string::npos);
}

TEST(value, is_shown_as_java_does) {
  EXPECT_EQ(to_text(value(0.001)), "0.001");
  EXPECT_EQ(to_text(value(0.0001)), "1.0E-4");
  EXPECT_EQ(to_text(value(12345678.0)), "1.2345678E7");
  EXPECT_EQ(to_text(value(-0.5)), "-0.5");
  EXPECT_EQ(to_text(value(value_map{{"b", 1}, {"a", value()}})), "{a=null, b=1}");
  EXPECT_EQ(value(value_map{{"a", 1}}), value(value_map{{"a", 1}}));
  EXPECT_NE(value(1), value("1"));
}

}  // namespace
}  // namespace foliot::el
