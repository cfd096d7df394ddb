#include "model/kinds/spark_arguments.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace foliot::model {

namespace {

constexpr std::string_view executor_path = "spark.executor.extraClassPath=";
constexpr std::string_view driver_path = "spark.driver.extraClassPath=";
constexpr std::string_view executor_options = "spark.executor.extraJavaOptions=";
constexpr std::string_view driver_options = "spark.driver.extraJavaOptions=";
constexpr std::string_view log4j_option = "-Dlog4j.configuration=spark-log4j.properties";

// Tokens are not this engine's business, nor were they the launcher's.
constexpr std::array<std::string_view, 8> switched_off{
    "spark.yarn.security.tokens.hadoopfs.enabled",
    "spark.yarn.security.tokens.hive.enabled",
    "spark.yarn.security.tokens.hiveserver2.enabled",
    "spark.yarn.security.tokens.hivestreaming.enabled",
    "spark.yarn.security.tokens.hbase.enabled",
    "spark.yarn.security.credentials.hadoopfs.enabled",
    "spark.yarn.security.credentials.hive.enabled",
    "spark.yarn.security.credentials.hbase.enabled"};

void join(std::string& to, std::string_view text, char separator) {
  if (!to.empty() && !text.empty()) to += separator;
  to += text;
}

/// Builds it in the order in which Oozie does.
class command_line {
 public:
  explicit command_line(const spark_request& said)
      : said_(said), on_yarn_(is_on_yarn(said.master, said.mode)) {}

  std::vector<std::string> build() {
    add("--master", said_.master);
    if (!said_.mode.empty()) add("--deploy-mode", said_.mode);
    add("--name", said_.name);
    if (!said_.main_class.empty()) add("--class", said_.main_class);
    for (const auto& [name, value] : said_.conf)
      if (name.starts_with("oozie.") && !name.starts_with("oozie.launcher") &&
          !name.starts_with("oozie.spark"))
        add("--conf", "spark." + name + "=" + value);
    add_options();
    if (!said_.jars.empty()) add_jars();
    if (on_yarn_) add_class_paths();
    for (const std::string_view name : switched_off)
      if (!is_set(name)) add("--conf", std::string(name) + "=false");
    for (const std::string_view name : {executor_options, driver_options})
      if (!is_set(name)) add("--conf", java_options(name, {}));
    if (said_.has_defaults) add("--properties-file", spark_defaults_name);
    if (on_yarn_) add_files();
    if (std::find(out_.begin(), out_.end(), "--verbose") == out_.end())
      out_.emplace_back("--verbose");
    out_.push_back(said_.jar);
    out_.insert(out_.end(), said_.arguments.begin(), said_.arguments.end());
    return std::move(out_);
  }

 private:
  void add(const char* option, std::string value) {
    out_.emplace_back(option);
    out_.push_back(std::move(value));
  }

  bool is_set(std::string_view name) const {
    return std::any_of(said_.options.begin(), said_.options.end(),
                       [&](const std::string& each) { return each.starts_with(name); });
  }

  /// What the property file says of `name`, which ends in '='.
  std::string_view default_of(std::string_view name) const {
    const auto found = said_.defaults.find(name.substr(0, name.size() - 1));
    return found == said_.defaults.end() ? std::string_view{} : std::string_view(found->second);
  }

  std::string java_options(std::string_view name, std::string_view own) const {
    std::string value{default_of(name)};
    join(value, own, ' ');
    join(value, log4j_option, ' ');
    return std::string(name) + value;
  }

  void add_options() {
    const auto& options = said_.options;
    for (size_t at = 0; at < options.size(); ++at) {
      const bool has_value = at + 1 < options.size() && !options[at + 1].starts_with("--");
      if (!has_value || !take(options[at], options[at + 1])) {
        out_.push_back(options[at]);
        continue;
      }
      ++at;
    }
  }

  /// An option that is not simply passed on.
  bool take(const std::string& option, const std::string& value) {
    if (option == "--properties-file") return said_.has_defaults;
    for (const std::string_view name : {executor_options, driver_options})
      if (option == "--conf" && value.starts_with(name))
        return add("--conf", java_options(name, std::string_view(value).substr(name.size()))), true;
    if (option == "--jars" && !said_.jars.empty()) return join(jars_, value, ','), true;
    if (!on_yarn_) return false;
    if (option == "--files") return join(files_, value, ','), true;
    if (option == "--archives") return join(archives_, value, ','), true;
    if (option == "--driver-class-path") return join(driver_path_, value, ':'), true;
    if (option != "--conf") return false;
    const std::string_view text = value;
    if (text.starts_with(executor_path))
      return join(executor_path_, text.substr(executor_path.size()), ':'), true;
    if (text.starts_with(driver_path))
      return join(driver_path_, text.substr(driver_path.size()), ':'), true;
    return false;
  }

  /// Spark takes the last --jars only; it resolves what stands for several files.
  void add_jars() {
    for (const std::string& each : said_.jars) join(jars_, each, ',');
    add("--jars", jars_);
  }

  void add_class_paths() {
    for (const auto& [name, own] :
         {std::pair{executor_path, &executor_path_}, std::pair{driver_path, &driver_path_}}) {
      std::string value{default_of(name)};
      join(value, *own, ':');
      join(value, "$PWD/*", ':');
      add("--conf", std::string(name) + value);
    }
  }

  void add_files() {
    for (const std::string& each : said_.files) join(files_, each, ',');
    for (const char* each : {spark_log4j_name, spark_hive_name})
      if (std::find(said_.files.begin(), said_.files.end(), each) == said_.files.end())
        join(files_, each, ',');
    add("--files", files_);
    for (const std::string& each : said_.archives) join(archives_, each, ',');
    if (!archives_.empty()) add("--archives", archives_);
  }

  const spark_request& said_;
  const bool on_yarn_;
  std::string executor_path_;
  std::string driver_path_;
  std::string jars_;
  std::string files_;
  std::string archives_;
  std::vector<std::string> out_;
};

}  // namespace

bool is_on_yarn(const std::string& master, const std::string& mode) {
  return master == "yarn-cluster" || master == "yarn-client" ||
         (master == "yarn" && (mode == "cluster" || mode == "client"));
}

std::vector<std::string> spark_arguments(const spark_request& said) {
  return command_line{said}.build();
}

}  // namespace foliot::model
