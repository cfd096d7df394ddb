#include "tools/console/commands.hpp"

#include <algorithm>
#include <charconv>
#include <csignal>
#include <optional>
#include <utility>

#include "base/log_levels.hpp"
#include "tools/client/lines.hpp"
#include "tools/console/render.hpp"

namespace foliot::console {

namespace {

using server::console_link;

constexpr uint32_t rows_default = 50;

volatile std::sig_atomic_t seen_interrupt = 0;

/// The words after a command: names and numbers in order, `--limit N` anywhere.
struct arguments {
  std::vector<std::string> plain;
  uint64_t limit = rows_default;
  bool once = false;
};

std::optional<uint64_t> number_of(const std::string& text) {
  uint64_t out = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  if (error != std::errc{} || end != text.data() + text.size() || out == 0) return {};
  return out;
}

result<arguments> read_arguments(const std::vector<std::string>& words, size_t least, size_t most,
                                 uint64_t limit) {
  arguments out;
  out.limit = limit;
  for (size_t i = 1; i < words.size(); ++i) {
    const bool limited = words[i] == "--limit" || words[i] == "--count";
    if (words[i] == "--once") {
      out.once = true;
    } else if (limited && i + 1 < words.size() && number_of(words[i + 1])) {
      out.limit = *number_of(words[++i]);
    } else if (words[i].starts_with("--")) {
      return failure{errc::bad_input, "'" + words[i] + "' is not understood here", "", words[0],
                     "See 'help'; --limit and --count need a number"};
    } else {
      out.plain.push_back(words[i]);
    }
  }
  if (out.plain.size() < least || out.plain.size() > most)
    return failure{errc::bad_input,
                   out.plain.size() < least ? "it is not told what" : "that is too much", "",
                   words[0], "See 'help'"};
  return out;
}

/// Asks and shows, or reports.
template <class Question>
int ask_and_show(const client::console& to, session& over, Question&& question) {
  const auto answer = over.ask(question);
  if (answer) return show(to, *answer), client::exit_good;
  return client::report(to, answer.error());
}

int help(const client::console& to) {
  to.out("Looking into the engine:\n");
  for (const command_help& each : own_commands()) {
    std::string call = std::string(each.name) + " " + each.arguments;
    call.resize(std::max<size_t>(24, call.size()), ' ');
    // A call that is too long has its words on the next line.
    if (call.size() > 24) call += "\n" + std::string(26, ' ');
    to.out("  " + call + " " + client::folded(each.help, 27, 27, client::line_width(to)) + "\n");
  }
  to.out("\nWhat all users have (see 'foliot COMMAND --help'):\n");
  std::string line = " ";
  for (const std::string& each : user_commands()) {
    constexpr size_t columns = 78;
    if (line.size() + 1 + each.size() > columns) to.out(std::exchange(line, " ") + "\n");
    line += " " + each;
  }
  to.out(line + "\n");
  return client::exit_good;
}

int retry(const client::console& to, session& over, const std::string& id) {
  const auto answer = over.ask([&](console_link& link) { return link.retry(id); });
  if (!answer) return client::report(to, answer.error());
  show(to, *answer);
  if (!answer->quarantined) return client::exit_good;
  return client::report(to, {errc::conflict, "it broke again", "", id,
                             "'quarantine reason ID' shows why; discard kills it"});
}

/// Whether `id` is quarantined; tells why not otherwise.
bool is_quarantined(const client::console& to, session& over, const std::string& id) {
  const auto seen = over.ask([&](console_link& link) { return link.entity(id); });
  if (!seen) {
    client::report(to, seen.error());
    return false;
  }
  if (!seen->quarantine.empty()) return true;
  client::report(to, {errc::conflict, "it is not quarantined", "", seen->id,
                      "'quarantine' lists what is; 'kill ID' ends any job"});
  return false;
}

int quarantine(const client::console& to, session& over, const ordinary_command& ordinary,
               const arguments& given) {
  if (given.plain.empty() || given.plain.front() == "list")
    return ask_and_show(to, over, [&](console_link& link) {
      return link.quarantine(static_cast<uint32_t>(std::min<uint64_t>(given.limit, UINT32_MAX)));
    });
  const std::string& what = given.plain.front();
  if (given.plain.size() != 2 || (what != "reason" && what != "retry" && what != "discard"))
    return client::report(to, {errc::bad_input, "'" + what + "' is not understood here", "",
                               "quarantine", "Write list, reason ID, retry ID or discard ID"});
  if (what == "retry") return retry(to, over, given.plain[1]);
  if (what == "discard" && !is_quarantined(to, over, given.plain[1])) return client::exit_failed;
  if (auto there = over.ready(); !there) return client::report(to, there.error());
  client::connection way = over.as_connection();
  return ordinary(to, way, {what == "reason" ? "why" : "kill", given.plain[1]});
}

int settings(const client::console& to, session& over, const arguments& given) {
  if (given.plain.empty())
    return ask_and_show(to, over, [](console_link& link) { return link.settings(); });
  const size_t equals = given.plain.front().find('=');
  if (equals == std::string::npos)
    return client::report(to, {errc::bad_input, "this is not NAME=VALUE", "", given.plain.front(),
                               "Write settings log_level=debug"});
  const auto changed = over.ask([&](console_link& link) {
    return link.change(given.plain.front().substr(0, equals),
                       given.plain.front().substr(equals + 1));
  });
  if (!changed) return client::report(to, changed.error());
  if (to.json) return show(to, *changed), client::exit_good;
  to.out(given.plain.front() + " until the next start of the engine\n");
  return client::exit_good;
}

int run_own(const client::console& to, session& over, const ordinary_command& ordinary,
            const std::string& name, const arguments& given) {
  const auto limit = static_cast<uint32_t>(std::min<uint64_t>(given.limit, UINT32_MAX));
  const std::string id = given.plain.empty() ? "" : given.plain.front();
  const auto look = [&](auto&& question) { return ask_and_show(to, over, question); };
  if (name == "status") return look([](console_link& link) { return link.status(); });
  if (name == "tree") return look([&](console_link& link) { return link.tree(id, limit); });
  if (name == "entity") return look([&](console_link& link) { return link.entity(id); });
  if (name == "actors") return look([](console_link& link) { return link.actors(); });
  if (name == "committer") return look([](console_link& link) { return link.committer(); });
  if (name == "datasets") return look([&](console_link& link) { return link.datasets(limit); });
  if (name == "slots") return look([](console_link& link) { return link.slots(); });
  if (name == "runs") return look([&](console_link& link) { return link.runs(limit); });
  if (name == "pulse") return look([](console_link& link) { return link.pulse(); });
  if (name == "quarantine") return quarantine(to, over, ordinary, given);
  if (name == "settings") return settings(to, over, given);
  if (name == "watch") return watch(to, over, id, given.limit);
  return top(to, over, given.once);
}

}  // namespace

const std::vector<command_help>& own_commands() {
  static const std::vector<command_help> all{
      {"status", "", "the engine: since when, how much lives, safe mode"},
      {"tree", "ID [--limit N]", "a job with all below it"},
      {"entity", "ID", "a job or action: record, debts, mailbox, what it waits for"},
      {"actors", "", "how many live, by kind; mailboxes, the busiest, the staff"},
      {"committer", "", "group sizes, write times and backlog"},
      {"datasets", "[--limit N]", "what is watched, and for whom"},
      {"slots", "", "programs at a time, and the governor of starts"},
      {"runs", "[--limit N]", "programs that were ordered"},
      {"pulse", "", "how fast and how late actions start; why others wait"},
      {"quarantine", "[list|reason ID|retry ID|discard ID]",
       "what is not stepped any more, and why"},
      {"settings", "[NAME=VALUE]", "all of them; those with bounds can be changed"},
      {"watch", "[ID] [--count N]", "every new record as it goes to disk"},
      {"top", "[--once]", "the engine at a glance, anew each second"},
      {"help", "", "this page"}};
  return all;
}

const std::vector<std::string>& user_commands() {
  static const std::vector<std::string> all{
      "audit",   "backlog", "change",  "dataset-ready", "ignore", "info",  "kill",
      "list",    "log",     "purge",   "rerun",         "resume", "start", "submit",
      "suspend", "update",  "version", "wait",          "why"};
  return all;
}

std::vector<std::string> argument_words(const std::string& command) {
  if (command == "quarantine") return {"discard", "list", "reason", "retry"};
  if (command != "settings") return {};
  std::vector<std::string> out{
      "log_level=", "run_slots=", "safe_mode=", "starts_burst=", "starts_per_minute="};
  for (const std::string_view each : log_components)
    out.push_back("log_level." + std::string(each) + "=");
  return out;
}

int run_command(client::console to, session& over, const ordinary_command& ordinary,
                std::vector<std::string> words) {
  to.json = std::erase(words, "--json") > 0 || to.json;
  if (words.empty()) return help(to);
  const std::string& name = words.front();
  if (name == "help") return help(to);
  if (std::find(user_commands().begin(), user_commands().end(), name) != user_commands().end()) {
    // First, so that the command can say which engine it speaks of; its page needs none.
    const bool page = std::find(words.begin(), words.end(), "--help") != words.end();
    if (!page)
      if (auto there = over.ready(); !there) return client::report(to, there.error());
    client::connection way = over.as_connection();
    return ordinary(to, way, words);
  }
  const auto own = std::find_if(own_commands().begin(), own_commands().end(),
                                [&](const command_help& each) { return each.name == name; });
  if (own == own_commands().end())
    return client::report(to, {errc::bad_input, "there is no such command", "",
                               client::visible_lines(name), "See 'help'"}),
           client::exit_usage;
  const bool needs_id = name == "tree" || name == "entity";
  const size_t most = needs_id || name == "watch" || name == "settings" ? 1
                      : name == "quarantine"                            ? 2
                                                                        : 0;
  const auto given =
      read_arguments(words, needs_id ? 1 : 0, most, name == "watch" ? UINT64_MAX : rows_default);
  if (!given) return client::report(to, given.error()), client::exit_usage;
  return run_own(to, over, ordinary, name, *given);
}

result<std::vector<std::string>> split_line(const std::string& line) {
  std::vector<std::string> out;
  std::string word;
  bool begun = false;
  char quote = 0;
  for (size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (c == '\\' && quote != '\'' && i + 1 < line.size()) {
      word += line[++i];
      begun = true;
    } else if (quote != 0) {
      if (c == quote)
        quote = 0;
      else
        word += c;
    } else if (c == '\'' || c == '"') {
      quote = c;
      begun = true;
    } else if (c == ' ' || c == '\t' || c == '\r') {
      if (begun) out.push_back(std::exchange(word, {}));
      begun = false;
    } else {
      word += c;
      begun = true;
    }
  }
  if (quote != 0) return failure{errc::bad_input, "a quote is not closed", "", "", "Close it"};
  if (begun) out.push_back(std::move(word));
  return out;
}

bool interrupted() {
  const bool seen = seen_interrupt != 0;
  seen_interrupt = 0;
  return seen;
}

void catch_interrupts() {
  struct sigaction how {};
  how.sa_handler = [](int) { seen_interrupt = 1; };
  ::sigaction(SIGINT, &how, nullptr);
}

}  // namespace foliot::console
