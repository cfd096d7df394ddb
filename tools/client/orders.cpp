// Orders: what was done is told by the exit status, what was not by a note.
#include <nlohmann/json.hpp>

#include "base/visible.hpp"
#include "parse/configuration.hpp"
#include "tools/client/application.hpp"
#include "tools/client/commands.hpp"
#include "tools/client/user.hpp"

namespace foliot::client {

using nlohmann::json;

namespace {

bool ends_in(const std::string& id, const std::string& ending) {
  return id.size() > ending.size() &&
         id.compare(id.size() - ending.size(), ending.size(), ending) == 0;
}

int misused(const console& to, const std::string& sentence, const std::string& remedy) {
  return report(to, {errc::bad_input, sentence, "", "", remedy});
}

/// Sends it; prints the actions that were selected, if the server lists them.
int send(const console& to, connection& server, const std::string& id, connection::query what,
         std::string body = {}) {
  const std::string action = what.front().second;
  what.emplace_back("user.name", user_name());
  auto done = server.put(job_path(id), what, std::move(body));
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
    if (one.is_object()) to.out(visible(field(one, "id") + " " + field(one, "nominalTime")) + "\n");
  return exit_good;
}

bool names_actions(const scope_options& which) {
  return !which.actions.empty() || !which.dates.empty();
}

/// `which` as type and scope; the whole job when it names nothing.
void add_scope(connection::query& what, const scope_options& which) {
  if (!names_actions(which)) return;
  what.emplace_back("type", which.actions.empty() ? "date" : "action");
  what.emplace_back("scope", which.actions.empty() ? which.dates : which.actions);
}

}  // namespace

int order(const console& to, connection& server, const std::string& id, const std::string& action) {
  return send(to, server, id, {{"action", action}});
}

int kill(const console& to, connection& server, const std::string& id, const scope_options& which) {
  if (names_actions(which) && !ends_in(id, "-C"))
    return misused(to, "only a coordinator has actions with numbers and dates",
                   "Leave --actions and --dates out to kill all of " + id);
  connection::query what{{"action", "kill"}};
  add_scope(what, which);
  return send(to, server, id, std::move(what));
}

int ignore(const console& to, connection& server, const std::string& id,
           const scope_options& which) {
  if (names_actions(which) && !ends_in(id, "-C"))
    return misused(to, "only a coordinator has actions with numbers",
                   "Name the coordinator: foliot ignore ID-C --actions " + which.actions);
  connection::query what{{"action", "ignore"}};
  add_scope(what, which);
  return send(to, server, id, std::move(what));
}

namespace {

/// What is given decides which nodes are skipped: without a word of it, everything runs again,
/// whatever was said the last time.
int rerun_workflow(const console& to, connection& server, const std::string& id,
                   const rerun_options& options) {
  if (!options.which.actions.empty() || !options.which.dates.empty() ||
      !options.which.coordinators.empty() || options.refresh || options.nocleanup)
    return misused(to, "a workflow has no actions of these numbers, dates or data",
                   "Use --failed, --skip NODES, -c FILE and -D name=value");
  auto conf = given_properties(options.properties, options.definitions);
  if (!conf) return report(to, conf.error());
  const std::string failed = "oozie.wf.rerun.failnodes";
  const std::string skip = "oozie.wf.rerun.skip.nodes";
  if (options.failed) (*conf)[failed] = "true";
  if (!options.skip.empty()) (*conf)[skip] = options.skip;
  if (!conf->contains(failed) && !conf->contains(skip)) (*conf)[failed] = "false";
  (*conf)["user.name"] = user_name();
  auto document = parse::write_configuration(*conf);
  if (!document) return report(to, document.error());
  return send(to, server, id, {{"action", "rerun"}}, std::move(*document));
}

}  // namespace

int rerun(const console& to, connection& server, const std::string& id,
          const rerun_options& options) {
  if (ends_in(id, "-W")) return rerun_workflow(to, server, id, options);
  if (!options.skip.empty() || !options.properties.empty() || !options.definitions.empty())
    return misused(to, "only a workflow takes --skip, -c and -D", "Leave them out");
  const bool bundle = ends_in(id, "-B");
  if (bundle && !options.which.actions.empty())
    return misused(to, "a bundle has no actions with numbers",
                   "Use --coordinators and --dates, or name the coordinator");
  if (!bundle && !options.which.coordinators.empty())
    return misused(to, "only a bundle has coordinators", "Leave --coordinators out");
  if (!bundle && !names_actions(options.which))
    return misused(to, "which actions start over is not said",
                   "Add --actions 1,3-5 or --dates TIME");
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
