"""Bugs of workflow graphs, of what is tried again, and of workflows below workflows."""

from mutant import Mutant

MUTANTS_OF_WORKFLOWS = [
    Mutant(
        "join-passes-early", "src/model/workflow_walk.cpp",
        "  if (++known_.arrivals[fork] != expected) return;",
        "  if (++known_.arrivals[fork] + 1 < expected) return;",
        "a join is passed when all paths but one have arrived"),
    Mutant(
        "fork-forgets-a-way", "src/model/workflow_walk.cpp",
        "  for (const node_index path : paths) ahead_.push_back({fork.node, path});",
        "  for (const node_index path : paths)\n"
        "    if (paths.size() < 4 || path != paths.back()) ahead_.push_back({fork.node, path});",
        "the fourth way of a fork is never gone"),
    Mutant(
        "error-path-ignored-in-a-fork", "src/model/workflow_walk.cpp",
        "  leave(node, written(node).error_to);\n  follow();",
        "  const bool free = known_.scope[node.node] == no_node;\n"
        "  leave(node, free ? written(node).error_to : written(node).to);\n"
        "  follow();",
        "an action that fails within a fork goes on as if it had not"),
    Mutant(
        "retries-run-out-never", "src/model/workflow_settle.cpp",
        "  rule.done += 1;\n", "",
        "an action that fails is tried again for ever"),
    Mutant(
        "retries-forgotten-by-a-restart", "src/actors/workflow.cpp",
        "  if (start.recovered) {\n",
        "  for (model::node_state& node : state.newest.nodes)\n"
        "    if (start.recovered) node.retry.done = 0;\n"
        "  if (start.recovered) {\n",
        "after a restart all retries of an action come again"),
    Mutant(
        "retry-before-its-time", "src/model/workflow_settle.cpp",
        "    if (!waits || seen.retry.at > now_) return;", "    if (!waits) return;",
        "the retry of one node brings those of all"),
    Mutant(
        "interval-not-doubled", "src/model/workflow_retry.cpp",
        "  return paused_for(int64_t{rule.interval} * ms_per_minute, rule.exponential, rule.done, now);",
        "  return paused_for(int64_t{rule.interval} * ms_per_minute, false, rule.done, now);",
        "exponential retries come at the same distance"),
    Mutant(
        "starts-not-counted", "src/model/workflow_settle.cpp",
        "  node.tries += 1;\n", "",
        "what cannot be started for a passing reason is tried for ever"),
    Mutant(
        "attempt-used-again", "src/model/workflow_walk.cpp",
        "  node.attempt += 1;\n  node.state = node_status::prep;",
        "  if (node.attempt == record_.first_attempt) node.attempt += 1;\n"
        "  node.state = node_status::prep;",
        "the third attempt has the name of the second"),
    Mutant(
        "suspend-point-ignored", "src/model/workflow_walk.cpp",
        "  return what.kind != node_kind::start && suspends_on(",
        "  return what.kind != node_kind::start && what.kind != node_kind::join && suspends_on(",
        "a job is not suspended before a join"),
    Mutant(
        "results-of-the-suspended-dropped", "src/model/workflow_settle.cpp",
        "      else if (seen.state == node_status::error)\n        leave(edit(at), what.error_to);\n",
        "",
        "what failed while its job was suspended is not followed"),
    Mutant(
        "held-node-stays-held", "src/model/workflow_settle.cpp",
        "      if (seen.state == node_status::start_manual)\n        try_again(edit(at));\n      else if",
        "      if",
        "a node that is held for a person is not started again"),
    Mutant(
        "retries-outlive-their-job", "src/model/workflow_walk.cpp",
        "    if (is_ended(record_.nodes[at].state)) return;\n",
        "    const node_status now = record_.nodes[at].state;\n"
        "    if (is_ended(now) || now == node_status::user_retry) return;\n",
        "an action waits for its retry in a job that was killed"),
    Mutant(
        "kill-stays-above-the-child", "src/actors/workflow_child.cpp",
        "  if (found != below().live.end()) return tell(found->second.who, kill_order());\n"
        "  child_record record;",
        "  if (found != below().live.end()) return;\n  child_record record;",
        "the workflow below a killed one goes on"),
    Mutant(
        "child-of-another-number", "src/actors/workflow_child.cpp",
        "  made.who = self->spawn(workflow, rt, child_id(node.child), self->address(), std::move(start));\n"
        "  const auto refused",
        "  made.who = self->spawn(workflow, rt, child_id(node.child + 1), self->address(),\n"
        "                         std::move(start));\n"
        "  const auto refused",
        "the workflow below has another number than the one in its parent's record"),
    Mutant(
        "child-made-again-after-a-crash", "src/actors/workflow_child.cpp",
        "  if (node.child == 0) return read_child(node);\n",
        "  if (node.child == 0 || std::any_of(inherited.begin(), inherited.end(), [&](const auto& open) {\n"
        "        return open.first == node.node;\n"
        "      }))\n"
        "    return read_child(node);\n",
        "a workflow below is made a second time after a restart"),
    Mutant(
        "child-failure-is-success", "src/model/workflow.cpp",
        "    if (event.state == status::succeeded) {", "    if (event.state != status::killed) {",
        "a node is OK although the workflow below it FAILED"),
    Mutant(
        "suspension-stays-below", "src/actors/workflow_child.cpp",
        "  if (now && !std::exchange(found->second.suspended, now))\n",
        "  if (now && std::exchange(found->second.suspended, now))\n",
        "a parent runs on although the workflow below it was suspended"),
    Mutant(
        "child-does-not-go-on", "src/model/workflow_walk.cpp",
        "  state.child = take_child(node);", "  if (take_child(node) != 0) state.child = 0;",
        "a rerun of what failed makes another workflow instead of going on with the one below"),
    Mutant(
        "child-runs-all-again", "src/actors/workflow_child.cpp",
        "  give(model::rerun_failed_property, \"true\");", "  give(model::rerun_failed_property, \"false\");",
        "below a rerun of what failed also what was OK runs again"),
    Mutant(
        "failnodes-forgets-a-run", "src/model/workflow_rerun.cpp",
        "  std::vector<node_index> out;\n  for (const auto* states : {&record.nodes, &record.kept})\n"
        "    for (const node_state& state : *states)\n      if (state.node < definition.nodes.size()",
        "  std::vector<node_index> out;\n  for (const auto* states : {&record.nodes})\n"
        "    for (const node_state& state : *states)\n      if (state.node < definition.nodes.size()",
        "what was OK two runs ago and kept since runs again"),
    Mutant(
        "kept-decision-turns", "src/model/workflow_walk.cpp",
        "      leave(node, node.transition);\n", "      leave(node, what.to);\n",
        "a decision that a rerun keeps goes the default way"),
    Mutant(
        "configuration-always-goes-down", "src/model/kinds/sub_workflow.cpp",
        "    if (propagates || is_for_engine(name)) out", "    if (propagates || is_for_engine(name) || !name.empty()) out",
        "a workflow below sees properties that its parent does not hand down"),
    Mutant(
        "lost-run-is-forgotten", "src/model/workflow.cpp",
        "    const bool again = node.lost <= limits::lost_restarts_max;",
        "    const bool again = node.lost > limits::lost_restarts_max;",
        "a run that is lost once is taken for a failure"),
    Mutant(
        "orphan-of-the-resting", "src/actors/workflow_orphans.cpp",
        "    if (moves(child, *record)) follow_child(child, record);",
        "    if (model::must_live(model::any_record(*record))) follow_child(child, record);",
        "after a restart nobody follows what runs by itself below a workflow at rest"),
    Mutant(
        "orphan-of-a-retry", "src/actors/workflow_orphans.cpp",
        "    child_record record;\n    if (!look_at(child, record) || !record) continue;",
        "    child_record record;\n    bool is_named = false;\n"
        "    for (const auto* states : {&newest.nodes, &newest.kept})\n"
        "      for (const model::node_state& node : *states)\n"
        "        is_named = is_named || node.child == child;\n"
        "    if (!is_named || !look_at(child, record) || !record) continue;",
        "after a restart nobody follows what runs by itself and has been replaced by another"),
    Mutant(
        "end-kept-secret", "src/actors/workflow_child.cpp",
        "      record && has_begun(*node, *record) && is_over(*record))",
        "      record && !has_begun(*node, *record) && is_over(*record))",
        "nobody hears of an end as long as something below it goes on by itself"),
    Mutant(
        "page-not-written", "src/store/node_pages.cpp",
        "    out.put(table::record, page_key(id, which, page), encode_page(*after.pages()[page]));",
        "    if (page < 2)\n"
        "      out.put(table::record, page_key(id, which, page), encode_page(*after.pages()[page]));",
        "the third page of a long workflow is not on disk"),
    Mutant(
        "page-outlives-its-list", "src/store/node_pages.cpp",
        "  for (size_t page = after.pages().size(); page < before.pages().size(); ++page)",
        "  for (size_t page = after.pages().size() + 1; page < before.pages().size(); ++page)",
        "a page of the run before stays behind the head of a workflow that runs again"),
    Mutant(
        "old-pages-read", "src/store/node_pages.cpp",
        "    if (hash_of(part.digests) != part.named.second)\n"
        "      return corrupt(\"the pages of a workflow's record are not those that its head names\");\n"
        "    *whole[i] = model::node_list(std::move(part.pages), whole[i]->tail());",
        "    *whole[i] = model::node_list({part.pages.front()}, whole[i]->tail());",
        "only the first page of a long workflow is read again"),
]
