#include "tools/offline/command_line.hpp"

#include <memory>

#include "tools/offline/commands.hpp"

namespace foliot::offline {

namespace {

using client::console;

/// The options live as long as the command that reads them.
template <class Options>
std::pair<CLI::App*, std::shared_ptr<Options>> command(
    const add_command& add, const std::string& name, const std::string& help,
    int (*what)(const console&, const Options&)) {
  auto options = std::make_shared<Options>();
  CLI::App* sub =
      add(name, help, [options, what](const console& to) { return what(to, *options); });
  return {sub, options};
}

void add_el(const add_command& add) {
  const auto [sub, options] =
      command<el_options>(add, "el", "Evaluate an expression as one phase would", show_value);
  sub->add_option("--phase", options->phase, "Where it stands: coord-action-create, workflow, ...")
      ->required();
  sub->add_option("--context", options->context,
                  "JSON file: vars, dataset, action, existing_paths, ...");
  sub->add_option("--compat", options->reading, "Whose reading: oozie (the default) or default")
      ->check(CLI::IsMember({"oozie", "default"}));
  sub->add_option("EXPR", options->expression, "The text, such as '${coord:days(1)}'");
}

void add_preview(const add_command& add) {
  const auto [sub, options] = command<preview_options>(
      add, "preview", "When an application would run, and on which data", preview);
  sub->add_option("APP", options->path, "XML file of the application, or its directory")
      ->required();
  sub->add_option("-c,--config", options->properties,
                  "Job properties: a .properties file, or configuration XML");
  sub->add_option("-D", options->definitions, "A property, name=value; wins over -c")
      ->allow_extra_args(false);
  sub->add_option("--from", options->from, "First nominal time, such as 2026-03-07T00:00Z");
  sub->add_option("--to", options->to, "Before this nominal time");
  sub->add_option("--count", options->count, "Actions to show (10)")->check(CLI::Range(1, 100'000));
  sub->footer(
      "\nExamples:\n"
      "  foliot preview apps/retail -c job.properties\n"
      "  foliot preview apps/clean/coordinator.xml -D data=/data --count 3\n"
      "  foliot preview apps/retail --from 2026-03-07T00:00Z --to 2026-03-10T00:00Z\n"
      "\nExit status: 0 good, 1 refused or every action shown fails, 2 wrong usage.\n");
}

void add_cron(const add_command& add) {
  const auto [sub, options] =
      command<cron_options>(add, "cron", "When a cron expression fires, in UTC", show_fires);
  sub->add_option("EXPR", options->expression, "Five fields, such as '0 6 * * MON-FRI'")
      ->required();
  sub->add_option("--start", options->start, "Fires at or after this time, 2026-01-01T00:00Z")
      ->required();
  sub->add_option("--tz", options->zone, "The zone whose clock is meant (UTC)");
  sub->add_option("--count", options->count, "Fires to show (10)")->check(CLI::Range(1, 1'000'000));
  sub->add_option("--compat", options->reading, "Whose reading: oozie (the default) or default")
      ->check(CLI::IsMember({"oozie", "default"}));
}

void add_lint(const add_command& add) {
  const auto [sub, options] =
      command<lint_options>(add, "lint", "What is wrong in files, with place and remedy", lint);
  sub->add_option("PATH", options->paths, "Files, or directories with all below them")->required();
  sub->add_flag("--strict", options->strict, "Exit status 1 when there are only warnings");
  sub->footer(
      "\nExamples:\n"
      "  foliot lint apps\n"
      "  foliot lint --strict apps/clean/coordinator.xml job.properties\n"
      "\nExit status: 0 no errors; 1 only warnings, with --strict; 2 errors in the files,\n"
      "a path that cannot be read, or wrong usage.\n");
}

void add_scan(const add_command& add) {
  const auto [sub, options] = command<scan_options>(
      add, "scan", "What an estate of applications uses, and what would run", scan);
  sub->add_option("DIR", options->path, "A directory with all below it")->required();
  sub->add_flag("--summary", options->summary, "Without the list of files");
  sub->footer(
      "\nExamples:\n"
      "  foliot scan apps\n"
      "  foliot scan apps --summary\n"
      "\nExit status: 0 whatever was found, 1 unreadable, 2 wrong usage.\n");
}

void add_retry_advice(const add_command& add) {
  const auto [sub, options] = command<retry_options>(
      add, "retry-advice", "What a retry setting buys, in chances, time and cost",
      advise_on_retries);
  model::retry_question& ask = options->question;
  sub->add_option("--failure-probability", ask.failure_probability, "Of one attempt, 0 to 1")
      ->required();
  sub->add_option("--target", ask.target, "Wanted probability of success, such as 0.999");
  sub->add_option("--retries", ask.retries, "After the first attempt; else what the target needs");
  sub->add_option("--duration", ask.duration, "Of one attempt, in minutes");
  sub->add_option("--interval", ask.interval, "Before each retry, in minutes");
  sub->add_option("--policy", options->policy, "periodic (the default), or exponential: doubled")
      ->check(CLI::IsMember({"periodic", "exponential"}));
  sub->add_option("--cost-failure", ask.cost_failure, "Of a failure for good");
  sub->add_option("--cost-retry", ask.cost_retry, "Of each retry");
}

/// `foliot config import`: the outer word has no other yet.
void add_config(const add_command& add) {
  const auto [outer, options] =
      command<import_options>(add, "config", "Settings: import those of Oozie", import_config);
  outer->require_subcommand(1);
  CLI::App* sub = outer->add_subcommand(
      "import", "Write foliot.toml from oozie-site.xml, and say what is lost");
  sub->fallthrough();  // --json is the outer one's
  sub->add_option("FILE", options->file, "oozie-site.xml")->required();
  sub->add_option("--out", options->out, "Where to write (foliot.toml)");
  sub->add_flag("--force", options->force, "Also over a file that is there");
  sub->add_option("-D", options->definitions,
                  "A property of Oozie's JVM, name=value, such as user.name=oozie")
      ->allow_extra_args(false);
  sub->footer(
      "\nExamples:\n"
      "  foliot config import /etc/oozie/conf/oozie-site.xml\n"
      "  foliot config import oozie-site.xml --out new.toml -D user.name=oozie --json\n"
      "\nExit status: 0 nothing is lost; 1 a key is not supported, or nothing was written;\n"
      "2 wrong usage.\n");
}

}  // namespace

void add_commands(const add_command& add) {
  add_lint(add);
  add_scan(add);
  add_preview(add);
  add_cron(add);
  add_el(add);
  add_retry_advice(add);
  add_config(add);
}

}  // namespace foliot::offline
