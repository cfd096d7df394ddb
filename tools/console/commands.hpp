// The commands of the console: those that only it has, and those that all users have.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tools/client/console.hpp"
#include "tools/console/session.hpp"

namespace foliot::console {

/// An ordinary command of the command line, over that connection; gives the exit status.
using ordinary_command = std::function<int(const client::console&, client::connection&,
                                           const std::vector<std::string>& words)>;

struct command_help {
  const char* name;
  const char* arguments;
  const char* help;
};
/// The console's own commands.
const std::vector<command_help>& own_commands();
/// Those of the command line that mean something here.
const std::vector<std::string>& user_commands();

/// What may follow a command besides ids: for completion.
std::vector<std::string> argument_words(const std::string& command);

/// Runs one command; `--json` may stand anywhere in it. Gives the exit status.
int run_command(client::console to, session& over, const ordinary_command& ordinary,
                std::vector<std::string> words);

/// A line as words: blanks part them, '...' and "..." keep them, \ keeps the next character. Fails
/// with bad_input where a quote is not closed.
result<std::vector<std::string>> split_line(const std::string& line);

/// How often an engine that went away is tried again where nobody may be there to stop it: once a
/// second, longer than it takes to start.
inline constexpr int tries_max = 60;
/// Says it to `to`, and tries once a second, so often, until somebody interrupts.
patience waiting(const client::console& to, int tries);

/// `watch [ID] [--count N]`: news until somebody interrupts, or so many.
int watch(const client::console& to, session& over, const std::string& id, uint64_t count);
/// `top [--once]`: the screen anew each second until somebody interrupts.
int top(const client::console& to, session& over, bool once);

/// Whether the person pressed Ctrl-C since the last question, where `catch_interrupts` was called.
bool interrupted();
void catch_interrupts();

}  // namespace foliot::console
