// Pages of jobs.
#include <nlohmann/json.hpp>

#include "tools/oozie/layout.hpp"

namespace foliot::oozie {

using nlohmann::json;

namespace {

const std::vector<size_t> workflow_widths{41, 13, 10, 10, 10, 24, 24};
const std::vector<size_t> coordinator_widths{41, 15, 10, 5, 13, 24, 24};
const std::vector<size_t> bundle_widths{41, 15, 10, 20, 20, 13, 13};
const std::vector<size_t> bulk_widths{13, 38, 13, 41, 10, 38, 21, 38};

constexpr const char* no_jobs = "No Jobs match your criteria!\n";

std::string coordinator_row(const json& one, const view& how) {
  const auto at = [&](const char* name) { return date(one, name, how.zone, how.verbose); };
  if (!how.verbose)
    return row({shown(one, "coordJobId"), shown(one, "coordJobName"), or_null(one, "status"),
                shown(one, "frequency"), or_null(one, "timeUnit"), at("startTime"),
                at("nextMaterializedTime")},
               coordinator_widths);
  return tabbed({shown(one, "coordJobId"), shown(one, "coordJobName"), shown(one, "coordJobPath"),
                 shown(one, "consoleUrl"), shown(one, "user"), shown(one, "group"),
                 shown(one, "concurrency"), shown(one, "frequency"), or_null(one, "timeUnit"),
                 shown(one, "timeZone"), shown(one, "timeOut"), at("startTime"),
                 at("nextMaterializedTime"), or_null(one, "status"), at("lastAction"),
                 at("endTime")});
}

const json& part(const json& of, const char* name) {
  static const json none = json::object();
  return of.contains(name) && of[name].is_object() ? of[name] : none;
}

std::string bulk_block(const json& one, const view& how) {
  const json& action = part(one, "bulkaction");
  std::string out = "\nBundle Name : " + shown(part(one, "bulkbundle"), "bundleJobName") + "\n";
  out += ruler();
  out += "Bundle ID        : " + shown(part(one, "bulkbundle"), "bundleJobId") + "\n";
  out += "Coordinator Name : " + shown(part(one, "bulkcoord"), "coordJobName") + "\n";
  out += "Coord Action ID  : " + shown(action, "id") + "\n";
  out += "Action Status    : " + or_null(action, "status") + "\n";
  out += "External ID      : " + shown(action, "externalId") + "\n";
  out += "Created Time     : " + date(action, "createdTime", how.zone, false) + "\n";
  out += "User             : " + shown(part(one, "bulkbundle"), "user") + "\n";
  out += "Error Message    : " + shown(action, "errorMessage") + "\n";
  return out + ruler();
}

}  // namespace

std::string workflows_text(const json& answer, const view& how) {
  const json& jobs = list(answer, "workflows");
  if (jobs.empty()) return no_jobs;
  std::string out = how.verbose
                        ? tabbed({"Job ID", "App Name", "App Path", "Console URL", "User", "Group",
                                  "Run", "Created", "Started", "Status", "Last Modified", "Ended"})
                        : row({"Job ID", "App Name", "Status", "User", "Group", "Started", "Ended"},
                              workflow_widths);
  out += ruler();
  for (const json& one : jobs) {
    const auto at = [&](const char* name) { return date(one, name, how.zone, how.verbose); };
    if (how.verbose)
      out += tabbed({shown(one, "id"), shown(one, "appName"), shown(one, "appPath"),
                     shown(one, "consoleUrl"), shown(one, "user"), shown(one, "group"),
                     shown(one, "run"), at("createdTime"), at("startTime"), or_null(one, "status"),
                     at("lastModTime"), at("endTime")});
    else
      out += row({shown(one, "id"), shown(one, "appName"), or_null(one, "status"),
                  shown(one, "user"), shown(one, "group"), at("startTime"), at("endTime")},
                 workflow_widths);
    out += ruler();
  }
  return out;
}

std::string coordinators_text(const json& answer, const view& how) {
  const json& jobs = list(answer, "coordinatorjobs");
  if (jobs.empty()) return no_jobs;
  std::string out =
      how.verbose
          ? tabbed({"Job ID", "App Name", "App Path", "Console URL", "User", "Group", "Concurrency",
                    "Frequency", "Time Unit", "Time Zone", "Time Out", "Started",
                    "Next Materialize", "Status", "Last Action", "Ended"})
          : row({"Job ID", "App Name", "Status", "Freq", "Unit", "Started", "Next Materialized"},
                coordinator_widths);
  out += ruler();
  for (const json& one : jobs) out += coordinator_row(one, how) + ruler();
  return out;
}

std::string bundles_text(const json& answer, const view& how) {
  const json& jobs = list(answer, "bundlejobs");
  if (jobs.empty()) return no_jobs;
  std::string out =
      how.verbose ? tabbed({"Job ID", "Bundle Name", "Bundle Path", "User", "Group", "Status",
                            "Kickoff", "Pause", "Created", "Console URL"})
                  : row({"Job ID", "Bundle Name", "Status", "Kickoff", "Created", "User", "Group"},
                        bundle_widths);
  out += ruler();
  for (const json& one : jobs) {
    const auto at = [&](const char* name) { return date(one, name, how.zone, how.verbose); };
    if (how.verbose)
      out += tabbed({shown(one, "bundleJobId"), shown(one, "bundleJobName"),
                     shown(one, "bundleJobPath"), shown(one, "user"), shown(one, "group"),
                     or_null(one, "status"), at("kickoffTime"), at("pauseTime"), at("createdTime"),
                     shown(one, "consoleUrl")});
    else
      out += row({shown(one, "bundleJobId"), shown(one, "bundleJobName"), or_null(one, "status"),
                  at("kickoffTime"), at("createdTime"), shown(one, "user"), shown(one, "group")},
                 bundle_widths);
    out += ruler();
  }
  return out;
}

std::string bulk_text(const json& answer, const view& how) {
  const json& rows = list(answer, "bulkresponses");
  if (rows.empty()) return "Bulk request criteria did not match any coordinator actions\n";
  const std::string header = row({"Bundle Name", "Bundle ID", "Coord Name", "Coord Action ID",
                                  "Status", "External ID", "Created Time", "Error Message"},
                                 bulk_widths) +
                             ruler();
  std::string out;
  for (const json& one : rows) {
    const json& action = part(one, "bulkaction");
    if (how.verbose)
      out += bulk_block(one, how);
    else
      out += header +
             row({shown(part(one, "bulkbundle"), "bundleJobName"),
                  shown(part(one, "bulkbundle"), "bundleJobId"),
                  shown(part(one, "bulkcoord"), "coordJobName"), shown(action, "id"),
                  or_null(action, "status"), shown(action, "externalId"),
                  date(action, "createdTime", how.zone, false), shown(action, "errorMessage")},
                 bulk_widths) +
             ruler();
  }
  return out;
}

std::string modified_text(const json& answer, const view& how, const std::string& done) {
  const view brief{how.zone, how.local, false};
  const bool workflows = answer.contains("workflows");
  const bool coordinators = !workflows && answer.contains("coordinatorjobs");
  const char* name = workflows ? "workflows" : coordinators ? "coordinatorjobs" : "bundlejobs";
  if (list(answer, name).empty()) return "bulk modify command did not modify any jobs\n";
  std::string out = "the following jobs have been " + done + "\n";
  if (workflows) return out + workflows_text(answer, brief);
  return out + (coordinators ? coordinators_text(answer, brief) : bundles_text(answer, brief));
}

}  // namespace foliot::oozie
