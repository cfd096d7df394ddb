#include "tests/sim/advisor.hpp"

#include <algorithm>
#include <utility>

#include "base/local_path.hpp"
#include "http/explain.hpp"
#include "rehearsal/virtual_watches.hpp"

namespace foliot::sim {

namespace {

using model::reason_kind;
using model::remedy_kind;
using model::status;

constexpr model::status_set held{status::suspended, status::suspended_with_error,
                                 status::prep_suspended};

bool has(const std::vector<model::reason>& answer, reason_kind kind) {
  return std::any_of(answer.begin(), answer.end(),
                     [&](const model::reason& one) { return one.kind == kind; });
}

/// What keeps a job back whatever comes of its other reasons.
bool holds_back(const model::reason& one) {
  return one.kind == reason_kind::held || one.kind == reason_kind::paused ||
         one.kind == reason_kind::parent;
}

/// Something else keeps it waiting by now; or data that nobody can make.
bool has_new(const std::vector<model::reason>& answer, const std::set<reason_kind>& known) {
  return std::any_of(answer.begin(), answer.end(), [&](const model::reason& one) {
    const bool idle = one.kind == reason_kind::step || one.kind == reason_kind::children ||
                      one.kind == reason_kind::run;
    return (!idle && !known.contains(one.kind)) ||
           (one.kind == reason_kind::input && one.uris.empty());
  });
}

std::string words(const std::vector<model::reason>& answer) {
  std::string out;
  for (const model::reason& one : answer) out += (out.empty() ? "" : "; ") + one.what;
  return out;
}

}  // namespace

std::optional<advisor::reasons> advisor::ask(life& engine, const entity_id& id) const {
  const http::catalogue from(
      engine.reader(), engine.definitions(),
      [this](const std::string& uri) { return files_.exists(local_path(uri).value_or(uri)); }, "");
  http::found_entity entity{id, auditor_.name_of(id), "", auditor_.records().at(id)};
  const auto places = [&](const entity_id& action) {
    return engine.starts().look(
        [&](const auto& queue) { return queue.place_of(action, time_.now()); });
  };
  auto answer = http::explain(from, entity, time_.now(), false, places);
  if (answer) return std::move(*answer);
  auditor_.blame("why of " + auditor_.name_of(id) + ": " + answer.error().text());
  return std::nullopt;
}

bool advisor::quiet(life& engine, bool calm) {
  check_promises();
  if (!luck_.hits(25)) return false;
  std::vector<entity_id> all;
  for (const auto& [id, record] : auditor_.records())
    if (auditor_.lives(record)) all.push_back(id);
  if (all.empty()) return false;
  answers_.clear();
  for (const entity_id& id : all) {
    auto answer = ask(engine, id);
    if (!answer) return false;
    ++counts_.answers;
    check(engine, id, *answer, calm);
    answers_.insert_or_assign(id, std::move(*answer));
  }
  if (!calm || !luck_.hits(12)) return false;
  const entity_id who = luck_.pick(all);
  if (auditor_.is_wounded(who.root)) return false;
  if (luck_.hits(40)) return try_another(who);
  return follow(who, 0);
}

/// Somebody does what the answer says; a job's remedy may be its child's.
bool advisor::follow(const entity_id& id, int depth) {
  const auto found = answers_.find(id);
  if (found == answers_.end() || found->second.empty()) return false;
  const reasons& answer = found->second;
  reasons chosen;
  if (id.kind == entity_kind::action && !has(answer, reason_kind::run)) {
    chosen = answer;
  } else {
    const auto first = std::find_if(answer.begin(), answer.end(), holds_back);
    chosen.push_back(first != answer.end() ? *first : luck_.pick(answer));
  }
  for (const model::reason& one : chosen)
    if (one.act == remedy_kind::ask) return depth < 4 && follow(luck_.pick(one.holders), depth + 1);
  // Who waits for a workflow below it moves when that one does, which may take long.
  const bool is_below = id.kind == entity_kind::workflow &&
                        chosen.front().kind == reason_kind::run &&
                        chosen.front().act == remedy_kind::resume &&
                        auditor_.records().contains(chosen.front().target);
  const entity_id who = is_below ? chosen.front().target : id;
  promise made{who, auditor_.status_of(who), model::version_of(auditor_.records().at(who)),
               time_.now(), words(chosen)};
  for (const model::reason& one : chosen) made.kinds.insert(one.kind);
  for (const model::reason& one : chosen) {
    if (!can_apply(one)) return false;
    if (one.act == remedy_kind::none && one.until != never)
      made.until = std::max(made.until, one.until);
  }
  world_.note("follow the advice for " + auditor_.name_of(id) + ": " + made.advice);
  for (const model::reason& one : chosen)
    if (!apply(id, one)) return false;
  made.until = plus_ms(made.until, ms_per_minute + (has(chosen, reason_kind::input)
                                                        ? 2 * rehearsal::watch_client::rescan_ms
                                                        : 0));
  ++counts_.followed;
  promises_.push_back(std::move(made));
  return true;
}

bool advisor::can_apply(const model::reason& one) {
  if (one.kind == reason_kind::governor) return false;  // others may come before it
  if (one.act == remedy_kind::create) return !one.uris.empty();
  if (one.act == remedy_kind::none) return one.until != never || !one.node.empty();
  return one.act != remedy_kind::ask;
}

bool advisor::apply(const entity_id& id, const model::reason& one) {
  switch (one.act) {
    case remedy_kind::create:
      for (const std::string& uri : one.uris) files_.put(local_path(uri).value_or(uri));
      return true;
    case remedy_kind::start: users_.order(one.target, model::orders::start{}); return true;
    case remedy_kind::resume: users_.order(one.target, model::orders::resume{}); return true;
    case remedy_kind::reset_pause: users_.reset_pause(one.target); return true;
    case remedy_kind::raise_concurrency: {
      model::coordinator_change values;
      values.concurrency = one.number;
      users_.order(one.target, model::orders::change{values});
      return true;
    }
    case remedy_kind::ask: return false;
    case remedy_kind::none:
      return one.until != never || machine_.end_now(auditor_.name_of(id) + "@" + one.node + ".");
  }
  return false;
}

/// The remedy of a reason that the answer does not name: it moves nothing, or `moved` sees it.
bool advisor::try_another(const entity_id& id) {
  if (id.kind != entity_kind::action) return false;
  const entity_id parent = coordinator_of(id);
  const auto* job = auditor_.record<model::coordinator_record>(parent);
  const reasons& answer = answers_.at(id);
  if (job == nullptr || model::is_terminal(job->state)) return false;
  const status state = auditor_.status_of(id);
  switch (luck_.below(5)) {
    case 4: return leave_one_out(id);
    case 0:
      if (held.has(job->state)) return false;
      users_.order(parent, model::orders::resume{});
      break;
    case 1:
      if (job->pause_at != never) return false;
      users_.reset_pause(parent);
      break;
    case 2: {
      if (state == status::ready) return false;
      model::coordinator_change values;
      values.concurrency = static_cast<int32_t>(luck_.between(5, 9));
      users_.order(parent, model::orders::change{values});
      break;
    }
    default:
      for (const auto& [other, its] : answers_)
        for (const model::reason& one : its)
          if (other != id && one.act == remedy_kind::create && !one.uris.empty() &&
              std::none_of(answer.begin(), answer.end(), [&](const model::reason& own) {
                return std::find(own.uris.begin(), own.uris.end(), one.uris.front()) !=
                       own.uris.end();
              })) {
            files_.put(local_path(one.uris.front()).value_or(one.uris.front()));
            ++counts_.others;
            unmoved_ = promise{id, state, 0, time_.now(), "made " + one.uris.front()};
            return true;
          }
      return false;
  }
  ++counts_.others;
  unmoved_ = promise{id, state, 0, time_.now(), "an order that was no remedy"};
  return true;
}

/// Everything that the answer advises is done but for one thing: it moves nothing, as above.
bool advisor::leave_one_out(const entity_id& id) {
  const reasons& answer = answers_.at(id);
  if (answer.size() < 2 || !std::all_of(answer.begin(), answer.end(), [](const auto& one) {
        return can_apply(one) && one.act != remedy_kind::none;
      }))
    return false;
  const uint64_t left = luck_.below(answer.size());
  const std::string stays = answer[left].what;
  for (size_t i = 0; i < answer.size(); ++i)
    if (i != left && !apply(id, answer[i])) return false;
  ++counts_.others;
  unmoved_ = promise{id, auditor_.status_of(id), 0, time_.now(), "all but that it " + stays};
  return true;
}

void advisor::check_promises() {
  if (unmoved_ && unmoved_->until == time_.now() &&
      auditor_.status_of(unmoved_->who) != unmoved_->state && answers_.contains(unmoved_->who))
    auditor_.blame(auditor_.name_of(unmoved_->who) + " moved by " + unmoved_->advice +
                   ", which its answer did not name");
  unmoved_.reset();
  std::vector<promise> left;
  for (const promise& one : std::exchange(promises_, {})) {
    if (!auditor_.records().contains(one.who)) continue;  // taken away: that moves as well
    const model::any_record& record = auditor_.records().at(one.who);
    const bool is_action = one.who.kind == entity_kind::action;
    const bool has_moved =
        is_action ? model::state_of(record) != one.state : model::version_of(record) != one.version;
    if (has_moved) {
      ++counts_.moved;
    } else if (time_.now() <= one.until) {
      left.push_back(one);
    } else if (const auto now = world_.engine() ? ask(*world_.engine(), one.who) : std::nullopt;
               now && !has_new(*now, one.kinds) && !auditor_.is_wounded(one.who.root)) {
      auditor_.blame(auditor_.name_of(one.who) + " did not move though somebody did as told: " +
                     one.advice + "; now: " + words(*now));
    }
  }
  promises_ = std::move(left);
}

void advisor::promises_are_void() {
  promises_.clear();
  unmoved_.reset();
}

}  // namespace foliot::sim
