// The subcommands of `foliot` that need no server: each gives the exit status.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/retry_advice.hpp"
#include "tools/client/console.hpp"

namespace foliot::offline {

struct el_options {
  std::string phase;
  std::string context;  ///< File with one JSON object; empty: nothing is known.
  std::string expression;
  std::string reading = "oozie";  ///< "oozie" or "default".
};
/// Prints the value of an expression; with --json {"result": ...} or {"error": {...}}.
int show_value(const client::console& to, const el_options& options);

struct cron_options {
  std::string expression;
  std::string start;
  std::string zone = "UTC";  ///< Any zone id, or GMT+hhmm.
  uint32_t count = 10;
  std::string reading = "oozie";  ///< "oozie" or "default".
};
/// Prints the first fires at or after the start, in UTC; with --json {"fire_times": [...]}.
int show_fires(const client::console& to, const cron_options& options);

struct preview_options {
  std::string path;                      ///< Application: file or directory.
  std::string properties;                ///< job.properties or configuration XML; may be empty.
  std::vector<std::string> definitions;  ///< "name=value"
  std::string from;                      ///< UTC; empty: the start of each coordinator.
  std::string to;                        ///< UTC, exclusive; empty: the end of each coordinator.
  uint32_t count = 10;
};
/// Prints when an application would run and on which data.
int preview(const client::console& to, const preview_options& options);

struct lint_options {
  std::vector<std::string> paths;
  bool strict = false;
};
/// Prints what is wrong with the files below the paths. Exit status: 0 without errors, 1 with
/// warnings and `strict`, 2 with errors or when a path cannot be read.
int lint(const client::console& to, const lint_options& options);

struct scan_options {
  std::string path;
  bool summary = false;  ///< Without the list of files.
};
/// Prints what is in an estate and what each file needs to run here.
int scan(const client::console& to, const scan_options& options);

struct retry_options {
  model::retry_question question;
  std::string policy = "periodic";  ///< Or "exponential".
};
/// Prints what a retry setting buys: success, times, cost, and whether more would be better.
int advise_on_retries(const client::console& to, const retry_options& options);

struct import_options {
  std::string file;                      ///< oozie-site.xml
  std::string out = "foliot.toml";       ///< Where to write.
  bool force = false;                    ///< Also over what is there.
  std::vector<std::string> definitions;  ///< "name=value", Java's system properties of Oozie.
};
/// Prints what becomes of each key of an oozie-site.xml, and writes the settings. Exit status: 0
/// when nothing is lost, 1 when a key is not supported or nothing could be written.
int import_config(const client::console& to, const import_options& options);

}  // namespace foliot::offline
