#include "actors/registry.hpp"

#include <algorithm>
#include <set>

#include "actors/type_ids.hpp"
#include "base/local_path.hpp"

namespace foliot::actors {

namespace {

/// How those who wait may write the same file, or the done-flag of the same instance.
std::vector<std::string> spellings(const std::string& uri, const std::string& path) {
  const std::string flag = (uri.ends_with('/') ? "" : "/") + std::string("_SUCCESS");
  return {uri, "file://" + path, path, uri + flag, "file://" + path + flag, path + flag};
}

}  // namespace

void registry_state::watch(const msg::watch_inputs& order) {
  unwatch(order.id);
  std::vector<uint64_t>& mine = by_waiter[order.id];
  mine.reserve(order.uris.size());
  for (uint32_t index = 0; index < order.uris.size(); ++index) {
    const auto [entry, is_new] = tokens.try_emplace(order.uris[index], last_token + 1);
    const uint64_t token = entry->second;
    watched& at = uris[token];
    at.waiters.push_back(
        {order.id, index, order.round, caf::actor_cast<caf::actor_addr>(order.who)});
    mine.push_back(token);
    if (!is_new) continue;
    last_token = token;
    at.uri = &entry->first;
    // The parser lets only local paths through so far.
    if (const auto path = local_path(entry->first)) rt->ports.watches.watch(token, *path);
  }
  if (!order.confirm) return;
  // The watch port looks in order, and the root directory is always there: its news are the proof
  // that everything before was looked at.
  rt->ports.watches.watch(++last_token, "/");
  confirmations[last_token] = {order.id, 0, order.round,
                               caf::actor_cast<caf::actor_addr>(order.who)};
}

void registry_state::unwatch(const entity_id& id) {
  const auto mine = by_waiter.find(id);
  if (mine == by_waiter.end()) return;
  for (uint64_t token : mine->second) {
    const auto found = uris.find(token);
    if (found == uris.end()) continue;
    std::erase_if(found->second.waiters, [&](const waiter& w) { return w.id == id; });
    if (!found->second.waiters.empty()) continue;
    rt->ports.watches.unwatch(token);
    tokens.erase(*found->second.uri);
    uris.erase(found);
  }
  by_waiter.erase(mine);
}

void registry_state::look_again(const msg::announce& news) {
  std::set<uint64_t> looked_at;
  std::set<entity_id> waiting;
  for (const std::string& uri : news.uris) {
    const auto path = local_path(uri);
    if (!path) continue;
    for (const std::string& each : spellings(uri, *path)) {
      const auto found = tokens.find(each);
      if (found == tokens.end() || !looked_at.insert(found->second).second) continue;
      for (const waiter& w : uris[found->second].waiters) waiting.insert(w.id);
      // An announcement is a reason to look, not a proof: the watch port looks at once.
      rt->ports.watches.unwatch(found->second);
      rt->ports.watches.watch(found->second, *local_path(each));
    }
  }
  if (news.done) news.done(http::announced{looked_at.size(), waiting.size()});
}

void registry_state::appeared(uint64_t token) {
  if (const auto confirmed = confirmations.extract(token); !confirmed.empty()) {
    if (auto strong = caf::actor_cast<caf::strong_actor_ptr>(confirmed.mapped().who))
      self->send(caf::actor_cast<entity_actor>(strong), msg::stimulus{msg::inputs_checked{}, {}});
    return;
  }
  const auto found = uris.find(token);
  if (found == uris.end()) return;
  const watched there = std::move(found->second);
  tokens.erase(*there.uri);
  uris.erase(found);
  for (const waiter& w : there.waiters) {
    const auto strong = caf::actor_cast<caf::strong_actor_ptr>(w.who);
    if (!strong) continue;
    self->send(caf::actor_cast<entity_actor>(strong),
               msg::stimulus{msg::dataset_ready{w.index, w.round}, {}});
  }
}

/// The order of the rows means nothing; with `of` they are in the order of its own list.
msg::look_at_watches::seen registry_state::look(const msg::look_at_watches& question) const {
  msg::look_at_watches::seen out{{}, uris.size(), by_waiter.size()};
  const auto show = [&](const watched& at) {
    if (out.rows.size() >= question.rows_max) return false;
    msg::look_at_watches::row& row = out.rows.emplace_back();
    row.uri = *at.uri;
    row.waiting = at.waiters.size();
    for (size_t i = 0; i < at.waiters.size() && i < question.waiters_max; ++i)
      row.first.push_back(at.waiters[i].id);
    return true;
  };
  if (!question.of) {
    for (const auto& [token, at] : uris)
      if (!show(at)) break;
    return out;
  }
  const auto mine = by_waiter.find(*question.of);
  if (mine == by_waiter.end()) return out;
  for (const uint64_t token : mine->second)
    if (const auto found = uris.find(token); found != uris.end() && !show(found->second)) break;
  return out;
}

watching_registry_actor::behavior_type registry(
    watching_registry_actor::stateful_pointer<registry_state> self, const runtime* rt) {
  self->state.self = self;
  self->state.rt = rt;
  auto handle = registry_actor{self};
  rt->ports.watches.deliver_to([weak = caf::actor_cast<caf::actor_addr>(handle)](uint64_t token) {
    if (auto strong = caf::actor_cast<caf::strong_actor_ptr>(weak))
      caf::anon_send(caf::actor_cast<registry_actor>(strong), msg::path_appeared{token});
  });
  return {
      [self](const msg::watch_inputs& order) { self->state.watch(order); },
      [self](const msg::unwatch_inputs& order) { self->state.unwatch(order.id); },
      [self](const msg::announce& order) { self->state.look_again(order); },
      [self](const msg::path_appeared& news) { self->state.appeared(news.token); },
      [self](const msg::look_at_watches& question) { question.done(self->state.look(question)); },
      [self](const msg::look_at_mailbox& question) { question.done(self->mailbox().size()); }};
}

}  // namespace foliot::actors
