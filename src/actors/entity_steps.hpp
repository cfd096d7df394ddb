// Bodies of actors/entity.hpp; included by the four entity sources only.
#pragma once

#include <algorithm>
#include <exception>
#include <type_traits>

#include "actors/entity.hpp"
#include "actors/type_ids.hpp"

namespace foliot::actors {

/// A kill is the one event that a quarantined entity takes: it ends it. Of an action that its job
/// does not have any more, being taken away is its kill.
template <class Event>
bool is_kill(const Event& event) {
  return std::visit(
      [](const auto& e) {
        using what = std::remove_cvref_t<decltype(e)>;
        return std::is_same_v<what, model::bundle_events::killed> ||
               std::is_same_v<what, model::coordinator_events::killed> ||
               std::is_same_v<what, model::action_events::killed> ||
               std::is_same_v<what, model::action_events::retired> ||
               std::is_same_v<what, model::workflow_events::killed>;
      },
      event);
}

/// What stands between a pure step and the engine: nothing that it does wrong leaves it.
template <class Derived, class Record, class Event, class Step>
Step entity<Derived, Record, Event, Step>::guarded(const Event& event, instant now) {
  if (rt->settings.poison && rt->settings.poison(id, model::any_event(event)))
    return Step::broke("poisoned on purpose");
  try {
    return derived().advance(newest, event, now);
  } catch (const std::exception& problem) {
    return Step::broke(std::string("a library threw: ") + problem.what());
  }
}

template <class Derived, class Record, class Event, class Step>
bool entity<Derived, Record, Event, Step>::feed(const Event& event, const model::cause& why,
                                                kv_batch extra, done_callback done) {
  if (quarantined_ && !(is_kill(event) && derived().understood())) {
    answer(std::move(done), failure{errc::conflict, "the job is quarantined", "E0606", "",
                                    "`foliot why` shows the reason; a kill ends it"});
    return false;
  }
  const instant now = rt->ports.clock.now();
  Step step = guarded(event, now);
  if (step.broken) {
    if (!quarantined_) quarantine(event, *step.broken, now);
    answer(std::move(done), failure{errc::contract, *step.broken, "", "", ""});
    return false;
  }
  if (!step.accepted) {
    ++rt->counters.refused_steps;
    if (step.why_not && !done)
      rt->ports.log.write(log_level::warn, "entity.refused",
                          rt->settings.ids.text(id) + ": " + step.why_not->text());
    answer(std::move(done), step.why_not ? result<void>(*step.why_not) : result<void>());
    return false;
  }
  result<std::vector<newborn>> children = bear(step, now);
  if (!children) {
    if (!quarantined_) quarantine(event, children.error().text(), now);
    answer(std::move(done), std::move(children).error());
    return false;
  }
  msg::commit commit = make_commit(event, step, why, now, *children);
  commit.extra = std::move(extra);
  if (quarantined_) release(commit, step.next);
  self->send(rt->staff.committer, std::move(commit));
  newest = std::move(step.next);
  held_.push_back({sent_, newest, std::move(*children), {}});
  answer(std::move(done), {});
  return true;
}

/// The first records of the children that a step creates, in the order of its births.
template <class Derived, class Record, class Event, class Step>
result<std::vector<newborn>> entity<Derived, Record, Event, Step>::bear(const Step& step,
                                                                        instant now) {
  std::vector<newborn> out;
  out.reserve(step.births.size());
  for (const auto& birth : step.births) {
    result<newborn> child = derived().born(birth, now);
    if (!child) return std::move(child).error();
    out.push_back(std::move(*child));
  }
  return out;
}

template <class Derived, class Record, class Event, class Step>
msg::commit entity<Derived, Record, Event, Step>::make_commit(
    const Event& event, const Step& step, const model::cause& why, instant now,
    const std::vector<newborn>& children) {
  msg::commit out;
  out.root = id.root;
  out.from = entity_actor{self};
  out.ticket = ++sent_;
  out.steps.reserve(1 + step.births.size());
  store::recorded_step mine;
  mine.entity = id;
  if (newest.version > 0) mine.before = &newest;
  mine.after = &step.next;
  mine.event = &event;
  mine.now = now;
  mine.why = &why;
  mine.tz_version = rt->settings.tz_version;
  mine.pages_stored = stepped_ != 0;
  stepped_ = 1;
  out.steps.push_back(store::encode_step(mine));
  if constexpr (!std::is_same_v<Record, model::workflow_record>)  // not counted, and dear to copy
    count_me(out, step.next);
  for (size_t i = 0; i < children.size(); ++i) {
    store::recorded_step child = mine;
    child.entity = children[i].id;
    child.pages_stored = false;
    child.before.reset();
    child.behind = static_cast<uint32_t>(i) + 1;
    if (children[i].before) child.before = store::view(*children[i].before);
    child.after = store::view(children[i].record);
    if constexpr (!std::is_same_v<decltype(step.births[i].event), model::no_child>)
      child.event = &step.births[i].event;
    out.steps.push_back(store::encode_step(child));
    add_change(out, children[i].id, children[i].before ? &*children[i].before : nullptr,
               children[i].record);
  }
  ++rt->counters.steps[static_cast<size_t>(id.kind)];
  for (const newborn& child : children) ++rt->counters.steps[static_cast<size_t>(child.id.kind)];
  ++rt->counters.commits;
  return out;
}

/// How many children of its parent `record` stands for.
inline uint32_t weight(const entity_id& id, const model::any_record& record) {
  const auto* action = std::get_if<model::action_record>(&record);
  return action == nullptr ? 1 : model::actions_in(*action, id.number);
}

template <class Derived, class Record, class Event, class Step>
void entity<Derived, Record, Event, Step>::count_me(msg::commit& commit, const Record& next) const {
  if (newest.version == 0) return add_change(commit, id, nullptr, model::any_record(next));
  const model::any_record before(newest);
  add_change(commit, id, &before, model::any_record(next));
}

template <class Derived, class Record, class Event, class Step>
void entity<Derived, Record, Event, Step>::add_change(msg::commit& commit, const entity_id& child,
                                                      const model::any_record* before,
                                                      const model::any_record& after) const {
  // Workflows report to their action themselves; counters are kept for jobs with many children.
  if (child.kind != entity_kind::action && child.kind != entity_kind::coordinator) return;
  model::child_change change;
  change.parent = model::parent_of(child, after);
  if (change.parent.kind == entity_kind::none) return;
  change.child = child;
  change.after = model::state_of(after);
  change.pending_after = model::is_pending(after);
  change.count_after = weight(child, after);
  if (before != nullptr) {
    change.before = model::state_of(*before);
    change.pending_before = model::is_pending(*before);
    change.count_before = weight(child, *before);
  }
  if (change.before == change.after && change.pending_before == change.pending_after &&
      change.count_before == change.count_after)
    return;
  commit.changes.push_back({change, static_cast<uint32_t>(commit.steps.size())});
}

template <class Derived, class Record, class Event, class Step>
void entity<Derived, Record, Event, Step>::on_durable(const msg::durable& news) {
  size_t count = 0;
  while (count < held_.size() && held_[count].ticket <= news.ticket) ++count;
  if (count == 0) return;
  rt->load.took(id, rt->ports.clock, [this] { return self->mailbox().size(); });
  // A quarantine is no step: what was written with it led to what follows, if anything did.
  model::cause why{news.sequence, {}, {}, {}};
  for (auto at = news.earlier.rbegin(); why.sequence == 0 && at != news.earlier.rend(); ++at)
    why.sequence = *at;
  do_because(why, [&] { take_durable(news, count); });
}

/// The first `count` of the steps that were held are on disk.
template <class Derived, class Record, class Event, class Step>
void entity<Derived, Record, Event, Step>::take_durable(const msg::durable& news, size_t count) {
  std::vector<held_step> done(std::make_move_iterator(held_.begin()),
                              std::make_move_iterator(held_.begin() + static_cast<long>(count)));
  held_.erase(held_.begin(), held_.begin() + static_cast<long>(count));
  if (held_.empty()) held_.shrink_to_fit();
  for (size_t i = 0; i < done.size(); ++i) {
    held_step& step = done[i];
    const size_t later = done.size() - 1 - i;  // commits that became durable with it
    uint64_t sequence = later == 0 ? news.sequence : 0;
    if (later > 0 && later <= news.earlier.size())
      sequence = news.earlier[news.earlier.size() - later];
    for (newborn& child : step.children) child.sequence = ++sequence;
    if (!step.children.empty()) derived().spawn(step.children);
    for (auto& [reply, outcome] : step.replies) reply(std::move(outcome));
  }
  if (leaving_) return leave();
  if (!quarantined_) derived().perform(done.back().record);
}

/// A reply is an effect like any other: it waits for the newest step that it may depend on.
template <class Derived, class Record, class Event, class Step>
void entity<Derived, Record, Event, Step>::answer(done_callback done, result<void> outcome) {
  if (!done) return;
  if (held_.empty())
    done(std::move(outcome));
  else
    held_.back().replies.emplace_back(std::move(done), std::move(outcome));
}

template <class Derived, class Record, class Event, class Step>
void entity<Derived, Record, Event, Step>::quarantine(const Event& event, const std::string& why,
                                                      instant now) {
  quarantined_ = true;
  ++rt->counters.quarantined;
  const model::quarantine_note note{id, now, std::string(model::event_name(event)), why};
  rt->ports.log.write(log_level::error, "entity.quarantined",
                      rt->settings.ids.text(id) + " at " + note.event + ": " + why);
  msg::commit commit;
  commit.root = id.root;
  commit.from = entity_actor{self};
  commit.ticket = ++sent_;
  if (newest.version > 0) {  // else it never was, and nobody could take the note away
    commit.extra.add(store::quarantine_change(note));
    // Its parent counts it as an error.
    model::child_change change = unchanged(newest);
    change.quarantined_after = true;
    if (change.parent.kind != entity_kind::none) commit.changes.push_back({change});
  }
  self->send(rt->staff.committer, std::move(commit));
  held_.push_back({sent_, newest, {}, {}});
  if constexpr (requires { derived().was_quarantined(); }) derived().was_quarantined();
}

/// A kill ends the quarantine: the note goes in the batch of its step.
template <class Derived, class Record, class Event, class Step>
void entity<Derived, Record, Event, Step>::release(msg::commit& commit, const Record& next) {
  quarantined_ = false;
  --rt->counters.quarantined;
  commit.extra.add(store::release_change(id));
  rt->ports.log.write(log_level::info, "entity.released",
                      rt->settings.ids.text(id) + " is not quarantined any more: it is " +
                          std::string(model::name(next.state)));
  model::child_change change = unchanged(next);
  change.quarantined_before = true;
  const uint32_t step = commit.steps.empty() ? 0 : 1;
  if (change.parent.kind != entity_kind::none) commit.changes.push_back({change, step});
}

template <class Derived, class Record, class Event, class Step>
void entity<Derived, Record, Event, Step>::hear(const msg::stimulus& stimulus) {
  rt->load.took(id, rt->ports.clock, [this] { return self->mailbox().size(); });
  const msg::stimulus* mine = &stimulus;
  if (const auto* passed = std::get_if<msg::routed>(&stimulus.what))
    if (passed->path.empty()) mine = passed->inner.get();
  if (const auto* question = std::get_if<msg::look>(&mine->what)) return tell_life(*question);
  do_because(mine->why, [&] {
    if (const auto* order = std::get_if<msg::retry>(&mine->what))
      put_back(*order);
    else
      derived().receive(stimulus);
  });
}

template <class Derived, class Record, class Event, class Step>
void entity<Derived, Record, Event, Step>::tell_life(const msg::look& question) {
  msg::entity_life out;
  out.version = newest.version;
  out.unwritten = held_.size();
  out.messages = self->mailbox().size();
  if (newest.version > 0 && newest.state != model::status::none && derived().understood()) {
    const auto effects = model::owed(derived().context(), newest, rt->ports.clock.now());
    out.owed_all = effects.size();
    for (size_t i = 0; i < std::min(effects.size(), msg::owed_told_max); ++i)
      out.owed.push_back({derived().owed_text(effects[i]),
                          held_.empty() && !quarantined_ && derived().handed(effects[i])});
  }
  question.done(std::move(out));
}

/// What broke it may have been a passing state of the world, or a defect that is mended. The note
/// goes first; from there on it is like an entity after a start of the engine. If it breaks again,
/// another note follows that batch, and this one is as harmless as a kill that breaks.
template <class Derived, class Record, class Event, class Step>
void entity<Derived, Record, Event, Step>::put_back(const msg::retry& order) {
  if (!quarantined_) return order.done(nobody_to_retry());
  if (!derived().understood() || newest.version == 0)
    return order.done(failure{errc::conflict, "its definition is not understood", "",
                              rt->settings.ids.text(id),
                              "It is read again at the next start of the engine"});
  msg::commit commit;
  commit.root = id.root;
  commit.from = entity_actor{self};
  commit.ticket = ++sent_;
  release(commit, newest);
  self->send(rt->staff.committer, std::move(commit));
  held_.push_back({sent_, newest, {}, {}});
  answer(
      [this, done = order.done](const result<void>& written) {
        tell_owner(msg::back_to_work{id});
        if (!written) return done(written.error());
        done(msg::retried{newest.state, newest.version, quarantined_});
      },
      {});
  derived().came_back();
}

/// What the counters of the parent hold of this entity, as of `record`.
template <class Derived, class Record, class Event, class Step>
model::child_change entity<Derived, Record, Event, Step>::unchanged(const Record& record) const {
  model::child_change out;
  if (id.kind != entity_kind::action && id.kind != entity_kind::coordinator) return out;
  const model::any_record copy(record);
  out.parent = model::parent_of(id, copy);
  out.child = id;
  out.before = out.after = model::state_of(copy);
  out.pending_before = out.pending_after = model::is_pending(copy);
  out.count_before = out.count_after = weight(id, copy);
  return out;
}

}  // namespace foliot::actors
