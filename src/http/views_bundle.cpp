#include <nlohmann/json.hpp>

#include "http/views.hpp"
#include "model/external_id.hpp"
#include "model/journal.hpp"

namespace foliot::http {

using nlohmann::json;

model::status shown_status(model::status state, const model::configuration& conf, dialect server) {
  return model::reading_of(conf, server) == dialect::oozie ? model::hiding_errors(state) : state;
}

json bundle_json(const std::string& id, const model::bundle_record& record,
                 const model::bundle_definition* definition, const model::configuration& conf,
                 json coordinators) {
  const bool ended = model::is_terminal(record.state);
  const auto external = conf.find(model::external_id_property(entity_kind::bundle));
  json out;
  out["bundleJobId"] = id;
  out["bundleJobName"] = text_or_null(record.name);
  out["bundleJobPath"] = text_or_null(record.app_path);
  out["bundleExternalId"] = external == conf.end() ? json(nullptr) : json(external->second);
  out["conf"] = configuration_xml(conf);
  out["status"] = model::name(record.state);
  out["timeUnit"] = "NONE";
  out["timeOut"] = 0;
  out["kickoffTime"] = definition != nullptr && definition->kick_off
                           ? date_or_null(*definition->kick_off)
                           : json(nullptr);
  out["startTime"] = nullptr;
  out["endTime"] = ended ? date_or_null(record.since) : date_or_null(record.end_changed);
  out["pauseTime"] = date_or_null(record.pause_at);
  out["createdTime"] = date_or_null(record.created);
  out["user"] = text_or_null(record.user);
  out["group"] = nullptr;
  out["acl"] = nullptr;
  out["consoleUrl"] = nullptr;
  out["bundleCoordJobs"] = std::move(coordinators);
  add_trouble(out, record.error_code, record.error, model::is_pending(record));
  out["toString"] = "Bundle id[" + id + "] status[" + std::string(model::name(record.state)) + "]";
  return out;
}

}  // namespace foliot::http
