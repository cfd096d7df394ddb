// Expressions of coordinators, evaluated as `foliot el` does, and of workflows.
#include <cctype>
#include <sstream>

#include "el/evaluate.hpp"
#include "el/instances.hpp"
#include "el/uri_template.hpp"
#include "tests/el/contexts.hpp"
#include "tests/vectors/judges.hpp"
#include "tests/vectors/reading.hpp"
#include "tools/offline/el_context.hpp"

namespace foliot::vectors {

namespace {

/// "tzOffset dataset=Europe/Berlin job=America/New_York nominal=2009-01-02T05:00Z": a case told in
/// words, as the description and expression that it means.
std::pair<json, std::string> from_words(const std::string& text) {
  json described;
  std::istringstream words(text);
  std::string function;
  words >> function;
  for (std::string word; words >> word;) {
    const size_t equals = word.find('=');
    const std::string held = word.substr(equals + 1);
    if (word.starts_with("nominal=")) described["action"]["nominal"] = held;
    if (word.starts_with("job=")) described["action"]["timezone"] = held;
    if (word.starts_with("dataset="))
      described["dataset"] = {{"frequency", 1},
                              {"unit", "DAY"},
                              {"timezone", held},
                              {"initial_instance", "2000-01-01T00:00Z"}};
  }
  return {described, "${coord:" + function + "()}"};
}

/// Instances "a#b" as the URIs of the dataset, which some vectors list instead.
std::string as_uris(const std::string& instances, const std::string& uri_template) {
  const auto made = el::split_instances(instances, {}, dialect::oozie);
  if (!made) return instances;
  std::string text;
  for (const instant at : *made)
    text += (text.empty() ? "" : "#") + el::expand_uri_template(uri_template, at, {});
  return text;
}

/// Some results tell of an exception, or explain themselves before an arrow.
std::string plain(const std::string& expected) {
  const size_t arrow = expected.find("-> ");
  return arrow == std::string::npos ? expected : expected.substr(arrow + 3);
}

bool is_refusal(const json& v) {
  if (v.contains("error")) return true;
  const std::string told = plain(v.at("result").get<std::string>());
  return told.starts_with("RuntimeException") || told.starts_with("E1010");
}

/// The code that a vector names first in its error or result; empty where it tells none.
std::string code_told(const json& v) {
  const json& told = v.contains("error") ? v["error"] : v.at("result");
  const std::string text = told.is_string() ? plain(told.get<std::string>()) : "";
  const bool code = text.size() >= 5 && text[0] == 'E' && std::isdigit(text[1]) != 0;
  return code ? text.substr(0, 5) : "";
}

verdict unit_of(const json& v, const offline::el_context& in) {
  if (!v.contains("timeunit")) return {};
  const auto every = must(el::frequency_of(must(el::parse(v["expr"].get<std::string>())),
                                           in.environment(el::phase::submit_freq, dialect::oozie)));
  const auto& numeric = std::get<time::frequency>(every);
  if (verdict why = compare(v["timeunit"].get<std::string>(), std::string(name(numeric.unit)));
      !why.empty())
    return why;
  return compare(v["end_of_duration"].get<std::string>(), std::string(name(numeric.flag)));
}

// -- workflows ------------------------------------------------------------------------------------

el::value value_of(const json& of) {
  if (of.is_null()) return {};
  if (of.is_boolean()) return of.get<bool>();
  if (of.is_number()) return of.get<int64_t>();
  if (of.is_string()) return of.get<std::string>();
  el::value_map entries;
  for (const auto& [key, held] : of.items()) entries[key] = value_of(held);
  return entries;
}

/// The expression that calls `function` with these arguments; maps come from an action's data.
std::string call_text(const std::string& function, const json& arguments) {
  std::string text = "${" + function + "(";
  for (size_t i = 0; i < arguments.size(); ++i) {
    if (i > 0) text += ", ";
    if (arguments[i].is_null())
      text += "null";
    else if (arguments[i].is_object())
      text += "wf:actionData('argument')";
    else
      text += "'" + arguments[i].get<std::string>() + "'";
  }
  return text + ")}";
}

/// The job, node and files that the file's table of contexts describes.
class workflow_world {
 public:
  explicit workflow_world(const json& contexts) {
    for (const char* table : {"dag", "fs"}) {
      const json& conf = contexts.at(table).at("conf");
      for (const auto& [key, held] : conf.items()) job.properties[key] = held.get<std::string>();
    }
    job.failed_node = "actionName";
    job.runs = 2;
    job.data["actionName"] = el::value_map{{"b", "B"}};
  }

  void count_as(const std::string& context, const json& contexts) {
    if (context.empty() || !contexts.at(context).contains("json")) return;
    const std::string node = contexts[context]["node"].get<std::string>();
    job.counted[node] = *value_of(contexts[context]["json"]).as_map();
  }

