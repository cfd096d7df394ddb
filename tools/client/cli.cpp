#include "tools/client/cli.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <utility>

#include "tools/client/cli_choices.hpp"
#include "tools/client/cli_looks.hpp"
#include "tools/client/cli_options.hpp"
#include "tools/client/commands.hpp"
#include "tools/offline/command_line.hpp"

namespace foliot::client {

namespace {

class command_line {
 public:
  command_line(const monotonic_clock& clock, const cli_hooks& hooks)
      : clock_(clock), hooks_(hooks) {
    app_.footer(examples);
    app_.require_subcommand(1);
    app_.add_option("--url", chosen_.url, "The server's root, http://HOST:PORT");
    app_.add_flag("--json", chosen_.json, "Print JSON");
    app_.set_help_all_flag("--help-all", "Help for all commands");
    add_jobs();
    add_looks([this](const std::string& name, const std::string& help,
                     remote_action what) { return remote(name, "Looking", help, std::move(what)); },
              chosen_);
    add_orders();
    add_engine();
    offline::add_commands([this](const std::string& name, const std::string& help,
                                 std::function<int(const console&)> what) {
      return local(name, "Files", help, std::move(what));
    });
    add_test();
  }

  CLI::App& app() { return app_; }
  choices& chosen() { return chosen_; }

 private:
  /// A subcommand that talks to a server.
  CLI::App* remote(const std::string& name, const std::string& group, const std::string& help,
                   remote_action what) {
    CLI::App* sub = local(name, group, help, [this, what = std::move(what)](const console& to) {
      if (hooks_.over != nullptr) return what(to, *hooks_.over);
      const auto root = server_url(chosen_.url);
      if (!root) return report(to, root.error());
      connection server(*root);
      return what(to, server);
    });
    sub->add_option("--url", chosen_.url, "The server's root, http://HOST:PORT");
    return sub;
  }

  CLI::App* local(const std::string& name, const std::string& group, const std::string& help,
                  std::function<int(const console&)> what) {
    CLI::App* sub = app_.add_subcommand(name, help);
    sub->group(group);
    sub->add_flag("--json", chosen_.json, "Print JSON");
    sub->callback([this, what = std::move(what)] { chosen_.run = what; });
    return sub;
  }

  void add_id(CLI::App* sub, const char* help = "Job") {
    sub->add_option("ID", chosen_.id, help)->required();
  }

  /// What is given but names nothing (an empty variable of a script) must not mean everything.
  static std::string names_something(const std::string& text) {
    return text.find_first_not_of(" \t") == std::string::npos ? "it is empty" : "";
  }

