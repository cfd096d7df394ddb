#include <algorithm>
#include <string>
#include <vector>

#include "model/why.hpp"
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
  made.remedy = "Resume " + found->id;
  made.act = remedy_kind::resume;
  made.target = found->job;
}

/// What is tried again by itself, unless the job is suspended by then.
void add_retry(std::string failed, const node_state& node, status job, instant since,
               const char* remedy, std::vector<reason>& out) {
  const bool waits = job == status::running;
  reason& made = add(out, reason_kind::retry,
                     std::move(failed) + (waits ? " comes at " + at_text(node.retry.at)
                                                : " comes when the job is resumed, not before " +
                                                      at_text(node.retry.at)),
                     since, waits ? "the clock" : "a resume order", remedy);
  if (waits) made.until = node.retry.at;
}

void add_node(const workflow_definition& definition, const entity_id& self, const node_state& node,
              status job, const workflow_facts& facts, std::vector<reason>& out) {
  const std::string who = "node " + node_name(definition, node.node);
  if (node.open && std::holds_alternative<child_plan>(node.plan))
    return add_child(who, node, facts, out);
  switch (node.state) {
    case node_status::running: {
      if (const auto place = facts.places.find(node.node); place != facts.places.end()) {
        add(out, reason_kind::run,
            who + " waits for one of " + std::to_string(place->second.slots) +
                " places for programs on this host; " + std::to_string(place->second.before) +
                " go before it",
            node.started, "the end of other runs",
            "Wait, or let more programs run at the same time (setting run_slots)")
            .node = node_name(definition, node.node, "");
        break;
      }
      std::string what = "runs " + who;
      if (node.external_id != 0) what += " as process " + std::to_string(node.external_id);
      const int attempt = 1 + node.lost + node.retry.done;
      if (attempt > 1) what += ", attempt " + std::to_string(attempt);
      if (node.external_id == 0) what += ", whose start is not confirmed yet";
      add(out, reason_kind::run, what, node.started, "the end of that run",
          "Look at its standard output and error, or kill the job")
          .node = node_name(definition, node.node, "");
      break;
    }
    case node_status::prep:
      if (node.paused) {
        reason& made = add(out, reason_kind::held, who + " starts when the job is resumed",
                           node.started, "a resume order", "Resume the job");
        made.act = remedy_kind::resume;
        made.target = self;
      } else if (is_kind(definition, node.node, node_kind::join))
        add(out, reason_kind::run,
            who + " waits for its other paths (" + std::to_string(node.arrived) + " have arrived)",
            node.started, "the last of them", "");
      else
        add(out, reason_kind::run, "starts " + who, node.started, "a free place to run it",
            "Look at how many runs are open at the same time");
      break;
    case node_status::user_retry:
      add_retry(who + " failed (" + node.error_code + ": " + node.error + "); retry " +
                    std::to_string(node.retry.done) + " of " + std::to_string(node.retry.max),
                node, job, node.ended, "Kill the job to give the retries up", out);
      break;
    case node_status::start_retry:
      add_retry(who + " could not be started (" + node.error_code + ": " + node.error + "); try " +
                    std::to_string(node.tries + 1),
                node, job, node.started, "Kill the job to give it up", out);
      break;
    case node_status::start_manual: {
      reason& made =
          add(out, reason_kind::held,
              who + " is held for a person (" + node.error_code + ": " + node.error + ")",
              node.started, "a resume or kill order",
              "Look at what it did, then resume the job (runs it again) or kill it");
      made.act = remedy_kind::resume;
      made.target = self;
      made.node = node_name(definition, node.node, "");
      break;
    }
    default:
      if (node.open)
        add(out, reason_kind::run, "the run of " + who + " has ended here, but not outside yet",
            node.ended, "its confirmation", "");
      break;
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
                       "a start order", "Start the job: foliot job -start ID");
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
      add_node(definition, self, node, record.state, facts, out);
  }
  if (left_out > 0)
    add(out, reason_kind::run, "waits for " + std::to_string(left_out) + " more nodes",
        record.since, "their end", "");
  if (out.empty() && !is_terminal(record.state)) add_step("walks its graph", record.modified, out);
  return out;
}

}  // namespace foliot::model
