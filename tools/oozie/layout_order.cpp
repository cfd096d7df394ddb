// What orders and questions about parts of a job answer.
#include <nlohmann/json.hpp>

#include "tools/oozie/layout.hpp"

namespace foliot::oozie {

using nlohmann::json;

namespace {

/// Whether `of` has something by that name; null is nothing.
bool has(const json& of, const char* name) { return of.contains(name) && !of[name].is_null(); }

}  // namespace

std::string changed_actions_text(const json& answer, const view& how, bool status) {
  const json& actions = list(answer, "actions");
  if (actions.empty()) return status ? "" : "No Actions match your criteria!\n";
  std::string out = "Action ID\tNominal Time";
  out += status ? "\tStatus\n" : "\n";
  out += ruler();
  for (const json& one : actions) {
    out += shown(one, "id") + "\t" + date(one, "nominalTime", how.local, false);
    out += status ? "\t" + or_null(one, "status") + "\n" : "\n";
  }
  return out;
}

std::string retries_text(const std::string& id, const json& answer) {
  std::string out = "ID : " + id + "\n";
  const json& retries = list(answer, "retries");
  if (retries.empty()) return out + "No Retries\n" + ruler();
  for (const json& one : retries) {
    out += ruler();
    out += "Attempt        : " + or_null(one, "attempt") + "\n";
    out += "Start Time     : " + or_null(one, "startTime") + "\n";
    out += "End Time       : " + or_null(one, "endTime") + "\n";
    if (has(one, "consoleUrl")) out += "Console URL    : " + or_null(one, "consoleUrl") + "\n";
    if (has(one, "externalChildIDs"))
      out += "Child URL      : " + or_null(one, "externalChildIDs") + "\n";
  }
  return out + ruler();
}

std::string missing_text(const json& answer) {
  if (answer.is_null()) return " No missing input dependencies found\n";
  std::string out;
  for (const json& one : list(answer, "missingDependencies")) {
    out += "\nCoordAction : " + or_null(one, "id") + "\n";
    if (has(one, "blockedOn")) out += "Blocked on  : " + or_null(one, "blockedOn") + "\n";
    for (const json& set : list(one, "dataSets")) {
      out += "Dataset     : " + or_null(set, "dataSet") + "\nPending Dependencies : \n";
      for (const json& address : list(set, "missingDependencies"))
        if (address.is_string()) out += "\t  " + address.get<std::string>() + "\n";
      out += "\n";
    }
  }
  return out;
}

std::string dry_run_text(const std::string& answer) {
  if (answer == "OK") return "OK\n";
  if (answer.find("<bundle-app") != std::string::npos)
    return "***Bundle job after parsing: ***\n" + answer + "\n";
  constexpr std::string_view border = "action for new instance";
  std::vector<std::string> parts;
  for (size_t from = 0;;) {
    const size_t end = answer.find(border, from);
    parts.push_back(answer.substr(from, end == std::string::npos ? end : end - from));
    if (end == std::string::npos) break;
    from = end + border.size();
  }
  while (parts.size() > 1 && parts.back().empty()) parts.pop_back();
  std::string out = "***coordJob after parsing: ***\n" + parts.front() + "\n";
  out += "***total coord actions is " + std::to_string(parts.size() - 1) + " ***\n";
  for (size_t i = 1; i < parts.size(); ++i)
    out += ruler() + "coordAction instance: " + std::to_string(i) + ":\n" + parts[i] + "\n";
  return out;
}

}  // namespace foliot::oozie
