#include <nlohmann/json.hpp>

#include "http/views.hpp"

namespace foliot::http {

using nlohmann::json;

json bulk_bundle_json(const std::string& id, const model::bundle_record& record) {
  model::bundle_record slim;
  slim.name = record.name;
  slim.state = record.state;
  slim.user = record.user;
  json out = bundle_json(id, slim, nullptr, {}, json::array());
  out["conf"] = nullptr;
  return out;
}

json bulk_coordinator_json(const std::string& id, const model::coordinator_record& record) {
  model::coordinator_record slim;
  slim.name = record.name;
  slim.state = record.state;
  return coordinator_json(id, slim, nullptr, {}, "", view_form::row);
}

json bulk_action_json(const action_links& links, const model::action_record& record) {
  json out = action_json(links, record);
  out["lastModifiedTime"] = nullptr;
  out["pushMissingDependencies"] = "";
  return out;
}

}  // namespace foliot::http
