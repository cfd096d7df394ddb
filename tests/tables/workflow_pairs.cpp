#include "tests/tables/workflow_pairs.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <sstream>

#include "tests/tables/table.hpp"

namespace foliot::tables {

namespace {

std::vector<std::string> parts(const std::string& text) {
  std::vector<std::string> out;
  std::istringstream in(text);
  for (std::string each; std::getline(in, each, '|');) out.push_back(each);
  return out;
}

/// "RUNNING"; "same" where the status stayed but the record changed, "nothing" where it did not.
std::string outcome_of(job j, const deed& what,
                       const std::function<std::string(const job&)>& status_of) {
  const std::string from = status_of(j);
  const uint64_t version = j.record.version;
  std::string code = what.play(j);
  if (!code.empty()) return code;
  std::string to = status_of(j);
  if (to != from) return to;
  return j.record.version != version ? "same" : "nothing";
}

}  // namespace

deed rerun_with(const model::rerun_choice& choice, bool children) {
  return {kind_of<model::workflow_events::rerun>(), [choice, children](job& j) -> std::string {
            const auto keep = model::judge_rerun(*j.definition, j.record, choice, children);
            if (!keep) return keep.error().oozie;
            model::workflow_events::rerun event;
            event.kept = model::carried_over(*j.definition, j.record, *keep, *j.definition,
                                             choice.failed_only);
            return j.feed(event) ? "" : "not yet";
          }};
}

void expect_pairs(const std::string& file, const std::vector<stage>& stages, const deeds& all,
                  const std::function<std::string(const job&)>& status_of) {
  std::map<std::string, job> begun;
  for (const stage& each : stages) {
    job made = each.make();
    EXPECT_EQ(status_of(made), each.called) << file;
    begun.emplace(each.called, std::move(made));
  }
  std::set<std::pair<std::string, std::string>> covered;
  for (const row& each : read_table(file)) {
    const std::string place = file + ":" + std::to_string(each.line) + ": ";
    const auto what = all.find(each.at("event"));
    if (what == all.end()) {
      ADD_FAILURE() << place << each.at("event");
      continue;
    }
    for (const std::string& from : parts(each.at("statuses"))) {
      const auto found = begun.find(from);
      if (found == begun.end()) {
        ADD_FAILURE() << place << from;
        continue;
      }
      EXPECT_TRUE(covered.insert({from, what->first}).second) << place << from << " is told twice";
      EXPECT_EQ(outcome_of(found->second, what->second, status_of), each.at("outcome"))
          << place << from << ", " << what->first;
    }
  }
  const size_t pairs = stages.size() * all.size();
  std::printf("%s: %zu of %zu pairs of status and event\n", file.c_str(), covered.size(), pairs);
  EXPECT_EQ(covered.size(), pairs) << file << " is not complete";
  for (const auto& [from, made] : begun)
    for (const auto& [name, what] : all)
      EXPECT_TRUE(covered.contains({from, name})) << file << " lacks " << from << ", " << name;
}

std::set<std::string> node_statuses_in(const std::vector<stage>& stages) {
  std::set<std::string> out;
  for (const stage& each : stages) {
    std::string name = each.called.substr(0, each.called.find_first_of(" /"));
    out.insert(name == "ASKING" || name == "POINT" ? "PREP" : name);
  }
  return out;
}

}  // namespace foliot::tables
