#include "model/workflow.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "base/limits.hpp"
#include "model/kinds/kind.hpp"
#include "model/kinds/sub_workflow.hpp"
#include "model/kinds/tools.hpp"
#include "model/moves.hpp"
#include "model/workflow_rerun.hpp"
#include "model/workflow_walk.hpp"

namespace foliot::model {

namespace {

using namespace workflow_events;

/// Why a program was not started, with the setting that says where it is, if there is one.
std::string with_setting(const node_state& node, std::string sentence) {
  const auto* plan = std::get_if<program_plan>(&node.plan);
  if (plan == nullptr || plan->source != program_source::tool) return sentence;
  if (!sentence.starts_with("the program '")) return sentence;  // it was something else
  return sentence + " (" + tool_setting(plan->program) + " in foliot.toml says where '" +
         plan->program + "' is)";
}

/// One event upon one walk. Each `on` says whether the event meant anything.
class stepper {
 public:
  stepper(const workflow_context& context, workflow_record& record, instant now)
      : context_(context), record_(record), now_(now), walk_(context, record, now) {}

  const std::optional<std::string>& broken() const { return walk_.broken(); }
  void finish() { walk_.finish(); }

  bool on(const created& event) {
    record_.created = now_;
    record_.definition = event.definition;
    record_.conf_base = event.conf_base;
    record_.conf = event.conf;
    record_.user = event.user;
    record_.name = event.name;
    record_.app_path = event.app_path;
    record_.parent = event.parent;
    walk_.become(status::prep);
    if (!event.held) walk_.begin();
    return true;
  }

  bool on(const started&) {
    if (record_.state != status::prep) return false;
    walk_.begin();
    return true;
  }

  bool on(const rerun&) {
    walk_.become(status::prep);
    walk_.begin();
    return true;
  }

  bool on(const retry_due&) {
    if (record_.state != status::running) return false;
    return walk_.retry();
  }

  bool on(const facts_found& event) {
    if (record_.state != status::running) return false;
    bool any = false;
    for (const auto& [question, answer] : event.facts) {
      const auto asked = std::find(record_.questions.begin(), record_.questions.end(), question);
      if (asked == record_.questions.end()) continue;  // answered twice, or not needed any more
      record_.questions.erase(asked);
      record_.facts.emplace_back(question, answer);
      walk_.know(question, answer);
      any = true;
    }
    if (any) walk_.ask_again();
    return any;
  }

  bool on(const run_started& event) {
    node_state* node = run_of(event.node, event.attempt);
    if (!node || node->state != node_status::prep) return false;
    node->state = node_status::running;
    node->external_id = event.external_id;
    return true;
  }

  bool on(const prepared& event) {
    node_state* node = run_of(event.node, event.attempt);
    if (!node || node->state != node_status::prep || node->prepared) return false;
    if (event.message.empty()) {
      node->prepared = true;
    } else {
      node->open = false;
      walk_.fail_action(*node, {"JA018", "<prepare>: " + event.message});
    }
    return true;
  }

  bool on(const child_named& event) {
    node_state* node = child_of(event.node, event.attempt);
    if (!node || event.child == 0) return false;
    // The child of the run before has its number already: it is on its way again.
    const bool again =
        goes_on(*node) != nullptr && node->child == event.child && node->state == node_status::prep;
    if (node->child != 0 && !again) return false;
    node->child = event.child;
    if (node->state == node_status::prep) node->state = node_status::running;
    return true;
  }

  bool on(const child_refused& event) {
    node_state* node = child_of(event.node, event.attempt);
    if (!node || (node->child != 0 && node->state != node_status::prep)) return false;
    node->open = false;
    if (is_ended(node->state)) return forget_plan(*node);
    walk_.fail_action(*node, {event.error_code, or_else(event.message, "it cannot be started")});
    return true;
  }

  bool on(const child_ended& event) {
    node_state* node = walk_.above(event.child);
    if (!node || !node->open || !is_terminal(event.state)) return false;
    if (node->state == node_status::prep) return false;  // that was the end of the run before
    node->open = false;
    if (is_ended(node->state)) return forget_plan(*node);
    if (event.state == status::succeeded) {
      walk_.succeed(*node, {});
    } else {
      walk_.fail_action(
          *node, {event.error_code, or_else(event.message, "the workflow below did not succeed")});
    }
    return true;
  }

  bool on(const run_ended& event) {
    node_state* node = run_of(event.node, event.attempt);
    if (!node) return false;
    node->open = false;
    if (is_ended(node->state)) return forget_plan(*node);
    switch (event.outcome) {
      case run_end::ended: return finish(*node, event), true;
      case run_end::lost: return lose(*node, event.message), true;
      case run_end::failed:
        walk_.fail_action(*node, {event.error_code.empty() ? "1" : event.error_code,
                                  or_else(event.message, "the action failed")});
        return true;
      case run_end::not_started:
        walk_.fail_action(
            *node, {"JA018", with_setting(*node, or_else(event.message,
                                                         "the program could not be started"))});
        return true;
      case run_end::killed:
        // Nobody here asked for it: like a launcher killed behind Oozie's back (workflow.md 6,
        // result), it is an error of the action.
        walk_.fail_action(*node, {"JA017", or_else(event.message, "killed from outside")});
        return true;
    }
    node->open = true;
    return false;
  }

