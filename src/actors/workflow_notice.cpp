// Calls to the URLs that a workflow's user gave (workflow.md 4, Notifications). Only of what is on
// disk; what an engine that ends did not tell any more is not told by the next.
#include "actors/entity_steps.hpp"
#include "actors/notifier.hpp"
#include "actors/workflow.hpp"
#include "model/notice_check.hpp"

namespace foliot::actors {

void workflow_state::notify(const model::workflow_record& durable) {
  if (!rt->settings.call_out || !model::wants_notices(*conf)) return;
  if (!notified) {
    notified = std::make_unique<told_so_far>();
    for (const std::string& each : model::refused_notices(*conf, entity_kind::workflow))
      rt->ports.log.write(log_level::warn, "notifier.refused",
                          rt->settings.ids.text(id) + ": " + each);
  }
  if (durable.run != notified->run) notified->nodes.clear();
  notified->run = durable.run;
  const std::string wire = rt->settings.ids.text(id);
  const bool has_parent = durable.parent.kind != entity_kind::none;
  const std::string parent = has_parent ? rt->settings.ids.text(durable.parent) : std::string();
  const auto send = [this](model::notice&& what) {
    if (take_place(rt->counters)) self->send(rt->staff.notifier, msg::notify{std::move(what)});
  };
  const bool ended = model::is_terminal(durable.state);
  auto of_job = model::job_notice(*conf, wire, parent, notified->job, durable.state);
  notified->job = durable.state;
  if (of_job && !ended) send(std::move(*of_job));
  for (model::notice& each :
       model::node_notices(*definition, *conf, wire, durable, notified->nodes))
    send(std::move(each));
  if (of_job && ended) send(std::move(*of_job));
}

/// An earlier process, or an earlier life, told of that.
void workflow_state::take_as_told(const model::workflow_record& durable) {
  if (!rt->settings.call_out || !conf || !model::wants_notices(*conf)) return;
  notified = std::make_unique<told_so_far>();
  notified->job = durable.state;
  notified->run = durable.run;
  model::node_notices(*definition, *conf, "", durable, notified->nodes);
}

}  // namespace foliot::actors
