// backlog: how many starts are coming, from which coordinators, and how fast they are let go.
#include <nlohmann/json.hpp>

#include "tools/client/commands.hpp"

namespace foliot::client {

using nlohmann::json;

namespace {

std::string text_of(const json& object, const char* name) {
  const auto found = object.find(name);
  if (found == object.end() || found->is_null()) return "";
  return found->is_string() ? found->get<std::string>() : found->dump();
}

const json& list_of(const json& object, const char* name) {
  static const json none = json::array();
  const auto found = object.find(name);
  return found != object.end() && found->is_array() ? *found : none;
}

void show_limit(const console& to, const json& answer) {
  const auto limit = answer.find("limit");
  if (limit == answer.end() || !limit->is_object())
    to.out("no limit of all starts");
  else
    to.out("at most " + text_of(*limit, "perMinute") + " starts a minute, " +
           text_of(*limit, "burst") + " at once, " + text_of(*limit, "atHand") + " now");
  to.out("; " + text_of(answer, "waiting") + " wait for the governor\n");
}

}  // namespace

int backlog(const console& to, connection& server, bool held) {
  connection::query query;
  if (held) query.emplace_back("held", "true");
  const auto answer = server.get_json("/api/backlog", query);
  if (!answer) return report(to, answer.error());
  if (to.json)
    return to.out(answer->dump(-1, ' ', false, json::error_handler_t::replace) + "\n"), exit_good;
  show_limit(to, *answer);
  constexpr size_t status_column = 1;
  text_table jobs({"COORDINATOR", "STATUS", "PRIORITY", "QUEUED", "NOW", "BEHIND", "ID"}, 0,
                  status_column);
  for (const json& one : list_of(*answer, "coordinators"))
    jobs.add({text_of(one, "name"), text_of(one, "status"), text_of(one, "priority"),
              text_of(one, "waiting"), text_of(one, "now"), text_of(one, "behind"),
              text_of(one, "id")});
  if (jobs.empty()) return to.out("nothing is coming in the next minutes\n"), exit_good;
  to.out("\n" + jobs.text(to));
  constexpr size_t no_column = 99;
  text_table minutes({"MINUTE", "DUE", "LET GO", "LEFT"}, no_column, no_column);
  size_t number = 0;
  for (const json& one : list_of(*answer, "minutes"))
    minutes.add({"+" + std::to_string(number++), text_of(one, "due"), text_of(one, "released"),
                 text_of(one, "left")});
  to.out("\n" + minutes.text(to));
  if (!held) to.out("What is suspended or paused is left out of the minutes: see --held.\n");
  if (answer->value("truncated", false))
    to.err("foliot: there is more than was counted: these are the least numbers\n");
  return exit_good;
}

}  // namespace foliot::client
