// /api/progress/ID: how far a bundle or coordinator is, in one answer.
#include <array>
#include <nlohmann/json.hpp>
#include <utility>

#include "http/api.hpp"
#include "http/api_call.hpp"
#include "http/errors.hpp"
#include "time/datetime.hpp"
#include "time/frequency.hpp"

namespace foliot::http {

using nlohmann::json;

namespace {

/// Counts of a coordinator's actions, and the nominal time up to which all have ended.
struct tally {
  std::array<uint64_t, model::status_count> of{};
  instant reached;
  bool unbroken = true;

  void add(uint32_t number, const model::action_record& record) {
    of[static_cast<size_t>(record.state)] += model::actions_in(record, number);
    unbroken = unbroken && model::is_terminal(record.state);
    if (unbroken) reached = record.nominal;
  }
};

result<json> coordinator_progress(const catalogue& from, const entity_id& id,
                                  const model::coordinator_record& record) {
  tally counts;
  auto seen = from.reader().actions(id, 1, UINT32_MAX,
                                    [&](uint32_t number, const model::action_record& action) {
                                      counts.add(number, action);
                                      return true;
                                    });
  if (!seen) return seen.error();
  uint64_t purged = 0;
  for (const auto& [state, count] : record.gone) {
    counts.of[static_cast<size_t>(state)] += count;
    purged += count;
  }
  json by_status = json::object();
  for (size_t i = 1; i < counts.of.size(); ++i)
    if (counts.of[i] != 0) by_status[std::string(model::status_names[i])] = counts.of[i];
  json out;
  out["id"] = from.reader().ids().text(id);
  out["name"] = record.name;
  out["status"] = model::name(record.state);
  out["actions"] = record.actions;
  out["counts"] = std::move(by_status);
  if (purged != 0) out["purged"] = purged;
  out["reached"] =
      counts.reached == instant{} ? json(nullptr) : json(time::format_datetime(counts.reached, {}));
  out["expected"] = nullptr;
  const auto definition = from.coordinator_of_tree(id, record.definition);
  if (definition && *definition)
    out["expected"] = model::total_actions(model::timetable_of(**definition, record));
  return out;
}

result<json> members_progress(const catalogue& from, const found_entity& bundle) {
  json rows = json::array();
  for (const model::bundle_member& member : std::get<model::bundle_record>(bundle.record).members) {
    if (!member.created) continue;
    const entity_id id{bundle.id.partition, entity_kind::coordinator, 0, bundle.id.root,
                       member.coordinator};
    auto child = from.reader().record(id);
    if (!child) return child.error();
    if (!*child) continue;
    auto row = coordinator_progress(from, id, std::get<model::coordinator_record>(**child));
    if (!row) return row;
    rows.push_back(std::move(*row));
  }
  return rows;
}

/// The coordinators of a bundle that were never born, and why.
result<json> refused_members(const catalogue& from, const found_entity& bundle) {
  const auto& record = std::get<model::bundle_record>(bundle.record);
  json rows = json::array();
  for (const model::bundle_member& member : record.members) {
    if (!member.refused) continue;
    const auto definition = from.bundle_of_tree(bundle.id, record.definition);
    if (!definition) return definition.error();
    const auto& children = (*definition)->coordinators;
    rows.push_back({{"name", member.index < children.size() ? children[member.index].name : ""},
                    {"code", member.refusal_code},
                    {"reason", member.refusal}});
  }
  return rows;
}

}  // namespace

response api::progress(const api_call& call) const {
  const auto found = catalogue_.find(call.where.rest);
  if (!found) return api_error(found.error());
  if (!*found)
    return api_error({errc::not_found, "there is no job " + call.where.rest, "E0604", "",
                      "List the jobs with 'foliot list'"});
  const found_entity& entity = **found;
  json rows = json::array();
  json refused = json::array();
  if (entity.id.kind == entity_kind::bundle) {
    auto members = members_progress(catalogue_, entity);
    if (!members) return api_error(members.error());
    rows = std::move(*members);
    auto unborn = refused_members(catalogue_, entity);
    if (!unborn) return api_error(unborn.error());
    refused = std::move(*unborn);
  } else if (entity.id.kind == entity_kind::coordinator) {
    auto row = coordinator_progress(catalogue_, entity.id,
                                    std::get<model::coordinator_record>(entity.record));
    if (!row) return api_error(row.error());
    rows.push_back(std::move(*row));
  }
  json body;
  body["id"] = entity.wire;
  body["status"] = model::name(model::state_of(entity.record));
  body["coordinators"] = std::move(rows);
  if (!refused.empty()) body["refused"] = std::move(refused);
  return json_answer(json_text(body));
}

}  // namespace foliot::http