  bool on(const suspended&) {
    if (record_.state != status::running) return false;
    walk_.suspend();
    return true;
  }

  bool on(const resumed&) {
    if (record_.state != status::suspended) return false;
    walk_.go_on();
    return true;
  }

  bool on(const killed&) {
    if (is_terminal(record_.state)) return false;
    walk_.kill();
    return true;
  }

 private:
  static std::string or_else(const std::string& text, const char* otherwise) {
    return text.empty() ? otherwise : text;
  }

  /// It was killed, and that is confirmed now.
  static bool forget_plan(node_state& node) {
    node.plan = std::monostate{};
    return true;
  }

  /// The state of `node` while its run of that attempt is open.
  node_state* run_of(node_index node, uint16_t attempt) { return open(node, attempt, false); }
  /// The same of a node that has a workflow below it.
  node_state* child_of(node_index node, uint16_t attempt) { return open(node, attempt, true); }

  node_state* open(node_index node, uint16_t attempt, bool below) {
    const node_state* found = walk_.look(node);
    if (!found || !found->open || found->attempt != attempt) return nullptr;
    return std::holds_alternative<child_plan>(found->plan) == below ? walk_.at(node) : nullptr;
  }

  /// The program ended by itself (workflow.md 4, exit codes; 6, capture-output).
  void finish(node_state& node, const run_ended& event) {
    const action_kind* kind = find_kind(context_.definition.nodes[node.node].type);
    const auto* plan = std::get_if<program_plan>(&node.plan);
    if (plan == nullptr || kind == nullptr || kind->judge == nullptr)
      return walk_.succeed(node, {});
    const finished_run run{event.exit_code, event.output, event.message};
    verdict told = kind->judge(*plan, run, context_);
    if (auto* refusal = std::get_if<node_refusal>(&told)) {
      walk_.refuse(node, std::move(*refusal));
      return walk_.follow();
    }
    walk_.succeed(node, std::get<std::string>(std::move(told)));
  }

  /// How it ended cannot be known (rulings, seed 002); `reason` says why not.
  void lose(node_state& node, const std::string& reason) {
    const std::string why = ": " + or_else(reason, "how it ended cannot be known");
    if (node.lost < UINT8_MAX) node.lost += 1;
    node.tries = 0;
    switch (context_.on_lost) {
      case lost_rule::hold: return walk_.hold(node, {"JA017", "its run was lost" + why});
      case lost_rule::fail: return walk_.fail_job(node, {"JA017", "its run was lost" + why});
      case lost_rule::rerun: break;
    }
    const bool again = node.lost <= limits::lost_restarts_max;
    // While the job is suspended nothing is started: a person's resumption will.
    if (again && record_.state == status::suspended)
      return walk_.hold(node, {"JA017", "its run was lost while the job was suspended" + why});
    if (again && walk_.start_again(node)) return;
    walk_.fail_action(node,
                      {"JA017", "its run was lost " + std::to_string(node.lost) + " times" + why});
  }

  const workflow_context& context_;
  workflow_record& record_;
  instant now_;
  workflow_walk walk_;
};

}  // namespace

std::string_view name(node_status s) {
  switch (s) {
    case node_status::prep: return "PREP";
    case node_status::running: return "RUNNING";
    case node_status::ok: return "OK";
    case node_status::error: return "ERROR";
    case node_status::killed: return "KILLED";
    case node_status::failed: return "FAILED";
    case node_status::start_manual: return "START_MANUAL";
    case node_status::user_retry: return "USER_RETRY";
    case node_status::start_retry: return "START_RETRY";
  }
  return "UNKNOWN";
}

workflow_step advance(const workflow_context& context, const workflow_record& record,
                      const workflow_event& event, instant now) {
  const bool birth = std::holds_alternative<created>(event);
  if (birth != (record.version == 0)) return workflow_step::refuse();
  workflow_step out;
  out.next = record;
  const auto* again = std::get_if<rerun>(&event);
  if (again != nullptr && !begin_again(out.next, *again))
    return workflow_step::refuse(
        {errc::conflict, "it has not ended everywhere", "E0805", "", "Try again"});
  stepper machine{context, out.next, now};
  if (machine.broken()) return workflow_step::broke(*machine.broken());
  const bool meant = std::visit([&machine](const auto& what) { return machine.on(what); }, event);
  if (machine.broken()) return workflow_step::broke(*machine.broken());
  if (!meant) return workflow_step::refuse();
  machine.finish();
  out.accepted = true;
  out.next.version = record.version + 1;
  out.next.modified = now;
  return out;
}

std::string run_name(const workflow_context& context, const node_state& node) {
  const auto& nodes = context.definition.nodes;
  const std::string called = node.node < nodes.size() ? nodes[node.node].name : std::string{};
  return context.id + "@" + called + "." + std::to_string(node.attempt);
}

const node_state* find_node(const workflow_record& record, node_index node) {
  for (const auto* states : {&record.nodes, &record.kept})
    if (const auto at = position_of(*states, node)) return &(*states)[*at];
  return nullptr;
}

bool all_closed(const workflow_record& record) {
  bool closed = true;
  each_live(record.nodes, [&](size_t, const node_state& state) { closed = closed && !state.open; });
  return closed;
}

configuration merged(const configuration& base, const configuration& own) {
  configuration out = own;
  out.insert(base.begin(), base.end());  // keeps what is there
  return out;
}

}  // namespace foliot::model
