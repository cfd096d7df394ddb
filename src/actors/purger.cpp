#include "actors/purger.hpp"

#include <algorithm>
#include <caf/send.hpp>
#include <chrono>
#include <set>
#include <utility>

#include "actors/type_ids.hpp"
#include "base/limits.hpp"
#include "model/kinds/kind.hpp"
#include "model/rest.hpp"
#include "store/keys.hpp"

namespace foliot::actors {

namespace {

int64_t age_of(const purge_settings& how, entity_kind kind) {
  switch (kind) {
    case entity_kind::bundle: return how.bundle_ms;
    case entity_kind::coordinator: return how.coordinator_ms;
    default: return how.workflow_ms;
  }
}

purge_settings settings_for(purge_settings how, const http::purge_request& what) {
  const auto take = [](int64_t& age, const std::optional<uint32_t>& days) {
    if (days) age = int64_t{*days} * ms_per_day;
  };
  take(how.workflow_ms, what.workflow_days);
  take(how.coordinator_ms, what.coordinator_days);
  take(how.bundle_ms, what.bundle_days);
  how.old_actions = what.old_actions.value_or(how.old_actions);
  return how;
}

http::purged report_of(const store::purge_tally& done) {
  return {done.trees,     done.bundles, done.coordinators, done.actions,
          done.workflows, done.entries, done.bytes};
}

std::string sentence_of(const store::purge_tally& done) {
  return std::to_string(done.trees) + " trees: " + std::to_string(done.bundles) + " bundles, " +
         std::to_string(done.coordinators) + " coordinators, " + std::to_string(done.actions) +
         " actions, " + std::to_string(done.workflows) + " workflows, " +
         std::to_string(done.entries) + " journal entries, " + std::to_string(done.bytes) +
         " bytes";
}

}  // namespace

// -- when -----------------------------------------------------------------------------------------

void purger_state::receive(const msg::stimulus& stimulus) {
  if (rt->settings.purge.pause_ms == 0) return;
  if (std::holds_alternative<msg::begin>(stimulus.what)) {
    const int64_t soon = std::min(rt->settings.purge.pause_ms, ms_per_minute);
    rest_until(plus_ms(rt->ports.clock.now(), soon));
  } else if (std::holds_alternative<msg::rang>(stimulus.what) && !at) {
    begin({});
  }
}

void purger_state::rest_until(instant at_time) {
  self->send(rt->staff.alarm,
             msg::wake{purge_alarm(rt->settings.partition), at_time, entity_actor{self}});
}

void purger_state::order(const msg::purge& what) {
  if (at)
    waiting.push_back(what);
  else
    begin(what);
}

void purger_state::begin(msg::purge order) {
  at = std::make_unique<pass>();
  at->how = settings_for(rt->settings.purge, order.what);
  at->order = std::move(order);
  at->now = rt->ports.clock.now();
  if (!swept && !at->order.what.preview) sweep_outputs();
  look();
}

/// A pass ends when all of it is off the disk: its batches were not synced each.
void purger_state::seal() {
  if (at->done.bytes == 0 || at->order.what.preview) return finish();
  at->seals = true;
  send_commit({}, {}, false);
}

void purger_state::finish() {
  const std::unique_ptr<pass> over = std::move(at);
  asked.clear();
  tree.reset();
  const bool by_hand = over->order.done != nullptr;
  if (!over->order.what.preview && (by_hand || over->done.bytes > 0))
    rt->ports.log.write(
        log_level::info, "purge.done",
        sentence_of(over->done) +
            (by_hand ? ", ordered by " + over->order.who.user + " at " + over->order.who.address
                     : ""));
  if (by_hand) over->order.done(report_of(over->done));
  if (!by_hand) {
    // What ends from now on is not old before the least age is over.
    const purge_settings& how = rt->settings.purge;
    int64_t least = std::min({how.workflow_ms, how.coordinator_ms, how.bundle_ms});
    const instant due = std::min(over->due, plus_ms(over->now, least));
    rest_until(std::max(due, plus_ms(rt->ports.clock.now(), how.pause_ms)));
  }
  if (waiting.empty()) return;
  msg::purge next = std::move(waiting.front());
  waiting.pop_front();
  begin(std::move(next));
}

void purger_state::fail(const failure& why) {
  rt->ports.log.write(log_level::error, "purge.failed", why.text());
  if (at->order.done) {
    at->order.done(why);
    at->order.done = [](const result<http::purged>&) {};
  }
  unmark();
  finish();
}

void purger_state::again() { self->send(purger_actor{self}, msg::purge_more{}); }

void purger_state::rest() {
  const purge_settings& how = rt->settings.purge;
  const int64_t pause = at->order.done ? how.rest_by_hand_ms : how.rest_ms;
  if (pause == 0) return again();
  self->delayed_send(purger_actor{self}, std::chrono::milliseconds(pause), msg::purge_more{});
}

// -- which trees ----------------------------------------------------------------------------------

purger_state::fate purger_state::judge(const store::tree_root& found) {
  if (!model::is_terminal(model::state_of(found.record)))
    return at->how.old_actions && found.id.kind != entity_kind::workflow ? fate::is_pruned
                                                                         : fate::stays;
  const instant due = plus_ms(model::modified_of(found.record), age_of(at->how, found.id.kind));
  if (due <= at->now) return fate::goes;
  at->due = std::min(at->due, due);
  return fate::stays;
}

bool purger_state::limit_reached() const {
  const uint64_t limit = at->order.what.limit;
  return limit != 0 && at->done.trees + asked.size() >= limit;
}

/// Looks at trees until a step's worth of them is found, or something has to be waited for.
void purger_state::look() {
  if (!at) return;
  asked.clear();
  bool adjacent = false;
  for (size_t seen = 0; at->from && seen < limits::purge_trees_looked_at_max; ++seen) {
    if (asked.size() >= at->how.trees_per_step) break;
    const auto found = limit_reached() ? result<std::optional<store::tree_root>>(std::nullopt)
                                       : store::next_tree(rt->ports.store, *at->from);
    if (!found) return fail(found.error());
    if (!*found) {
      at->from.reset();
      break;
    }
    const entity_id root = (*found)->id;
    const fate what = judge(**found);
    if (what == fate::is_pruned && !asked.empty()) break;
    at->from = store::behind_tree(root);
    if (at->from->empty()) at->from.reset();
    if (at->order.what.preview) {
      preview(root, what);
      if (!at) return;  // it failed
    } else if (what == fate::is_pruned) {
      return is_due(root) ? open_tree(root) : again();
    } else if (what == fate::goes) {
      asked.push_back({root, adjacent});
    }
    adjacent = what == fate::goes;
  }
  if (asked.empty()) return at->from ? again() : seal();
  msg::bury question;
  for (const candidate& each : asked) question.roots.push_back(each.root);
  if (const auto engine = caf::actor_cast<engine_actor>(boss))
    self->send(engine, std::move(question));
}

void purger_state::preview(const entity_id& root, fate what) {
  if (what == fate::goes) {
    store::burial whole(rt->ports.store);
    const auto added = whole.add(root, false);
    if (!added) return fail(added.error());
    at->done.add(whole.tally());
  } else if (what == fate::is_pruned) {
    const instant before = plus_ms(at->now, -at->how.workflow_ms);
    const auto old = store::old_part_of(rt->ports.store, root, before, limits::purge_preview_max);
    if (!old) return fail(old.error());
    at->done.entries += old->entries;
    at->done.bytes += old->bytes;
    const auto actions = store::old_actions(rt->ports.store, *old);
    if (!actions) return fail(actions.error());
    for (const auto& [coordinator, list] : *actions)
      for (const store::old_action& each : list) at->done.add(each.tally);
  }
}

// -- whole trees ----------------------------------------------------------------------------------

void purger_state::bury(const msg::may_bury& news) {
  if (!at) return;
  marked = news.roots;
  const std::set<entity_id> allowed(news.roots.begin(), news.roots.end());
  store::burial all(rt->ports.store);
  bool last_went = false;
  for (const candidate& each : asked) {
    if (all.batch_bytes() >= limits::purge_tree_batch_bytes_max) {
      at->from = store::begin_of_tree(each.root);  // the rest in the next step
      break;
    }
    if (allowed.contains(each.root)) {
      const auto added = all.add(each.root, each.adjacent && last_went);
      if (!added) return fail(added.error());
      last_went = *added;
      if (*added) snapshots.erase(each.root.root);
    } else {
      last_went = false;
    }
  }
  if (all.tally().trees == 0) {
    unmark();
    return at->from ? again() : seal();
  }
  to_erase = runs_of(all.take_workflows());
  pending = all.tally();
  send_commit({}, all.take_rows(), true);
}

void purger_state::unmark() {
  if (marked.empty()) return;
  if (const auto engine = caf::actor_cast<engine_actor>(boss))
    self->send(engine, msg::buried{std::exchange(marked, {})});
}

// -- on disk --------------------------------------------------------------------------------------

/// What a power failure brings back of `may_be_lost` goes with the next purge; it is never a part.
void purger_state::send_commit(std::vector<store::encoded_step> steps, kv_batch rows,
                               bool may_be_lost) {
  msg::commit out;
  out.from = durable_actor{self};
  out.ticket = ++ticket;
  out.root = tree ? tree->root.root : 0;
  out.steps = std::move(steps);
  out.extra = std::move(rows);
  out.may_be_lost = may_be_lost;
  self->send(rt->staff.committer, std::move(out));
}

void purger_state::on_durable(const msg::durable& news) {
  if (!at || news.ticket != ticket) return;
  if (at->seals) return finish();
  at->done.add(pending);
  rt->counters.purged_trees += pending.trees;
  rt->counters.purged_actions += pending.actions;
  rt->counters.purged_bytes += pending.bytes;
  pending = {};
  for (const std::string& run : std::exchange(to_erase, {})) rt->ports.runs.erase(run);
  if (tree) {
    // The steps of one commit have sequences in a row, and none is older than the first.
    for (const entity_id& id : std::exchange(fresh, {}))
      snapshots[tree->root.root][id] = news.sequence;
    if (tree->old.more) return open_tree(tree->root);
    at->due = std::min(at->due, plus_ms(tree->old.next, latest_age()));
    tree.reset();
  }
  unmark();
  rest();
}

/// Every run that the workflows had: what they wrote lies under its name.
std::vector<std::string> purger_state::runs_of(
    const std::vector<store::gone_workflow>& workflows) const {
  std::vector<std::string> out;
  for (const store::gone_workflow& each : workflows) {
    const auto text = rt->ports.reader.definition(each.id.root, each.definition);
    if (!text || !*text) continue;  // the sweep of the next start finds them
    const auto definition = rt->ports.definitions.workflow(**text);
    if (!definition) continue;
    const model::configuration conf;
    const model::workflow_context context{each.id, rt->settings.ids.text(each.id), **definition,
                                          conf};
    for (const auto& [node, attempts] : each.nodes) {
      if (node >= (*definition)->nodes.size() || !model::runs_program((*definition)->nodes[node]))
        continue;
      model::node_state state;
      state.node = node;
      for (uint16_t attempt = 1; attempt <= attempts; ++attempt) {
        state.attempt = attempt;
        out.push_back(model::run_name(context, state));
      }
    }
  }
  return out;
}

/// Output of jobs that are gone: a crash came between their last batch and this.
void purger_state::sweep_outputs() {
  swept = true;
  std::string job;
  bool gone = false;
  for (const std::string& run : rt->settings.purge.runs_on_disk()) {
    const std::string of = run.substr(0, run.find('@'));
    if (of != job) {
      job = of;
      const auto parsed = rt->settings.ids.parse(job);
      gone = false;
      if (parsed && parsed->kind == entity_kind::workflow) {
        const auto there = rt->ports.reader.locate(entity_kind::workflow, parsed->job);
        gone = there && !*there;
      }
    }
    if (gone) rt->ports.runs.erase(run);
  }
}

purger_actor::behavior_type purger(purger_actor::stateful_pointer<purger_state> self, runtime* rt,
                                   caf::actor_addr boss) {
  purger_state& state = self->state;
  state.self = self;
  state.rt = rt;
  state.boss = std::move(boss);
  return {[self](const msg::stimulus& stimulus) { self->state.receive(stimulus); },
          [self](const msg::durable& news) { self->state.on_durable(news); },
          [self](const msg::purge& order) { self->state.order(order); },
          [self](const msg::purge_more&) { self->state.look(); },
          [self](const msg::may_bury& news) { self->state.bury(news); },
          [self](const msg::pruned& news) { self->state.pruned(news); }};
}

}  // namespace foliot::actors
