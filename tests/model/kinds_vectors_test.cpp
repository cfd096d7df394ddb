// Oozie's own cases of what an action amounts to (launch.json); those of shell are with the
// workflows.
#include <gtest/gtest.h>

#include <algorithm>

#include "model/workflow_data.hpp"
#include "tests/model/kind_stage.hpp"
#include "tests/model/vectors.hpp"

namespace foliot::model::testing {
namespace {

using nlohmann::json;
using words = std::vector<std::string>;

words spark_words(const json& vector) {
  kind_stage stage{"spark"};
  for (const auto& [element, key] :
       {std::pair{"master", "master"}, std::pair{"mode", "mode"}, std::pair{"name", "name_"},
        std::pair{"class", "class"}, std::pair{"jar", "jar"},
        std::pair{"spark-opts", "spark_opts"}})
    stage.say(element, vector.value(key, "x"));
  const json arguments = vector.value("args", json::array());
  for (const json& each : arguments) stage.say("arg", std::string(each));
  const json conf = vector.value("action_conf", json::object());
  for (const auto& [name, value] : conf.items()) stage.set(name, std::string(value));
  return stage.program().arguments;
}

/// The same without "--conf" and `value`.
words without(words from, const std::string& value) {
  const auto found = std::find(from.begin(), from.end(), value);
  if (found != from.end() && found != from.begin()) from.erase(found - 1, found + 1);
  return from;
}

void judge_spark(vectors::tally& tally, size_t index, const json& vector) {
  const words made = spark_words(vector);
  const json& expected = vector.at("expect");
  const std::string text = json(made).dump();
  if (expected.contains("args_part")) {
    const words part = expected["args_part"];
    const bool there =
        std::search(made.begin(), made.end(), part.begin(), part.end()) != made.end();
    for (const auto& [name, value] : vector.at("action_conf").items())
      if (value != "bar") {
        EXPECT_EQ(text.find(std::string(value)), std::string::npos) << name;
      }
    return tally.pass(index, there, text);
  }
  const words all = expected.at("args");
  const words ours = without(all, "spark.yarn.jar=null");
  if (ours == all) return tally.pass(index, made == all, text);
  EXPECT_EQ(made, ours);
  tally.differs(index, made == all, "this host's Spark brings its own jar");
}

void judge_java(vectors::tally& tally, size_t index, const json& vector) {
  kind_stage stage{"java"};
  stage.say("main-class", "M").say("capture-output");
  const program_plan plan = stage.program();
  const std::string behaviour = vector.at("behaviour");
  const json& expected = vector.at("expect");
  if (!behaviour.starts_with("exit ")) {
    const auto data = read_properties("a=A\n");
    const bool fine = judged("java", plan, 0, "a=A\n").empty() && plan.output_file != "" &&
                      data.size() == 1 && data.at("a") == expected.at("data").at("a");
    return tally.pass(index, fine, "output");
  }
  const std::string found = judged("java", plan, std::stoi(behaviour.substr(5)));
  tally.pass(index, found.substr(0, found.find(':')) == expected.value("error_code", ""), found);
}

TEST(kinds_vectors, launch) {
  const auto all = vectors::load("workflow/launch.json");
  if (!all) GTEST_SKIP() << "no vectors";
  vectors::tally tally{"workflow/launch.json"};
  const json& list = all->at("vectors");
  size_t run = 0;
  for (size_t index = 0; index < list.size(); ++index) {
    const json& vector = list[index];
    const std::string type = vector.at("type");
    if (type == "spark") {
      judge_spark(tally, index, vector);
    } else if (type == "java") {
      judge_java(tally, index, vector);
    } else if (type == "sqoop") {
      kind_stage stage{"sqoop"};
      stage.say("command", std::string(vector.at("command")));
      const words made = stage.program().arguments;
      tally.pass(index, made.at(0) == vector["expect"]["first_argument"], made.at(0));
    } else {
      continue;
    }
    ++run;
  }
  EXPECT_EQ(run, 7U);
}

}  // namespace
}  // namespace foliot::model::testing
