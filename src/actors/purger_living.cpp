// The old part of a living tree: old actions go, then the journal begins anew behind it.
#include <algorithm>
#include <iterator>
#include <utility>

#include "actors/purger.hpp"
#include "actors/type_ids.hpp"
#include "base/limits.hpp"
#include "store/keys.hpp"

namespace foliot::actors {

namespace {

/// So much may gather before the old part of a living tree goes, unless a purge by hand asks: what
/// stays of each entity that lies across a cut is written anew, and each cut is a step of its
/// coordinators. Cuts of one hour each would add 7 % to a day's work of short actions.
constexpr int64_t span_ms = 12 * ms_per_hour;

}  // namespace

int64_t purger_state::latest_age() const {
  return at->how.workflow_ms + std::min(at->how.workflow_ms / 2, span_ms);
}

/// Whether enough is old of a living tree.
bool purger_state::is_due(const entity_id& root) {
  if (at->order.done) return true;
  const instant before = plus_ms(at->now, -latest_age());
  const auto old = store::old_part_of(rt->ports.store, root, before, 1);
  if (!old || old->until != 0) return true;
  at->due = std::min(at->due, plus_ms(old->next, latest_age()));
  return false;
}

void purger_state::open_tree(entity_id root) {
  tree = std::make_unique<living>();
  tree->root = root;
  tree->before = plus_ms(at->now, -at->how.workflow_ms);
  auto old = store::old_part_of(rt->ports.store, root, tree->before, limits::purge_entries_max);
  if (!old) return fail(old.error());
  tree->old = std::move(*old);
  if (tree->old.until == 0) {
    at->due = std::min(at->due, plus_ms(tree->old.next, latest_age()));
    tree.reset();
    return again();
  }
  auto actions = store::old_actions(rt->ports.store, tree->old);
  if (!actions) return fail(actions.error());
  const auto engine = caf::actor_cast<engine_actor>(boss);
  if (!engine) return;
  tree->awaited = actions->size();
  for (auto& [coordinator, list] : *actions) {
    msg::prune what;
    what.what = std::make_shared<const std::vector<store::old_action>>(std::move(list));
    what.done = [me = purger_actor{self}](msg::prune_outcome outcome) {
      caf::anon_send(me,
                     msg::pruned{std::make_shared<const msg::prune_outcome>(std::move(outcome))});
    };
    self->send(engine, msg::prune_order{coordinator, std::move(what)});
  }
  if (tree->awaited == 0) truncate();
}

void purger_state::pruned(const msg::pruned& news) {
  if (!tree) return;
  at->done.add(news.outcome->tally);
  rt->counters.purged_actions += news.outcome->tally.actions;
  rt->counters.purged_bytes += news.outcome->tally.bytes;
  std::vector<std::string> runs = runs_of(news.outcome->workflows);
  std::move(runs.begin(), runs.end(), std::back_inserter(tree->runs));
  if (--tree->awaited == 0) truncate();
}

/// The journal begins anew behind the old part; what stays of those who were in it is written whole
/// first, in the same batch.
void purger_state::truncate() {
  std::map<entity_id, uint64_t>& known = snapshots[tree->root.root];
  std::vector<store::encoded_step> steps;
  for (const auto& [id, version] : tree->old.versions) {
    const auto snapshot = known.find(id);
    if (snapshot != known.end() && snapshot->second >= tree->old.until) continue;
    const auto record = store::stored_record(rt->ports.store, id);
    if (!record) return fail(record.error());
    if (!*record) {
      if (snapshot != known.end()) known.erase(snapshot);
      continue;
    }
    steps.push_back(store::encode_snapshot(id, **record, at->now, rt->settings.tz_version));
    fresh.push_back(id);
  }
  kv_batch rows;
  rows.erase_range(table::journal, store::begin_of_tree(tree->root),
                   store::journal_key(tree->root.partition, tree->root.root, tree->old.until));
  pending = {};
  pending.entries = tree->old.entries;
  pending.bytes = tree->old.bytes;
  to_erase = std::move(tree->runs);
  send_commit(std::move(steps), std::move(rows), true);
}

}  // namespace foliot::actors
