// One job or action.
#include <nlohmann/json.hpp>

#include "tools/oozie/layout.hpp"

namespace foliot::oozie {

using nlohmann::json;

namespace {

const std::vector<size_t> member_widths{41, 15, 5, 13, 24, 24};
const std::vector<size_t> action_widths{43, 10, 37, 10, 21, 21};
const std::vector<size_t> node_widths{78, 10, 23, 11, 10};
const std::vector<size_t> run_widths{41, 10, 24, 24};

std::string coordinator_rows(const json& job, const view& how) {
  const auto& zone = how.zone;
  std::string out;
  for (const json& one : list(job, "actions")) {
    if (how.verbose)
      out += tabbed({shown(one, "id"), shown(one, "actionNumber"), shown(one, "consoleUrl"),
                     shown(one, "errorCode"), shown(one, "errorMessage"), shown(one, "externalId"),
                     shown(one, "externalStatus"), shown(one, "coordJobId"),
                     shown(one, "trackerUri"), date(one, "createdTime", zone, true),
                     date(one, "nominalTime", zone, true), or_null(one, "status"),
                     date(one, "lastModifiedTime", zone, true), shown(one, "missingDependencies")});
    else
      out += row({shown(one, "id"), or_null(one, "status"), shown(one, "externalId"),
                  shown(one, "errorCode"), date(one, "createdTime", zone, false),
                  date(one, "nominalTime", zone, false)},
                 action_widths);
    out += ruler();
  }
  return out;
}

std::string node_rows(const json& job, const view& how) {
  const auto& zone = how.zone;
  std::string out = "\nActions\n" + ruler();
  out += how.verbose ? tabbed({"ID", "Console URL", "Error Code", "Error Message", "External ID",
                               "External Status", "Name", "Retries", "Tracker URI", "Type",
                               "Started", "Status", "Ended"})
                     : row({"ID", "Status", "Ext ID", "Ext Status", "Err Code"}, node_widths);
  out += ruler();
  for (const json& one : list(job, "actions")) {
    if (how.verbose)
      out +=
          tabbed({shown(one, "id"), shown(one, "consoleUrl"), shown(one, "errorCode"),
                  shown(one, "errorMessage"), shown(one, "externalId"),
                  shown(one, "externalStatus"), shown(one, "name"), shown(one, "userRetryCount"),
                  shown(one, "trackerUri"), shown(one, "type"), date(one, "startTime", zone, true),
                  or_null(one, "status"), date(one, "endTime", zone, true)});
    else
      out += row({shown(one, "id"), or_null(one, "status"), shown(one, "externalId"),
                  shown(one, "externalStatus"), shown(one, "errorCode")},
                 node_widths);
    out += ruler();
  }
  return out;
}

/// The part before '#' of what an action waits for, asked and pushed.
std::string first_missing(const json& action) {
  const auto first = [&](const char* name) {
    const std::string all = shown(action, name);
    return all == "-" ? std::string() : all.substr(0, all.find('#'));
  };
  std::string out = first("missingDependencies");
  const std::string pushed = first("pushMissingDependencies");
  if (!out.empty() && !pushed.empty()) out += "#";
  out += pushed;
  return out.empty() ? "-" : out;
}

}  // namespace

std::string bundle_text(const json& job, const view& how) {
  const auto kickoff = read_date(shown(job, "kickoffTime"));
  std::string out = "Job ID : " + shown(job, "bundleJobId") + "\n" + ruler();
  out += "Job Name : " + shown(job, "bundleJobName") + "\n";
  out += "App Path : " + shown(job, "bundleJobPath") + "\n";
  out += "Status   : " + or_null(job, "status") + "\n";
  out += "Kickoff time   : " + (kickoff ? java_date(*kickoff, how.local) : "null") + "\n" + ruler();
  out += row({"Job ID", "Status", "Freq", "Unit", "Started", "Next Materialized"}, member_widths);
  out += ruler();
  for (const json& one : list(job, "bundleCoordJobs"))
    out += row({shown(one, "coordJobId"), or_null(one, "status"), shown(one, "frequency"),
                or_null(one, "timeUnit"), date(one, "startTime", how.zone, how.verbose),
                date(one, "nextMaterializedTime", how.zone, how.verbose)},
               member_widths) +
           ruler();
  return out;
}

std::string coordinator_text(const json& job, const view& how) {
  const auto at = [&](const char* name) { return date(job, name, how.zone, false) + "\n"; };
  std::string out = "Job ID : " + shown(job, "coordJobId") + "\n" + ruler();
  out += "Job Name    : " + shown(job, "coordJobName") + "\n";
  out += "App Path    : " + shown(job, "coordJobPath") + "\n";
  out += "Status      : " + or_null(job, "status") + "\n";
  out += "Start Time  : " + at("startTime");
  out += "End Time    : " + at("endTime");
  out += "Pause Time  : " + at("pauseTime");
  out += "Concurrency : " + shown(job, "concurrency") + "\n" + ruler();
  if (how.verbose)
    out += tabbed({"ID", "Action Number", "Console URL", "Error Code", "Error Message",
                   "External ID", "External Status", "Job ID", "Tracker URI", "Created",
                   "Nominal Time", "Status", "Last Modified", "Missing Dependencies"}) +
           ruler();
  else
    out += row({"ID", "Status", "Ext ID", "Err Code", "Created", "Nominal Time"}, action_widths);
  return out + coordinator_rows(job, how);
}

std::string coordinator_action_text(const json& action, const view& how) {
  const auto at = [&](const char* name) { return date(action, name, how.zone, false) + "\n"; };
  const auto line = [&](const char* name) { return shown(action, name) + "\n"; };
  std::string out = "ID : " + line("id") + ruler();
  out += "Action Number        : " + line("actionNumber");
  out += "Console URL          : " + line("consoleUrl");
  out += "Error Code           : " + line("errorCode");
  out += "Error Message        : " + line("errorMessage");
  out += "External ID          : " + line("externalId");
  out += "External Status      : " + line("externalStatus");
  out += "Job ID               : " + line("coordJobId");
  out += "Tracker URI          : " + line("trackerUri");
  out += "Created              : " + at("createdTime");
  out += "Nominal Time         : " + at("nominalTime");
  out += "Status               : " + or_null(action, "status") + "\n";
  out += "Last Modified        : " + at("lastModifiedTime");
  out += "First Missing Dependency : " + first_missing(action) + "\n";
  return out + ruler();
}

std::string workflow_text(const json& job, const view& how) {
  const auto at = [&](const char* name) { return date(job, name, how.zone, how.verbose) + "\n"; };
  std::string out = "Job ID : " + shown(job, "id") + "\n" + ruler();
  out += "Workflow Name : " + shown(job, "appName") + "\n";
  out += "App Path      : " + shown(job, "appPath") + "\n";
  out += "Status        : " + or_null(job, "status") + "\n";
  out += "Run           : " + shown(job, "run") + "\n";
  out += "User          : " + shown(job, "user") + "\n";
  out += "Group         : " + shown(job, "group") + "\n";
  out += "Created       : " + at("createdTime");
  out += "Started       : " + at("startTime");
  out += "Last Modified : " + at("lastModTime");
  out += "Ended         : " + at("endTime");
  out += "CoordAction ID: " + shown(job, "parentId") + "\n";
  out += list(job, "actions").empty() ? ruler() : node_rows(job, how);
  return out + "\n";
}

std::string workflow_action_text(const json& action, const view& how) {
  const auto at = [&](const char* name) {
    return date(action, name, how.zone, how.verbose) + "\n";
  };
  const auto line = [&](const char* name) { return shown(action, name) + "\n"; };
  std::string out = "ID : " + line("id") + ruler();
  out += "Console URL       : " + line("consoleUrl");
  out += "Error Code        : " + line("errorCode");
  out += "Error Message     : " + line("errorMessage");
  out += "External ID       : " + line("externalId");
  out += "External Status   : " + line("externalStatus");
  out += "Name              : " + line("name");
  out += "Retries           : " + line("userRetryCount");
  out += "Tracker URI       : " + line("trackerUri");
  out += "Type              : " + line("type");
  out += "Started           : " + at("startTime");
  out += "Status            : " + or_null(action, "status") + "\n";
  out += "Ended             : " + at("endTime");
  if (how.verbose) {
    out += "External Stats    : " + or_null(action, "stats") + "\n";
    out += "External ChildIDs : " + or_null(action, "externalChildIDs") + "\n";
  }
  return out + ruler();
}

std::string runs_text(const json& answer, const view& how) {
  if (list(answer, "workflows").empty()) return {};
  std::string out = row({"Job ID", "Status", "Started", "Ended"}, run_widths) + ruler();
  for (const json& one : list(answer, "workflows"))
    out += row({shown(one, "id"), or_null(one, "status"), date(one, "startTime", how.zone, false),
                date(one, "endTime", how.zone, false)},
               run_widths) +
           ruler();
  return out;
}

}  // namespace foliot::oozie
