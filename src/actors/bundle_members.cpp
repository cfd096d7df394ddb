// What a bundle hears of its coordinators: the applications that it has them read from, their
// answers and their errors. What comes while a step of the bundle is on its way to disk is gathered
// for the next one, since each step writes the whole record.
#include <algorithm>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "actors/bundle.hpp"
#include "actors/entity_steps.hpp"
#include "actors/loader.hpp"
#include "base/limits.hpp"
#include "model/bundle_policy.hpp"
#include "model/tables.hpp"

namespace foliot::actors {

void bundle_state::load(const model::bundle_record& durable, uint16_t member) {
  if (const auto waits = unreadable.find(member); waits != unreadable.end()) {
    if (waits->second > rt->ports.clock.now()) {
      next_wake = std::min(next_wake, waits->second);
      return;
    }
    unreadable.erase(waits);
  }
  if (loading.size() >= limits::bundle_members_at_once || !loading.insert(member).second) return;
  ++unread;
  self->send(rt->staff.loader,
             msg::read_coordinator{entity_actor{self}, member, durable.members.at(member).index,
                                   text, rt->settings.ids.text(id), because()});
}

void bundle_state::application_read(const msg::application_read& answer) {
  --unread;
  const auto member = static_cast<uint16_t>(answer.member);
  const auto refuse = [&](const failure& problem) {
    failure sentence = problem;
    sentence.oozie.clear();
    gathered.news.refused.push_back({member, problem.oozie, sentence.text()});
  };
  if (!*answer.application) {
    const failure& problem = answer.application->error();
    if (!may_pass(problem)) return refuse(problem);
    loading.erase(answer.member);
    const instant again = plus_ms(rt->ports.clock.now(), limits::read_again_ms);
    unreadable.insert_or_assign(answer.member, again);
    ring_by(again);
    if (unread == 0 && gathered.empty()) perform_now();  // the others' turn
    return;
  }
  const parse::submission& read = **answer.application;
  auto understood = rt->ports.definitions.coordinator(read.text);
  if (!understood) return refuse(understood.error());
  auto [hash, change] = store::definition_change(rt->settings.partition, id.root, read.text);
  gathered.texts.add(change);
  gathered.candidates.insert_or_assign(newest.members.at(member).coordinator,
                                       std::move(*understood));
  gathered.news.accepted.push_back(
      {member, {hash, newest.user, read.name, read.text.app_path, id.job}});
}

namespace {

/// The one alternative of its kind that is not empty, if it is a single one.
template <class Event>
void take_single(const std::vector<Event>& events, std::optional<model::bundle_event>& out) {
  if (events.size() == 1) out = events.front();
}

}  // namespace

/// One that tells alone is an event as it always was.
model::bundle_event told_members::event() const {
  if (size() != 1) return news;
  std::optional<model::bundle_event> single;
  take_single(news.accepted, single);
  take_single(news.refused, single);
  take_single(news.confirmed, single);
  take_single(news.erred, single);
  take_single(news.refused_retries, single);
  return *single;
}

size_t told_members::size() const {
  return news.accepted.size() + news.refused.size() + news.confirmed.size() + news.erred.size() +
         news.refused_retries.size();
}

/// Applications wait for those that are being read as well, the rest for the disk only.
void bundle_state::hear_members() {
  const bool only_reads =
      gathered.news.accepted.size() + gathered.news.refused.size() == gathered.size();
  if (!settled() || (only_reads && unread > 0)) return;
  hear_members_now();
}

/// An order is judged by all that was told before it.
void bundle_state::hear_members_now() {
  if (gathered.empty()) return;
  hearing = std::exchange(gathered, {});
  const bool taken = feed(hearing.event(), hearing.why, std::move(hearing.texts));
  if (taken && hearing.news.confirmed.size() + hearing.news.refused_retries.size() > 0)
    ++asked;  // what is told of its coordinators from now on knows what this order did
  // What does not apply any more, as that of a bundle that was suspended meanwhile, is read again.
  const auto drop = [this](uint16_t member) {
    const model::bundle_member& each = newest.members.at(member);
    if (!each.created && !each.refused) loading.erase(member);
  };
  for (const auto& each : hearing.news.accepted) drop(each.member);
  for (const auto& each : hearing.news.refused) drop(each.member);
  hearing = {};
}

/// Those whose outcome is on disk are not being read any more.
void bundle_state::end_loading(const model::bundle_record& durable) {
  for (auto at = loading.begin(); at != loading.end();) {
    const model::bundle_member& member = durable.members.at(*at);
    at = member.created || member.refused ? loading.erase(at) : std::next(at);
  }
}

void bundle_state::member_answered(const msg::member_answered& answer) {
  const result<model::order_reply>& outcome = *answer.outcome;
  answer_shared(answer.member, answer.kind, answer.serial,
                outcome ? std::string() : outcome.error().sentence);
  // A coordinator that is quarantined does not obey: the order stays owed, and `why` shows it.
  if (!outcome && answer.kind == model::member_order::state) return;
  if (!outcome && is_retry(answer))
    return gathered.news.refused_retries.push_back(
        {answer.member, answer.serial, outcome.error().oozie, outcome.error().sentence});
  gathered.news.confirmed.push_back({answer.member, answer.kind, answer.serial});
}

/// Nobody but the record learns what became of a retry.
bool bundle_state::is_retry(const msg::member_answered& answer) const {
  const model::bundle_member& member = newest.members.at(answer.member);
  return answer.kind == model::member_order::rerun && member.rerun_order == answer.serial &&
         member.rerun.options.errors_if_many;
}

void bundle_state::child_reported(const entity_id& child, model::status state) {
  if (model::is_terminal(newest.state)) return look_at_revived(child, state);
  if (!model::is_error(state) || !model::active_statuses.has(newest.state)) return;
  for (size_t i = 0; i < newest.members.size(); ++i) {
    const model::bundle_member& member = newest.members[i];
    if (member.coordinator == child.job && !member.erred &&
        model::holds_bundle(context(), newest, member))
      gathered.news.erred.push_back({static_cast<uint16_t>(i)});
  }
}

/// Something below it was rerun. What is told may be older than the end: the disk knows.
void bundle_state::look_at_revived(const entity_id& child, model::status state) {
  constexpr model::status_set may_return{model::status::succeeded, model::status::done_with_error};
  if (model::is_terminal(state) || !may_return.has(newest.state)) return;
  for (size_t i = 0; i < newest.members.size(); ++i) {
    const model::bundle_member& member = newest.members[i];
    if (member.coordinator != child.job || !member.created) continue;
    if (!model::is_terminal(state_of(member)))
      feed(model::bundle_events::member_revived{static_cast<uint16_t>(i)}, because());
    return;
  }
}

/// A coordinator that had ended before the engine did reports nothing any more.
void bundle_state::look_at_resting() {
  if (newest.version == 0 || !model::active_statuses.has(newest.state)) return;
  if (gathered.empty()) gathered.why = because();
  for (const model::bundle_member& member : newest.members)
    if (member.created && !coordinators.contains(member.coordinator) &&
        model::holds_bundle(context(), newest, member))
      child_reported(coordinator_of(member), state_of(member));
}

}  // namespace foliot::actors
