// The shell of every entity: decode, step, commit, perform (architecture 2, 3). The state of an
// actor derives from `entity<...>` and gives it four functions; see action.hpp for the smallest.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "actors/protocols.hpp"
#include "actors/runtime.hpp"
#include "actors/tree.hpp"
#include "model/step.hpp"
#include "store/step_batch.hpp"

namespace foliot::actors {

using done_callback = std::function<void(result<void>)>;

/// A child whose record is being written together with its parent's. One at rest that starts over
/// has a record `before`.
struct newborn {
  entity_id id;
  model::any_record record;
  std::optional<model::any_record> before;
  uint64_t sequence = 0;  ///< Of its entry in the journal, once that is on disk.
};

/// `Derived` offers:
///   Step advance(const Record&, const Event&, instant now)       the pure step, with its context
///   bool understood()                                            whether there is that context
///   result<newborn> born(const birth&, instant now)              a child as its first event makes
///   it void perform(const Record& durable)                          does what that state owes void
///   spawn(std::vector<newborn>&)                            children whose birth is durable
///   void receive(const msg::stimulus&)                      all but what `hear` sees to
///   std::string owed_text(const Effect&)                    for people
///   bool handed(const Effect&)                              whether who does it was told
///   void came_back()                                        what it missed in quarantine
template <class Derived, class Record, class Event, class Step>
class entity {
 public:
  entity_id id;
  entity_actor::pointer self = nullptr;
  runtime* rt = nullptr;
  caf::actor_addr owner;  ///< Weak: the owner holds us, not we it.

  /// Takes the record that is on disk already (recovery, or a birth in the parent's batch).
  void init(entity_actor::pointer self_, runtime* rt_, const entity_id& id_, caf::actor_addr owner_,
            Record record_) {
    self = self_;
    rt = rt_;
    id = id_;
    owner = std::move(owner_);
    newest = std::move(record_);
    quarantined_ = rt->quarantined_before.contains(id) && still_noted();
    ++rt->counters.live[static_cast<size_t>(id.kind)];
  }

  ~entity() {
    if (rt) --rt->counters.live[static_cast<size_t>(id.kind)];
  }

  /// One step: on acceptance it is sent to the committer and the state moves on at once; nothing
  /// leaves before `on_durable`. `done` learns the outcome when it is on disk.
  bool feed(const Event& event, const model::cause& why, kv_batch extra = {},
            done_callback done = {});

  /// Everything up to that ticket is on disk: children are spawned, replies sent, effects done.
  void on_durable(const msg::durable& news);

  /// What the actor's handler calls: answers consoles, hands on all else.
  void hear(const msg::stimulus& stimulus);

  /// Does what the newest record owes, if it is on disk.
  void perform_now() {
    if (!held_.empty() || quarantined_) return;
    const Record durable = newest;  // performing may step on, and that is not on disk yet
    derived().perform(durable);
  }

  /// The owner let this entity go: it quits as soon as nothing of it is on its way to disk, since a
  /// reply may wait for that.
  void leave() {
    leaving_ = true;
    if (held_.empty()) self->quit();
  }

  bool settled() const { return held_.empty(); }
  bool quarantined() const { return quarantined_; }
  void set_quarantined() { quarantined_ = true; }
  /// What led to what is being done: the message that is being heard, or the step of this entity
  /// that just became durable.
  model::cause because() const { return why_ == nullptr ? model::cause{} : *why_; }
  /// Does `what` because of `why`.
  template <class Callable>
  void do_because(const model::cause& why, const Callable& what) {
    const model::cause* const outer = std::exchange(why_, &why);
    what();
    why_ = outer;
  }

  void tell_owner(msg::stimulus_kind what) const {
    if (auto strong = caf::actor_cast<caf::strong_actor_ptr>(owner))
      self->send(caf::actor_cast<entity_actor>(strong), msg::stimulus{std::move(what), because()});
  }
  void tell(const entity_actor& whom, msg::stimulus_kind what) const {
    self->send(whom, msg::stimulus{std::move(what), because()});
  }