  el::value evaluated(const std::string& text) {
    const el::map_variables names(job.properties);
    el::environment in;
    in.workflow = &job;
    in.names = &names;
    in.known = &known_;
    in.reading = dialect::oozie;
    const el::expression parsed = must(el::parse(text));
    for (int round = 0; round < 3; ++round) {
      const el::outcome made = evaluate(parsed, in);
      if (const auto* held = std::get_if<el::value>(&made)) return *held;
      if (const auto* error = std::get_if<failure>(&made)) throw std::runtime_error(error->text());
      for (const el::probe& each : std::get<el::needs>(made).probes) known_.put(each, answer(each));
    }
    throw std::runtime_error("it asks without end");
  }

  tests::fake_workflow job;

 private:
  /// Folders are called "dir", there is one file.
  static el::value answer(const el::probe& question) {
    const std::string& path = question.arguments.front();
    const bool folder = path.find("dir") != std::string::npos;
    const bool there = folder || path.ends_with("file1");
    if (question.function == "fs:exists") return there;
    if (question.function == "fs:isDir") return folder;
    if (!there || question.function == "fs:blockSize") return -1;
    return folder ? 3 : 0;
  }

  el::facts known_;
};

verdict meets(const json& v, const el::value& made) {
  const std::string text = el::to_text(made);
  if (v.contains("expect"))
    return unless(made == value_of(v["expect"]),
                  "expected " + v["expect"].dump() + ", found '" + text + "'");
  if (v.contains("expect_xml_unescaped"))
    return compare(v["expect_xml_unescaped"].get<std::string>(), text);
  if (v.contains("expect_roundtrip"))
    return unless(json::parse(text, nullptr, false) == v["expect_roundtrip"], "found " + text);
  if (v.contains("expect_format"))
    return compare(shown(tests::fake_workflow().now()), text);  // the job's own time, formatted
  for (const json& piece : v.at("expect_contains"))
    if (text.find(piece.get<std::string>()) == std::string::npos)
      return "'" + piece.get<std::string>() + "' is not in '" + text + "'";
  return {};
}

}  // namespace

verdict judge_coordinator_el(const subject& of) {
  json v = of.vector();
  std::string text = v.at("expr").is_string() ? v["expr"].get<std::string>() : "";
  std::string phase = v.at("phase");
  if (text.starts_with("tzOffset ")) {
    auto [described, expression] = from_words(text);
    v.update(described);
    text = expression;
    phase = "coord-action-start";
  } else if (text.starts_with("start ${")) {  // "start ${...} end ${...}"
    const size_t end_at = text.find(" end ");
    v["start_instance"] = text.substr(6, end_at - 6);
    v["end_instance"] = text.substr(end_at + 5);
    phase = "materialize start/end-instance";
    text.clear();
  }
  // A server's setting that stands in notes: latest looks back from now, not from the creation.
  if (v.value("note", "").starts_with("latest-el.use-current-time=true"))
    v["action"]["actual"] = "2020-01-01T00:00Z";
  const offline::el_context in = must(offline::el_context::read(v));
  const auto made = offline::evaluate_in(in, phase, text, dialect::oozie);
  if (is_refusal(v)) {
    if (made) return "found " + el::to_text(*made);
    const std::string code = code_told(v);
    return code.empty() ? verdict() : compare(code, made.error().oozie);
  }
  if (!made) return made.error().text();
  const std::string expected = plain(v.at("result").get<std::string>());
  const std::string found = el::to_text(*made);
  const std::string uri_template =
      v.contains("dataset") ? v["dataset"].value("uri_template", "") : "";
  if (found != expected && !uri_template.empty() && as_uris(found, uri_template) == expected)
    return unit_of(v, in);
  if (verdict why = compare(expected, found); !why.empty()) return why;
  return unit_of(v, in);
}

verdict judge_workflow_el(const subject& of) {
  const json& v = of.vector();
  const json& contexts = of.file.at("contexts");
  workflow_world world(contexts);
  std::string text = v.value("expr", "");
  if (v.contains("function")) {
    text = call_text(v["function"].get<std::string>(), v.at("args"));
    for (const json& argument : v["args"])
      if (argument.is_object()) world.job.data["argument"] = *value_of(argument).as_map();
  }
  // Whether a failed action counts as ended in ERROR is the workflow's business; here it does, or
  // not, as the scenario says.
  if (v.contains("scenario"))
    world.job.failed_node = v.contains("action_status") ? "<action name>" : "";
  world.count_as(v.value("context", ""), contexts);
  return meets(v, world.evaluated(text));
}

}  // namespace foliot::vectors
