// The command line of spark-submit (workflow.md 6, spark).
#pragma once

#include <string>
#include <vector>

#include "model/definition.hpp"

namespace foliot::model {

/// The files that an action with Spark finds in its work directory, written for it.
inline constexpr const char* spark_log4j_name = "spark-log4j.properties";
inline constexpr const char* spark_hive_name = "hive-site.xml";
inline constexpr const char* spark_defaults_name = "spark-defaults-oozie-generated.properties";

struct spark_request {
  std::string master;
  std::string mode;  ///< May be empty.
  std::string name;
  std::string main_class;            ///< May be empty.
  std::vector<std::string> options;  ///< As `spark_options` splits them.
  std::string jar;
  std::vector<std::string> arguments;
  configuration conf;                 ///< Of the action.
  bool has_defaults = false;          ///< There is a file called spark_defaults_name, with:
  configuration defaults;             ///< Its properties.
  std::vector<std::string> jars;      ///< Libraries, paths; '*' stands for any name.
  std::vector<std::string> files;     ///< In the work directory.
  std::vector<std::string> archives;  ///< "path#link".
};

/// Whether it is run on YARN, its driver there or here.
bool is_on_yarn(const std::string& master, const std::string& mode);

/// What follows "spark-submit".
std::vector<std::string> spark_arguments(const spark_request& said);

}  // namespace foliot::model
