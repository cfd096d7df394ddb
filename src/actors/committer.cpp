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

kv_batch committer_state::build(std::vector<uint64_t>& last_sequences) {
  kv_batch batch;
  batch.reserve(bytes);
  for (const msg::commit& commit : group) {
    batch.append(commit.extra);
    for (const store::encoded_step& step : commit.steps) {
      batch.append(step.changes);
      batch.add(store::journal_change(rt->settings.partition, commit.root, next_sequence++,
                                      rt->settings.epoch, step));
    }
    last_sequences.push_back(next_sequence - 1);
  }
  batch.add(store::sequence_change(rt->settings.partition, next_sequence - 1));
  return batch;
}

void committer_state::flush() {
  if (group.empty() || latched) return;
  std::vector<uint64_t> last_sequences;
  last_sequences.reserve(group.size());
  const kv_batch batch = build(last_sequences);
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
  release(last_sequences);
  group.clear();
  steps = 0;
  bytes = 0;
}

/// Aggregates first, in commit order; then whoever sent the commits, once each: states that became
/// durable in one group collapse into the last.
void committer_state::release(const std::vector<uint64_t>& last_sequences) {
  msg::children_moved moved;
  for (msg::commit& commit : group)
    for (model::child_change& change : commit.changes) moved.changes.push_back(change);
  moved.sequence = last_sequences.back();
  if (!moved.changes.empty()) self->send(rt->staff.transition, std::move(moved));
  std::unordered_map<caf::actor_id, size_t> newest;
  newest.reserve(group.size());
  for (size_t i = 0; i < group.size(); ++i) newest[group[i].from->id()] = i;
  for (size_t i = 0; i < group.size(); ++i)
    if (newest.at(group[i].from->id()) == i)
      self->send(group[i].from, msg::durable{group[i].ticket, last_sequences[i]});
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
