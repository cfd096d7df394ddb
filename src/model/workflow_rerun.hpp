// Rerun of a workflow that has ended: which nodes keep their results, which run again (workflow.md
// 4, Rerun).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "model/workflow.hpp"

namespace foliot::model {

inline constexpr std::string_view rerun_failed_property = "oozie.wf.rerun.failnodes";
inline constexpr std::string_view rerun_skip_property = "oozie.wf.rerun.skip.nodes";
inline constexpr std::string_view workflow_path_property = "oozie.wf.application.path";

/// The properties of the next run: `stored` overlaid by `given`. Which nodes to skip is what
/// `given` says, where it says anything of it; the user stays the one who submitted the job.
configuration rerun_configuration(const configuration& stored, const configuration& given);

/// Which nodes are not to run again.
struct rerun_choice {
  bool failed_only = false;       ///< All that are OK.
  std::vector<std::string> skip;  ///< These.
};

/// What `conf` says of it. Fails with bad_input: E0401 without the application's path, E0404 when
/// it names nodes and asks for the failed ones as well.
result<rerun_choice> rerun_choice_of(const configuration& conf);

/// Whether `kept`, of a record's, is not passed when it is reached: the workflow below it goes on
/// where it failed. Then its transition leads to itself, where no node can lead.
bool is_to_go_on(const node_state& kept);

/// The nodes of `record` that keep their results; control nodes are walked again. In Oozie's
/// dialect a rerun of what failed leaves the start and the kill nodes of the run before as they
/// are; such a kill node kills again where this run reaches it. Fails with conflict: E0755 (it has
/// a parent, and `children` may not be rerun by themselves), E0805 (not ended), E0806 (a node to
/// skip is neither OK nor ERROR), E0807 (nodes to skip that never ran).
result<std::vector<node_index>> judge_rerun(const workflow_definition& definition,
                                            const workflow_record& record,
                                            const rerun_choice& choice, bool children = true,
                                            dialect reading = dialect::lenient);

/// `keep` of the run before, as far as `next` has nodes of the same name and kind. `failed_only`:
/// also the sub-workflows that did not succeed, for the same workflow below to go on.
std::vector<kept_node> carried_over(const workflow_definition& before,
                                    const workflow_record& record,
                                    const std::vector<node_index>& keep,
                                    const workflow_definition& next, bool failed_only = false);

/// Makes of `record`, which has ended, that of its next run, not started yet. False where the event
/// does not fit it.
bool begin_again(workflow_record& record, const workflow_events::rerun& event);

}  // namespace foliot::model
