// WORKFLOW: as whom the work of its nodes is done.
#include <algorithm>
#include <utility>

#include "actors/entity_steps.hpp"
#include "actors/workflow.hpp"
#include "model/run_user.hpp"

namespace foliot::actors {

/// As if the run had ended so at once; nothing of it was done.
void workflow_state::tell_refused(const model::node_state& node, failure why) const {
  model::workflow_events::run_ended ended;
  ended.node = node.node;
  ended.attempt = node.attempt;
  ended.outcome = model::workflow_events::run_end::failed;
  ended.error_code = std::exchange(why.oozie, {});
  ended.message = why.text();
  tell(entity_actor{self},
       msg::workflow_told{std::make_shared<model::workflow_event>(std::move(ended))});
}

/// Whether the engine itself may work for this job's user.
bool workflow_state::may_do(const model::workflow_record& durable,
                            const model::node_state& node) const {
  const auto as = model::run_user(rt->settings.users, durable.user, *conf, model::doer::engine);
  if (!as) tell_refused(node, as.error());
  return as.ok();
}

std::optional<std::string> workflow_state::user_of_run(const model::workflow_record& durable,
                                                       const model::node_state& node,
                                                       model::program_source source) const {
  using model::doer;
  const doer by = source == model::program_source::helper ? doer::engine : doer::program;
  auto as = model::run_user(rt->settings.users, durable.user, *conf, by);
  if (as) return *std::move(as);
  // An earlier engine, with other settings, may have started it. Then it is followed whatever
  // stands here; and if it did not, it is not started as anybody else.
  if (std::find(inherited.begin(), inherited.end(), std::pair{node.node, node.attempt}) !=
      inherited.end())
    return durable.user;
  tell_refused(node, as.error());
  return std::nullopt;
}

}  // namespace foliot::actors
