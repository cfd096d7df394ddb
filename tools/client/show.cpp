// info and list: jobs as aligned text.
#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "base/visible.hpp"
#include "tools/client/commands.hpp"
#include "tools/client/left_out.hpp"

namespace foliot::client {

using nlohmann::json;

namespace {

constexpr size_t no_column = 99;

std::string date(const json& object, const char* name) { return short_date(field(object, name)); }

void heading(const console& to, const char* kind, const std::string& name,
             const std::string& status) {
  to.out(std::string(kind) + " " + bold(to, visible(name)) + "  " + painted(to, status, status) +
         "\n");
}

/// "  label     value" for everything that is there.
void fact(const console& to, const char* label, const std::string& value) {
  if (value.empty() || value == "-") return;
  std::string head = "  " + std::string(label);
  head.resize(std::max<size_t>(head.size() + 1, 14), ' ');
  to.out(dim(to, head) + visible(value) + "\n");
}

void pending_of(const console& to, const json& job) {
  if (field(job, "pending") == "true") fact(to, "pending", "an order is not confirmed yet");
}

/// Why a job or an action failed, if it says so.
void error_of(const console& to, const json& object) {
  fact(to, "error", field(object, "errorCode"));
  fact(to, "", field(object, "errorMessage"));
}

/// `time` of a job that goes on lies ahead, or is not the end it came to.
void end_of(const console& to, const json& job) {
  static constexpr std::array ended{"SUCCEEDED", "DONEWITHERROR", "FAILED", "KILLED", "IGNORED"};
  const std::string status = field(job, "status");
  const bool over = std::find(ended.begin(), ended.end(), status) != ended.end();
  fact(to, over ? "ended" : "end", date(job, "endTime"));
}

const json& rows_of(const json& object, const char* name) {
  static const json none = json::array();
  const auto found = object.find(name);
  return found != object.end() && found->is_array() ? *found : none;
}

void show_bundle(const console& to, const json& job) {
  heading(to, "bundle", field(job, "bundleJobName"), field(job, "status"));
  fact(to, "id", field(job, "bundleJobId"));
  fact(to, "application", field(job, "bundleJobPath"));
  fact(to, "user", field(job, "user"));
  fact(to, "created", date(job, "createdTime"));
  fact(to, "kick-off", date(job, "kickoffTime"));
  end_of(to, job);
  fact(to, "paused from", date(job, "pauseTime"));
  pending_of(to, job);
  error_of(to, job);
  text_table table({"COORDINATOR", "STATUS", "ID"}, 0, 1);
  for (const json& child : rows_of(job, "bundleCoordJobs"))
    table.add({field(child, "coordJobName"), field(child, "status"), field(child, "coordJobId")});
  if (!table.empty()) to.out("\n" + table.text(to, 2));
  for (const json& child : rows_of(job, "bundleCoordJobs"))
    if (!field(child, "errorMessage").empty())
      to.out("\n  " + visible(field(child, "coordJobName") + ": " + field(child, "errorMessage")) +
             "\n");
}

void show_coordinator(const console& to, const json& job) {
  heading(to, "coordinator", field(job, "coordJobName"), field(job, "status"));
  fact(to, "id", field(job, "coordJobId"));
  fact(to, "bundle", field(job, "bundleId"));
  fact(to, "application", field(job, "coordJobPath"));
  fact(to, "user", field(job, "user"));
  fact(to, "frequency", field(job, "frequency") + " " + field(job, "timeUnit"));
  fact(to, "start", date(job, "startTime"));
  fact(to, "end", date(job, "endTime"));
  fact(to, "paused from", date(job, "pauseTime"));
  fact(to, "next", date(job, "nextMaterializedTime"));
  fact(to, "time zone", field(job, "timeZone"));
  fact(to, "concurrency", field(job, "concurrency"));
  pending_of(to, job);
  error_of(to, job);
  text_table table({"ACTION", "STATUS", "NOMINAL TIME", "WORKFLOW", "ERROR"}, no_column, 1);
  for (const json& row : rows_of(job, "actions"))
    table.add({"@" + field(row, "actionNumber"), field(row, "status"),
               date(row, "nominalTime").substr(0, 16), field(row, "externalId"),
               field(row, "errorCode")});
  if (table.empty()) return;
  to.out("\n" + table.text(to, 2));
  const size_t shown = rows_of(job, "actions").size();
  const uint64_t total = job.value("total", uint64_t{0});
  if (total > shown)
    to.out("  ... " + std::to_string(total - shown) + " more; see 'foliot info ID@NUMBER'\n");
}

void show_action(const console& to, const json& action) {
  heading(to, "action", field(action, "id"), field(action, "status"));
  fact(to, "nominal", date(action, "nominalTime"));
  fact(to, "created", date(action, "createdTime"));
  fact(to, "modified", date(action, "lastModifiedTime"));
  fact(to, "workflow", field(action, "externalId"));
  error_of(to, action);
  std::string missing = field(action, "missingDependencies");
  const char* label = "waits for";
  while (!missing.empty()) {
    const size_t end = std::min(missing.find('#'), missing.size());
    fact(to, label, missing.substr(0, end));
    missing.erase(0, end + 1);
    label = "";
  }
}

void show_workflow(const console& to, const json& job) {
  heading(to, "workflow", field(job, "appName"), field(job, "status"));
  fact(to, "id", field(job, "id"));
  fact(to, "parent", field(job, "parentId"));
  fact(to, "application", field(job, "appPath"));
  fact(to, "user", field(job, "user"));
  fact(to, "created", date(job, "createdTime"));
  fact(to, "started", date(job, "startTime"));
  fact(to, "ended", date(job, "endTime"));
  text_table table({"NODE", "TYPE", "STATUS", "STARTED", "NEXT", "ERROR"}, 0, 2);
  for (const json& node : rows_of(job, "actions"))
    table.add({field(node, "name"), field(node, "type"), field(node, "status"),
               date(node, "startTime"), field(node, "transition"), field(node, "errorCode")});
  if (!table.empty()) to.out("\n" + table.text(to, 2));
  for (const json& node : rows_of(job, "actions"))
    if (!field(node, "errorMessage").empty())
      to.out("\n  " + visible(field(node, "name") + ": " + field(node, "errorMessage")) + "\n");
}

void show_node(const console& to, const json& node) {
  heading(to, "node", field(node, "id"), field(node, "status"));
  fact(to, "type", field(node, "type"));
  fact(to, "started", date(node, "startTime"));
  fact(to, "ended", date(node, "endTime"));
  fact(to, "next", field(node, "transition"));
  fact(to, "outside id", field(node, "externalId"));
  fact(to, "outside", field(node, "externalStatus"));
  fact(to, "retries", field(node, "retries"));
  error_of(to, node);
  if (!field(node, "data").empty()) to.out("\n" + visible_lines(field(node, "data")));
}

struct list_kind {
  const char* type;
  const char* rows;
  const char* id;
  const char* name;
};
constexpr std::array list_kinds{
    list_kind{"bundle", "bundlejobs", "bundleJobId", "bundleJobName"},
    list_kind{"coordinator", "coordinatorjobs", "coordJobId", "coordJobName"},
    list_kind{"wf", "workflows", "id", "appName"}};

std::string filter_of(const list_options& options) {
  std::string out;
  const auto add = [&](const std::string& name, const std::string& value) {
    if (!value.empty()) out += (out.empty() ? "" : ";") + name + "=" + value;
  };
  for (const std::string& status : options.statuses) add("status", status);
  add("user", options.user);
  add("name", options.name);
  return out;
}

}  // namespace

std::string field(const json& object, const char* name) {
  const auto found = object.find(name);
  if (found == object.end() || found->is_null()) return "";
  return found->is_string() ? found->get<std::string>() : found->dump();
}

std::string short_date(const std::string& http_date) {
  static constexpr std::string_view months = "JanFebMarAprMayJunJulAugSepOctNovDec";
  // "Mon, 05 Jan 2026 01:00:00 GMT"; years may have more digits
  const size_t clock = http_date.find(':');
  if (http_date.size() < 29 || clock == std::string::npos || clock < 15) return "-";
  const size_t month = months.find(http_date.substr(8, 3));
  if (month == std::string_view::npos || month % 3 != 0) return "-";
  std::string number = std::to_string(month / 3 + 1);
  if (number.size() == 1) number.insert(0, "0");
  return http_date.substr(12, clock - 3 - 12) + "-" + number + "-" + http_date.substr(5, 2) + " " +
         http_date.substr(clock - 2, 8);
}

int info(const console& to, connection& server, const std::string& id) {
  // Without a length the server shows no actions of a coordinator at all.
  const connection::query parameters{{"show", "info"}, {"len", "1000"}};
  if (to.json) {
    auto text = server.get(job_path(id), parameters);
    if (!text) return report(to, text.error());
    return to.out(*text + "\n"), exit_good;
  }
  auto answer = server.get_json(job_path(id), parameters);
  if (!answer) return report(to, answer.error());
  tell_left_out(to, left_out_of(*answer));
  if (answer->contains("bundleJobId"))
    show_bundle(to, *answer);
  else if (answer->contains("actionNumber"))
    show_action(to, *answer);
  else if (answer->contains("coordJobId"))
    show_coordinator(to, *answer);
  else if (answer->contains("appName"))
    show_workflow(to, *answer);
  else
    show_node(to, *answer);
  return exit_good;
}

int list(const console& to, connection& server, const list_options& options) {
  text_table table({"STATUS", "CREATED", "NAME", "ID"}, 2, 0);
  json all = json::object();
  uint64_t shown = 0;
  uint64_t total = 0;
  uint64_t left_out = 0;
  for (const list_kind& kind : list_kinds) {
    const bool asked = options.type.empty() || options.type == kind.type ||
                       (options.type == "workflow" && std::string_view(kind.type) == "wf");
    if (!asked) continue;
    const auto answer =
        server.get_json("/oozie/v2/jobs", {{"jobtype", kind.type},
                                           {"filter", filter_of(options)},
                                           {"len", std::to_string(options.length)}});
    if (!answer) return report(to, answer.error());
    const json& rows = rows_of(*answer, kind.rows);
    all[kind.rows] = rows;
    total += answer->value("total", uint64_t{0});
    left_out += left_out_of(*answer);
    shown += rows.size();
    for (const json& row : rows)
      table.add({field(row, "status"), date(row, "createdTime").substr(0, 16),
                 field(row, kind.name), field(row, kind.id)});
  }
  const int outcome = shown == 0 && left_out != 0 ? exit_failed : exit_good;
  if (to.json) {
    all["total"] = total;
    if (left_out != 0) all["leftOut"] = left_out;
    return to.out(all.dump(-1, ' ', false, json::error_handler_t::replace) + "\n"), outcome;
  }
  tell_left_out(to, left_out);
  if (outcome != exit_good) return outcome;
  if (table.empty()) return to.out("no jobs\n"), exit_good;
  to.out(table.text(to));
  if (total > shown)
    to.out("... " + std::to_string(total - shown) + " more: ask for more with --len\n");
  return exit_good;
}

}  // namespace foliot::client
