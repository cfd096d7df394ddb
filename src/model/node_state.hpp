// What a workflow knows of one node of its graph, and what a started node does (workflow.md 4).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/ids.hpp"
#include "base/instant.hpp"
#include "model/definition.hpp"

namespace foliot::model {

/// On disk. Names are Oozie's (workflow.md 4, action states).
enum class node_status : uint8_t {
  prep = 1,     ///< About to start: the start is owed.
  running = 2,  ///< The program is known to run.
  ok = 3,
  error = 4,
  killed = 5,
  failed = 6,
  start_manual = 7,  ///< Held until a person resumes or kills (lost run under `hold`).
  user_retry = 8,    ///< Failed, and runs again at `node_retry::at`.
  start_retry = 9,   ///< Could not be started for a passing reason; again at `node_retry::at`.
};

/// Oozie's spelling: "PREP", "RUNNING", "OK", "ERROR", "KILLED", "FAILED", "START_MANUAL",
/// "USER_RETRY", "START_RETRY".
std::string_view name(node_status s);

constexpr bool is_ended(node_status s) {
  return s == node_status::ok || s == node_status::error || s == node_status::killed ||
         s == node_status::failed;
}

/// What a node that was started does, its expressions evaluated once (workflow.md 5: the evaluated
/// text replaces the stored one, so a retry or a recovery sees the same).
struct fs_plan_step {
  std::string kind;
  std::string path;
  std::string target;
  std::string permissions;
  std::string group;
  bool recursive = false;
  bool directories = true;
  bool skip_trash = false;

  friend bool operator==(const fs_plan_step&, const fs_plan_step&) = default;
};
/// Whose program a plan names. On disk.
enum class program_source : uint8_t {
  user = 0,    ///< A name in the work directory or in PATH.
  tool = 1,    ///< A client program of this host ("java", "spark-submit"): settings say where.
  helper = 2,  ///< A part of Foliot's own helper program ("email", "ssh", "git").
};
/// One run of one program in a work directory of its own.
struct program_plan {
  std::string program;
  std::vector<std::string> arguments;
  std::vector<std::string> environment;
  std::vector<std::pair<std::string, std::string>> files;  ///< (absolute source, link name)
  bool capture_output = false;
  std::vector<fs_plan_step> prepare;  ///< Done before each start.
  program_source source = program_source::user;
  std::vector<std::pair<std::string, std::string>> archives;  ///< (source, directory it fills)
  /// Files written into the work directory, readable by their owner alone: (name, content).
  std::vector<std::pair<std::string, std::string>> documents;
  std::string output_file;  ///< In the work directory: captured instead of standard output.

  friend bool operator==(const program_plan&, const program_plan&) = default;
};
struct fs_plan {
  std::vector<fs_plan_step> steps;

  friend bool operator==(const fs_plan&, const fs_plan&) = default;
};
/// Another workflow below this one (workflow.md 10).
struct child_plan {
  std::string app_path;
  configuration conf;  ///< All of the child's properties.
  bool again = false;  ///< The child of the run before goes on where it failed.

  friend bool operator==(const child_plan&, const child_plan&) = default;
};
using node_plan = std::variant<std::monostate, program_plan, fs_plan, child_plan>;

/// How often a node that fails is run again, and how often it was (workflow.md 4, User retry).
struct node_retry {
  uint16_t max = 0;
  uint16_t done = 0;      ///< Those that were begun or are waited for.
  uint32_t interval = 0;  ///< Minutes before the first.
  bool exponential = false;
  instant at;  ///< Of USER_RETRY: when it runs again.

  friend bool operator==(const node_retry&, const node_retry&) = default;
};

struct node_state {
  node_index node = no_node;
  node_status state = node_status::prep;
  uint16_t attempt = 1;  ///< Part of the run's name; grows with every start.
  uint8_t lost = 0;      ///< How often a run of it was LOST.
  bool open = false;     ///< Something outside may still be under way under its name.
  uint16_t arrived = 0;  ///< Join: paths that came in.
  instant started;
  instant ended;
  int64_t external_id = 0;          ///< Process id once running.
  node_index transition = no_node;  ///< Where it went.
  std::string error_code;
  std::string error;
  std::string data;  ///< Captured output as it came (Java properties).
  node_plan plan;
  node_retry retry;
  bool prepared = false;  ///< What its plan prepares is done; with this attempt.
  uint16_t tries = 0;     ///< Starts that failed for a passing reason, in a row.
  bool paused = false;    ///< oozie.suspend.on.nodes holds it until the job is resumed.
  job_number child = 0;   ///< Of a sub-workflow: the job below; 0 before it got its number.

  friend bool operator==(const node_state&, const node_state&) = default;
};

}  // namespace foliot::model
