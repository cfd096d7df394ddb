// A Spark application (workflow.md 6, spark).
#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/local_path.hpp"
#include "el/facts.hpp"
#include "model/command_words.hpp"
#include "model/kinds/action_conf.hpp"
#include "model/kinds/client.hpp"
#include "model/kinds/common.hpp"
#include "model/kinds/documents.hpp"
#include "model/kinds/kinds.hpp"
#include "model/kinds/spark_arguments.hpp"

namespace foliot::model {

namespace {

/// Nothing while it is not known.
std::optional<bool> exists(const std::string& path, node_texts& texts) {
  const el::probe probe{"fs:exists", {path}};
  const el::facts* known = texts.environment().known;
  const el::value* answer = known != nullptr ? known->find(probe) : nullptr;
  if (answer == nullptr) return texts.answer(probe), std::nullopt;
  const bool* truth = answer->as_bool();
  return truth != nullptr && *truth;
}

/// A bare name is a file of the action, or in lib/ of the application, or beside its definition.
std::string find_jar(const std::string& jar, const program_plan& plan, const plan_scope& at,
                     node_texts& texts) {
  const auto directory = local_path(at.app_path());
  const bool elsewhere = jar.starts_with('/') || has_scheme(jar) || jar.find(',') < jar.size();
  if (elsewhere || !directory || has_file(plan, jar)) return jar;
  const std::string in_lib = *directory + "/lib/" + jar;
  return exists(in_lib, texts).value_or(false) ? in_lib : *directory + "/" + jar;
}

/// The file on this host that stands in the work directory under `name`.
const std::string* source_of(const program_plan& plan, const std::string& name) {
  for (const auto& [source, link] : plan.files)
    if (link == name) return &source;
  return nullptr;
}

/// Later wins: a linked spark-defaults.conf, the option --properties-file.
std::optional<node_refusal> read_defaults(spark_request& said, const program_plan& plan,
                                          node_texts& texts) {
  std::vector<std::string> paths;
  if (const std::string* linked = source_of(plan, "spark-defaults.conf")) paths.push_back(*linked);
  const auto option = std::find(said.options.begin(), said.options.end(), "--properties-file");
  if (option != said.options.end() && option + 1 != said.options.end()) {
    const std::string& named = *(option + 1);
    const std::string* linked = source_of(plan, named);
    const auto path = linked != nullptr ? std::optional(*linked) : local_path(named);
    if (!path)
      return node_refusal{"JA008", "the properties file '" + named +
                                       "' is none of the action's files, and no absolute path"};
    paths.push_back(*path);
  }
  for (const std::string& path : paths) {
    auto layer = properties_of(properties_question, path, texts);
    if (auto* refused = std::get_if<node_refusal>(&layer)) return std::move(*refused);
    for (auto& [name, value] : std::get<configuration>(layer))
      said.defaults.insert_or_assign(name, std::move(value));
  }
  said.has_defaults = !paths.empty();
  return std::nullopt;
}

std::optional<node_refusal> complete(client_action& action, spark_request& said,
                                     const plan_scope& at, node_texts& texts) {
  if (auto refused = equip(action, at)) return refused;
  program_plan& plan = action.plan;
  if (said.master.empty()) return node_refusal{"JA018", "the master element names no master"};
  if (said.jar.empty()) return node_refusal{"JA018", "the jar element names no file"};
  if (auto refused = read_defaults(said, plan, texts)) return refused;
  for (const auto& [source, link] : plan.files)
    if (link != said.jar) said.files.push_back(link);
  for (const auto& [source, link] : plan.archives) said.archives.push_back(source + "#" + link);
  said.jar = find_jar(said.jar, plan, at, texts);
  for (const std::string& place : library_places(action, at))
    if (exists(place, texts).value_or(false))
      said.jars.push_back(place.ends_with(".jar") ? place : place + "/*.jar");
  said.arguments = std::move(action.arguments);
  said.conf = action.conf;
  plan.arguments = spark_arguments(said);
  add_document(plan, spark_log4j_name, log4j_document(), texts);
  if (is_on_yarn(said.master, said.mode))
    add_document(plan, spark_hive_name, configuration_document(action.conf), texts);
  if (said.has_defaults)
    add_document(plan, spark_defaults_name, properties_document(said.defaults), texts);
  return std::nullopt;
}

/// Refuses with EL_ERROR, JA008, JA010, JA018 and E0904.
planned plan_spark(const workflow_node& written, const plan_scope& at) {
  const action_body& body = body_of(written);
  node_texts texts{at.in};
  client_action action = read_client("spark-submit", body, at, texts);
  spark_request said;
  said.master = text_of(body, "master", texts).value_or("");
  said.mode = text_of(body, "mode", texts).value_or("");
  said.name = text_of(body, "name", texts).value_or("");
  said.main_class = text_of(body, "class", texts).value_or("");
  said.jar = text_of(body, "jar", texts).value_or("");
  said.options = spark_options(text_of(body, "spark-opts", texts).value_or(""));
  if (texts.complete())
    if (auto refused = complete(action, said, at, texts)) return *refused;
  return texts.finish<planned>(node_plan{std::move(action.plan)});
}

}  // namespace

const action_kind spark_kind{"spark", plan_spark, judge_status};

}  // namespace foliot::model
