// `foliot`: the engine and its command line in one program.
#include "server/clocks.hpp"
#include "server/engine.hpp"
#include "tools/client/cli.hpp"
#include "tools/client/export.hpp"
#include "tools/client/replay.hpp"
#include "tools/client/trial.hpp"
#include "tools/console/run.hpp"

namespace {

using namespace foliot;

int serve(const client::console& to, const server::config& settings) {
  const auto outcome = server::run_engine(settings, [&](const std::string& url) {
    // Scripts wait for this line: exactly one on standard output.
    to.out("foliot ready on " + url + "\n");
  });
  return outcome ? client::exit_good : client::report(to, outcome.error());
}

int talk(const client::console& to, const client::console_options& options) {
  const server::system_clock_source wall;
  const server::steady_clock_source steady;
  return console::run(to, wall, options,
                      [&](const client::console& inner, client::connection& over,
                          const std::vector<std::string>& words) {
                        client::cli_hooks hooks;
                        hooks.over = &over;
                        std::vector<std::string> all = words;
                        if (inner.json) all.emplace_back("--json");
                        return client::run_cli(all, inner, steady, hooks);
                      });
}

}  // namespace

int main(int argc, char** argv) {
  client::reserve_standard_files();
  const server::steady_clock_source clock;
  return client::after_output(
      client::run_cli({argv + 1, argv + argc}, client::standard_console(), clock,
                      {serve, client::replay, client::export_tree, client::test, talk}));
}
