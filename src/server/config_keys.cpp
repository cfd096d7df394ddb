#include "server/config_keys.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "base/hadoop_clusters.hpp"
#include "base/ids.hpp"
#include "base/run_limits.hpp"
#include "model/kinds/common.hpp"
#include "model/kinds/tools.hpp"
#include "server/config_key_makers.hpp"
#include "time/datetime.hpp"

namespace foliot::server {

namespace {

result<void> not_empty(const std::string& text) {
  if (!text.empty()) return {};
  return wrong("it must not be empty", "Give a path");
}

result<void> is_path_or_empty(const std::string& text) {
  if (text.empty() || text.starts_with('/')) return {};
  return wrong("'" + text + "' is no absolute path", "Begin it with '/'");
}

result<void> is_listen(const std::string& text) {
  const auto parsed = parse_listen(text);
  return parsed ? result<void>{} : result<void>{parsed.error()};
}

result<void> are_clusters(const std::string& text) {
  const auto parsed = parse_hadoop_clusters(text);
  return parsed ? result<void>{} : result<void>{parsed.error()};
}

result<void> is_processing_zone(const std::string& text) {
  const auto parsed = time::processing_zone::parse(text);
  return parsed ? result<void>{} : result<void>{parsed.error()};
}

void add_texts(std::vector<config_key>& out) {
  out.push_back(text_key("data", &config::data, "path of a directory",
                         "Where the database, the runs and the certificates are kept. Made when it "
                         "does not exist; one engine at a time may use it.",
                         not_empty));
  out.push_back(text_key("listen", &config::listen, "HOST:PORT, an IP address",
                         "Where clients connect. Addresses at which other hosts can connect need "
                         "http_open. Port 0 takes any free port.",
                         is_listen));
  add_address_keys(out);
  out.push_back(text_key("system_id", &config::system_id, "1 to 14 of letters, digits, _ and -",
                         "Part of every job id; unique per engine. Jobs keep the one they have.",
                         [](const std::string& text) { return check_system_id(text); }));
  out.push_back(
      text_key("processing_timezone", &config::processing_timezone, "UTC or GMT+hhmm",
               "The zone in which applications, expressions and orders read and write datetimes. "
               "Answers tell times in UTC.",
               is_processing_zone));
  out.push_back(text_key("log_file", &config::log_file, "path of a file, or empty",
                         "Where the engine's own log goes; empty: standard error.",
                         [](const std::string&) { return result<void>{}; }));
  out.push_back(
      text_key("system_libpath", &config::system_libpath, "absolute path of a directory, or empty",
               "The sharelib: actions of jobs with oozie.use.system.libpath=true have the "
               "jars of its directories hive, pig, spark, sqoop, ... on their class path "
               "(oozie.service.WorkflowAppService.system.libpath). Empty: there is none, "
               "and programs have what is installed with them.",
               is_path_or_empty));
  out.push_back(text_key("hadoop_conf", &config::hadoop_conf,
                         "HOST:PORT=DIRECTORY or *=DIRECTORY, with commas between them, or empty",
                         "Where hadoop:conf(cluster, property) finds the *-site.xml files of a "
                         "cluster; * stands for all others. Empty: the directory that "
                         "HADOOP_CONF_DIR names, if it is set.",
                         are_clusters));
}

config_key program_key(std::string_view tool, const std::string& types) {
  const auto set = [name = std::string(tool)](config& out, const std::string& text) {
    if (!text.empty() && !text.starts_with('/'))
      return result<void>{wrong("'" + text + "' is not an absolute path",
                                "Begin it with '/', or leave it empty to look in PATH")};
    if (text.empty())
      out.programs.erase(name);
    else
      out.programs.insert_or_assign(name, text);
    return result<void>{};
  };
  return {model::tool_setting(tool),
          "\"\"",
          "absolute path, or empty",
          "The program '" + std::string(tool) + "' of actions of type " + types +
              "; empty: looked up in PATH.",
          false,
          set};
}

void add_programs(std::vector<config_key>& out) {
  out.push_back(program_key("beeline", "hive2"));
  out.push_back(program_key("hadoop", "distcp"));
  out.push_back(program_key("hive", "hive"));
  out.push_back(program_key("java", "java"));
  out.push_back(program_key("pig", "pig"));
  out.push_back(program_key("spark-submit", "spark"));
  out.push_back(program_key("sqoop", "sqoop"));
}

void add_choices(std::vector<config_key>& out) {
  using model::lost_rule;
  out.push_back(choice_key<lost_rule>(
      "on_lost", &config::on_lost,
      {{"rerun", lost_rule::rerun}, {"hold", lost_rule::hold}, {"fail", lost_rule::fail}},
      "What happens to a program whose fate cannot be known after a crash of the machine: it is "
      "started again (at most twice), held for a person, or counted as failed. The job property "
      "foliot.on.lost wins over it."));
  out.push_back(choice_key<dialect>(
      "compat", &config::compat, {{"default", dialect::lenient}, {"oozie", dialect::oozie}},
      "How applications are read: whatever any version of the languages allows, with warnings, or "
      "exactly as Oozie 5.2.1 does. The job property foliot.compat wins over it."));
  out.push_back(
      choice_key<latest_base>("latest_from", &config::latest_from,
                              {{"creation", latest_base::creation}, {"now", latest_base::now}},
                              "From when coord:latest looks back: from when its action was made, "
                              "or from when the inputs are "
                              "looked at (oozie.service.ELService.latest-el.use-current-time)."));
  out.push_back(choice_key<bool>(
      "rerun_of_children", &config::rerun_of_children, {{"allowed", true}, {"refused", false}},
      "Whether a workflow that a coordinator started may be rerun by itself, or only through its "
      "coordinator (oozie.wf.rerun.disablechild)."));
  out.push_back(choice_key<bool>(
      "subworkflow_libraries", &config::subworkflow_libraries,
      {{"inherited", true}, {"own", false}},
      "Whether the jars in lib/ of a workflow are on the class path of those below it "
      "(oozie.subworkflow.classpath.inheritance). The job property "
      "oozie.wf.subworkflow.classpath.inheritance wins over it."));
  out.push_back(choice_key<log_level>("log_level", &config::log_least,
                                      {{"debug", log_level::debug},
                                       {"info", log_level::info},
                                       {"warn", log_level::warn},
                                       {"error", log_level::error}},
                                      "The least grave entries that are logged."));
}

result<void> is_group(const std::string& text) {
  if (text == "off" || text == "auto" ||
      (text.size() > 1 && text.front() == '/' && text.back() != '/'))
    return {};
  return wrong("'" + text + "' is neither off nor auto nor an absolute path",
               "Give off, auto, or the path of a control group such as "
               "/sys/fs/cgroup/foliot.slice/runs");
}

/// Of one run, with all its processes; what an action says itself wins.
void add_run_limits(std::vector<config_key>& out) {
  out.push_back(number_key("run_memory_bytes", &config::run_memory_bytes, 0,
                           limits::run_memory_bytes_max, "bytes; 0: no limit",
                           "Memory that the processes of one run may take together; beyond it the "
                           "run is ended. Kept by the kernel where run_cgroup has the memory "
                           "controller, else looked at four times a second."));
  out.push_back(number_key("run_cpu_seconds", &config::run_cpu_seconds, 0,
                           limits::run_cpu_seconds_max, "seconds; 0: no limit",
                           "CPU time that the processes of one run may take together; beyond it "
                           "the run is ended."));
  out.push_back(number_key("run_processes", &config::run_processes, 0, limits::run_processes_max,
                           "processes; 0: no limit",
                           "How many processes one run may have at a time. Where run_cgroup has "
                           "the pids controller no more can be made (threads count too); else the "
                           "run is ended when it has more."));
  out.push_back(number_key("run_open_files", &config::run_open_files, 0, limits::run_open_files_max,
                           "files; 0: the host's limit",
                           "How many files each process of a run may have open."));
  out.push_back(number_key("run_file_bytes", &config::run_file_bytes, 0,
                           limits::run_memory_bytes_max, "bytes; 0: no limit",
                           "How large a file may get that a process of a run writes; who writes "
                           "more is ended."));
  out.push_back(number_key("run_nice", &config::run_nice, 0, limits::run_nice_max,
                           "added to the engine's nice value",
                           "How much the engine and others go before the runs when processors are "
                           "short."));
  out.push_back(text_key("run_cgroup", &config::run_cgroup, "auto, off, or an absolute path",
                         "Where each run gets a control group (cgroup v2) of its own, by which the "
                         "kernel limits it and ends it at once with all its processes. auto: "
                         "foliot-runs below the engine's own group, where this user may make "
                         "groups (systemd: Delegate=yes). A path: a group below one that is "
                         "delegated; the engine does not start without it. off: runs are known by "
                         "their parents and their environment.",
                         is_group));
  out.push_back(choice_key<run_as_rule>(
      "run_as", &config::run_as, {{"off", run_as_rule::off}, {"sudo", run_as_rule::sudo}},
      "As whom programs of actions run: all as the engine's user, or each as the user of its job, "
      "by sudo and foliot-run-as. As whom they may run is root's to say, in "
      "/etc/foliot/run-as.conf (run_as_group, run_as_uid_min). What the engine does by itself (fs, "
      "prepare, email, ssh, git) is refused to other users then."));
}

void add_numbers(std::vector<config_key>& out) {
  out.push_back(number_key("run_slots", &config::run_slots, 1, 10'000, "programs",
                           "How many programs run at the same time on this host; the others wait "
                           "and start in the order in which they were due."));
  out.push_back(number_key("action_output_bytes", &config::action_output_bytes, 0,
                           model::output_limit_max, "bytes",
                           "How much output of one action may be captured; more is an error of the "
                           "action. The property oozie.action.max.output.data of an action or job "
                           "wins over it."));
  out.push_back(number_key("starts_per_minute", &config::starts_per_minute, 0,
                           limits::starts_per_minute_max, "actions a minute",
                           "How many actions may start a minute, of all jobs together; 0: as many "
                           "as are due. The others wait: the job property foliot.priority says who "
                           "goes first, foliot.starts.per.minute limits one bundle."));
  out.push_back(number_key("starts_burst", &config::starts_burst, 0, limits::starts_per_minute_max,
                           "actions",
                           "How many of them may start at once after a quiet time; 0: what ten "
                           "seconds bring, at least one."));
  out.push_back(number_key("free_space_reserve_mib", &config::free_space_reserve_mib, 1, 1'048'576,
                           "MiB",
                           "With less free space on the data directory's file system no new work "
                           "is taken (safe mode); what runs goes on."));
  out.push_back(number_key("rescan_seconds", &config::rescan_seconds, 1, 86'400, "seconds",
                           "How often awaited files are looked for that no event announced."));
  out.push_back(number_key("scheduler_threads", &config::scheduler_threads, 0, 256, "threads",
                           "Threads that run the actors; 0: one per core."));
  out.push_back(number_key("uncommitted_commands", &config::uncommitted_commands, 1, 1'000'000,
                           "commands",
                           "Commands that may wait for the disk; beyond it the answer is 503."));
}

void add_purge(std::vector<config_key>& out) {
  out.push_back(number_key(
      "purge_interval_minutes", &config::purge_interval_minutes, 0, 525'600, "minutes",
      "Old jobs go at the time they get old, but not sooner than so long after the last purge; 0: "
      "only by `foliot purge` (oozie.service.PurgeService.purge.interval)."));
  out.push_back(number_key("purge_workflow_days", &config::purge_workflow_days, 0,
                           limits::purge_days_max, "days",
                           "A workflow that was submitted by itself goes so long after its last "
                           "change, once it has ended (oozie.service.PurgeService.older.than)."));
  out.push_back(number_key("purge_coordinator_days", &config::purge_coordinator_days, 0,
                           limits::purge_days_max, "days",
                           "A coordinator that was submitted by itself goes so long after its end, "
                           "with its actions and workflows "
                           "(oozie.service.PurgeService.coord.older.than)."));
  out.push_back(number_key("purge_bundle_days", &config::purge_bundle_days, 0,
                           limits::purge_days_max, "days",
                           "A bundle goes so long after its end, with all below it; before that "
                           "nothing of it does (oozie.service.PurgeService.bundle.older.than)."));
  out.push_back(choice_key<bool>(
      "purge_old_actions", &config::purge_old_actions, {{"false", false}, {"true", true}},
      "Whether also actions of living coordinators go, with their workflows, purge_workflow_days "
      "after their end. Without it the database grows as long as a coordinator lives "
      "(oozie.service.PurgeService.purge.old.coord.action)."));
  out.push_back(number_key("purge_trees_per_step", &config::purge_trees_per_step, 1, 10'000, "jobs",
                           "How many outermost jobs one step of a purge takes away at most; "
                           "between two steps the engine does other things "
                           "(oozie.service.PurgeService.purge.limit)."));
}

size_t edits_between(std::string_view a, std::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t above = row[j];
      row[j] = std::min({above + 1, row[j - 1] + 1, diagonal + (a[i - 1] == b[j - 1] ? 0U : 1U)});
      diagonal = above;
    }
  }
  return row[b.size()];
}

}  // namespace

