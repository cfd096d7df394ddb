// A bundle and its coordinators as machines only: what one owes the other is handed over by hand.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "model/bundle_change.hpp"
#include "model/bundle_orders.hpp"
#include "model/coordinator_orders.hpp"
#include "model/moves.hpp"
#include "tests/model/support.hpp"

namespace foliot::vectors {

/// A bundle and its coordinators, which are brought into any model::status and then ordered about.
class played_bundle {
 public:
  static constexpr instant now = model::support::day;

  played_bundle(model::status before,
                const std::vector<std::pair<std::string, model::status>>& members) {
    std::vector<std::string> names;
    for (const auto& [name, state] : members) names.push_back(name);
    definition = model::support::bundle(names);
    record.version = 1;
    record.state = before;
    record.reading = dialect::oozie;
    record.suspended =
        before == model::status::suspended || before == model::status::suspended_with_error;
    const bool is_paused = before == model::status::paused ||
                           before == model::status::paused_with_error ||
                           before == model::status::prep_paused;
    if (is_paused) record.pause_at = plus_ms(now, -30'000);
    for (size_t i = 0; i < members.size(); ++i) add_member(i, members[i].second);
  }

  /// The pure step; an event that means nothing changes nothing. Whether it was taken.
  bool take(const model::bundle_event& event) {
    const model::bundle_step out = model::advance(context(), record, event, now);
    if (out.broken) throw std::runtime_error(*out.broken);
    if (out.accepted) record = out.next;
    return out.accepted;
  }
  bool take(const model::bundle_verdict& judged) { return judged.event && take(*judged.event); }

  /// What the clock owes the bundle now.
  void let_time_work() {
    for (const model::bundle_effect& effect : model::owed(context(), record, now))
      if (std::holds_alternative<model::bundle_effects::pause>(effect))
        take(model::bundle_events::pause_reached{});
    for (size_t i = 0; i < children.size(); ++i) settle(i);
  }

  /// Every order that is owed reaches its coordinator and is confirmed.
  void deliver() {
    for (const model::bundle_effect& effect : model::owed(context(), record, now)) {
      const auto* order = std::get_if<model::bundle_effects::order_coordinator>(&effect);
      if (order == nullptr) continue;
      const auto answer = tell(order->member, order->what);
      if (!answer) refusals.push_back({std::to_string(order->member), answer.error().text()});
      take(model::bundle_events::member_confirmed{order->member, order->kind, order->serial});
    }
  }
  /// The status-transition actor tells what the coordinators are.
  void recount() {
    model::child_counts counts;
    for (const model::coordinator_record& child : children)
      counts.apply(
          {model::support::bundle_id, {}, model::status::none, child.state, false, child.pending});
    take(model::bundle_events::children_changed{model::summarise(counts)});
  }

  std::vector<model::status> states() const {
    std::vector<model::status> out;
    for (const auto& child : children) out.push_back(child.state);
    return out;
  }
  std::vector<bool> pending() const {
    std::vector<bool> out;
    for (const auto& member : record.members) out.push_back(member.pending);
    return out;
  }
  model::bundle_context context() const { return {model::support::bundle_id, definition}; }

  model::bundle_definition definition;
  model::bundle_record record;
  std::vector<model::coordinator_record> children;
  std::vector<model::unchanged_coordinator> refusals;

 private:
  void add_member(size_t i, model::status state) {
    model::bundle_member member;
    member.index = static_cast<uint16_t>(i);
    member.coordinator = 100 + i;
    member.created = true;
    record.members.push_back(member);
    model::coordinator_record child;
    child.version = 1;
    child.state = state;
    child.actions = 2;
    child.last_nominal = plus_ms(now, ms_per_hour);
    child.bundle = model::support::bundle_id.job;
    children.push_back(child);
  }
  model::coordinator_context child_context(size_t i) const {
    return {{0, entity_kind::coordinator, 0, 7, 100 + i}, hourly_};
  }
  void step(size_t i, const model::coordinator_event& event) {
    const auto out = model::advance(child_context(i), children[i], event, now);
    if (out.broken) throw std::runtime_error(*out.broken);
    if (out.accepted) children[i] = out.next;
  }
  void settle(size_t i) {
    for (const auto& effect : model::owed(child_context(i), children[i], now))
      if (std::holds_alternative<model::coordinator_effects::pause>(effect))
        step(i, model::coordinator_events::pause_reached{});
  }
  result<void> tell(size_t i, const model::order& what) {
    result<model::order_verdict> judged = std::visit(
        model::overloaded{[&](const model::orders::suspend&) -> result<model::order_verdict> {
                            return model::judge_suspend(children[i]);
                          },
                          [&](const model::orders::resume&) -> result<model::order_verdict> {
                            return model::judge_resume(children[i]);
                          },
                          [&](const model::orders::kill&) -> result<model::order_verdict> {
                            return model::judge_kill(children[i]);
                          },
                          [&](const model::orders::change& change) {
                            // Both of its actions have started, so neither can be taken away.
                            return model::judge_change(child_context(i), children[i], change.values,
                                                       [](uint32_t) { return false; });
                          },
                          [&](const model::orders::rerun& rerun) {
                            return model::judge_rerun(children[i],
                                                      {{1, model::status::succeeded, {0, 0}}},
                                                      rerun.options);
                          },
                          [](const auto&) -> result<model::order_verdict> {
                            return failure{errc::unsupported, "not for a coordinator", "", "", ""};
                          }},
        what);
    if (!judged) return judged.error();
    if (judged->event) step(i, *judged->event);
    settle(i);
    return {};
  }

  model::coordinator_definition hourly_ = model::support::coordinator(60, 24);
};

}  // namespace foliot::vectors
