"""The bugs that the simulator must find: each is one exact replacement in one file."""

from mutant import Mutant
from mutants_of_workflows import MUTANTS_OF_WORKFLOWS

MUTANTS = [
    Mutant(
        "no-fsync", "src/actors/committer.cpp",
        "rt->ports.store.write(batch, sync)",
        "rt->ports.store.write(batch, false)",
        "effects follow batches that a power failure forgets"),
    Mutant(
        "told-before-written", "src/actors/committer.cpp",
        "  const result<void> written = rt->ports.store.write(batch, sync);",
        "  for (size_t i = 0; i < group.size(); ++i)\n"
        "    self->send(group[i].from, msg::durable{group[i].ticket, sequences[i]});\n"
        "  const result<void> written = rt->ports.store.write(batch, sync);",
        "effects follow a write that failed"),
    Mutant(
        "sequence-too-low", "src/actors/committer.cpp",
        "  batch.add(store::sequence_change(rt->settings.partition, next_sequence - 1));",
        "  batch.add(store::sequence_change(rt->settings.partition, next_sequence - 2));",
        "after a restart the journal is written over"),
    Mutant(
        "high-water-mark-forgotten", "src/model/coordinator.cpp",
        "      next_.last_nominal = nominal;\n", "",
        "the mark does not say how far the nominal times got"),
    Mutant(
        "lost-wake-up", "src/actors/coordinator.cpp",
        "    give_slots();\n    materialise();\n  } else if",
        "    give_slots();\n  } else if",
        "room under the throttle is not used when an action stops waiting"),
    Mutant(
        "doubled-slot", "src/model/roster.cpp",
        "return s == status::submitted || s == status::running;",
        "return s == status::running;",
        "a SUBMITTED action does not hold its slot"),
    Mutant(
        "stale-child-status", "src/model/roster.cpp",
        "  if (version <= e.version && e.state != status::none) return;\n", "",
        "an old report of a child is believed"),
    Mutant(
        "alarm-dropped-at-recovery", "src/actors/coordinator.cpp",
        "  self->send(rt->staff.alarm, msg::wake{id, next_wake, entity_actor{self}});\n  if (must_pause)",
        "  if (because().sequence > 0 || durable.version == 1)\n"
        "    self->send(rt->staff.alarm, msg::wake{id, next_wake, entity_actor{self}});\n"
        "  if (must_pause)",
        "a coordinator sleeps for ever after a restart"),
    Mutant(
        "claim-not-exclusive", "src/rehearsal/virtual_runs.cpp",
        "  if (!is_new) return tell(spec.name);",
        "  if (!is_new && entry->second.at != phase::running) return tell(spec.name);\n"
        "  entry->second.at = phase::claimed;",
        "a launcher runs what another one claimed"),
    Mutant(
        "run-renamed-after-restart", "src/actors/workflow.cpp",
        "  spec.name = model::run_name(context(), node);",
        "  spec.name = model::run_name(context(), node) + (holds(inherited, node) ? \"1\" : \"\");",
        "a run is started again under another name"),
    Mutant(
        "counts-not-rebuilt", "src/actors/engine.cpp",
        "    self->send(rt->staff.transition, msg::counted{parent, counts});",
        "    (void)parent, (void)counts;",
        "after a restart parents count only what changes"),
    Mutant(
        "inputs-not-checked", "src/actors/action.cpp",
        "  if (inputs.all_there()) feed(",
        "  feed(",
        "an action starts with the first of its inputs, or none"),
    Mutant(
        "done-flag-dropped", "src/model/dataset_instances.cpp",
        "  if (!of.done.file.empty() && !el::is_hcatalog(out.uri)) "
        "out.dependency += '/' + of.done.file;\n", "",
        "a directory without its done-flag counts as ready"),
    Mutant(
        "births-not-in-the-batch", "src/actors/entity_steps.hpp",
        "    out.steps.push_back(store::encode_step(child));\n", "    (void)store::encode_step(child);\n",
        "a parent is on disk without its newest children"),
    Mutant(
        "terminal-not-terminal", "src/model/workflow.cpp",
        "    if (is_terminal(record_.state)) return false;\n    walk_.kill();",
        "    if (is_terminal(record_.state)) record_.state = status::running;\n    walk_.kill();",
        "a kill changes a workflow that has ended"),
    Mutant(
        "pending-never-falls", "src/model/action.cpp",
        "    next.pending = false;", "    next.pending = true;",
        "a kill is never confirmed"),
    Mutant(
        "definition-not-written", "src/actors/bundle_members.cpp",
        "  gathered.texts.add(change);\n", "",
        "a coordinator's record names a text that is not on disk"),
    Mutant(
        "kill-not-passed-on", "src/actors/action.cpp",
        "        tell(workflow, msg::ordered{order_for(order->what), {}});",
        "        (void)order_for(order->what);",
        "the workflow of a killed action goes on"),
    Mutant(
        "open-runs-forgotten", "src/model/rest.cpp",
        "  return workflow != nullptr && !all_closed(*workflow);",
        "  return false && workflow != nullptr;",
        "nobody waits for the killed runs of a killed workflow after a restart"),
    Mutant(
        "quarantine-forgotten", "src/actors/engine.cpp",
        "  rt->quarantined_before.insert(found->quarantined.begin(), found->quarantined.end());\n", "",
        "a quarantined entity is stepped again after a restart"),
    Mutant(
        "shared-watch-dropped", "src/actors/registry.cpp",
        "    if (!found->second.waiters.empty()) continue;\n", "",
        "who stops waiting for a dataset takes the watch from all others"),
    Mutant(
        "time-out-before-data", "src/actors/action.cpp",
        "    if (inputs.undecided()) {  // data", "    if (now.ms < 0) {  // data",
        "an overdue action times out although its inputs are there"),
    Mutant(
        "ended-too-early", "src/model/coordinator.cpp",
        "  const uint32_t unknown = record.actions > told ? record.actions - told : 0;",
        "  const uint32_t unknown = 0 * told;",
        "a job ends by a summary that is older than its newest actions"),
    Mutant(
        "parent-not-told-again", "src/actors/transition.cpp",
        "  tell(p, true);", "  tell(p, false);",
        "a parent that asks again hears nothing"),
    Mutant(
        "end-not-told-again", "src/actors/recovery.cpp",
        "    if (must_live(record) || awaited(id, parent)) {", "    if (must_live(record)) {",
        "an action that did not hear of its workflow's end before a crash never does"),
    Mutant(
        "full-disk-sleeps", "src/actors/coordinator.cpp",
        "    next_wake = std::min(next_wake, later);",
        "    (void)later;",
        "a coordinator that found the disk full does not look again"),
    Mutant(
        "confirmation-not-repeated", "src/actors/coordinator_orders.cpp",
        "  reply(order, model::order_reply{{}, verdict->note});\n", "",
        "a bundle that kills a coordinator which has ended is never answered"),
    Mutant(
        "rests-while-pending", "src/actors/coordinator.cpp",
        "!model::is_terminal(newest.state) || newest.pending) return;",
        "!model::is_terminal(newest.state)) return;",
        "a coordinator is let go before it heard that its actions confirmed"),
    Mutant(
        "limits-of-starts-forgotten", "src/actors/staff.cpp",
        "    queue = model::start_governor(rt.settings.starts);\n    return true;\n",
        "    return queue.waiting() != 0;\n",
        "an engine begins without the limits of starts that are set"),
    Mutant(
        "why-names-wrong-holder", "src/http/explain.cpp",
        "          facts.slot_holders.push_back(number);", "          facts.slot_holders.push_back(number + 1);",
        "an answer names an action that does not hold the slot"),
    Mutant(
        "why-advises-too-few-slots", "src/model/why.cpp",
        "    made.number = static_cast<int32_t>(enough);",
        "    made.number = static_cast<int32_t>(facts.slot_holders.size());",
        "the concurrency that an answer advises does not suffice"),
    Mutant(
        "why-misses-the-pause", "src/model/why.cpp",
        "nominal >= record.pause_at", "nominal > plus_ms(record.pause_at, ms_per_day)",
        "a coordinator does not say that its pause time keeps the next action back"),
    Mutant(
        "why-names-a-later-time", "src/model/why.cpp",
        "        .until = at;", "        .until = plus_ms(at, ms_per_hour);",
        "a coordinator makes its action an hour before the time that it names"),
    Mutant(
        "why-names-what-is-there", "src/http/explain.cpp",
        "{uri, from.exists(uri)}", "{uri, false && from.exists(uri)}",
        "an answer names inputs that are there"),
    Mutant(
        "why-forgets-the-time-out", "src/model/why.cpp",
        "    out.back().otherwise = deadline;\n", "",
        "an action is given up at a time that its answer did not name"),
    Mutant(
        "why-forgets-errors", "src/model/why_bundle.cpp",
        "} else if (active_statuses.has(record.state)) {",
        "} else if (record.state == status::running) {",
        "a bundle with errors says that it is about to end"),
    Mutant(
        "resume-forgets-a-member", "src/model/bundle_steps.cpp",
        "  next.suspended = false;\n  order_members(next, member_order::state);\n",
        "  next.suspended = false;\n  order_members(next, member_order::state);\n"
        "  if (next.members.back().created && next.members.back().change_order == 0 &&\n"
        "      next.members.back().rerun_order == 0) {\n"
        "    next.members.back().state_order = 0;\n"
        "    next.members.back().pending = false;\n  }\n",
        "the last coordinator of a resumed bundle stays suspended"),
    Mutant(
        "pause-not-passed-on", "src/model/bundle_steps.cpp",
        "  if (next.pause_at != never) member.change.pause = next.pause_at;\n", "",
        "a coordinator that is born late does not know the pause time"),
    Mutant(
        "retries-not-counted", "src/model/bundle_steps.cpp",
        "  next.retries += 1;\n", "",
        "a bundle tries again for ever"),
    Mutant(
        "rerun-before-the-end", "src/actors/coordinator_orders.cpp",
        "  if (leaving) {\n", "  if (leaving && chosen->empty()) {\n",
        "an action starts over before its run has ended outside"),
    Mutant(
        "nocleanup-ignored", "src/model/action.cpp",
        "extra.cleaning = !event.options.nocleanup && !event.options.failed;",
        "extra.cleaning = !event.options.failed;",
        "a rerun deletes outputs that were to stay"),
    Mutant(
        "outputs-not-cleaned", "src/actors/action.cpp",
        "    order.operations.push_back(std::move(remove));\n", "",
        "a rerun finds the outputs of the run before"),
    Mutant(
        "last-only-skips-the-newest", "src/model/timetable.cpp",
        "      return next <= of.end ? plus_ms(next, 1) : never;",
        "      return plus_ms(next, 1);",
        "the last action of a job is passed over although nothing follows it"),
    Mutant(
        "aggregate-ignores-a-child", "src/actors/transition.cpp",
        "      counts.apply(change);\n      move_actions(",
        "      if (change.child.number != 2) counts.apply(change);\n      move_actions(",
        "the second action of a job does not count"),
    Mutant(
        "new-concurrency-ignored", "src/actors/coordinator.cpp",
        "  const int32_t concurrency = model::concurrency_of(*facts->definition, newest);",
        "  const int32_t concurrency = facts->definition->concurrency;",
        "slots are given by the concurrency that was changed"),
    Mutant(
        "quarantine-not-asked", "src/actors/coordinator_orders.cpp",
        "  if (note && !*note && !broken.contains(number)) return false;",
        "  if (note) return false;",
        "a rerun steps an action that is quarantined"),
    Mutant(
        "revived-in-a-suspended-bundle", "src/model/bundle_steps.cpp",
        "  if (event.end && held_statuses.has(to)) {", "  if (event.end && !event.end) {",
        "a coordinator that a later end brings back runs in a suspended bundle"),
    Mutant(
        "end-while-held", "src/model/coordinator.cpp",
        "    next.done = !more_to_make && !prep_statuses.has(to);", "    next.done = !more_to_make;",
        "a job whose end is moved before its first time while it is held stays PREP for ever"),
    Mutant(
        "two-actors-one-alarm", "src/actors/purger.hpp",
        "  return {partition, entity_kind::none, 1, 0, 0};", "  return {partition, entity_kind::none, 0, 0, 0};",
        "the alarm takes the purge for the governor"),
    Mutant(
        "purged-too-young", "src/actors/purger.cpp",
        "  if (due <= at->now) return fate::goes;",
        "  if (due.ms <= at->now.ms + ms_per_hour) return fate::goes;",
        "a tree goes before it is old"),
    Mutant(
        "purged-while-it-lives", "src/actors/engine.cpp",
        "    if (roots.contains(root.job)) continue;\n", "",
        "a tree goes below actors that live"),
    Mutant(
        "woken-while-it-goes", "src/actors/engine.cpp",
        "    if (going.contains(id.job))\n", "    if (going.contains(0 * id.job))\n",
        "an order wakes a tree that a purge is taking away"),
    Mutant(
        "gone-not-counted", "src/model/coordinator.cpp",
        "      found->second += count;", "      found->second = count;",
        "a coordinator forgets actions that were purged"),
    Mutant(
        "gone-not-recounted", "src/actors/recovery.cpp",
        "      model::count_gone(*job, counts_[id]);", "      (void)job;",
        "after a restart purged actions do not count"),
    Mutant(
        "index-rows-stay", "src/store/purge_actions.cpp",
        "    out.rows.append(indexes);\n", "",
        "index rows of purged workflows stay"),
    Mutant(
        "purges-what-starts-over", "src/actors/coordinator_prune.cpp",
        "    if (actions.contains(old.number) || has_changed(old)) continue;\n", "",
        "an action goes that a rerun has just woken"),
    Mutant(
        "purges-what-has-changed", "src/actors/coordinator_prune.cpp",
        " || has_changed(old)) continue;", ") continue;",
        "an action is counted as what it was before it was ignored"),
    Mutant(
        "limit-of-trees-ignored", "src/actors/purger.cpp",
        "  return limit != 0 && at->done.trees", "  return limit > 100 && at->done.trees",
        "a purge takes more trees than it may"),
    Mutant(
        "one-tree-of-a-step-stays", "src/store/purge.cpp",
        "    all.to = behind_tree(root);\n",
        "    if (all.to.empty()) all.to = behind_tree(root);\n",
        "of neighbours that are purged together one stays in part"),
    Mutant(
        "limit-of-starts-ignored", "src/model/start_governor.cpp",
        "    if (bucket_) bucket_->take(now);\n", "",
        "more actions start than the limit allows"),
    Mutant(
        "own-limit-ignored", "src/model/start_governor.cpp",
        "    if (here.bucket) here.bucket->take(now);\n", "",
        "more actions of a job start than its own limit allows"),
    Mutant(
        "bucket-runs-over", "src/model/token_bucket.cpp",
        "  if (gone > missing / rate_.per_minute) return capacity(rate_);",
        "  if (gone > 2 * missing) return capacity(rate_);",
        "after a quiet time more start at once than the burst"),
    Mutant(
        "governor-sleeps", "src/actors/governor.cpp",
        "  wake_at(out.again);\n", "",
        "who waits for the limit waits until somebody else asks"),
    Mutant(
        "quarantined-takes-turns", "src/actors/action_start.cpp",
        " && !retrying && !quarantined();", " && !retrying;",
        "an action that is quarantined asks for its turn for ever"),
    Mutant(
        "why-forgets-who-is-queued", "src/http/explain.cpp",
        "        const bool queued = ready && places && ", "        const bool queued = !ready && places && ",
        "an action is said to get a slot that another one has"),
    Mutant(
        "runs-what-is-skipped", "src/model/workflow_walk.cpp",
        "  if (pass_kept(next)) return;\n", "",
        "a node that a rerun skips runs"),
    Mutant(
        "skips-what-failed", "src/model/workflow_rerun.cpp",
        "state.state == node_status::ok &&\n          stays(definition",
        "(state.state == node_status::ok || state.state == node_status::error) &&\n          stays(definition",
        "a rerun of the failed nodes passes them by"),
    Mutant(
        "reruns-under-old-names", "src/model/workflow_rerun.cpp",
        "  record.first_attempt = static_cast<uint16_t>(last + 1);",
        "  record.first_attempt = static_cast<uint16_t>(last > 0);",
        "the runs of a rerun have names that were used"),
    Mutant(
        "rerun-beside-its-run", "src/actors/coordinator_orders.cpp",
        "  if (actions.contains(what.action)) {", "  if (actions.contains(0 * what.action)) {",
        "an action starts over while its actor is there"),
    Mutant(
        "quarantined-rerun-not-answered", "src/actors/coordinator_orders.cpp",
        "  if (refuse_quarantined_action(order, what.action, \"E0805\")) return;\n", "",
        "who lets the workflow of a quarantined action run again is never answered"),
    Mutant(
        "old-pause-undoes-suspension", "src/actors/bundle.cpp",
        " && !is_outdated(summary->summary)", "",
        "a bundle that is suspended while it pauses goes on"),
] + MUTANTS_OF_WORKFLOWS
