// One step of a workflow: a copy of its record being moved along the graph (workflow.md 4).
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/instant.hpp"
#include "el/evaluate.hpp"
#include "model/workflow.hpp"
#include "model/workflow_plan.hpp"

namespace foliot::model {

/// Why a node or a job ended badly.
struct node_error {
  std::string code;
  std::string sentence;
};

/// `text` cut to what a record keeps, not inside a UTF-8 character.
std::string bounded(std::string text);

/// Moves `record` from node to node until every path waits for the outside or the job has ended.
/// Each node is entered at most once, so the work is bounded by the graph. Whatever cannot be in a
/// record of ours sets `broken`; nothing else may be read then.
class workflow_walk {
 public:
  /// Both must outlive this. Checks that the record fits the definition.
  workflow_walk(const workflow_context& context, workflow_record& record, instant now);

  /// The sentence for step::broke.
  const std::optional<std::string>& broken() const { return broken_; }
  bool ended() const { return is_terminal(record_.state); }

  /// The state of `node`, or nullptr while it was not visited.
  const node_state* look(node_index node) const;
  /// The same, to be changed.
  node_state* at(node_index node);
  /// The state of the node whose workflow below is `child`, or nullptr. One that waits for nothing
  /// may not be found.
  node_state* above(job_number child);

  /// From the start node on.
  void begin();
  /// All that a suspension left behind: results that were not followed, expressions that were not
  /// evaluated, runs that were held.
  void go_on();
  /// A question of the record is answered.
  void know(const el::probe& question, const el::value& answer) { facts_.put(question, answer); }
  /// Evaluates again what waits for facts.
  void ask_again();

  /// An action's run is over.
  void succeed(node_state& node, std::string data);
  void fail_action(node_state& node, node_error why);
  /// The action FAILED, and the job with it.
  void fail_job(node_state& node, node_error why);
  /// Another run under the next name. False when there are no more names.
  bool start_again(node_state& node);
  /// Starts again what waits for its retry and is due. False where nothing is.
  bool retry();
  /// Goes along the graph until every path waits or the job has ended.
  void follow();
  /// Waits for a person: the action is held, the job SUSPENDED.
  void hold(node_state& node, const node_error& why);
  /// Its run told why it failed, or it cannot be planned.
  void refuse(node_state& node, node_refusal refusal);

  void suspend();
  /// KILLED by a command.
  void kill();
  /// Moves the job's status by the table.
  void become(status to);

  /// The walk is over: the record takes along what the next one need not find out again.
  void finish();

 private:
  struct arrival {
    node_index from = no_node;
    node_index to = no_node;
  };

  const workflow_node& written(const node_state& node) const {
    return context_.definition.nodes[node.node];
  }
  std::string place(node_index node) const;
  node_index scope_behind(node_index node) const;
  void note_arrival(node_index from, node_index to);
  void check_record();
  void find_scopes();
  node_state& edit(size_t position);
  /// Calls `visit(position)` for each state that may still move, in order.
  template <class Visit>
  void each_live(const Visit& visit) {
    for (const uint16_t position : known_.live) visit(size_t{position});
    for (size_t i = paged_; i < record_.nodes.size(); ++i) visit(i);
  }
  const node_state* keeps(node_index node) const;
  void take_kept(node_index node);
  std::vector<uint16_t> live_now() const;

  void enter(const arrival& next);
  void arrive(const arrival& next);
  job_number take_child(node_index node);
  node_state& add(node_state state);
  node_state& visit(node_index node);
  bool pass_kept(const arrival& next);
  void pass(node_state& node, node_index to);
  void leave(node_state& node, node_index to);
  void split(node_state& fork);
  void settle(node_state& node);
  void settle_action(node_state& node);
  void settle_decision(node_state& node);
  void settle_kill(node_state& node);
  void ask(const el::needs& needs);
  void proceed(node_state& node);
  bool pauses_at(node_index node) const;
  void try_again(node_state& node);
  bool start_later(node_state& node, const node_error& why);
  bool retry_later(node_state& node, const node_error& why);
  void close(node_state& node, node_status state, node_error why);
  node_error last_error(const node_state& node) const;
  void end_job(status to);
  void fail_job_at(node_index node, node_error why);
  void drop_questions();

  const workflow_context& context_;
  workflow_record& record_;
  instant now_;
  node_track known_;
  size_t paged_ = 0;             ///< States that stood in pages when the walk began.
  std::vector<size_t> touched_;  ///< Where states were changed.
  std::vector<size_t> taken_;    ///< Where kept nodes stand that were reached.
  std::deque<arrival> ahead_;
  el::facts facts_;
  std::optional<std::string> broken_;
};

}  // namespace foliot::model
