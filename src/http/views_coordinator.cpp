#include <nlohmann/json.hpp>

#include "http/views.hpp"
#include "model/external_id.hpp"
#include "time/frequency.hpp"

namespace foliot::http {

using nlohmann::json;

namespace {

std::string_view order_name(model::execution_order order) {
  switch (order) {
    case model::execution_order::lifo: return "LIFO";
    case model::execution_order::last_only: return "LAST_ONLY";
    case model::execution_order::none: return "NONE";
    case model::execution_order::fifo: break;
  }
  return "FIFO";
}

/// The first nominal time without an action, which Oozie shows twice: as the next materialised time
/// and as the last action's (coordinator.md 5.2).
json next_nominal(const model::coordinator_record& record,
                  const model::coordinator_definition& definition) {
  return date_or_null(
      model::next_nominal(model::timetable_of(definition, record), model::mark_of(record)));
}

void add_definition(json& out, const model::coordinator_record& record,
                    const model::coordinator_definition& definition, view_form form) {
  const json next = next_nominal(record, definition);
  out["executionPolicy"] = form == view_form::row ? "FIFO" : order_name(definition.order);
  if (const auto* numeric = std::get_if<time::frequency>(&definition.every)) {
    out["frequency"] = std::to_string(numeric->count);
    out["timeUnit"] = time::name(numeric->unit);
  } else {
    out["frequency"] = std::get<time::cron>(definition.every).text();
    out["timeUnit"] = "CRON";
  }
  out["timeZone"] = definition.zone.id();
  out["concurrency"] = model::concurrency_of(definition, record);
  out["timeOut"] = definition.timeout_minutes;
  out["lastAction"] = next;
  out["nextMaterializedTime"] = next;
  out["startTime"] = date_of(definition.start);
  out["endTime"] = date_of(model::timetable_of(definition, record).end);
  out["mat_throttling"] = form == view_form::row ? 0 : definition.throttle;
}

void add_blank_definition(json& out) {
  out["executionPolicy"] = "FIFO";
  out["frequency"] = "0";
  out["timeUnit"] = "NONE";
  for (const char* key : {"timeZone", "lastAction", "nextMaterializedTime", "startTime", "endTime"})
    out[key] = nullptr;
  for (const char* key : {"concurrency", "timeOut", "mat_throttling"}) out[key] = 0;
}

}  // namespace

json coordinator_json(const std::string& id, const model::coordinator_record& record,
                      const model::coordinator_definition* definition,
                      const model::configuration& conf, const std::string& bundle_id,
                      view_form form) {
  const auto external = conf.find(model::external_id_property(entity_kind::coordinator));
  const bool row = form == view_form::row;
  json out;
  out["coordJobId"] = id;
  out["coordJobName"] = text_or_null(record.name);
  out["coordJobPath"] = text_or_null(record.app_path);
  out["coordExternalId"] = row || external == conf.end() ? json(nullptr) : json(external->second);
  out["bundleId"] = text_or_null(bundle_id);
  out["conf"] = row ? json(nullptr) : json(configuration_xml(conf));
  out["status"] = model::name(record.state);
  if (definition != nullptr)
    add_definition(out, record, *definition, form);
  else
    add_blank_definition(out);
  out["createdTime"] = date_or_null(record.created);
  out["pauseTime"] = date_or_null(record.pause_at);
  out["user"] = text_or_null(record.user);
  out["group"] = nullptr;
  out["acl"] = nullptr;
  out["consoleUrl"] = nullptr;
  out["actions"] = json::array();
  out["total"] = 0;
  out["toString"] = "Coordinator application id[" + id + "] status[" +
                    std::string(model::name(record.state)) + "]";
  if (!row) add_trouble(out, record.error_code, record.error, record.pending);
  return out;
}

json action_json(const action_links& links, const model::action_record& record) {
  json out;
  out["id"] = links.id;
  out["coordJobId"] = links.coordinator;
  out["type"] = nullptr;
  out["actionNumber"] = links.number;
  out["createdConf"] = nullptr;
  out["runConf"] = nullptr;
  out["createdTime"] = date_or_null(record.created);
  out["nominalTime"] = date_of(record.nominal);
  out["lastModifiedTime"] = date_or_null(record.modified);
  out["externalId"] = text_or_null(links.workflow);
  out["status"] = model::name(record.state);
  out["missingDependencies"] = links.missing ? json(*links.missing) : json(nullptr);
  out["pushMissingDependencies"] = links.missing ? json("") : json(nullptr);
  out["externalStatus"] = nullptr;
  out["trackerUri"] = nullptr;
  out["consoleUrl"] = nullptr;
  out["errorCode"] = record.error ? text_or_null(record.error->code) : json(nullptr);
  out["errorMessage"] = record.error ? text_or_null(record.error->message) : json(nullptr);
  out["toString"] = "CoordinatorAction name[" + links.id + "] status[" +
                    std::string(model::name(record.state)) + "]";
  return out;
}

}  // namespace foliot::http
