#include "parse/workflow_check.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "base/limits.hpp"
#include "parse/text.hpp"

namespace foliot::parse {

namespace {

using model::node_kind;

constexpr size_t nowhere = static_cast<size_t>(-1);

failure refuse(const graph_node& at, const char* code, std::string sentence,
               std::string remedy = {}) {
  return {errc::bad_input, std::move(sentence), code, at.place, std::move(remedy)};
}

// The nodes by name, and the first pass over them. Recursion would be as deep as the workflow is
// long, so both passes keep their own stack.
class checker {
 public:
  explicit checker(const graph& nodes) : nodes_(nodes) {}

  result<void> add_names() {
    for (size_t i = 0; i < nodes_.size(); ++i) {
      const graph_node& node = nodes_[i];
      if (!index_.emplace(node.name, i).second)
        return refuse(node, "E0705", "there are two nodes called " + quoted(node.name),
                      "Rename one of them");
      for (const std::string& target : node.to)
        if (target == node.name)
          return refuse(node, "E0706", "node " + quoted(node.name) + " leads to itself",
                        "Let it lead to another node");
      if (node.kind == node_kind::start) start_ = i;
    }
    return {};
  }

  result<void> first_pass();
  size_t count(node_kind kind) const {
    size_t found = 0;
    for (size_t i = 0; i < nodes_.size(); ++i)
      if (seen_[i] && nodes_[i].kind == kind) ++found;
    return found;
  }
  const std::vector<bool>& seen() const { return seen_; }
  size_t start() const { return start_; }
  size_t find(const std::string& name) const {
    const auto found = index_.find(name);
    return found == index_.end() ? nowhere : found->second;
  }

 private:
  struct frame {
    size_t node;
    size_t next = 0;  // Of its transitions.
  };

  result<void> enter(size_t node) const;
  failure loop(const std::vector<frame>& path, size_t node) const;
  failure dangling(const graph_node& from, const std::string& target) const;

  const graph& nodes_;
  std::map<std::string, size_t> index_;
  std::vector<bool> seen_;
  size_t start_ = nowhere;
};

result<void> checker::enter(size_t at) const {
  const graph_node& node = nodes_[at];
  if (node.kind != node_kind::start) {
    if (node.name.size() > limits::node_name_bytes_max)
      return refuse(node, "E0724",
                    "the name " + quoted(node.name) + " is longer than " +
                        std::to_string(limits::node_name_bytes_max) + " characters",
                    "Shorten it");
    if (!is_node_name(node.name))
      return refuse(node, "E0724", quoted(node.name) + " cannot be the name of a node",
                    "Begin with a letter or '_' and go on with letters, digits, '-' and '_'");
  }
  if (!node.known_type)
    return refuse(node, "E0723", "there is no action of type " + quoted(node.type));
  return {};
}

failure checker::loop(const std::vector<frame>& path, size_t node) const {
  std::string shown;
  for (const frame& each : path) shown += nodes_[each.node].name + "->";
  return refuse(nodes_[node], "E0707", "the workflow has a loop: " + shown + nodes_[node].name,
                "Let no node lead back to one before it");
}

failure checker::dangling(const graph_node& from, const std::string& target) const {
  std::vector<std::string> names;
  for (const graph_node& each : nodes_)
    if (each.kind != node_kind::start) names.push_back(each.name);
  std::string remedy = did_you_mean(target, names);
  if (remedy.empty()) remedy = "Lead to one of the nodes: " + join(names).substr(0, 500);
  return refuse(
      from, "E0708",
      (from.kind == node_kind::start ? std::string("the start") : "node " + quoted(from.name)) +
          " leads to " + quoted(target) + ", which does not exist",
      remedy);
}

result<void> checker::first_pass() {
  seen_.assign(nodes_.size(), false);
  if (start_ == nowhere) return {};
  std::vector<bool> on_path(nodes_.size(), false);
  std::vector<frame> path{{start_}};
  seen_[start_] = on_path[start_] = true;
  while (!path.empty()) {
    const size_t here = path.back().node;
    const graph_node& node = nodes_[here];
    if (path.back().next == node.to.size()) {
      on_path[here] = false;
      path.pop_back();
      continue;
    }
    const std::string& target = node.to[path.back().next++];
    const size_t next = find(target);
    if (next == nowhere) return dangling(node, target);
    if (on_path[next]) return loop(path, next);
    if (seen_[next]) continue;
    if (auto entered = enter(next); !entered) return entered;
    seen_[next] = on_path[next] = true;
    path.push_back({next});
  }
  return {};
}

// The second pass: every fork meets its join (workflow.md 3, pass 2). It is defined as a recursive
// walk; the stack is kept here, and as a branch's first way is pushed last, the order is the same.
class fork_join_check {
 public:
  fork_join_check(const graph& nodes, const checker& names) : nodes_(nodes), names_(names) {}

  result<void> run() {
    todo_.push_back({names_.start(), nowhere, nowhere, nowhere, true, false});
    while (!todo_.empty()) {
      const visit next = todo_.back();
      todo_.pop_back();
      if (auto done = next.leave_fork ? leave_fork(next) : enter(next); !done) return done;
    }
    return {};
  }

 private:
  struct visit {
    size_t node;
    size_t from;      // Where the walk came from.
    size_t fork;      // The fork it is in.
    size_t decision;  // The first decision on the way.
    bool ok_path;     // Only ok transitions led here.
    bool leave_fork;  // All paths of the fork `node` were walked.
  };

