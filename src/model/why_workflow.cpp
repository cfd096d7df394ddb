#include "model/why_node.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "model/why_parts.hpp"

namespace foliot::model {
namespace {

std::string node_name(const workflow_definition& definition, node_index node,
                      const char* quote = "'") {
  return node < definition.nodes.size() ? quote + definition.nodes[node].name + quote
                                        : "number " + std::to_string(node);
}

bool is_kind(const workflow_definition& definition, node_index node, node_kind kind) {
  return node < definition.nodes.size() && definition.nodes[node].kind == kind;
}

/// A node that waits for the workflow below it.
void add_child(const std::string& who, const node_state& node, const workflow_facts& facts,
               std::vector<reason>& out) {
  const auto found =
      std::find_if(facts.below.begin(), facts.below.end(),
                   [&](const job_below& each) { return each.job.job == node.child; });
  if (node.child == 0 || found == facts.below.end()) {
    add(out, reason_kind::loading, who + " waits for its application to be read", node.started,
        "the end of that", "");
    return;
  }
  if (found->state == status::none) {
    add(out, reason_kind::loading, who + " makes job " + found->id, node.started,
        "its first record", "");
    return;
  }
  const bool ended = is_ended(node.state);
  reason& made = add(
      out, reason_kind::run,
      (ended ? who + " has ended here, but job " : who + " waits for job ") + found->id +
          (ended ? " below it is " : ", which is ") + std::string(name(found->state)),
      ended ? node.ended : node.started, "the end of that job", "Ask why " + found->id + " waits");
  made.act = remedy_kind::ask;
  made.holders = {found->job};
  if (found->state != status::suspended) return;
  made.remedy = "Resume it: foliot resume ID";
  made.act = remedy_kind::resume;
  made.target = found->job;
}

/// A node that waits for a place among the programs of this host. False where it does not.
bool add_place(const std::string& who, const node_state& node, const std::string& called,
               const workflow_facts& facts, std::vector<reason>& out) {
  const auto place = facts.places.find(node.node);
  if (place == facts.places.end()) return false;
  add(out, reason_kind::run,
      who + " waits for one of " + std::to_string(place->second.slots) +
          " places for programs on this host; " + std::to_string(place->second.before) +
          " go before it",
      node.started, "the end of other runs",
      "Wait, or let more programs run at the same time (setting run_slots)")
      .node = called;
  return true;
}

void add_running(const std::string& who, const node_state& node, const std::string& called,
                 const workflow_facts& facts, std::vector<reason>& out) {
  if (add_place(who, node, called, facts, out)) return;
  std::string what = "runs " + who;
  if (node.external_id != 0) what += " as process " + std::to_string(node.external_id);
  const int attempt = 1 + node.lost + node.retry.done;
  if (attempt > 1) what += ", attempt " + std::to_string(attempt);
  if (node.external_id == 0) what += ", whose start is not confirmed yet";
  add(out, reason_kind::run, what, node.started, "the end of that run",
      "Look at its standard output and error, or kill the job")
      .node = called;
}

/// A node that only a person moves on.
void add_resumable(const entity_id& self, std::string what, instant since, const char* wakes,
                   const char* remedy, const std::string& called, std::vector<reason>& out) {
  reason& made = add(out, reason_kind::held, std::move(what), since, wakes, remedy);
  made.act = remedy_kind::resume;
  made.target = self;
  made.node = called;
}

/// What is done before the program of a planned node starts.
void add_starting(const std::string& who, const node_state& node, const std::string& called,
                  const workflow_facts& facts, std::vector<reason>& out) {
  if (const auto* files = std::get_if<fs_plan>(&node.plan)) {
    add(out, reason_kind::run,
        who + " works on files: " + std::to_string(files->steps.size()) + " operations",
        node.started, "the last of them", "Look at the file system, if that takes long");
    return;
  }
  const auto* program = std::get_if<program_plan>(&node.plan);
  if (program != nullptr && !program->prepare.empty() && !node.prepared) {
    add(out, reason_kind::run,
        who + " does what its <prepare> says: " + std::to_string(program->prepare.size()) +
            " operations",
        node.started, "the last of them", "Look at the file system, if that takes long");
    return;
  }
  if (add_place(who, node, called, facts, out)) return;
  const size_t archives = program == nullptr ? 0 : program->archives.size();
  add(out, reason_kind::run,
      archives == 0
          ? "starts " + who
          : "unpacks " + std::to_string(archives) +
                (archives == 1 ? " archive of " : " archives of ") + who + ", then starts it",
      node.started, "its start", "");
}

void add_prep(const workflow_definition& definition, const entity_id& self, status job,
              const node_state& node, const workflow_facts& facts, std::vector<reason>& out) {
  const std::string called = node_name(definition, node.node, "");
  const std::string who = "node " + node_name(definition, node.node);
  const bool suspended = job == status::suspended;
  const auto& points = facts.suspend_points;
  if (node.paused) {
    const bool point = std::find(points.begin(), points.end(), node.node) != points.end();
    add_resumable(self,
                  point ? "stands before " + who + ", where oozie.suspend.on.nodes suspends the job"
                        : "stands before " + who + ": nothing begins while the job is suspended",
                  node.started, "a resume order", "Resume the job: foliot resume ID", called, out);
  } else if (is_kind(definition, node.node, node_kind::join)) {
    add(out, reason_kind::run,
        who + " waits for its other paths (" + std::to_string(node.arrived) + " have arrived)",
        node.started, "the last of them", "");
  } else if (node.open) {
    add_starting(who, node, called, facts, out);
  } else if (suspended) {
    add_resumable(self,
                  "the expressions of " + who + " are not evaluated while the job is suspended",
                  node.started, "a resume order", "Resume the job: foliot resume ID", called, out);
  } else {
    add(out, reason_kind::run, "evaluates the expressions of " + who, node.started,
        "the answers to what they ask", "");
  }
}

/// A node that failed, or could not be started, and comes again by itself.
void add_retry(const entity_id& self, status job, const std::string& who, const node_state& node,
               const std::string& called, std::vector<reason>& out) {
  const bool started = node.state == node_status::user_retry;
  const std::string what = who + (started ? " failed (" : " could not be started (") +
                           node.error_code + ": " + node.error + "); ";
  const std::string which =
      started ? "retry " + std::to_string(node.retry.done) + " of " + std::to_string(node.retry.max)
              : "try " + std::to_string(node.tries + 1);
  const instant since = started ? node.ended : node.started;
  if (job == status::suspended)
    return add_resumable(self, what + which + " does not begin while the job is suspended", since,
                         "a resume order", "Resume the job: foliot resume ID", called, out);
  add(out, reason_kind::retry, what + which + " comes at " + at_text(node.retry.at), since,
      "the clock", started ? "Kill the job to give the retries up" : "Kill the job to give it up")
      .until = node.retry.at;
}

void add_node(const workflow_definition& definition, const entity_id& self, status job,
              const node_state& node, const workflow_facts& facts, std::vector<reason>& out) {
  const std::string called = node_name(definition, node.node, "");
  const std::string who = "node " + node_name(definition, node.node);
  if (node.open && std::holds_alternative<child_plan>(node.plan))
    return add_child(who, node, facts, out);
  switch (node.state) {
    case node_status::running: return add_running(who, node, called, facts, out);
    case node_status::prep: return add_prep(definition, self, job, node, facts, out);
    case node_status::user_retry:
    case node_status::start_retry: return add_retry(self, job, who, node, called, out);
    case node_status::start_manual:
      return add_resumable(
          self, who + " is held for a person (" + node.error_code + ": " + node.error + ")",
          node.started, "a resume or kill order",
          "Look at what it did, then kill the job or let it run again: foliot resume ID", called,
          out);
    default:
      if (node.open)
        add(out, reason_kind::run, "the run of " + who + " has ended here, but not outside yet",
            node.ended, "its confirmation", "");
  }
}

}  // namespace

std::vector<reason> why(const workflow_definition& definition, const workflow_record& record,
                        const workflow_facts& facts, const entity_id& self) {
  std::vector<reason> out;
  if (record.version == 0) return out;
  add_quarantine(facts.quarantine, out);
  if (record.state == status::prep) {
    reason& made = add(out, reason_kind::held, "was submitted without being run", record.since,
                       "a start order", "Start the job: foliot start ID");
    made.act = remedy_kind::start;
    made.target = self;
  }
  add_held(self, record.state, record.since, out);
  for (const el::probe& question : record.questions) {
    std::string what = "asks " + question.function + "(";
    for (size_t i = 0; i < question.arguments.size(); ++i)
      what += (i > 0 ? ", " : "") + question.arguments[i];
    add(out, reason_kind::fact, what + ")", record.modified, "the answer", "");
  }
  size_t left_out = 0;
  for (const node_state& node : record.nodes) {
    if (out.size() >= 2 * reasons_listed_max)
      left_out += is_ended(node.state) ? 0 : 1;
    else
      add_node(definition, self, record.state, node, facts, out);
  }
  if (left_out > 0)
    add(out, reason_kind::run, "waits for " + std::to_string(left_out) + " more nodes",
        record.since, "their end", "");
  if (out.empty() && !is_terminal(record.state)) add_step("walks its graph", record.modified, out);
  return out;
}

std::vector<reason> why_node(const workflow_definition& definition, const workflow_record& record,
                             node_index node, const workflow_facts& facts, const entity_id& self) {
  std::vector<reason> out;
  add_quarantine(facts.quarantine, out);
  const size_t of_the_job = out.size();
  const std::string who = "node " + node_name(definition, node);
  const node_state* state = find_node(record, node);
  if (state != nullptr) {
    add_node(definition, self, record.state, *state, facts, out);
    if (out.size() == of_the_job)
      add(out, reason_kind::step, who + " has ended: " + std::string(name(state->state)),
          state->ended, "", "");
  } else if (is_terminal(record.state)) {
    add(out, reason_kind::step, who + " has not begun: the job ended before a path came to it",
        record.ended, "", "");
  } else {
    ask(add(out, reason_kind::run, who + " has not begun: no path has come to it yet", {},
            "a path that comes to it", "Ask why the job waits"),
        {self});
  }
  for (reason& each : out)
    if (each.node.empty()) each.node = node_name(definition, node, "");
  return out;
}

}  // namespace foliot::model
