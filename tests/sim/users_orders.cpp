// What the users of a simulated engine order of jobs that are there.
#include <algorithm>

#include "tests/sim/users.hpp"

namespace foliot::sim {

namespace {

constexpr model::status_set held{model::status::suspended, model::status::suspended_with_error,
                                 model::status::prep_suspended};
/// Nodes that a workflow has visited.
constexpr size_t much_done = 20;
constexpr model::status_set paused{model::status::paused, model::status::paused_with_error,
                                   model::status::prep_paused};

}  // namespace

std::vector<entity_id> users::living(entity_kind kind) const {
  std::vector<entity_id> out;
  for (const auto& [id, record] : auditor_.records())
    if (id.kind == kind && auditor_.lives(record)) out.push_back(id);
  return out;
}

/// Somebody does something to something that lives.
void users::interfere(int tries) {
  static constexpr entity_kind kinds[]{entity_kind::bundle,      entity_kind::bundle,
                                       entity_kind::coordinator, entity_kind::action,
                                       entity_kind::coordinator, entity_kind::workflow,
                                       entity_kind::workflow,    entity_kind::workflow};
  const std::vector<entity_id> jobs = living(luck_.pick(kinds));
  if (!jobs.empty() && world_.engine() != nullptr) return interfere_with(luck_.pick(jobs));
  if (tries > 0) time_.after_ms(luck_.between(1, 120'000), [this, tries] { interfere(tries - 1); });
}

void users::interfere_with(const entity_id& job) {
  const uint64_t what = luck_.below(10);
  if (job.kind == entity_kind::coordinator && what < 3) return order(job, some_actions(job));
  if (job.kind == entity_kind::coordinator && what < 6) return order(job, some_change());
  if (job.kind == entity_kind::bundle && what < 3) return order(job, some_bundle_change());
  if (job.kind == entity_kind::bundle && what < 5) return order(job, some_bundle_rerun(job));
  if (job.kind == entity_kind::bundle && what == 5) return order(job, model::orders::start{});
  if (job.kind == entity_kind::action || luck_.hits(40)) return order(job, model::orders::kill{});
  if (job.kind == entity_kind::coordinator && luck_.hits(50)) return hold_for_repairs(job);
  order(job, model::orders::suspend{});
  time_.after_ms(luck_.between(0, ms_per_hour),
                 [this, job] { order(job, model::orders::resume{}); });
}

/// A rerun of one to three of the job's actions, a kill, or that they shall not count, whatever
/// they do.
model::order users::some_actions(const entity_id& job) {
  const auto& record = *auditor_.record<model::coordinator_record>(job);
  const auto first = static_cast<uint32_t>(luck_.between(1, std::max<int64_t>(1, record.actions)));
  const auto last = first + static_cast<uint32_t>(luck_.between(0, 2));
  const model::action_scope scope{{{first, last}}, {}};
  if (luck_.hits(30)) return model::orders::kill_actions{scope};
  if (luck_.hits(20)) return model::orders::ignore_actions{scope};
  if (luck_.hits(60)) return some_rerun(job);
  return model::orders::rerun{scope, {luck_.hits(50), luck_.hits(50), luck_.hits(25)}};
}

/// Of an action that has ended, mostly of one that was given up or went wrong.
model::orders::rerun users::some_rerun(const entity_id& job) {
  std::vector<uint32_t> ended;
  std::vector<uint32_t> bad;
  for (const auto& [id, record] : auditor_.records()) {
    if (id.kind != entity_kind::action || coordinator_of(id) != job || auditor_.lives(record))
      continue;
    ended.push_back(id.number);
    if (model::state_of(record) != model::status::succeeded) bad.push_back(id.number);
  }
  const uint32_t number = ended.empty()                    ? 1
                          : !bad.empty() && luck_.hits(80) ? luck_.pick(bad)
                                                           : luck_.pick(ended);
  return {{{{number, number}}, {}}, {luck_.hits(50), luck_.hits(50), luck_.hits(25)}};
}

/// Mostly one whose data came too late.
void users::repair_a_job() {
  std::vector<entity_id> late;
  for (const auto& [id, record] : auditor_.records())
    if (id.kind == entity_kind::action && model::state_of(record) == model::status::timed_out &&
        auditor_.records().contains(coordinator_of(id)) &&
        auditor_.lives(auditor_.records().at(coordinator_of(id))))
      late.push_back(coordinator_of(id));
  const std::vector<entity_id> jobs = late.empty() ? living(entity_kind::coordinator) : late;
  if (!jobs.empty() && world_.engine() != nullptr) hold_for_repairs(luck_.pick(jobs));
}

/// A job is suspended, what went wrong of it is run again meanwhile, then it goes on.
void users::hold_for_repairs(const entity_id& coordinator) {
  order(coordinator, model::orders::suspend{});
  const int64_t minutes = luck_.between(1, 120);
  for (int64_t i = luck_.between(1, 3); i > 0; --i)
    time_.after_ms(luck_.between(0, minutes * ms_per_minute), [this, coordinator] {
      if (auditor_.records().contains(coordinator)) order(coordinator, some_rerun(coordinator));
    });
  time_.after_ms(minutes * ms_per_minute,
                 [this, coordinator] { order(coordinator, model::orders::resume{}); });
}

/// Of whole minutes, as people write it.
instant users::some_time(int64_t hours_back, int64_t hours_ahead) {
  const instant at =
      plus_ms(time_.now(), luck_.between(-hours_back * ms_per_hour, hours_ahead * ms_per_hour));
  return instant{at.ms - at.ms % ms_per_minute};
}

model::order users::some_change() {
  static constexpr int32_t slots[]{1, 2, 3, 5, -1};
  model::coordinator_change values;
  const uint64_t what = luck_.below(10);
  if (what < 4)
    values.pause = luck_.hits(30) ? never : some_time(1, 5);
  else if (what < 6)
    values.end = some_time(2, 8);
  else if (what < 9)
    values.concurrency = luck_.pick(slots);
  else
    values.state = luck_.hits(50) ? model::status::running : model::status::ignored;
  if (luck_.hits(15)) values.concurrency = luck_.pick(slots);
  return model::orders::change{values};
}

model::order users::some_bundle_change() {
  std::string values;
  const uint64_t what = luck_.below(10);
  if (what < 7)
    values = "pausetime=" + (luck_.hits(30) ? std::string() : date_text(some_time(0, 5)));
  if (what >= 6)
    values += std::string(values.empty() ? "" : ";") +
              "endtime=" + (luck_.hits(20) ? std::string() : date_text(some_time(1, 8)));
  return model::orders::change_bundle{values};
}

/// All of it, one coordinator, or the actions of some hours.
model::order users::some_bundle_rerun(const entity_id& job) {
  model::orders::rerun_bundle out;
  out.options.refresh = luck_.hits(30);
  out.options.nocleanup = luck_.hits(50);
  const auto& record = *auditor_.record<model::bundle_record>(job);
  std::vector<std::string> names;
  for (const model::bundle_member& member : record.members) {
    const entity_id child{job.partition, entity_kind::coordinator, 0, job.root, member.coordinator};
    if (const auto* one = auditor_.record<model::coordinator_record>(child))
      names.push_back(one->name);
  }
  if (!names.empty() && luck_.hits(70)) out.coordinators.push_back(luck_.pick(names));
  if (out.coordinators.empty() || luck_.hits(30)) {
    const instant from = some_time(12, 0);
    out.times.times.emplace_back(from, plus_ms(from, luck_.between(0, 6) * ms_per_hour));
  }
  return out;
}

/// Somebody runs again what has ended, or brings it back by a change.
void users::rerun_something() {
  std::vector<entity_id> jobs;
  for (const auto& [id, record] : auditor_.records())
    if ((id.kind == entity_kind::coordinator || id.kind == entity_kind::bundle) &&
        model::state_of(record) != model::status::prep)
      jobs.push_back(id);
  if (jobs.empty() || world_.engine() == nullptr) return;
  const entity_id job = luck_.pick(jobs);
  const bool ended = model::is_terminal(model::state_of(auditor_.records().at(job)));
  const bool changes = ended && luck_.hits(25);
  if (job.kind == entity_kind::bundle)
    order(job, changes ? some_bundle_change() : some_bundle_rerun(job));
  else
    order(job, changes ? some_change() : some_actions(job));
}

/// Somebody lets a workflow that has ended run again, but for some of its nodes; now and then one
/// that has not ended.
void users::rerun_a_workflow() {
  std::vector<entity_id> ended;
  for (const auto& [id, record] : auditor_.records())
    if (id.kind == entity_kind::workflow && (!auditor_.lives(record) || luck_.hits(5)))
      ended.push_back(id);
  if (ended.empty() || world_.engine() == nullptr) return;
  // Mostly a whole tree, where there are such.
  std::vector<entity_id> tops;
  for (const entity_id& id : ended)
    if (!is_below(id)) tops.push_back(id);
  rerun_workflow(luck_.pick(!tops.empty() && luck_.hits(50) ? tops : ended));
}

void users::rerun_workflow(const entity_id& job, bool failed_only) {
  model::orders::rerun_workflow out;
  if (failed_only || luck_.hits(40)) {
    out.given.emplace("oozie.wf.rerun.failnodes", "true");
  } else {
    std::string skip;
    for (const std::string& node : auditor_.nodes_to_skip(job))
      if (luck_.hits(50)) skip += (skip.empty() ? "" : ",") + node;
    out.given.emplace("oozie.wf.rerun.skip.nodes", skip);
  }
  order(job, out);
}

bool users::is_below(const entity_id& workflow) const {
  const auto* record = auditor_.record<model::workflow_record>(workflow);
  return record != nullptr && record->parent.kind == entity_kind::workflow;
}

/// Somebody looks after one workflow, mostly one below another.
void users::mind_a_workflow(int tries) {
  const std::vector<entity_id> all = living(entity_kind::workflow);
  std::vector<entity_id> below;
  for (const entity_id& id : all)
    if (is_below(id)) below.push_back(id);
  const std::vector<entity_id>& jobs = !below.empty() && luck_.hits(75) ? below : all;
  if (jobs.empty() || world_.engine() == nullptr) {
    if (tries > 0)
      time_.after_ms(luck_.between(1, 120'000), [this, tries] { mind_a_workflow(tries - 1); });
    return;
  }
  const entity_id job = luck_.pick(jobs);
  const uint64_t what = luck_.below(10);
  if (what < 3) return order(job, model::orders::kill{});
  if (what < 4) return order(job, model::orders::resume{});
  order(job, model::orders::suspend{});
  if (what < 8)
    time_.after_ms(luck_.between(0, ms_per_hour),
                   [this, job] { order(job, model::orders::resume{}); });
}

/// A coordinator that has made nothing yet gets an end near its start.
void users::shorten_what_waits() {
  std::vector<entity_id> early;
  for (const entity_id& id : living(entity_kind::coordinator))
    if (auditor_.status_of(id) == model::status::prep) early.push_back(id);
  if (early.empty()) return;
  const entity_id job = luck_.pick(early);
  const coordinator_spec* spec = auditor_.spec_of(job);
  if (spec == nullptr || spec->total() == 0) return;
  const int64_t minutes = (spec->nominal(1).ms - spec->start.ms) / ms_per_minute;
  model::coordinator_change values;
  values.end = plus_ms(spec->start, luck_.between(-1, minutes) * ms_per_minute);
  order(job, model::orders::change{values});
}

/// A bundle gets a time at which it pauses, often before it has coordinators; now and then somebody
/// else suspends it at that very minute.
void users::pause_a_bundle() {
  const std::vector<entity_id> all = living(entity_kind::bundle);
  std::vector<entity_id> early;
  for (const entity_id& id : all)
    if (auditor_.status_of(id) == model::status::prep) early.push_back(id);
  if (all.empty() || world_.engine() == nullptr) return;
  const entity_id job = luck_.pick(!early.empty() && luck_.hits(70) ? early : all);
  const instant pause = plus_ms(some_time(0, luck_.hits(50) ? 0 : 5), ms_per_minute);
  order(job, model::orders::change_bundle{"pausetime=" + date_text(pause)});
  if (!luck_.hits(60)) return;
  time_.at(pause, [this, job] { order(job, model::orders::suspend{}); });
  if (luck_.hits(70))
    time_.at(plus_ms(pause, luck_.between(1, ms_per_hour)),
             [this, job] { order(job, model::orders::resume{}); });
}

void users::purge_something() {
  http::purge_request what;
  const auto days = [&]() -> std::optional<uint32_t> {
    if (luck_.hits(40)) return std::nullopt;
    return luck_.hits(75) ? 0 : 1;
  };
  what.workflow_days = days();
  what.coordinator_days = days();
  what.bundle_days = days();
  if (luck_.hits(50)) what.old_actions = luck_.hits(70);
  if (luck_.hits(20)) what.limit = static_cast<uint64_t>(luck_.between(1, 2));
  what.preview = luck_.hits(20);
  wanted_back_ = what.preview || !luck_.hits(50) ? 0 : static_cast<int>(luck_.between(1, 4));
  purge(what);
  // Others want to bring back what goes.
  for (int64_t i = luck_.between(0, 3); i > 0; --i)
    time_.after_ms(luck_.hits(70) ? 0 : luck_.between(1, 30),
                   [this] { luck_.hits(50) ? rerun_something() : rerun_a_workflow(); });
}

/// What rests and is about to be purged is wanted back while that is on its way to disk.
void users::step() {
  if (purging_.empty() || wanted_back_ == 0 || !luck_.once_in(4)) return;
  std::vector<entity_id> ended;
  for (const auto& [id, record] : auditor_.records())
    if (id.kind == entity_kind::workflow && id.job == id.root && !auditor_.lives(record))
      ended.push_back(id);
  if (ended.empty()) return;
  --wanted_back_;
  rerun_workflow(luck_.pick(ended));
}

/// Who waited for a workflow runs it again at once; and nobody begins one anew of which much is
/// done.
void users::look_at_ended(const entity_id& workflow) {
  const auto* record = auditor_.record<model::workflow_record>(workflow);
  if (record == nullptr || !model::is_terminal(record->state)) return;
  if (hurried_ > 0 && luck_.once_in(3)) {
    --hurried_;
    time_.after_ms(0, [this, workflow] {
      if (auditor_.records().contains(workflow)) rerun_workflow(workflow);
    });
  } else if (repairs_ > 0 && record->nodes.size() > much_done &&
             record->state != model::status::succeeded && luck_.hits(50)) {
    --repairs_;
    time_.after_ms(luck_.between(0, 30 * ms_per_minute), [this, workflow] {
      if (auditor_.records().contains(workflow) && !ends_) rerun_workflow(workflow, true);
    });
  }
}

void users::saw(const entity_id& id) {
  if (id.kind == entity_kind::workflow) look_at_ended(id);
  if (id.kind == entity_kind::workflow && auditor_.status_of(id) == model::status::suspended &&
      luck_.hits(30))
    time_.after_ms(luck_.between(0, 30 * ms_per_minute),
                   [this, id] { order(id, model::orders::resume{}); });
  if (id.kind == entity_kind::none || !luck_.once_in(250)) return;
  time_.after_ms(0, [this, id] {
    // What the engine refused to take on never existed.
    if (auditor_.records().contains(id)) order(id, model::orders::kill{});
  });
}

void users::reset_pause(const entity_id& job) {
  if (job.kind == entity_kind::bundle)
    return order(job, model::orders::change_bundle{"pausetime="});
  model::coordinator_change values;
  values.pause = never;
  order(job, model::orders::change{values});
}

/// An operator looks after what waits for a person.
void users::make_round() {
  for (const entity_kind kind : {entity_kind::bundle, entity_kind::coordinator}) {
    for (const entity_id& id : living(kind)) {
      const model::status state = model::state_of(auditor_.records().at(id));
      if (held.has(state))
        order(id, luck_.hits(80) ? model::order(model::orders::resume{}) : model::orders::kill{});
      if (paused.has(state) && !luck_.hits(20)) reset_pause(id);
    }
  }
  for (const entity_id& id : living(entity_kind::workflow)) {
    const auto& record = *auditor_.record<model::workflow_record>(id);
    if (record.state == model::status::prep)
      order(id, luck_.hits(80) ? model::order(model::orders::start{}) : model::orders::kill{});
    else if (record.state == model::status::suspended)
      order(id, luck_.hits(70) ? model::order(model::orders::resume{}) : model::orders::kill{});
  }
}

}  // namespace foliot::sim
