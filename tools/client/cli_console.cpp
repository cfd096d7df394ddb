#include "tools/client/cli_console.hpp"

#include <CLI/CLI.hpp>

namespace foliot::client {

void add_console_options(CLI::App& console, console_options& into) {
  console.add_option("--data", into.data,
                     "Data directory of the engine on this host (foliot-data)");
  CLI::Option* certificate = console.add_option("--certificate", into.certificate,
                                                "The console's own file, for --connect");
  console.add_option("--connect", into.connect, "HOST:PORT of an engine's port for consoles")
      ->needs(certificate);
  console.prefix_command();  // what follows is the console's command, options and all
  console.footer(
      "Without a command: one after the other, with editing, history and completion.\n"
      "'foliot console help' lists the commands.");
  const auto add = [&](const char* name, const char* help, console_options::what task) {
    CLI::App* sub = console.add_subcommand(name, help);
    sub->add_option("--data", into.data, "Data directory of the engine (foliot-data)");
    sub->add_flag("--json", into.json, "One line of JSON");
    sub->callback([&into, task] { into.task = task; });
    return sub;
  };
  CLI::App* issue = add("certificate", "Make the file of a console for another administrator",
                        console_options::what::issue);
  issue->add_option("NAME", into.name, "Its name: also the user's, in the audit")->required();
  issue->add_option("--days", into.days, "How long it is good, 1 to 3650 (365)")
      ->check(CLI::Range(1, 3'650));
  issue->add_option("--out", into.out, "File to be written (NAME.console)");
  CLI::App* revoke =
      add("revoke", "Trust a console no more, at once", console_options::what::revoke);
  revoke->add_option("NAME", into.name, "Its name")->required();
  add("certificates", "The consoles that are trusted", console_options::what::list);
  console.require_subcommand(0, 1);
}

}  // namespace foliot::client
