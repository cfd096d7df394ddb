// Orders: what was done is told by the exit status, what was not by a note.
#include <nlohmann/json.hpp>

#include "tools/client/commands.hpp"

namespace foliot::client {

using nlohmann::json;

namespace {

bool is_bundle(const std::string& id) { return id.size() > 2 && id.substr(id.size() - 2) == "-B"; }

/// Sends it; prints the actions that were selected, if the server lists them.
int send(const console& to, connection& server, const std::string& id, connection::query what) {
  const std::string action = what.front().second;
  what.emplace_back("user.name", user_name());
  auto done = server.put(job_path(id), what);
  if (!done) return report(to, done.error());
  const json listed = json::parse(done->body, nullptr, false);
  const bool has_actions =
      listed.is_object() && listed.contains("actions") && listed["actions"].is_array();
  if (to.json) {
    json answer{{"id", id}, {"action", action}};
    if (!done->note.empty()) answer["note"] = done->note;
    if (has_actions) answer["actions"] = listed["actions"];
    to.out(answer.dump(-1, ' ', false, json::error_handler_t::replace) + "\n");
    return exit_good;
  }
  if (!done->note.empty()) to.err("foliot: " + done->note + "\n");
  if (!has_actions) return exit_good;
  for (const json& one : listed["actions"])
    if (one.is_object()) to.out(one.value("id", "?") + " " + one.value("nominalTime", "") + "\n");
  return exit_good;
}

/// `which` as type and scope; the whole job when it names nothing.
void add_scope(connection::query& what, const scope_options& which) {
  if (which.actions.empty() && which.dates.empty()) return;
  what.emplace_back("type", which.actions.empty() ? "date" : "action");
  what.emplace_back("scope", which.actions.empty() ? which.dates : which.actions);
}

}  // namespace

int order(const console& to, connection& server, const std::string& id, const std::string& action) {
  return send(to, server, id, {{"action", action}});
}

int kill(const console& to, connection& server, const std::string& id, const scope_options& which) {
  connection::query what{{"action", "kill"}};
  add_scope(what, which);
  return send(to, server, id, std::move(what));
}

int ignore(const console& to, connection& server, const std::string& id,
           const scope_options& which) {
  connection::query what{{"action", "ignore"}};
  add_scope(what, which);
  return send(to, server, id, std::move(what));
}

int rerun(const console& to, connection& server, const std::string& id,
          const rerun_options& options) {
  const bool bundle = is_bundle(id);
  connection::query what{{"action", bundle ? "bundle-rerun" : "coord-rerun"}};
  if (bundle) {
    if (!options.which.coordinators.empty())
      what.emplace_back("coord-scope", options.which.coordinators);
    if (!options.which.dates.empty()) what.emplace_back("date-scope", options.which.dates);
  } else {
    add_scope(what, options.which);
  }
  if (options.refresh) what.emplace_back("refresh", "true");
  if (options.nocleanup) what.emplace_back("nocleanup", "true");
  if (options.failed) what.emplace_back("failed", "true");
  return send(to, server, id, std::move(what));
}

int change(const console& to, connection& server, const std::string& id,
           const std::vector<std::string>& values) {
  std::string joined;
  for (const std::string& one : values) joined += (joined.empty() ? "" : ";") + one;
  return send(to, server, id, {{"action", "change"}, {"value", joined}});
}

}  // namespace foliot::client
