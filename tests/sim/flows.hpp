// The checkers of workflows: what the machine ran, node for node, and what the records on disk say
// of it, against the graphs that the generator meant. They ask the reader of definitions for the
// order of the nodes alone.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/ids.hpp"
#include "exec/run_port.hpp"
#include "model/orders.hpp"
#include "model/workflow.hpp"
#include "rehearsal/virtual_runs.hpp"
#include "rehearsal/virtual_time.hpp"
#include "tests/sim/specs.hpp"

namespace foliot::rehearsal {
class life;
}

namespace foliot::sim {

class auditor;

class flow_auditor {
 public:
  flow_auditor(auditor& audit, const population& specs, const rehearsal::virtual_time& time,
               const rehearsal::virtual_machine& machine)
      : auditor_(audit), specs_(specs), time_(time), machine_(machine) {}

  /// A life of the engine begins.
  void life_begins() { life_since_ = time_.now(); }
  /// A program is being executed as that node of that workflow; a run is over.
  void executed(const exec::run_spec& spec, const entity_id& workflow, const std::string& node,
                uint64_t attempt);
  void ended(const exec::run_ended& news);
  void ordered(const entity_id& job, const model::order& what);
  /// That record is about to be on disk instead of `old`, which may be null.
  void written(const entity_id& id, const model::workflow_record* old,
               const model::workflow_record& next);
  /// Nothing is left to be done before time goes on.
  void quiet(const rehearsal::life& engine);

  /// The node of the workflow above that runs it, or ran it; null where there is none.
  const node_spec* node_above(const entity_id& child, const model::workflow_record& record) const;
  /// How often something rare happened.
  struct rarities {
    uint64_t children = 0;      ///< Workflows that were made below others.
    uint64_t retries = 0;       ///< Of nodes, for whatever reason.
    uint64_t pauses = 0;        ///< Workflows that were suspended before a node.
    uint64_t joins = 0;         ///< That were passed.
    uint64_t deepest = 0;       ///< Forks around a program that was executed.
    uint64_t lowest = 0;        ///< Workflows above one.
    uint64_t overlaps = 0;      ///< Programs that were executed while another of their tree ran.
    uint64_t reruns_below = 0;  ///< Further runs of workflows below others.
  };
  const rarities& so_far() const { return counts_; }

 private:
  enum class outcome { open, ok, failed, passing, stuck, fatal, refused, lost, killed };
  using place = std::pair<entity_id, const node_spec*>;
  struct run_entry {
    entity_id workflow;
    uint64_t attempt = 0;
    outcome how = outcome::open;
    std::vector<place> path;  ///< From the outermost workflow that waits for it.
  };
  /// A definition as it was meant, by the indexes of its nodes.
  struct seen_graph {
    std::shared_ptr<const model::workflow_definition> definition;
    std::vector<const node_spec*> nodes;
    model::node_index index(const std::string& name) const { return definition->find(name); }
  };
  /// Recounted from what was written, in the newest run of a workflow.
  struct tally {
    uint32_t retries = 0;
    uint32_t starts = 0;  ///< That failed for a passing reason, in a row.
    uint32_t lost = 0;    ///< In a row.
  };
  using node_states = std::vector<const model::node_state*>;  ///< By index; null: not visited.

  const seen_graph* graph_of(const entity_id& id, const model::workflow_record& record);
  const app_spec* app_of(const entity_id& id) const;
  std::string run_of(const entity_id& id, const node_spec& node, uint64_t attempt) const;
  outcome outcome_of(const entity_id& id, const node_spec& node, uint64_t attempt) const;
  std::vector<place> path_to(const entity_id& id, const node_spec* node) const;
  std::string mark_of(const entity_id& id, const model::workflow_record& record) const;
  retry_spec retry_of(const entity_id& id, const node_spec& node) const;
  bool pauses_at(const entity_id& id, const node_spec& node) const;
  bool runs_alone(const entity_id& child) const { return alone_.contains(child); }
  void blame(const entity_id& id, const std::string& what);
  void blame(const entity_id& id, const node_spec& node, const std::string& what);

  // flow_walk.cpp: one record by itself
  void check_walk(const entity_id& id, const seen_graph& graph, const model::workflow_record& next);
  void check_targets(const entity_id& id, const seen_graph& graph,
                     const model::workflow_record& next, const node_states& at,
                     std::vector<uint32_t>& arrivals);
  void check_join(const entity_id& id, const seen_graph& graph, const model::node_state& join,
                  const model::workflow_record& next, uint32_t arrivals);
  void check_end(const entity_id& id, const seen_graph& graph, const model::workflow_record& next);
  bool kill_was_wanted(const entity_id& id, const model::workflow_record& next) const;
  // flow_steps.cpp: from one record to the next
  void check_steps(const entity_id& id, const seen_graph& graph, const model::workflow_record* old,
                   const model::workflow_record& next);
  void check_visit(const entity_id& id, const node_spec& node, const model::workflow_record* old,
                   const model::workflow_record& next, const model::node_state& state);
  void check_attempt(const entity_id& id, const node_spec& node, const model::node_state& was,
                     const model::node_state& is);
  void check_entered(const entity_id& id, const node_spec& node, const model::node_state& is);
  void check_over(const entity_id& id, const node_spec& node, const model::node_state& is);
  void check_result(const entity_id& id, const node_spec& node, const model::node_state& is);
  // flow_children.cpp: workflows below workflows
  void check_birth(const entity_id& id, const model::workflow_record& born);
  void check_child_over(const entity_id& id, const node_spec& node, const model::node_state& is);
  void note_suspension(const entity_id& id, const model::workflow_record* old,
                       const model::workflow_record& next);
  void quiet_child(const entity_id& id, const model::workflow_record& record,
                   const rehearsal::life& engine);
  void quiet_runs();
  void quiet_suspensions();

  auditor& auditor_;
  const population& specs_;
  const rehearsal::virtual_time& time_;
  const rehearsal::virtual_machine& machine_;
  instant life_since_;
  std::map<hash128, seen_graph> graphs_;
  std::map<std::string, run_entry> runs_;
  std::set<std::string> open_;
  std::map<std::pair<entity_id, std::string>, tally> tallies_;
  std::map<entity_id, uint32_t> resumes_;  ///< Orders less steps that they allowed.
  std::map<entity_id, instant> kills_;     ///< When each was ordered last.
  std::set<entity_id> alone_;  ///< Workflows below others that were ordered to run again.
  std::set<std::pair<entity_id, std::string>> born_;  ///< Parents, with run, node and attempt.
  std::map<entity_id, instant> must_suspend_;         ///< Workflows below which one was suspended.
  std::map<entity_id, instant> last_resume_;
  std::map<entity_id, std::string> marks_;  ///< Of workflows below others.
  rarities counts_;
};

}  // namespace foliot::sim
