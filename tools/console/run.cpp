#include "tools/console/run.hpp"

#include <unistd.h>

#include <climits>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <set>

#include "server/config.hpp"
#include "server/console_keys.hpp"
#include "server/console_link.hpp"
#include "server/console_time.hpp"
#include "tools/console/line_editor.hpp"
#include "tools/console/render.hpp"

namespace foliot::console {

using client::console_options;

namespace {

std::string data_of(const console_options& options) {
  return options.data.empty() ? server::config{}.data : options.data;
}

/// A person's console: what was seen can be completed, what went away is waited for.
class talk {
 public:
  talk(client::console to, session& over, const ordinary_command& ordinary)
      : to_(std::move(to)), over_(over), ordinary_(ordinary) {}

  int run() {
    if (auto there = over_.connect(); !there) return client::report(to_, there.error());
    const bool script = ::isatty(STDIN_FILENO) == 0;
    over_.wait_with(waiting(to_, script ? tries_max : INT_MAX));
    if (script) return run_script();
    const auto& engine = over_.welcome();
    to_.out("foliot " + engine.program + " " + engine.system_id + " at " + engine.url + ", as " +
            engine.user + ". 'help' lists the commands, Ctrl-D leaves.\n");
    line_editor lines("foliot> ", [this](const std::string& before) { return words(before); });
    while (auto line = lines.next()) {
      if (*line == "exit" || *line == "quit") break;
      run_line(*line);
    }
    to_.out("\n");
    return client::exit_good;
  }

 private:
  /// Lines from a file: the status of the last that failed.
  int run_script() {
    int status = client::exit_good;
    while (auto line = next_line()) {
      if (*line == "exit" || *line == "quit") break;
      run_line(*line);
      if (status_ != client::exit_good) status = status_;
    }
    return status;
  }

  static std::optional<std::string> next_line() {
    char* line = nullptr;
    size_t room = 0;
    const ssize_t length = ::getline(&line, &room, stdin);
    const std::unique_ptr<char, void (*)(void*)> owner(line, std::free);
    if (length < 0) return {};
    std::string out(line, static_cast<size_t>(length));
    while (!out.empty() && (out.back() == '\n' || out.back() == '\r')) out.pop_back();
    return out;
  }

  void run_line(const std::string& line) {
    status_ = client::exit_good;
    const auto words = split_line(line);
    if (!words) {
      status_ = client::report(to_, words.error());
      return;
    }
    if (words->empty() || words->front().starts_with('#')) return;
    client::console noticing = to_;
    noticing.out = [this](std::string_view text) {
      notice(text);
      to_.out(text);
    };
    status_ = run_command(noticing, over_, ordinary_, *words);
  }

  /// Ids that were shown: seven digits, a dash, fifteen digits.
  void notice(std::string_view text) {
    constexpr size_t most = 500;
    constexpr size_t dash = 7;
    size_t at = 0;
    while (at < text.size() && ids_.size() < most) {
      const size_t end = std::min(text.find_first_of(" \t\n\",", at), text.size());
      const std::string_view word = text.substr(at, end - at);
      if (word.size() > 2 * dash && word[dash] == '-' &&
          word.find_first_not_of("0123456789") == dash)
        ids_.emplace(word);
      at = end + 1;
    }
  }

  std::vector<std::string> words(const std::string& before) const {
    const size_t blank = before.find_first_of(" \t");
    if (blank != std::string::npos) {
      std::vector<std::string> known = argument_words(before.substr(0, blank));
      known.insert(known.end(), ids_.begin(), ids_.end());
      return known;
    }
    std::vector<std::string> out = user_commands();
    for (const command_help& each : own_commands()) out.emplace_back(each.name);
    out.emplace_back("exit");
    return out;
  }

  client::console to_;
  session& over_;
  const ordinary_command& ordinary_;
  std::set<std::string> ids_;
  int status_ = client::exit_good;
};

result<std::string> absolute(const std::string& path) {
  char out[PATH_MAX];
  if (::realpath(path.c_str(), out) == nullptr)
    return failure{errc::not_found, "there is no such data directory", "", path,
                   "Name the engine's with --data"};
  return std::string(out);
}

result<void> issue(const client::console& to, const server::console_keys& keys, instant now,
                   const console_options& options) {
  const std::string path = options.out.empty() ? options.name + ".console" : options.out;
  if (auto named = server::check_console_name(options.name); !named) return named;
  if (::access(path.c_str(), F_OK) == 0)
    return failure{errc::conflict, "there is such a file", "", path, "Name another with --out"};
  const uint32_t days = options.days == 0 ? server::console_days_default : options.days;
  const auto text = keys.issue(options.name, days, now);
  if (!text) return text.error();
  if (auto written = server::write_private_file(path, *text); !written) {
    static_cast<void>(keys.revoke(options.name));  // nobody has its key
    return written;
  }
  if (to.json)
    to.out(nlohmann::json{{"name", options.name}, {"file", path}, {"days", days}}.dump() + "\n");
  else
    to.out("console " + options.name + ", good for " + std::to_string(days) + " days: " + path +
           "\nCopy it to its user over a safe way: foliot console --connect HOST:PORT "
           "--certificate FILE\n");
  return {};
}

result<void> list(const client::console& to, const server::console_keys& keys, instant now) {
  const auto all = keys.list();
  if (!all) return all.error();
  nlohmann::json rows = nlohmann::json::array();
  client::text_table table({"name", "from", "until", "fingerprint"}, 3, 4);
  for (const server::known_console& each : *all) {
    const std::string until =
        server::console_time(each.until) + (each.until <= now ? " expired" : "");
    rows.push_back({{"name", each.name},
                    {"from", server::console_time(each.from)},
                    {"until", server::console_time(each.until)},
                    {"expired", each.until <= now},
                    {"fingerprint", each.fingerprint}});
    table.add({each.name, server::console_time(each.from), until, each.fingerprint.substr(0, 16)});
  }
  to.out(to.json ? nlohmann::json{{"consoles", rows}}.dump() + "\n" : table.text(to));
  return {};
}

int certificates(client::console to, const wall_clock& clock, const console_options& options) {
  to.json = to.json || options.json;
  const auto data = absolute(data_of(options));
  if (!data) return client::report(to, data.error());
  const instant now = clock.now();
  const auto keys = server::console_keys::open(*data, now, false);
  if (!keys) return client::report(to, keys.error());
  result<void> done;
  if (options.task == console_options::what::issue) done = issue(to, *keys, now, options);
  if (options.task == console_options::what::list) done = list(to, *keys, now);
  if (options.task == console_options::what::revoke) {
    done = keys->revoke(options.name);
    if (done) to.out(to.json ? "{}\n" : "console " + options.name + " is not trusted any more\n");
  }
  return done ? client::exit_good : client::report(to, done.error());
}

}  // namespace

int run(const client::console& to, const wall_clock& clock, const console_options& options,
        const ordinary_command& ordinary) {
  if (options.task != console_options::what::talk) return certificates(to, clock, options);
  session over([&options]() -> result<server::console_target> {
    if (!options.connect.empty())
      return server::remote_target(options.connect, options.certificate);
    return server::local_target(data_of(options));
  });
  catch_interrupts();
  if (options.words.empty()) return talk(to, over, ordinary).run();
  return run_command(to, over, ordinary, options.words);
}

}  // namespace foliot::console