  result<void> enter(const visit& at);
  result<void> leave_fork(const visit& at);
  result<void> meet_join(size_t node, size_t fork);
  result<void> check_once(size_t node, size_t decision);
  result<void> check_paths(const graph_node& fork) const;
  // Walks all transitions of `at`, the first one first.
  void push_all(const visit& at) {
    for (size_t i = nodes_[at.node].to.size(); i-- > 0;) {
      visit next = at;
      next.from = at.node;
      next.node = names_.find(nodes_[at.node].to[i]);
      if (nodes_[at.node].kind == node_kind::action && i > 0) next.ok_path = false;
      todo_.push_back(next);
    }
  }

  const graph& nodes_;
  const checker& names_;
  std::vector<visit> todo_;
  std::set<size_t> walked_;
  std::map<size_t, size_t> first_decision_;  // Of nodes on ok paths.
  std::map<size_t, size_t> fork_of_join_;
  std::map<size_t, std::vector<size_t>> joins_;  // Of forks, in the order they were met.
};

result<void> fork_join_check::check_once(size_t node, size_t decision) {
  const auto [earlier, first] = first_decision_.emplace(node, decision);
  if (first || (earlier->second != nowhere && earlier->second == decision)) return {};
  return refuse(
      nodes_[node], "E0743",
      "more than one path leads to node " + quoted(nodes_[node].name) + " without a join before it",
      "Let the paths of a fork meet in its join");
}

result<void> fork_join_check::check_paths(const graph_node& fork) const {
  std::set<std::string> once;
  for (const std::string& target : fork.to) {
    const node_kind kind = nodes_[names_.find(target)].kind;
    if (!once.insert(target).second && kind != node_kind::join && kind != node_kind::kill)
      return refuse(fork, "E0744",
                    "fork " + quoted(fork.name) + " leads twice to node " + quoted(target),
                    "Remove one of the paths");
  }
  return {};
}

result<void> fork_join_check::meet_join(size_t node, size_t fork) {
  const graph_node& join = nodes_[node];
  if (fork == nowhere)
    return refuse(join, "E0742", "join " + quoted(join.name) + " is reached outside of any fork",
                  "Let it be reached only from the paths of one fork");
  const auto [pair, first] = fork_of_join_.emplace(node, fork);
  if (first) {
    joins_[fork].push_back(node);
  } else if (pair->second != fork) {
    return refuse(join, "E0758",
                  "join " + quoted(join.name) + " is reached from the forks " +
                      quoted(nodes_[pair->second].name) + " and " + quoted(nodes_[fork].name),
                  "Give each fork a join of its own");
  }
  return {};
}

result<void> fork_join_check::leave_fork(const visit& at) {
  const graph_node& fork = nodes_[at.node];
  const std::vector<size_t>& joins = joins_[at.node];
  if (joins.empty())
    return refuse(fork, "E0733", "fork " + quoted(fork.name) + " has no join",
                  "Let its paths meet in a join");
  if (joins.size() > 1) {
    std::vector<std::string> names;
    names.reserve(joins.size());
    for (const size_t each : joins) names.push_back(quoted(nodes_[each].name));
    return refuse(
        fork, "E0757",
        "the paths of fork " + quoted(fork.name) + " meet in several joins: " + join(names),
        "Let all its paths meet in one join");
  }
  visit behind = at;
  behind.leave_fork = false;
  behind.node = joins[0];
  push_all(behind);
  return {};
}

result<void> fork_join_check::enter(const visit& at) {
  const graph_node& here = nodes_[at.node];
  const bool gathers =
      here.kind == node_kind::kill || here.kind == node_kind::join || here.kind == node_kind::end;
  if (at.ok_path && !gathers)
    if (auto once = check_once(at.node, at.decision); !once) return once;
  if (here.kind == node_kind::kill) return {};
  if (here.kind == node_kind::join) return meet_join(at.node, at.fork);
  if (here.kind == node_kind::end) {
    if (at.fork == nowhere) return {};
    return refuse(nodes_[at.from], "E0737",
                  "node " + quoted(nodes_[at.from].name) + " leads to the end " +
                      quoted(here.name) + " from inside the fork " + quoted(nodes_[at.fork].name),
                  "Lead to the fork's join instead");
  }
  if (!walked_.insert(at.node).second) return {};
  visit inside = at;
  if (here.kind == node_kind::decision && at.decision == nowhere) inside.decision = at.node;
  if (here.kind == node_kind::fork) {
    if (auto paths = check_paths(here); !paths) return paths;
    visit left = at;
    left.leave_fork = true;
    todo_.push_back(left);
    inside.fork = at.node;
  }
  push_all(inside);
  return {};
}

}  // namespace

result<void> check_workflow(const graph& nodes, bool fork_join) {
  checker names(nodes);
  if (auto added = names.add_names(); !added) return added;
  if (auto first = names.first_pass(); !first) return first;
  if (!fork_join || names.start() == nowhere) return {};
  const size_t forks = names.count(node_kind::fork);
  const size_t joins = names.count(node_kind::join);
  if (forks != joins)
    return refuse(nodes[names.start()], "E0730",
                  "the workflow has " + std::to_string(forks) +
                      (forks == 1 ? " fork but " : " forks but ") + std::to_string(joins) +
                      (joins == 1 ? " join" : " joins"),
                  "Give every fork one join");
  return fork_join_check(nodes, names).run();
}

std::vector<std::string> unreachable(const graph& nodes) {
  checker names(nodes);
  std::vector<std::string> out;
  if (!names.add_names() || !names.first_pass()) return out;
  for (size_t i = 0; i < nodes.size(); ++i)
    if (!names.seen()[i]) out.push_back(nodes[i].name);
  return out;
}

}  // namespace foliot::parse