const std::vector<config_key>& config_keys() {
  static const std::vector<config_key> keys = [] {
    std::vector<config_key> out;
    add_texts(out);
    add_choices(out);
    add_run_limits(out);
    add_numbers(out);
    add_http_keys(out);
    add_purge(out);
    add_programs(out);
    add_remote_keys(out);
    add_identity_keys(out);
    add_console_keys(out);
    return out;
  }();
  return keys;
}

const config_key* find_config_key(std::string_view name) {
  for (const config_key& key : config_keys())
    if (key.name == name) return &key;
  return nullptr;
}

std::string nearest_config_key(std::string_view name) {
  constexpr size_t longest = 64;  // bounds the work for a hostile key
  if (name.size() > longest) return "";
  std::string best;
  size_t least = std::max<size_t>(2, name.size() / 2) + 1;
  for (const config_key& key : config_keys()) {
    const size_t edits = edits_between(name, key.name);
    if (edits >= least) continue;
    least = edits;
    best = key.name;
  }
  return best;
}

namespace {

/// `text` as comment lines of at most 96 characters.
std::string comment(const std::string& text) {
  constexpr size_t width = 96;
  std::string out;
  std::string line = "#";
  size_t at = 0;
  while (at < text.size()) {
    const size_t blank = std::min(text.find(' ', at), text.size());
    const std::string word = text.substr(at, blank - at);
    if (line.size() + 1 + word.size() > width) {
      out += line + "\n";
      line = "#";
    }
    line += " " + word;
    at = blank + 1;
  }
  return out + line + "\n";
}

}  // namespace

std::string example_config() {
  std::string out =
      "# Settings of `foliot serve --config FILE`. Every line shows a default; the command line "
      "wins "
      "over\n# this file. An unknown name is an error.\n";
  for (const config_key& key : config_keys())
    out += "\n" + comment(key.effect) + comment("(" + key.bounds + ")") + "# " + key.name + " = " +
           key.default_text + "\n";
  return out;
}

}  // namespace foliot::server