  /// Answers an order that a quarantined entity cannot obey: any but a kill. Whether it did.
  bool refuse_quarantined(const msg::ordered& order) {
    if (!quarantined_ || std::holds_alternative<model::orders::kill>(order.what)) return false;
    reply(order,
          failure{errc::conflict, "the job is quarantined", "E0606", rt->settings.ids.text(id),
                  "`foliot why` shows the reason; a kill ends it"});
    return true;
  }
  /// Answers an order that means nothing for this kind of entity.
  void refuse_order(const msg::ordered& order) {
    reply(order, failure{errc::unsupported,
                         "'" + std::string(model::order_name(order.what)) +
                             "' is not offered for this kind of job",
                         "E0303", rt->settings.ids.text(id), ""});
  }
  /// Answers when the newest step is on disk.
  void reply(const msg::ordered& order, result<model::order_reply> outcome) {
    if (!order.done) return;
    answer(
        [done = order.done, outcome](const result<void>& written) {
          done(written ? outcome : result<model::order_reply>(written.error()));
        },
        {});
  }
  /// Takes the step that an order asks for, and answers when it is on disk. Whether it was taken.
  bool feed_order(const Event& event, const model::cause& why, const msg::ordered& order,
                  model::order_reply told = {}, kv_batch extra = {}) {
    if (!order.done) return feed(event, why, std::move(extra));
    return feed(event, why, std::move(extra),
                [done = order.done, told](const result<void>& written) {
                  done(written ? result<model::order_reply>(told) : written.error());
                });
  }
  /// An order for somebody further down who was let go: it is terminal, so nothing is to be done.
  /// Below a quarantined entity nobody may live that should.
  void refuse_routed(const msg::routed& passed) const {
    if (const auto* prune = std::get_if<msg::prune>(&passed.inner->what)) return prune->done({});
    if (const auto* again = std::get_if<msg::retry>(&passed.inner->what))
      return again->done(nobody_to_retry());
    const auto* order = std::get_if<msg::ordered>(&passed.inner->what);
    if (order == nullptr || !order->done) return;
    if (!quarantined_ && std::holds_alternative<model::orders::rerun_workflow>(order->what))
      return order->done(failure{errc::conflict, "what it belongs to has ended, or has gone on",
                                 "E0805", rt->settings.ids.text(id), "Rerun the job above it"});
    if (!quarantined_) return order->done(model::order_reply{{}, "the job has ended already"});
    order->done(failure{errc::conflict, "a job above it is quarantined", "E0606",
                        rt->settings.ids.text(id), "`foliot why` shows the reason"});
  }
  /// Whether an order that could bring this entity back to life has to go round by its owner,
  /// which is about to let it go.
  bool came_too_late(const msg::stimulus& stimulus, bool resting) const {
    if (!resting) return false;
    const auto* order = std::get_if<msg::ordered>(&stimulus.what);
    const auto* passed = std::get_if<msg::routed>(&stimulus.what);
    if (order == nullptr && passed == nullptr) return false;
    if (order == nullptr) {
      if (std::holds_alternative<msg::prune>(passed->inner->what) ||
          std::holds_alternative<msg::retry>(passed->inner->what))
        return refuse_routed(*passed), true;
      if (std::holds_alternative<msg::look>(passed->inner->what)) return true;
      order = std::get_if<msg::ordered>(&passed->inner->what);
    }
    if (order != nullptr && !model::may_revive(order->what)) {
      if (order->done) order->done(model::order_reply{{}, "the job has ended already"});
      return true;
    }
    tell_owner(msg::returned{id, std::make_shared<const msg::stimulus>(stimulus)});
    return true;
  }
  /// Sends `passed` to the next one on its path. A look goes before all else in the mailbox: how
  /// much waits there is what it asks.
  void hand_down(const entity_actor& whom, const msg::routed& passed,
                 const model::cause& why) const {
    msg::stimulus next{msg::routed{{passed.path.begin() + 1, passed.path.end()}, passed.inner},
                       why};
    if (std::holds_alternative<msg::look>(passed.inner->what))
      self->template send<caf::message_priority::high>(whom, std::move(next));
    else
      self->send(whom, std::move(next));
  }

  Record newest;  ///< Maybe not on disk yet: only `advance` may act on it.

 private:
  struct held_step {
    uint64_t ticket = 0;
    Record record;
    std::vector<newborn> children;
    std::vector<std::pair<done_callback, result<void>>> replies;
  };

  Derived& derived() { return static_cast<Derived&>(*this); }
  Step guarded(const Event& event, instant now);
  void take_durable(const msg::durable& news, size_t count);
  failure nobody_to_retry() const {
    return {errc::conflict, "it is not quarantined", "", rt->settings.ids.text(id),
            "'quarantine' lists what is"};
  }
  void tell_life(const msg::look& question);
  void put_back(const msg::retry& order);
  void quarantine(const Event& event, const std::string& why, instant now);
  void release(msg::commit& commit, const Record& next);
  /// It may have been killed since the engine's start, and come back by a rerun.
  bool still_noted() const {
    const auto note = rt->ports.reader.quarantined(id);
    return !note || *note;
  }
  void answer(done_callback done, result<void> outcome);
  result<std::vector<newborn>> bear(const Step& step, instant now);
  msg::commit make_commit(const Event& event, const Step& step, const model::cause& why,
                          instant now, const std::vector<newborn>& children);
  model::child_change unchanged(const Record& record) const;
  void count_me(msg::commit& commit, const Record& next) const;
  void add_change(msg::commit& commit, const entity_id& child, const model::any_record* before,
                  const model::any_record& after) const;

  std::vector<held_step> held_;
  uint64_t sent_ : 63 = 0;
  uint64_t stepped_ : 1 = 0;           ///< It wrote its record itself since it lives.
  const model::cause* why_ = nullptr;  ///< See `because`.
  bool quarantined_ = false;
  bool leaving_ = false;
};

}  // namespace foliot::actors
