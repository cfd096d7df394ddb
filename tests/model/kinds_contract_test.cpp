// What holds of every kind of action.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>

#include "base/limits.hpp"
#include "model/kinds/tools.hpp"
#include "tests/model/kind_stage.hpp"

namespace foliot::model::testing {
namespace {

using ::testing::Contains;

/// The least that an action of a kind says, and where it says more.
struct least {
  std::vector<std::pair<std::string, std::string>> texts;
  std::vector<std::string> more;  ///< Elements that may be added.
};

// One a line, sorted; shell and fs have bodies of their own.
const std::map<std::string, least, std::less<>>& bodies() {
  static const std::map<std::string, least, std::less<>> all{
      {"distcp", {{}, {"arg"}}},
      {"email", {{{"to", "a@b.org"}, {"subject", "s"}, {"body", "b"}}, {"cc", "bcc"}}},
      {"git", {{{"git-uri", "https://h/r"}, {"destination-uri", "file:///d"}}, {"branch"}}},
      {"hive", {{{"script", "s.q"}}, {"argument"}}},
      {"hive2", {{{"jdbc-url", "jdbc:hive2://h"}, {"script", "s.q"}}, {"argument"}}},
      {"java", {{{"main-class", "org.Main"}}, {"arg"}}},
      {"pig", {{{"script", "s.pig"}}, {"argument"}}},
      {"spark", {{{"master", "local"}, {"name", "n"}, {"jar", "/j.jar"}}, {"arg"}}},
      {"sqoop", {{{"arg", "import"}}, {"arg"}}},
      {"ssh", {{{"host", "h"}, {"command", "c"}}, {"args"}}},
      {"sub-workflow", {{{"app-path", "file:///apps/below"}}, {"group"}}},
  };
  return all;
}

/// A minimal action that says `text` `times` over as well.
kind_stage with(std::string_view type, std::string_view text = {}, size_t times = 0) {
  kind_stage out{std::string(type)};
  if (type == "shell") {
    shell_body body;
    body.exec = ex("true");
    body.arguments.assign(times, ex(text));
    out.node.shell = std::make_shared<const shell_body>(body);
  } else if (type == "fs") {
    fs_body body;
    body.steps.assign(times, {"mkdir", ex("/d"), ex(text), {}, {}, false, true, false});
    out.node.fs = std::make_shared<const fs_body>(body);
  } else {
    const auto found = bodies().find(type);
    EXPECT_NE(found, bodies().end()) << "say in bodies() what the least action of this type is";
    if (found == bodies().end()) return out;
    for (const auto& [name, its] : found->second.texts) out.say(name, its);
    for (size_t i = 0; i < times; ++i)
      out.say(found->second.more[i % found->second.more.size()], text);
    // Not every kind takes many elements of one name, but all take properties or ignore them.
    if (times > 1)
      for (size_t i = 0; i < times; ++i) out.set("p" + std::to_string(i), text);
  }
  return out;
}

class kinds_contract : public ::testing::TestWithParam<const action_kind*> {
 protected:
  std::string_view type() const { return GetParam()->type; }
};

TEST_P(kinds_contract, is_found_by_its_name_alone) {
  EXPECT_EQ(find_kind(type()), GetParam());
  EXPECT_EQ(find_kind(std::string(type()) + "x"), nullptr);
}

TEST_P(kinds_contract, a_minimal_body_plans) {
  kind_stage stage = with(type());
  EXPECT_EQ(stage.refusal(), "");
  const planned out = stage.plan();
  ASSERT_TRUE(std::holds_alternative<node_plan>(out));
  const node_plan& plan = std::get<node_plan>(out);
  EXPECT_NE(plan.index(), 0U) << "an empty plan is none";
  EXPECT_EQ(std::holds_alternative<program_plan>(plan), GetParam()->runs_program);
  const auto* program = std::get_if<program_plan>(&plan);
  if (program == nullptr) return;
  EXPECT_NE(program->program, "");
  if (program->source == program_source::tool) {
    EXPECT_THAT(client_tools, Contains(program->program));
  }
}

TEST_P(kinds_contract, the_same_texts_and_facts_give_the_same_plan) {
  kind_stage stage = with(type(), "${wf:user()}", 1);
  const planned once = stage.answered();
  ASSERT_TRUE(std::holds_alternative<node_plan>(once)) << stage.refusal();
  EXPECT_EQ(std::get<node_plan>(once), std::get<node_plan>(stage.plan()));
  kind_stage other = with(type(), "${wf:user()}", 1);
  EXPECT_EQ(std::get<node_plan>(once), std::get<node_plan>(other.answered()));
}

TEST_P(kinds_contract, an_expression_that_cannot_be_evaluated_fails_the_job) {
  kind_stage stage = with(type(), "${nobody_set_this}", 1);
  const planned out = stage.answered();
  const auto* refused = std::get_if<node_refusal>(&out);
  ASSERT_NE(refused, nullptr);
  EXPECT_EQ(refused->code, "EL_ERROR");
  EXPECT_EQ(refused->type, error_type::failed);
  EXPECT_THAT(refused->sentence, ::testing::HasSubstr("nobody_set_this"));
}

TEST_P(kinds_contract, what_is_not_known_is_asked) {
  kind_stage stage = with(type(), "${fs:exists('file:///x')}", 1);
  const planned out = stage.plan();
  const auto* needs = std::get_if<el::needs>(&out);
  ASSERT_NE(needs, nullptr);
  EXPECT_THAT(needs->probes, Contains(el::probe{"fs:exists", {"file:///x"}}));
  EXPECT_TRUE(std::is_sorted(needs->probes.begin(), needs->probes.end()));
  stage.known.put({"fs:exists", {"file:///x"}}, true);
  EXPECT_EQ(stage.refusal(), "");
}

TEST_P(kinds_contract, texts_are_bounded) {
  kind_stage stage = with(type(), "${big}", 30);
  stage.conf["big"] = std::string(100'000, 'x');
  EXPECT_THAT(stage.refusal(), ::testing::HasSubstr(std::to_string(limits::node_plan_bytes_max)));
}

TEST_P(kinds_contract, the_end_of_a_run_is_judged) {
  if (!GetParam()->runs_program) {
    EXPECT_EQ(GetParam()->judge, nullptr);
    return;
  }
  ASSERT_NE(GetParam()->judge, nullptr);
  program_plan plan = with(type()).program();
  const bool answers = plan.source == program_source::helper;
  EXPECT_EQ(judged(type(), plan, 0, answers ? "type=ok\n" : ""), "");
  const std::string failed = judged(type(), plan, 1);
  EXPECT_GT(failed.find(": "), 0U);
  EXPECT_NE(failed, "");
  if (type() != "java" && type() != "shell") return;
  plan.capture_output = true;  // by <capture-output>
  const std::string much(limits::output_data_bytes_max + 1, 'x');
  EXPECT_EQ(judged(type(), plan, 0, much.substr(1)), "");
  EXPECT_NE(judged(type(), plan, 0, much), "");
}

INSTANTIATE_TEST_SUITE_P(all, kinds_contract,
                         ::testing::ValuesIn(every_kind().begin(), every_kind().end()),
                         [](const auto& of) {
                           std::string out{of.param->type};
                           std::replace(out.begin(), out.end(), '-', '_');
                           return out;
                         });

TEST(kinds, no_type_has_two) {
  std::set<std::string_view> types;
  for (const action_kind* each : every_kind()) EXPECT_TRUE(types.insert(each->type).second);
}

}  // namespace
}  // namespace foliot::model::testing
