#include "http/catalogue.hpp"

#include <nlohmann/json.hpp>
#include <utility>

#include "model/coordinator_update.hpp"
#include "model/external_id.hpp"
#include "model/input_check.hpp"
#include "model/kinds/sub_workflow.hpp"

namespace foliot::http {

using nlohmann::json;

catalogue::catalogue(const model::reader& reader, const model::definitions& definitions,
                     exists_fn exists, std::string console_url, dialect reading,
                     read_nodes_fn read_nodes)
    : reader_(reader),
      definitions_(definitions),
      exists_(std::move(exists)),
      console_url_(std::move(console_url)),
      reading_(reading),
      read_nodes_(std::move(read_nodes)) {}

/// Hadoop keeps the user under two names; how the job is read is nobody's property there.
model::configuration catalogue::shown(model::configuration conf) const {
  if (reading_ == dialect::oozie)
    for (const std::string_view own : {model::compat_property, model::parent_attempt_property})
      conf.erase(std::string(own));
  const auto user = conf.find("user.name");
  if (reading_ == dialect::oozie && user != conf.end())
    conf.try_emplace("mapreduce.job.user.name", user->second);
  return conf;
}

/// Without what Oozie's objects do not tell (add_trouble), where they are to be the same.
json catalogue::as_shown(json object) const {
  if (reading_ == dialect::oozie)
    for (const char* own : {"errorCode", "errorMessage", "pending"}) object.erase(own);
  return object;
}

result<std::optional<found_entity>> catalogue::find(std::string_view wire_id) const {
  const auto parsed = reader_.ids().parse(wire_id);
  if (!parsed) return std::optional<found_entity>{};
  const bool is_action = parsed->kind == entity_kind::action;
  auto job = reader_.locate(is_action ? entity_kind::coordinator : parsed->kind, parsed->job);
  if (!job) return std::move(job).error();
  if (!*job) return std::optional<found_entity>{};
  const entity_id id = is_action ? action_of(**job, parsed->number) : **job;
  auto record = reader_.record(id);
  if (!record) return std::move(record).error();
  if (!*record) return std::optional<found_entity>{};
  return std::optional<found_entity>{
      found_entity{id, reader_.ids().text(id), parsed->node, std::move(**record)}};
}

result<std::optional<entity_id>> catalogue::find_job(std::string_view wire_id) const {
  const auto parsed = reader_.ids().parse(wire_id);
  if (!parsed || parsed->kind == entity_kind::action || !parsed->node.empty())
    return std::optional<entity_id>{};
  return reader_.locate(parsed->kind, parsed->job);
}

std::string catalogue::parent_wire(const found_entity& entity) const {
  const entity_id parent = model::parent_of(entity.id, entity.record);
  return parent.kind == entity_kind::none ? std::string{} : reader_.ids().text(parent);
}

result<model::definition_text> catalogue::text(job_number root, const hash128& hash) const {
  if (hash == hash128{}) return model::definition_text{};
  auto stored = reader_.definition(root, hash);
  if (!stored) return std::move(stored).error();
  return *stored ? std::move(**stored) : model::definition_text{};
}

result<std::shared_ptr<const model::coordinator_definition>> catalogue::coordinator_of_tree(
    const entity_id& id, const hash128& hash) const {
  auto stored = text(id.root, hash);
  if (!stored) return std::move(stored).error();
  return definitions_.coordinator(*stored);
}

result<std::shared_ptr<const model::bundle_definition>> catalogue::bundle_of_tree(
    const entity_id& id, const hash128& hash) const {
  auto stored = text(id.root, hash);
  if (!stored) return std::move(stored).error();
  return definitions_.bundle(*stored);
}

result<std::shared_ptr<const model::workflow_definition>> catalogue::workflow_of_tree(
    const entity_id& id, const hash128& hash) const {
  auto stored = text(id.root, hash);
  if (!stored) return std::move(stored).error();
  return definitions_.workflow(*stored);
}

result<model::status> catalogue::shown_state(const found_entity& entity) const {
  const model::status state = model::state_of(entity.record);
  if (state == model::hiding_errors(state)) return state;
  const auto* bundle = std::get_if<model::bundle_record>(&entity.record);
  const auto* coordinator = std::get_if<model::coordinator_record>(&entity.record);
  if (bundle == nullptr && coordinator == nullptr) return state;
  const auto stored = text(entity.id.root, bundle ? bundle->definition : coordinator->definition);
  if (!stored) return stored.error();
  return shown_status(state, stored->conf, reading_);
}

namespace {

/// There is no such job, but it counts as FAILED (rulings 3.2), and somebody will ask why.
json refused_member(const model::bundle_member& member, const model::bundle_definition& of) {
  model::coordinator_record stands_for;
  stands_for.state = model::status::failed;
  if (member.index < of.coordinators.size()) {
    stands_for.name = of.coordinators[member.index].name;
    stands_for.app_path = of.coordinators[member.index].app_path;
  }
  json out = coordinator_json("", stands_for, nullptr, {}, "", view_form::row);
  out["coordJobId"] = nullptr;
  out["toString"] = nullptr;
  add_trouble(out, member.refusal_code, member.refusal, false);
  return out;
}

}  // namespace

result<json> catalogue::bundle(const found_entity& job, view_form form) const {
  auto record = std::get<model::bundle_record>(job.record);
  auto stored = text(job.id.root, record.definition);
  if (!stored) return std::move(stored).error();
  record.state = shown_status(record.state, stored->conf, reading_);
  const auto definition = definitions_.bundle(*stored);
  json coordinators = json::array();
  if (form == view_form::single) {
    for (const model::bundle_member& member : record.members) {
      if (member.refused && reading_ != dialect::oozie && definition)
        coordinators.push_back(refused_member(member, **definition));
      if (!member.created) continue;
      const entity_id id{job.id.partition, entity_kind::coordinator, 0, job.id.root,
                         member.coordinator};
      auto child = reader_.record(id);
      if (!child) return std::move(child).error();
      if (!*child) continue;
      // Oozie shows them whole, without their actions.
      const view_form part = reading_ == dialect::oozie ? view_form::single : view_form::row;
      auto view = coordinator({id, reader_.ids().text(id), "", std::move(**child)}, part);
      if (!view) return view;
      coordinators.push_back(std::move(*view));
    }
  }
  json out = as_shown(bundle_json(job.wire, record, definition ? definition->get() : nullptr,
                                  shown(std::move(stored->conf)), std::move(coordinators)));
  if (reading_ == dialect::oozie) out["endTime"] = date_or_null(record.end_changed);
  return out;
}

result<json> catalogue::coordinator(const found_entity& job, view_form form) const {
  auto record = std::get<model::coordinator_record>(job.record);
  auto stored = text(job.id.root, record.definition);
  if (!stored) return std::move(stored).error();
  record.state = shown_status(record.state, stored->conf, reading_);
  const auto definition = definitions_.coordinator(*stored);
  json out = as_shown(coordinator_json(job.wire, record, definition ? definition->get() : nullptr,
                                       shown(std::move(stored->conf)), parent_wire(job), form));
  if (reading_ == dialect::oozie && record.actions == 0)  // nobody has looked for the first yet
    out["lastAction"] = out["nextMaterializedTime"] = nullptr;
  return out;
}

result<json> catalogue::workflow(const found_entity& job, view_form form) const {
  const auto& record = std::get<model::workflow_record>(job.record);
  auto base =
      text(job.id.root, record.conf_base == hash128{} ? record.definition : record.conf_base);
  if (!base) return std::move(base).error();
  return workflow_json(job.wire, record, shown(model::merged(base->conf, record.conf)),
                       parent_wire(job), console_url_, form);
}

result<json> catalogue::row(const found_entity& job) const {
  switch (job.id.kind) {
    case entity_kind::bundle: return bundle(job, view_form::row);
    case entity_kind::coordinator: return coordinator(job, view_form::row);
    default: return workflow(job, view_form::row);
  }
}

result<action_links> catalogue::links_of(const entity_id& id, const model::action_record& record,
                                         bool look_for_missing) const {
  action_links links;
  links.id = reader_.ids().text(id);
  links.number = id.number;
  links.coordinator = reader_.ids().text(coordinator_of(id));
  const job_number again = record.extra ? record.extra->again : 0;
  if (const job_number workflow = record.workflow != 0 ? record.workflow : again; workflow != 0)
    links.workflow = reader_.ids().job(entity_kind::workflow, workflow);
  if (look_for_missing) {
    auto missing = missing_of(id, record);
    if (!missing) return std::move(missing).error();
    links.missing = std::move(*missing);
  }
  return links;
}

result<json> catalogue::action(const entity_id& id, const model::action_record& record,
                               bool single) const {
  const auto links = links_of(id, record, single || reading_ == dialect::oozie);
  if (!links) return links.error();
  const auto own = out_of_range(id, record);
  if (!own) return own.error();
  json out = action_json(*links, *own);
  return with_errors(std::move(out), record);
}

/// Oozie's actions do not tell why their workflow ended, only why they have none; a refused
/// application is told with its code, a missing one in words. One that was rerun has empty ones.
json catalogue::with_errors(json object, const model::action_record& record) const {
  if (reading_ != dialect::oozie || !record.error) return object;
  const std::string& code = record.error->code;
  if (code.empty() && record.error->message.empty()) {
    object["errorCode"] = object["errorMessage"] = "";
    return object;
  }
  if (record.state != model::status::failed)
    object["errorCode"] = object["errorMessage"] = nullptr;
  else if (code.starts_with("E07"))
    object["errorMessage"] = code + ": " + record.error->message;
  return object;
}

result<json> catalogue::ordered_action(const entity_id& id,
                                       const model::action_record& record) const {
  auto out = action(id, record, true);
  auto parent = reader_.record(coordinator_of(id));
  if (!out || !parent) return out ? std::move(parent).error() : std::move(out).error();
  if (reading_ != dialect::oozie || !*parent) return out;
  const auto& coordinator = std::get<model::coordinator_record>(**parent);
  auto stored = text(id.root, coordinator.definition);
  if (!stored) return std::move(stored).error();
  (*out)["createdConf"] = (*out)["runConf"] = configuration_xml(shown(stored->conf));
  const job_number again = record.extra ? record.extra->again : 0;
  const job_number number = record.workflow != 0 ? record.workflow : again;
  const entity_id below{id.partition, entity_kind::workflow, 0, id.root, number};
  const auto started =
      number == 0 ? result<std::optional<model::any_record>>(std::nullopt) : reader_.record(below);
  if (!started) return started.error();
  if (!*started) return out;
  const auto& workflow = std::get<model::workflow_record>(**started);
  (*out)["runConf"] = configuration_xml(shown(model::merged(stored->conf, workflow.conf)));
  return out;
}

result<json> catalogue::bulk_action(const entity_id& id, const model::action_record& record) const {
  const auto links = links_of(id, record, true);
  if (!links) return links.error();
  const auto own = out_of_range(id, record);
  if (!own) return own.error();
  return with_errors(bulk_action_json(*links, *own), record);
}

result<model::action_record> catalogue::out_of_range(const entity_id& id,
                                                     const model::action_record& record) const {
  if (!record.extra || record.extra->through == 0) return record;
  auto parent = reader_.record(coordinator_of(id));
  if (!parent) return std::move(parent).error();
  if (!*parent) return record;
  const auto& job = std::get<model::coordinator_record>(**parent);
  const auto definition = coordinator_of_tree(id, job.definition);
  if (!definition) return definition.error();
  return model::out_of_range(record, id.number, model::timetable_of(**definition, job));
}

/// Oozie keeps what was missing of an action that never started, and with input logic always.
result<std::optional<missing_inputs>> catalogue::gaps_of(const entity_id& id,
                                                         const model::action_record& record) const {
  using nothing = std::optional<missing_inputs>;
  auto parent = reader_.record(coordinator_of(id));
  if (!parent) return std::move(parent).error();
  if (!*parent) return nothing{};
  const auto& coordinator = std::get<model::coordinator_record>(**parent);
  const auto definition = coordinator_of_tree(id, model::definition_of(coordinator, id.number));
  if (!definition) return nothing{};  // not understood any more: unknown
  if (record.workflow != 0 && !(*definition)->logic) return nothing{};
  auto found = find_missing(**definition,
                            {reader_.ids().text(id), coordinator.user, record.nominal,
                             model::actual_time(record), model::reading_of((*definition)->conf)},
                            exists_);
  return found ? nothing{std::move(*found)} : nothing{};
}

result<std::optional<missing_inputs>> catalogue::missing_inputs_of(const entity_id& id) const {
  const auto record = reader_.record(id);
  if (!record) return record.error();
  if (!*record) return std::optional<missing_inputs>{};
  const auto& action = std::get<model::action_record>(**record);
  if (action.state != model::status::waiting) return std::optional<missing_inputs>{};
  return gaps_of(id, action);
}

result<std::optional<std::string>> catalogue::missing_of(const entity_id& id,
                                                         const model::action_record& record) const {
  if (reading_ == dialect::oozie) {
    const auto gaps = gaps_of(id, record);
    if (!gaps) return gaps.error();
    return std::optional<std::string>{*gaps ? (*gaps)->text : ""};
  }
  if (record.state != model::status::waiting) return std::optional<std::string>{""};
  auto parent = reader_.record(coordinator_of(id));
  if (!parent) return std::move(parent).error();
  if (!*parent) return std::optional<std::string>{};
  const auto& coordinator = std::get<model::coordinator_record>(**parent);
  auto definition = coordinator_of_tree(id, model::definition_of(coordinator, id.number));
  if (!definition) return std::optional<std::string>{};  // not understood any more: unknown
  auto named = model::dependencies_of(
      **definition, {reader_.ids().text(id), coordinator.user, record.nominal,
                     model::actual_time(record), model::reading_of((*definition)->conf)});
  if (!named) return std::optional<std::string>{};
  std::string out;
  for (const std::string& uri : named->fixed) {
    if (exists_(uri)) continue;
    out += (out.empty() ? "" : "#") + uri;
  }
  // It waits, so latest and future are open still, whatever is there just now. Input logic has no
  // such list in Oozie.
  if (named->open && !(*definition)->logic) out += "!!" + named->open_text;
  return std::optional<std::string>{std::move(out)};
}

result<std::optional<entity_id>> catalogue::child_called(std::string_view external_id) const {
  using nothing = std::optional<entity_id>;
  const size_t run = external_id.rfind('@');
  if (run == std::string_view::npos || external_id.find('@') == run) return nothing{};
  const auto above = find(std::string(external_id.substr(0, run)));
  if (!above) return above.error();
  if (!*above || (*above)->node.empty()) return nothing{};
  const found_entity& parent = **above;
  const auto& record = std::get<model::workflow_record>(parent.record);
  const auto definition = workflow_of_tree(parent.id, record.definition);
  if (!definition) return definition.error();
  const model::node_index index = (*definition)->find(parent.node);
  const model::node_state* state =
      index == model::no_node ? nullptr : model::find_node(record, index);
  if (state == nullptr || state->child == 0) return nothing{};
  const entity_id child{parent.id.partition, entity_kind::workflow, 0, parent.id.root,
                        state->child};
  const auto below = reader_.record(child);
  if (!below) return below.error();
  if (!*below) return nothing{};
  const auto& conf = std::get<model::workflow_record>(**below).conf;
  const auto called = conf.find(model::external_id_property(entity_kind::workflow));
  return called != conf.end() && called->second == external_id ? nothing{child} : nothing{};
}

}  // namespace foliot::http
