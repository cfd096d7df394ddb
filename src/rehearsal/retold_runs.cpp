#include "rehearsal/retold_runs.hpp"

#include <algorithm>
#include <sstream>
#include <utility>

namespace foliot::rehearsal {

namespace {

using model::workflow_events::run_end;

/// Names of what lies deeper come later: a line for a workflow fits what runs below it as well, and
/// of several that fit the last one counts.
size_t depth_of(const std::string& name) {
  return static_cast<size_t>(std::count(name.begin(), name.end(), '/'));
}

}  // namespace

void retold_runs::stepped(const told_place& at, const entity_id& id,
                          const model::workflow_record& before,
                          const model::workflow_record& after) {
  // A node keeps its place in the list for as long as the run lasts.
  auto old = before.nodes.begin();
  for (const model::node_state& state : after.nodes) {
    const bool was_there = old != before.nodes.end() && old->node == state.node;
    const bool same = was_there && old->attempt == state.attempt;
    const bool unchanged = same && old->state == state.state;
    if (old != before.nodes.end()) ++old;
    const bool starts = state.state == model::node_status::prep;
    if (unchanged && !starts) continue;  // but what it runs may have become known
    const key which{id, state.node, state.attempt};
    if (starts && !unchanged)
      runs_[which] = {at, tree_.name(id).value_or(""), tree_.node(after, state.node)};
    if (const auto known = runs_.find(which); known != runs_.end())
      known->second.is_program =
          known->second.is_program || std::holds_alternative<model::program_plan>(state.plan);
  }
}

std::string retold_runs::part_of(const told_place& at, const run& which,
                                 const model::workflow_events::run_ended& news) {
  const std::string after =
      " after " + duration_text(std::max<int64_t>(0, at.at.ms - which.begun.at.ms));
  const std::string whose = which.node + " of " + which.who;
  if (news.outcome == run_end::killed || news.outcome == run_end::lost) return "hangs";
  std::string out = news.exit_code == 0 ? "succeeds" : "fails";
  if (news.outcome == run_end::ended && news.exit_code > 1)
    out += " with " + std::to_string(news.exit_code);
  if (news.outcome == run_end::ended && news.exit_code < 0)
    draft_.leave_out(at, "the exit status of " + whose + ", " + std::to_string(news.exit_code) +
                             "; it is 1 here");
  if (news.outcome != run_end::ended) {
    out = "fails";
    draft_.leave_out(at, whose + " could not be run (" + news.error_code + ": " + news.message +
                             "); here it runs and fails");
  }
  out += after;
  std::istringstream lines(news.output);
  for (std::string line; std::getline(lines, line);) {
    if (line.ends_with('\r')) line.pop_back();
    if (const auto word = word_of(line))
      out += " printing " + *word;
    else
      draft_.leave_out(at, "a line that " + whose + " printed: " + line);
  }
  return out;
}

void retold_runs::ended(const told_place& at, const entity_id& id,
                        const model::workflow_events::run_ended& news) {
  const auto found = runs_.find({id, news.node, news.attempt});
  if (found == runs_.end() || !found->second.is_program || found->second.over) return;
  run& which = found->second;
  if (which.who.empty() || which.node.empty()) return;
  which.over = true;
  which.does = part_of(at, which, news);
  if (news.outcome == run_end::lost) lost(at, which);
}

void retold_runs::lost(const told_place& at, const run& which) {
  draft_.happens(at, "lose run");
  const auto others = std::count_if(runs_.begin(), runs_.end(), [](const auto& each) {
    return each.second.is_program && !each.second.over;
  });
  if (others > 0)
    draft_.leave_out(at, "that " + which.node + " of " + which.who +
                             " was lost, and no other of the programs that ran then");
}

void retold_runs::write() {
  std::vector<const run*> all;
  std::map<std::pair<std::string, std::string>, size_t> times;
  for (const auto& [which, each] : runs_) {
    if (!each.is_program) continue;
    if (each.who.empty() || each.node.empty()) {
      draft_.leave_out(each.begun, "a program of " + tree_.called(std::get<0>(which)) +
                                       ", which no name of a scenario leads to");
      continue;
    }
    all.push_back(&each);
    ++times[{each.who, each.node}];
  }
  // Of one node the last run first.
  std::stable_sort(all.begin(), all.end(), [](const run* a, const run* b) {
    return std::tuple(depth_of(a->who), a->who, a->node, b->begun.sequence) <
           std::tuple(depth_of(b->who), b->who, b->node, a->begun.sequence);
  });
  for (const run* each : all)
    draft_.first(retold_draft::part::programs,
                 "run " + word_of(each->who).value_or(each->who) + " node " + each->node + " " +
                     each->does + (times[{each->who, each->node}] > 1 ? " times 1" : ""));
}

}  // namespace foliot::rehearsal
