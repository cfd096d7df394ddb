#include "tools/client/cli_options.hpp"

#include <string>

namespace foliot::client {

namespace {

CLI::App* add_query(CLI::App* replay, replay_options& into, const std::string& name,
                    const std::string& help) {
  CLI::App* sub = replay->add_subcommand(name, help);
  sub->group("Queries");
  sub->fallthrough();  // options of replay may stand behind the query too
  sub->parse_complete_callback([&into, name] { into.query = name; });
  return sub;
}

CLI::App* add_look(CLI::App* replay, replay_options& into, const std::string& name,
                   const std::string& help) {
  CLI::App* sub = add_query(replay, into, name, help);
  sub->add_option("ID", into.id, "Job, action (...-C@7) or node (...-W@name)")->required();
  return sub;
}

void add_step(CLI::App* replay, replay_options& into) {
  CLI::App* step = add_look(replay, into, "step",
                            "Walk through the history of one job, action or workflow: what each "
                            "step changed, and what was owed then");
  step->add_option("--from", into.from, "Sequence to begin at; with --back the last one")
      ->type_name("SEQUENCE");
  step->add_flag("--back", into.back, "From the end backwards");
  step->add_option("--len", into.steps, "Steps to show (20)")->check(CLI::Range(1, 1'000));
  step->add_option_function<std::string>(
          "--break", [&into](const std::string& text) { into.stop = text; },
          "Only the steps at which this begins to hold: status == KILLED")
      ->type_name("CONDITION");
}

}  // namespace

void add_history_options(CLI::App* sub, history_options& into) {
  sub->add_option("--len", into.length, "Events to show (100)")->check(CLI::Range(1, 1'000));
  sub->add_option("--from", into.from, "First sequence; else the newest events")
      ->check(CLI::Range(int64_t{0}, int64_t{1} << 53))
      ->type_name("SEQUENCE");
}

void add_list_options(CLI::App* sub, list_options& into) {
  sub->add_option("--type", into.type, "Only this kind")
      ->check(CLI::IsMember({"bundle", "coordinator", "workflow"}));
  sub->add_option("--status", into.statuses, "Only this status; may be repeated")
      ->allow_extra_args(false);
  sub->add_option("--user", into.user, "Only this user's");
  sub->add_option("--name", into.name, "Only this name");
  sub->add_option("--len", into.length, "Rows of each kind (50)")->check(CLI::Range(1, 10'000));
}

void add_tree_options(CLI::App* sub, uint32_t& length) {
  sub->add_option("--len", length, "Actions of each coordinator, the newest (10)")
      ->check(CLI::Range(1, 1'000));
}

void add_purge_options(CLI::App* sub, purge_options& into) {
  sub->add_flag("--preview", into.preview, "Only show how much would go");
  const auto number = [&](const char* name, std::string& value, const char* help) {
    sub->add_option(name, value, help)->check(CLI::Number);
  };
  number("--workflow-days", into.workflow_days, "Age of workflows (as configured)");
  number("--coordinator-days", into.coordinator_days, "Age of coordinators");
  number("--bundle-days", into.bundle_days, "Age of bundles");
  sub->add_option("--limit", into.limit, "Most outermost jobs that go (all)")
      ->check(CLI::PositiveNumber);
  sub->add_flag("--old-actions", into.old_actions,
                "Also actions of living coordinators that ended --workflow-days ago");
}

void add_export_options(CLI::App* sub, export_options& into) {
  sub->add_option("ID", into.id, "Any job or action of the tree")->required();
  sub->add_flag("--anonymise", into.anonymise,
                "Replace every word of paths, users, names and values, each by the same one");
  sub->add_option("--out", into.file, "File to write (standard output)");
  sub->add_flag("--live", into.live,
                "Read beside the engine that runs on the directory, as far as it has written");
}

void add_replay_options(CLI::App* replay, replay_options& into) {
  replay->require_subcommand(0, 1);
  replay->add_option("FILE", into.file, "A bug report (foliot export) in place of --data");
  replay->add_flag("--live", into.live,
                   "Read beside the engine that runs on the directory, as far as it has written");
  replay->add_flag("--verify", into.verify, "Exit status 1 when any record differs");
  CLI::Option* digests =
      replay->add_flag("--digests", into.digests, "Print what each journal entry leads to");
  replay
      ->add_option("--with", into.other,
                   "Compare with what another foliot makes of the journal: the first difference")
      ->type_name("PROGRAM")
      ->excludes(digests);
  replay->add_flag("--scenario", into.scenario,
                   "Print the bug report as a scenario for 'foliot test'");
  replay
      ->add_option_function<std::string>(
          "--at", [&into](const std::string& text) { into.at = text; },
          "As it was then: 2026-01-05T02:30:00Z, or a sequence")
      ->type_name("TIME|SEQUENCE");
  CLI::Option* none = replay->add_flag("--no-index", into.no_index,
                                       "Read a long journal over instead of keeping an index");
  replay->add_option("--index", into.index, "Directory of the index (that of --data + .replay)")
      ->type_name("DIR")
      ->excludes(none);
  add_look(replay, into, "info", "Show a job, action or node");
  add_list_options(add_query(replay, into, "list", "List jobs, newest first"), into.list);
  add_tree_options(add_look(replay, into, "tree", "A job with all that lies below it"),
                   into.tree_length);
  add_look(replay, into, "why", "Why was it not running?");
  add_look(replay, into, "log", "What had happened to a job, line by line");
  add_history_options(
      add_look(replay, into, "history", "What had happened to it, with who and why"), into.history);
  add_step(replay, into);
  CLI::App* diff = add_query(replay, into, "diff", "What differs between two moments");
  diff->add_option("A", into.before, "A time or a sequence")->required();
  diff->add_option("B", into.after, "A later one")->required();
  diff->add_option("ID", into.id, "Job or action")->required();
}

}  // namespace foliot::client