  void add_jobs() {
    CLI::App* submit =
        remote("submit", "Jobs", "Submit a bundle, coordinator or workflow and start it",
               [this](const console& to, connection& server) {
                 if (chosen_.preview)
                   return preview_submission(to, server, chosen_.submit, chosen_.coming);
                 chosen_.submit.start = !chosen_.no_start;
                 return client::submit(to, server, chosen_.submit);
               });
    add_application(submit);
    submit->add_flag("--no-start", chosen_.no_start, "Only submit: 'foliot start ID' starts it");
    submit->add_flag("--dry-run", chosen_.submit.dry_run,
                     "Check it all, show what it would be, keep nothing");
    CLI::Option* preview =
        submit->add_flag("--preview", chosen_.preview,
                         "Let the server read it, show its first actions, keep nothing");
    preview->excludes("--no-start")->excludes("--dry-run");
    submit->add_option("--count", chosen_.coming.count, "Of --preview: at most so many (10)")
        ->check(CLI::Range(1, 1'000))
        ->needs(preview);

    CLI::App* list = remote("list", "Jobs", "List jobs, newest first",
                            [this](const console& to, connection& server) {
                              return client::list(to, server, chosen_.list);
                            });
    add_list_options(list, chosen_.list);

    CLI::App* wait = remote("wait", "Jobs", "Wait until a job has ended",
                            [this](const console& to, connection& server) {
                              chosen_.wait.id = chosen_.id;
                              chosen_.wait.timeout_ms =
                                  static_cast<int64_t>(chosen_.timeout_seconds * 1000);
                              return client::wait(to, server, clock_, chosen_.wait);
                            });
    add_id(wait);
    wait->add_option("--timeout", chosen_.timeout_seconds, "Seconds; then the exit status is 3")
        ->check([](const std::string& text) {
          double seconds = 0;
          const bool number = CLI::detail::lexical_cast(text, seconds);
          if (number && seconds >= 0.001 && seconds <= 1e9) return std::string();
          return "'" + text + "' is not a number of seconds from 0.001 to 1000000000";
        });
    wait->add_flag("--progress", chosen_.wait.progress, "Show how far a bundle is");
  }

  void add_application(CLI::App* sub) {
    sub->add_option("PATH", chosen_.submit.path, "XML file of the application, or its directory");
    sub->add_option("-c,--config", chosen_.submit.properties,
                    "Job properties: a .properties file, or configuration XML");
    sub->add_option("-D", chosen_.submit.definitions, "A property, name=value; wins over -c")
        ->allow_extra_args(false);
  }

  void add_update() {
    CLI::App* update = remote(
        "update", "Orders", "Let a coordinator's actions to come follow its files as they are now",
        [this](const console& to, connection& server) {
          return client::update(to, server, chosen_.id, {chosen_.submit, chosen_.diff});
        });
    add_id(update);
    add_application(update);
    update->add_flag("--dry-run", chosen_.submit.dry_run, "Only show what would change");
    update->add_flag("--diff,!--no-diff", chosen_.diff, "Show what changes (it does)");
  }

  void add_orders() {
    const std::pair<const char*, const char*> orders[] = {
        {"suspend", "Start nothing new for a job until it is resumed"},
        {"resume", "Go on with a suspended job"}};
    add_id(remote("start", "Orders", "Start a job that was submitted with --no-start",
                  [this](const console& to, connection& server) {
                    return client::order(to, server, chosen_.id, "start");
                  }));
    for (const auto& [name, help] : orders)
      add_filter(remote(name, "Orders", help,
                        [this, order = std::string(name)](const console& to, connection& server) {
                          return chosen_.id.empty() ? client::bulk(to, server, order, chosen_.bulk)
                                                    : client::order(to, server, chosen_.id, order);
                        }));
    CLI::App* kill = remote(
        "kill", "Orders", "End a job and everything below it, or some actions",
        [this](const console& to, connection& server) {
          return chosen_.id.empty() ? client::bulk(to, server, "kill", chosen_.bulk)
                                    : client::kill(to, server, chosen_.id, chosen_.rerun.which);
        });
    add_filter(kill);
    add_scope(kill);
    CLI::App* change =
        remote("change", "Orders", "Change a job's end, pause time, concurrency or status",
               [this](const console& to, connection& server) {
                 return client::change(to, server, chosen_.id, chosen_.values);
               });
    add_id(change);
    change
        ->add_option("VALUE", chosen_.values,
                     "endtime=TIME, pausetime=TIME (empty: none), concurrency=N, status=RUNNING")
        ->required();
    add_update();
    add_rerun();
    add_news();
    CLI::App* ignore = remote("ignore", "Orders", "Let a coordinator, or failed actions, not count",
                              [this](const console& to, connection& server) {
                                return client::ignore(to, server, chosen_.id, chosen_.rerun.which);
                              });
    add_id(ignore);
    ignore->add_option("--actions", chosen_.rerun.which.actions, "Numbers, such as 1,3-5")
        ->check(names_something);
  }

  /// A job, or all that a filter takes.
  void add_filter(CLI::App* sub) {
    bulk_options& bulk = chosen_.bulk;
    CLI::Option* id = sub->add_option("ID", chosen_.id, "Job");
    CLI::Option* filter =
        sub->add_option("--filter", bulk.filter,
                        "All jobs of --kind that match: name=N, user=U, status=S, id=I; "
                        "';' between, the same name again is an alternative");
    filter->excludes(id);
    sub->add_option("--kind", bulk.kind, "bundle, coordinator or workflow")
        ->check(CLI::IsMember({"bundle", "coordinator", "workflow"}))
        ->needs(filter);
    sub->add_option("--len", bulk.length, "At most so many jobs, the newest (1000)")
        ->check(CLI::Range(1, 1'000))
        ->needs(filter);
    sub->add_flag("--preview", bulk.preview, "Only show which jobs it would be")->needs(filter);
    sub->add_flag("--yes", bulk.yes, "Do not ask")->needs(filter);
    sub->parse_complete_callback([this, id, filter] {
      if (id->count() + filter->count() == 0) throw CLI::RequiredError("ID or --filter");
      if (filter->count() != 0 && chosen_.bulk.kind.empty())
        throw CLI::RequiredError("--kind bundle, coordinator or workflow");
    });
  }

  void add_scope(CLI::App* sub) {
    scope_options& which = chosen_.rerun.which;
    CLI::Option* actions = sub->add_option("--actions", which.actions, "Numbers, such as 1,3-5")
                               ->check(names_something);
    sub->add_option("--dates", which.dates, "Nominal times, such as START::END,TIME")
        ->check(names_something)
        ->excludes(actions);
  }

  void add_rerun() {
    CLI::App* rerun = remote("rerun", "Orders", "Let a workflow, or actions, that ended start over",
                             [this](const console& to, connection& server) {
                               return client::rerun(to, server, chosen_.id, chosen_.rerun);
                             });
    add_id(rerun);
    add_scope(rerun);
    rerun
        ->add_option("--coordinators", chosen_.rerun.which.coordinators,
                     "Of a bundle: names, comma separated")
        ->check(names_something);
    rerun->add_flag("--refresh", chosen_.rerun.refresh, "Name the inputs anew, as of now");
    rerun->add_flag("--no-cleanup", chosen_.rerun.nocleanup, "Leave the old outputs");
    rerun->add_flag("--failed", chosen_.rerun.failed, "Go on from the failed nodes");
    rerun->add_option("--skip", chosen_.rerun.skip,
                      "Of a workflow: nodes that keep their results, comma separated");
    rerun->add_option("-c,--config", chosen_.rerun.properties,
                      "Of a workflow: properties that replace the job's");
    rerun->add_option("-D", chosen_.rerun.definitions, "A property, name=value; wins over -c")
        ->allow_extra_args(false);
  }

  void add_news() {
    CLI::App* ready = remote("dataset-ready", "Orders",
                             "Tell the engine that data is there, so that it looks at once",
                             [this](const console& to, connection& server) {
                               return client::dataset_ready(to, server, chosen_.uris);
                             });
    ready->add_option("URI", chosen_.uris, "Of an instance, or of its done-flag: file:///PATH")
        ->required();
  }

  void add_engine() {
    CLI::App* serve =
        local("serve", "Engine", "Run the engine in the foreground", [this](const console& to) {
          const auto settings = load_settings();
          if (!settings) return report(to, settings.error());
          return hooks_.serve(to, *settings);
        });
    add_settings(serve);
    serve->add_option("--listen", chosen_.listen, "HOST:PORT (127.0.0.1:11000)");

    CLI::App* replay =
        local("replay", "Engine", "The past, from a stopped engine's journal: any moment, any step",
              [this](const console& to) {
                const auto settings = load_settings();
                if (!settings) return report(to, settings.error());
                return hooks_.replay(to, *settings, chosen_.replay);
              });
    add_settings(replay);
    add_replay_options(replay, chosen_.replay);
    CLI::App* bug_report =
        local("export", "Engine", "A job's whole tree as a bug report, for 'foliot replay FILE'",
              [this](const console& to) {
                const auto settings = load_settings();
                if (!settings) return report(to, settings.error());
                return hooks_.export_tree(to, *settings, chosen_.bug_report);
              });
    add_settings(bug_report);
    add_export_options(bug_report, chosen_.bug_report);

    CLI::App* talk = local("console", "Engine", "Look into a running engine, and give it orders",
                           [this](const console& to) { return hooks_.talk(to, chosen_.talk); });
    add_console_options(*talk, chosen_.talk);

    add_purge();
    remote("version", "Engine", "The versions of this program and of the server", client::version);
  }

  void add_purge() {
    CLI::App* purge = remote("purge", "Engine", "Take old jobs that have ended off the disk",
                             [this](const console& to, connection& server) {
                               return client::purge(to, server, chosen_.purge);
                             });
    add_purge_options(purge, chosen_.purge);
  }

  void add_test() {
    CLI::App* test =
        local("test", "Testing", "Play scenarios of an application in virtual time",
              [this](const console& to) { return hooks_.test(to, clock_, chosen_.test); });
    test->add_option("PATH", chosen_.test.paths, "Scenarios, or directories with all below them")
        ->required();
    test->add_option("--app", chosen_.test.folder,
                     "Application directory; else the nearest above the scenario");
    test->add_flag("--verbose", chosen_.test.verbose, "Tell what happened, and when");
    test->add_option("--seed", chosen_.test.seed, "Another order of what happens together (1)");
    test->footer("Exit status: 0 all passed, 1 one failed, 2 wrong usage.");
  }

  void add_settings(CLI::App* sub) {
    sub->add_option("--data", chosen_.data, "Data directory (foliot-data)");
    sub->add_option("--config", chosen_.config_file, "foliot.toml");
    sub->add_option("--set", chosen_.settings, "Any setting of foliot.toml, name=value")
        ->allow_extra_args(false);
  }

  result<server::config> load_settings() const {
    std::vector<server::override_value> overrides;
    for (const std::string& one : chosen_.settings) {
      const size_t equals = one.find('=');
      if (equals == std::string::npos)
        return failure{errc::bad_input, "'" + one + "' is not name=value", "", "--set",
                       "Write --set name=value"};
      overrides.push_back({one.substr(0, equals), one.substr(equals + 1)});
    }
    if (!chosen_.data.empty()) overrides.push_back({"data", chosen_.data});
    if (!chosen_.listen.empty()) overrides.push_back({"listen", chosen_.listen});
    return server::load_config(chosen_.config_file, overrides);
  }

  CLI::App app_{"Foliot runs Oozie's bundles, coordinators and workflows, driven by events.",
                "foliot"};
  choices chosen_;
  const monotonic_clock& clock_;
  const cli_hooks& hooks_;
};

/// Help is no error: CLI11 throws it all the same.
int answer_parse(const console& to, const CLI::App& app, const CLI::ParseError& error) {
  const CLI::App* sub = &app;
  std::string outer = "foliot";  // what stands before the name of `sub`
  for (auto below = app.get_subcommands(); !below.empty(); below = sub->get_subcommands()) {
    if (sub != &app) outer += " " + sub->get_name();
    sub = below.front();
  }
  if (dynamic_cast<const CLI::CallForAllHelp*>(&error) != nullptr)
    return to.out(app.help("", CLI::AppFormatMode::All)), exit_good;
  if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success))
    return to.out(sub->help(sub == &app ? "" : outer)), exit_good;
  // Of an unknown command CLI11 only says that one is missing.
  const std::vector<std::string> unknown = app.remaining();
  if (sub == &app && !unknown.empty())
    to.err("foliot: there is no command '" + unknown.front() + "'\n");
  else
    to.err("foliot: " + std::string(error.what()) + "\n");
  to.err(sub == &app ? "See 'foliot --help'.\n"
                     : "See '" + outer + " " + sub->get_name() + " --help'.\n");
  return exit_usage;
}

}  // namespace

int run_cli(const std::vector<std::string>& arguments, console to, const monotonic_clock& clock,
            const cli_hooks& hooks) {
  command_line line(clock, hooks);
  std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
  try {
    line.app().parse(std::move(reversed));
  } catch (const CLI::ParseError& error) {
    return answer_parse(to, line.app(), error);
  }
  to.json = line.chosen().json;
  line.chosen().talk.words = line.app().remaining(true);
  return line.chosen().run(to);
}

}  // namespace foliot::client
