// history and tree: what happened to a job, and what lies below it.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/visible.hpp"
#include "tools/client/commands.hpp"
#include "tools/client/left_out.hpp"
#include "tools/client/lines.hpp"

namespace foliot::client {

using nlohmann::json;

namespace {

/// "2026-01-05T02:30:00.123Z" as "2026-01-05 02:30:00.123".
std::string spaced(std::string iso) {
  if (iso.size() < 20) return iso;
  iso[10] = ' ';
  iso.pop_back();
  return iso;
}

/// "WAITING -> READY", "-> PREP" of a birth, "RUNNING" where it stays, "" where nobody knows.
std::string statuses(const json& event) {
  const std::string from = field(event, "from");
  const std::string to = field(event, "to");
  if (from == to) return to;
  if (to.empty()) return from + " ->";
  return from.empty() ? "-> " + to : from + " -> " + to;
}

/// Who or what it came from.
std::string reason(const json& event) {
  const std::string user = field(event, "user");
  const std::string address = field(event, "address");
  if (!user.empty() || !address.empty()) {
    std::string out = ", asked by " + (user.empty() ? "somebody" : user);
    const std::string acting = field(event, "proxyUser");
    if (!acting.empty()) out += " through " + acting;
    return address.empty() ? out : out + " from " + address;
  }
  const auto cause = event.find("cause");
  if (cause == event.end() || !cause->is_object()) return "";
  std::string out = ", because of #" + field(*cause, "sequence");
  const std::string what = field(*cause, "what");
  return what.empty() ? out : out + " (" + field(*cause, "id") + ": " + what + ")";
}

void print_events(const console& to, const json& events) {
  constexpr size_t behind_times = 25;  // where the sequences begin
  size_t number = 0;
  size_t status = 0;
  for (const json& event : events) {
    number = std::max(number, field(event, "sequence").size());
    status = std::max(status, width_of(statuses(event)));
  }
  for (const json& event : events) {
    const std::string sequence = field(event, "sequence");
    std::string moved = visible(statuses(event));
    const size_t pad = status - std::min(status, width_of(moved));
    const std::string when = spaced(visible(field(event, "time"))) + "  " +
                             std::string(number - sequence.size(), ' ') + "#" + sequence;
    const std::string told = visible(field(event, "what") + reason(event));
    const size_t used = width_of(when) + 2 + width_of(moved) + pad + 2;
    to.out(dim(to, when) + "  " + painted(to, field(event, "to"), moved) + std::string(pad, ' ') +
           "  " + folded(told, used, behind_times, line_width(to)) + "\n");
  }
}

void print_row(const console& to, const json& row, const std::string& before,
               const std::string& own) {
  constexpr size_t name_least = 8;
  const std::string status = visible(field(row, "status"));
  const std::string kind = visible(field(row, "kind"));
  const std::string id = kind == "node" ? "" : "  " + visible(field(row, "id"));
  const size_t used = width_of(own + kind + "   " + status + id);
  const size_t room = line_width(to) - std::min(used, line_width(to));
  const std::string name = cut(visible(field(row, "name")), std::max(room, name_least));
  to.out(own + kind + " " + bold(to, name) + "  " + painted(to, status, status) + dim(to, id) +
         "\n");
  const auto below = row.find("below");
  const std::string more = field(row, "more");
  const size_t rows = below != row.end() && below->is_array() ? below->size() : 0;
  for (size_t i = 0; i < rows; ++i) {
    const bool last = i + 1 == rows && more.empty();
    print_row(to, (*below)[i], before + (last ? "   " : "|  "), before + (last ? "`- " : "|- "));
  }
  if (!more.empty()) to.out(before + "`- ... " + more + " more\n");
}

}  // namespace

int history(const console& to, connection& server, const history_options& options) {
  connection::query parameters{{"len", std::to_string(options.length)}};
  if (options.from) parameters.emplace_back("from", std::to_string(*options.from));
  const auto answer = server.get_json("/api/history/" + exec::url_encode(options.id), parameters);
  if (!answer) return report(to, answer.error());
  if (to.json)
    return to.out(answer->dump(-1, ' ', false, json::error_handler_t::replace) + "\n"), exit_good;
  const uint64_t older = answer->value("older", uint64_t{0});
  if (older != 0 && !options.from)
    to.out("... " + std::to_string(older) + " older: see them with --from 0\n");
  const auto events = answer->find("events");
  if (events != answer->end() && events->is_array()) print_events(to, *events);
  if (events != answer->end() && events->empty())
    to.out(options.from ? "nothing happened from #" + std::to_string(*options.from) + " on\n"
                        : std::string("nothing has happened to it yet\n"));
  const std::string next = field(*answer, "next");
  if (!next.empty()) to.out("... more: go on with --from " + next + "\n");
  const std::string unfollowed = field(*answer, "unfollowed");
  if (!unfollowed.empty()) to.out("some statuses are not known: " + visible(unfollowed) + "\n");
  return exit_good;
}

int tree(const console& to, connection& server, const std::string& id, uint32_t length) {
  const auto answer =
      server.get_json("/api/tree/" + exec::url_encode(id), {{"len", std::to_string(length)}});
  if (!answer) return report(to, answer.error());
  if (to.json)
    return to.out(answer->dump(-1, ' ', false, json::error_handler_t::replace) + "\n"), exit_good;
  tell_left_out(to, left_out_of(*answer));
  print_row(to, *answer, "", "");
  return exit_good;
}

}  // namespace foliot::client
