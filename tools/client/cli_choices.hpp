// What the command line reads into, and the examples below its help.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "tools/client/cli.hpp"
#include "tools/client/cli_console.hpp"
#include "tools/client/commands.hpp"

namespace foliot::client {

inline constexpr const char* examples =
    "\nExamples:\n"
    "  foliot serve --data /var/lib/foliot\n"
    "  foliot submit examples/retail -c job.properties\n"
    "  foliot wait 0000000-260105030000000-foliot-B --progress\n"
    "  foliot list --status RUNNING\n"
    "  foliot why 0000001-260105030000000-foliot-C@7\n"
    "  foliot coming 0000001-260105030000000-foliot-C --count 3\n"
    "  foliot datasets --missing\n"
    "  foliot history 0000001-260105030000000-foliot-C@7\n"
    "  foliot suspend --kind coordinator --filter \"user=ada;status=RUNNING\" --preview\n"
    "  foliot dataset-ready file:///data/raw/2026-01-05\n"
    "  foliot test examples/retail\n"
    "\nThe server is named by --url, else FOLIOT_URL, else OOZIE_URL, else\n"
    "http://127.0.0.1:11000. --json prints answers for programs. Exit status: 0 good,\n"
    "1 failed, 2 wrong usage, 3 'wait' ran out of time.\n";

/// Everything that options are read into; what runs is chosen by the subcommand.
struct choices {
  std::string url;
  bool json = false;
  std::string id;
  submit_options submit;
  bool no_start = false;
  bool diff = true;
  list_options list;
  wait_options wait;
  std::vector<std::string> uris;
  double timeout_seconds = 0;
  replay_options replay;
  export_options bug_report;
  history_options history;
  uint32_t tree_length = 10;
  std::string config_file;
  std::string data;
  std::string listen;
  std::vector<std::string> settings;
  std::vector<std::string> values;
  rerun_options rerun;
  bulk_options bulk;
  uint32_t audit_length = 20;
  bool held = false;
  bool preview = false;
  coming_options coming;
  datasets_options datasets;
  purge_options purge;
  test_options test;
  console_options talk;
  std::function<int(const console&)> run;
};

}  // namespace foliot::client
