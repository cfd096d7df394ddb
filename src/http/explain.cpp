#include "http/explain.hpp"

#include <string>
#include <utility>
#include <variant>

#include "base/limits.hpp"
#include "model/coordinator_update.hpp"
#include "model/input_check.hpp"
#include "model/tables.hpp"
#include "model/why_node.hpp"
#include "model/workflow_retry.hpp"

namespace foliot::http {

namespace {

using reasons = result<std::vector<model::reason>>;

/// Status of the coordinator with that number below `bundle`; none while it is not born.
result<model::status> member_status(const catalogue& from, const entity_id& bundle,
                                    const model::bundle_member& member) {
  if (!member.created) return model::status::none;
  auto child = from.reader().record(
      {bundle.partition, entity_kind::coordinator, 0, bundle.root, member.coordinator});
  if (!child) return child.error();
  return *child ? model::state_of(**child) : model::status::none;
}

reasons why_bundle(const catalogue& from, const found_entity& entity, instant now) {
  const auto& record = std::get<model::bundle_record>(entity.record);
  const auto definition = from.bundle_of_tree(entity.id, record.definition);
  if (!definition) return definition.error();
  model::bundle_facts facts;
  for (const model::bundle_member& member : record.members) {
    const auto state = member_status(from, entity.id, member);
    if (!state) return state.error();
    facts.members.push_back(*state);
  }
  if (record.recovery != 0)
    facts.recovery_id = from.reader().ids().job(entity_kind::workflow, record.recovery);
  auto note = from.reader().quarantined(entity.id);
  if (!note) return note.error();
  facts.quarantine = std::move(*note);
  return model::why(model::bundle_context{entity.id, **definition}, record, facts, now);
}

reasons why_coordinator(const catalogue& from, const found_entity& entity, instant now,
                        bool safe_mode) {
  const auto& record = std::get<model::coordinator_record>(entity.record);
  const auto definition = from.coordinator_of_tree(entity.id, record.definition);
  if (!definition) return definition.error();
  model::coordinator_facts facts;
  auto seen = from.reader().actions(
      entity.id, 1, UINT32_MAX, [&](uint32_t number, const model::action_record& action) {
        facts.actions.of[static_cast<size_t>(action.state)] += model::actions_in(action, number);
        if (action.pending) facts.actions.pending++;
        const bool lives = action.state != model::status::none && !model::is_terminal(action.state);
        if (lives && facts.unfinished.size() < model::reasons_listed_max)
          facts.unfinished.push_back(number);
        if (action.state == model::status::waiting &&
            facts.waiting.size() < model::reasons_listed_max)
          facts.waiting.push_back(number);
        return true;
      });
  if (!seen) return seen.error();
  auto note = from.reader().quarantined(entity.id);
  if (!note) return note.error();
  facts.quarantine = std::move(*note);
  facts.safe_mode = safe_mode;
  return model::why(model::coordinator_context{entity.id, **definition}, record, facts, now);
}

/// Which siblings hold slots and which are READY. Who stands before the governor has a slot.
result<void> add_siblings(const catalogue& from, const entity_id& action,
                          const places_of_starts& places, model::action_facts& facts) {
  if (places) facts.governor = places(action);
  return from.reader().actions(
      coordinator_of(action), 1, UINT32_MAX,
      [&](uint32_t number, const model::action_record& record) {
        const bool ready = record.state == model::status::ready;
        const bool queued = ready && places && places(action_of(coordinator_of(action), number));
        if (queued || record.state == model::status::submitted ||
            record.state == model::status::running)
          facts.slot_holders.push_back(number);
        if (ready && !queued) facts.ready.push_back(number);
        return true;
      });
}

/// What a WAITING action misses.
void add_inputs(const catalogue& from, const model::coordinator_definition& definition,
                const model::action_identity& identity, instant now, model::action_facts& out) {
  const auto named = model::dependencies_of(definition, identity);
  if (!named) {
    out.dependencies_error = named.error().text();
    return;
  }
  bool all_there = true;
  for (const std::string& uri : named->fixed) {
    out.dependencies.push_back({uri, from.exists(uri)});
    all_there = all_there && out.dependencies.back().exists;
  }
  if (!named->open) return;
  out.open = definition.logic ? "what its input logic wants" : named->open_text;
  if (!all_there || identity.nominal > now) return;
  el::facts known;
  while (known.all().size() < limits::looks_for_view_max) {
    const model::input_state state = model::check_inputs(
        definition, identity, known, now,
        definition.logic ? model::fixed_inputs::unknown : model::fixed_inputs::there);
    if (const auto* problem = std::get_if<failure>(&state))
      out.dependencies_error = problem->text();
    if (const auto* lack = std::get_if<model::inputs_missing>(&state)) {
      out.open_why = lack->why;
      out.open_again = lack->look_again;
      for (const el::probe& each : lack->absent) out.open_absent.push_back(each.arguments.front());
    }
    const auto* needed = std::get_if<el::needs>(&state);
    if (needed == nullptr) return;
    for (const el::probe& each : needed->probes)
      known.put(each, from.exists(each.arguments.front()));
  }
  out.open_why = out.open + ": the nearest " + std::to_string(known.all().size()) +
                 " instances do not suffice";
}

reasons why_action(const catalogue& from, const found_entity& entity, instant now,
                   bool latest_from_now, const places_of_starts& places) {
  const auto& record = std::get<model::action_record>(entity.record);
  auto parent = from.reader().record(coordinator_of(entity.id));
  if (!parent) return parent.error();
  if (!*parent)
    return failure{errc::corrupt, "the coordinator of " + entity.wire + " is missing", "", "", ""};
  const auto& coordinator = std::get<model::coordinator_record>(**parent);
  const auto newest = from.coordinator_of_tree(entity.id, coordinator.definition);
  if (!newest) return newest.error();
  const auto definition =
      from.coordinator_of_tree(entity.id, model::definition_of(coordinator, entity.id.number));
  if (!definition) return definition.error();

  model::action_facts facts;
  facts.coordinator = coordinator.state;
  facts.concurrency = model::concurrency_of(**newest, coordinator);
  if (record.workflow != 0)
    facts.workflow_id = from.reader().ids().job(entity_kind::workflow, record.workflow);
  if (record.state == model::status::waiting) {
    model::action_identity identity{entity.wire, coordinator.user, record.nominal,
                                    model::actual_time(record)};
    identity.reading = model::reading_of((*definition)->conf);
    identity.born = record.created;
    if (latest_from_now) identity.latest_from = now;
    add_inputs(from, **definition, identity, now, facts);
  }
  if (record.state == model::status::ready) {
    if (auto added = add_siblings(from, entity.id, places, facts); !added) return added.error();
  }
  auto note = from.reader().quarantined(entity.id);
  if (!note) return note.error();
  facts.quarantine = std::move(*note);
  return model::why(model::action_context{entity.id, **definition,
                                          model::timetable_of(**definition, coordinator).end},
                    record, facts, now);
}

/// Whether the question is about that node, or about all of them.
bool is_asked(const found_entity& entity, const model::workflow_definition& definition,
              const model::node_state& node) {
  return entity.node.empty() ||
         (node.node < definition.nodes.size() && definition.nodes[node.node].name == entity.node);
}

/// Of the nodes whose start is not confirmed.
void add_places(const found_entity& entity, const model::workflow_record& record,
                const model::workflow_definition& definition, const run_places& queued,
                model::workflow_facts& facts) {
  if (!queued) return;
  const model::configuration none;
  const model::workflow_context context{entity.id, entity.wire, definition, none};
  for (const model::node_state& node : record.nodes) {
    if (facts.places.size() >= 2 * model::reasons_listed_max) return;
    const bool may_wait =
        node.state == model::node_status::prep || node.state == model::node_status::running;
    if (!node.open || !may_wait || node.external_id != 0) continue;
    if (!is_asked(entity, definition, node)) continue;
    if (const auto place = queued(model::run_name(context, node)))
      facts.places.emplace(node.node, *place);
  }
}

/// Of the nodes that the suspended job stands before.
result<void> add_suspend_points(const catalogue& from, const found_entity& entity,
                                const model::workflow_record& record,
                                const model::workflow_definition& definition,
                                model::workflow_facts& facts) {
  if (record.state != model::status::suspended) return {};
  const auto base = from.text(entity.id.root,
                              record.conf_base == hash128{} ? record.definition : record.conf_base);
  if (!base) return base.error();
  const model::configuration conf = model::merged(base->conf, record.conf);
  for (const model::node_state& node : record.nodes)
    if (node.paused && node.node < definition.nodes.size() &&
        model::suspends_on(conf, definition.nodes[node.node].name))
      facts.suspend_points.push_back(node.node);
  return {};
}

reasons why_workflow(const catalogue& from, const found_entity& entity, const run_places& queued) {
  const auto& record = std::get<model::workflow_record>(entity.record);
  const auto definition = from.workflow_of_tree(entity.id, record.definition);
  if (!definition) return definition.error();
  model::workflow_facts facts;
  auto note = from.reader().quarantined(entity.id);
  if (!note) return note.error();
  facts.quarantine = std::move(*note);
  for (const model::node_state& node : record.nodes) {
    if (node.child == 0 || !node.open || facts.below.size() >= model::reasons_listed_max) continue;
    if (!is_asked(entity, **definition, node)) continue;
    const entity_id job{entity.id.partition, entity_kind::workflow, 0, entity.id.root, node.child};
    const auto child = from.reader().record(job);
    if (!child) return child.error();
    facts.below.push_back({job, from.reader().ids().text(job),
                           *child ? model::state_of(**child) : model::status::none});
  }
  add_places(entity, record, **definition, queued, facts);
  if (auto added = add_suspend_points(from, entity, record, **definition, facts); !added)
    return added.error();
  if (entity.node.empty()) return model::why(**definition, record, facts, entity.id);
  return model::why_node(**definition, record, (**definition).find(entity.node), facts, entity.id);
}

}  // namespace

result<std::vector<model::reason>> explain(const catalogue& from, const found_entity& entity,
                                           instant now, bool latest_from_now,
                                           const places_of_starts& places, const run_places& queued,
                                           bool safe_mode) {
  switch (entity.id.kind) {
    case entity_kind::bundle: return why_bundle(from, entity, now);
    case entity_kind::coordinator: return why_coordinator(from, entity, now, safe_mode);
    case entity_kind::action: return why_action(from, entity, now, latest_from_now, places);
    default: return why_workflow(from, entity, queued);
  }
}

}  // namespace foliot::http
