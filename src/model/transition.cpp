#include "model/transition.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "model/tables.hpp"

namespace foliot::model {
namespace {

std::string names_of(status_set members) {
  std::string out;
  for (size_t i = 0; i < status_count; ++i) {
    const auto s = static_cast<status>(i);
    if (!members.has(s)) continue;
    if (!out.empty()) out += ", ";
    out += s == status::none ? "(not born)" : std::string(name(s));
  }
  return out;
}

template <class Table>
std::vector<std::string_view> triggers_of(const Table& table) {
  std::vector<std::string_view> out;
  for (const transition_rule& rule : table)
    if (std::find(out.begin(), out.end(), rule.trigger) == out.end()) out.push_back(rule.trigger);
  return out;
}

/// Where `trigger` may lead from `from`: several statuses for aggregations, empty for none.
template <class Table>
std::string targets(const Table& table, std::string_view trigger, status from) {
  std::string out;
  for (const transition_rule& rule : table) {
    if (rule.trigger != trigger || !rule.from.has(from) || rule.to == from) continue;
    if (!out.empty()) out += ", ";
    out += name(rule.to);
  }
  return out;
}

template <class Table>
void print_machine(std::string_view title, const Table& table, status_set members,
                   std::string& out) {
  out += "\n## ";
  out += title;
  out += "\n\nTerminal: " + names_of([&] {
           status_set ends;
           for (size_t i = 0; i < status_count; ++i) {
             const auto s = static_cast<status>(i);
             if (members.has(s) && is_terminal(s)) ends = ends | status_set{s};
           }
           return ends;
         }());
  out += ".\n\n| trigger | from | to |\n|---|---|---|\n";
  for (const transition_rule& rule : table) {
    out += "| ";
    out += rule.trigger;
    out += " | " + names_of(rule.from) + " | ";
    out += name(rule.to);
    out += " |\n";
  }
  out += "\nEvery pair of status and trigger; refused: it is, or it changes nothing.\n";
  for (size_t i = 0; i < status_count; ++i) {
    const auto from = static_cast<status>(i);
    if (from != status::none && !members.has(from)) continue;
    out += "\n**";
    out += from == status::none ? "(not born)" : std::string(name(from));
    out += "**\n\n";
    std::string refused;
    for (std::string_view trigger : triggers_of(table)) {
      const std::string to = targets(table, trigger, from);
      if (to.empty()) {
        refused += refused.empty() ? "" : ", ";
        refused += trigger;
      } else {
        out += "- ";
        out += trigger;
        out += ": " + to + "\n";
      }
    }
    if (!refused.empty()) out += "- refused: " + refused + "\n";
  }
}

}  // namespace

std::string print_state_machines() {
  std::string out =
      "# State machines\n\n"
      "Printed by the tables of `src/model/tables.hpp`; a test compares (`UPDATE_GOLDEN=1` "
      "rewrites).\nOnly a rerun, a retry, a change, a restart or an ignore order leaves a terminal "
      "status.\n`aggregate` is the rule over the children's statuses: which of its targets applies "
      "is decided\nin `src/model/aggregate.cpp`.\n";
  print_machine("Bundle", bundle_table, bundle_statuses, out);
  print_machine("Coordinator job", coordinator_table, coordinator_statuses, out);
  print_machine("Coordinator action", action_table, action_statuses, out);
  print_machine("Workflow job", workflow_table, workflow_statuses, out);
  return out;
}

}  // namespace foliot::model
