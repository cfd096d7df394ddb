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

}  // namespace

void add_commands(const add_command& add) { add_el(add); }

}  // namespace foliot::offline
