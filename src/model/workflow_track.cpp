// What a walk knows of its record: found out once, then taken along from step to step.
#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "model/workflow_walk.hpp"

namespace foliot::model {

workflow_walk::workflow_walk(const workflow_context& context, workflow_record& record, instant now)
    : context_(context),
      record_(record),
      now_(now),
      paged_(record.nodes.pages().size() * node_page_size) {
  const node_track* track = record.nodes.track();
  if (track != nullptr && track->position.size() == context.definition.nodes.size())
    known_ = *track;
  else
    check_record();
  for (auto& [question, answer] : record_.facts) facts_.put(question, answer);
}

void workflow_walk::check_record() {
  const size_t all = context_.definition.nodes.size();
  if (all >= no_node) {
    broken_ = "the definition has more nodes than an index can name";
    return;
  }
  known_.position.assign(all, 0);
  for (size_t i = 0; i < record_.nodes.size(); ++i) {
    const node_index node = record_.nodes[i].node;
    if (node >= all || known_.position[node] != 0) {
      broken_ = "the record names node " + std::to_string(node) +
                (node >= all ? ", which the definition does not have" : " twice");
      return;
    }
    known_.position[node] = static_cast<uint16_t>(i + 1);
  }
  if (!record_.kept.empty()) known_.kept_position.assign(all, 0);
  for (size_t i = 0; i < record_.kept.size(); ++i) {
    const node_index node = record_.kept[i].node;
    if (node >= all || known_.position[node] != 0) {
      broken_ = "the record keeps node " + std::to_string(node) + ", which it cannot";
      return;
    }
    if (known_.kept_position[node] == 0) known_.kept_position[node] = static_cast<uint16_t>(i + 1);
  }
  known_.live.reserve(paged_);
  for (size_t i = 0; i < paged_; ++i) known_.live.push_back(static_cast<uint16_t>(i));
  find_scopes();
}

/// A node is entered from one that was entered before it, so one pass in this order finds the fork
/// around each.
void workflow_walk::find_scopes() {
  known_.scope.assign(known_.position.size(), no_node);
  known_.arrivals.assign(known_.position.size(), 0);
  for (const node_state& node : record_.nodes) {
    if (written(node).kind == node_kind::fork) {
      for (const node_index path : written(node).paths) note_arrival(node.node, path);
    } else if (node.transition != no_node) {
      note_arrival(node.node, node.transition);
    }
  }
  for (const node_state& node : record_.nodes)
    if (known_.scope[node.node] != no_node)
      known_.arrivals[known_.scope[node.node]] += node.arrived;
}

void workflow_walk::finish() {
  if (record_.nodes.pages().empty()) {
    if (taken_.empty()) return;
    std::sort(taken_.begin(), taken_.end());
    return record_.kept.erase(taken_);
  }
  known_.live = live_now();
  if (!taken_.empty()) {
    std::sort(taken_.begin(), taken_.end());
    record_.kept.erase(taken_);
    if (record_.kept.empty()) known_.kept_position.clear();
    for (size_t i = 0; i < record_.kept.size(); ++i)
      known_.kept_position[record_.kept[i].node] = static_cast<uint16_t>(i + 1);
  }
  record_.nodes.remember(std::make_shared<const node_track>(std::move(known_)));
}

/// Of what was alive before, was changed, or went into a page: what is not done with.
std::vector<uint16_t> workflow_walk::live_now() const {
  const size_t paged = record_.nodes.pages().size() * node_page_size;
  std::vector<size_t> all(known_.live.begin(), known_.live.end());
  all.insert(all.end(), touched_.begin(), touched_.end());
  for (size_t i = paged_; i < paged; ++i) all.push_back(i);
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  std::vector<uint16_t> out;
  for (const size_t at : all) {
    if (at >= paged) break;
    const node_state& node = record_.nodes[at];
    const bool followed = written(node).kind != node_kind::action || node.transition != no_node;
    if (node.open || !is_ended(node.state) || !followed || node.ended == now_)
      out.push_back(static_cast<uint16_t>(at));
  }
  return out;
}

node_state& workflow_walk::edit(size_t position) {
  touched_.push_back(position);
  return record_.nodes.edit(position);
}

const node_state* workflow_walk::look(node_index node) const {
  if (node >= known_.position.size() || known_.position[node] == 0) return nullptr;
  return &record_.nodes[known_.position[node] - size_t{1}];
}

node_state* workflow_walk::at(node_index node) {
  return look(node) == nullptr ? nullptr : &edit(known_.position[node] - size_t{1});
}

node_state* workflow_walk::above(job_number child) {
  if (child == 0) return nullptr;
  std::optional<size_t> found;
  each_live([&](size_t at) {
    if (!found && record_.nodes[at].child == child) found = at;
  });
  return found ? &edit(*found) : nullptr;
}

/// The state that it has of the run before, or null.
const node_state* workflow_walk::keeps(node_index node) const {
  if (node >= known_.kept_position.size() || known_.kept_position[node] == 0) return nullptr;
  return &record_.kept[known_.kept_position[node] - size_t{1}];
}

void workflow_walk::take_kept(node_index node) {
  taken_.push_back(known_.kept_position[node] - size_t{1});
  known_.kept_position[node] = 0;
}

}  // namespace foliot::model
