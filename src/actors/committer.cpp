#include "actors/committer.hpp"

#include <algorithm>
#include <unordered_map>

#include "actors/type_ids.hpp"
#include "base/limits.hpp"

namespace foliot::actors {

void committer_state::add(msg::commit& order) {
  if (latched) return;
  if (group.empty()) self->send(self, msg::flush{});  // lands behind what is in the mailbox already
  steps += order.steps.size() + order.extra.size();
  bytes += order.extra.bytes();
  for (const store::encoded_step& step : order.steps) bytes += step.bytes;
  group.push_back(std::move(order));
  if (steps >= limits::group_steps_max || bytes >= limits::group_bytes_max) flush();
}

/// `sequences`: of each commit's first step.
kv_batch committer_state::build(std::vector<uint64_t>& sequences) {
  kv_batch batch;
  batch.reserve(bytes);
  for (const msg::commit& commit : group) {
    batch.append(commit.extra);
    sequences.push_back(commit.steps.empty() ? 0 : next_sequence);
    for (const store::encoded_step& step : commit.steps) {
      batch.append(step.changes);
      batch.add(store::journal_change(rt->settings.partition, commit.root, next_sequence++,
                                      rt->settings.epoch, step));
    }
  }
  batch.add(store::sequence_change(rt->settings.partition, next_sequence - 1));
  return batch;
}

void committer_state::flush() {
  if (group.empty() || latched) return;
  std::vector<uint64_t> sequences;
  sequences.reserve(group.size());
  const kv_batch batch = build(sequences);
  const bool sync = std::any_of(group.begin(), group.end(),
                                [](const msg::commit& each) { return !each.may_be_lost; });
  const result<void> written = rt->ports.store.write(batch, sync);
  if (!written) {
    latched = true;
    group.clear();
    rt->ports.log.write(log_level::error, "committer.write-failed", written.error().text());
    if (rt->settings.on_write_error) rt->settings.on_write_error(written.error());
    return;
  }
  ++rt->counters.groups;
  release(sequences);
  group.clear();
  steps = 0;
  bytes = 0;
}

/// Aggregates first, in commit order; then whoever sent the commits, once each: states that became
/// durable in one group collapse into the last.
void committer_state::release(const std::vector<uint64_t>& sequences) {
  msg::children_moved moved;
  std::unordered_map<caf::actor_id, std::pair<size_t, msg::durable>> news;
  news.reserve(group.size());
  for (size_t i = 0; i < group.size(); ++i) {
    for (msg::moved_child& child : group[i].changes) {
      if (child.step > 0) child.sequence = sequences[i] + child.step - 1;
      moved.changes.push_back(child);
    }
    const auto [known, is_first] = news.try_emplace(group[i].from->id());
    auto& [newest, told] = known->second;
    if (!is_first) told.earlier.push_back(told.sequence);
    newest = i;
    told.ticket = group[i].ticket;
    told.sequence = sequences[i];
  }
  if (!moved.changes.empty()) self->send(rt->staff.transition, std::move(moved));
  for (size_t i = 0; i < group.size(); ++i) {
    auto& [newest, told] = news.at(group[i].from->id());
    if (newest == i) self->send(group[i].from, std::move(told));
  }
}

watching_committer_actor::behavior_type committer(
    watching_committer_actor::stateful_pointer<committer_state> self, runtime* rt) {
  self->state.self = self;
  self->state.rt = rt;
  self->state.next_sequence = rt->settings.last_sequence + 1;
  return {[self](msg::commit& order) { self->state.add(order); },
          [self](msg::flush) { self->state.flush(); },
          [](const msg::look_at_committer& question) { question.done(); },
          [self](const msg::look_at_mailbox& question) { question.done(self->mailbox().size()); }};
}

}  // namespace foliot::actors
