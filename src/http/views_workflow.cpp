#include <nlohmann/json.hpp>

#include "base/contract.hpp"
#include "http/views.hpp"
#include "model/external_id.hpp"
#include "model/kinds/kind.hpp"
#include "model/kinds/sub_workflow.hpp"

namespace foliot::http {

using nlohmann::json;

json workflow_json(const std::string& id, const model::workflow_record& record,
                   const model::configuration& conf, const std::string& parent_id,
                   const std::string& console_url, view_form form) {
  const auto external = conf.find(model::external_id_property(entity_kind::workflow));
  const bool row = form == view_form::row;
  json out;
  out["id"] = id;
  out["appName"] = text_or_null(record.name);
  out["appPath"] = row ? json(nullptr) : text_or_null(record.app_path);
  out["externalId"] = external == conf.end() ? json(nullptr) : json(external->second);
  out["parentId"] = text_or_null(parent_id);
  out["conf"] = row ? json(nullptr) : json(configuration_xml(conf));
  out["status"] = model::name(record.state);
  out["lastModTime"] = date_or_null(record.modified);
  out["createdTime"] = date_or_null(record.created);
  out["startTime"] = date_or_null(record.started);
  out["endTime"] = date_or_null(record.ended);
  out["user"] = text_or_null(record.user);
  out["group"] = nullptr;
  out["acl"] = nullptr;
  out["run"] = record.run;
  out["consoleUrl"] = console_url + id;
  out["actions"] = json::array();
  out["toString"] =
      "Workflow id[" + id + "] status[" + std::string(model::name(record.state)) + "]";
  return out;
}

namespace {

/// Oozie's external status: what the world outside said of the node.
json external_status(model::node_status state, bool outside) {
  switch (state) {
    case model::node_status::ok: return outside ? "SUCCEEDED" : "OK";
    case model::node_status::error: return outside ? "FAILED/KILLED" : "ERROR";
    case model::node_status::running: return "RUNNING";
    case model::node_status::killed: return outside ? json("KILLED") : json(nullptr);
    case model::node_status::failed: return outside ? json("FAILED") : json(nullptr);
    case model::node_status::prep:
    case model::node_status::user_retry:
    case model::node_status::start_retry:
    case model::node_status::start_manual: break;
  }
  return nullptr;
}

/// Where the node led; a fork led everywhere.
json transition_of(const model::workflow_definition& definition, const model::node_state& node) {
  const bool fork = definition.nodes[node.node].kind == model::node_kind::fork;
  if (fork && node.state == model::node_status::ok) return "*";
  // One that is kept to go on below it leads nowhere yet.
  const bool leads_on = node.transition < definition.nodes.size() && node.transition != node.node;
  return leads_on ? json(definition.nodes[node.transition].name) : json(nullptr);
}

/// Kill nodes show their message as written, other control nodes an empty text, and actions null:
/// Foliot does not keep their XML apart from the definition.
json conf_of(const model::workflow_node& node) {
  if (node.kind == model::node_kind::kill) return node.message.source();
  if (node.kind == model::node_kind::action || node.kind == model::node_kind::decision)
    return nullptr;
  return "";
}

}  // namespace

json node_json(const std::string& workflow_id, const model::workflow_definition& definition,
               const model::node_state& node, const child_link& child) {
  FOLIOT_ASSERT(node.node < definition.nodes.size(), "a state needs its node");
  const model::workflow_node& what = definition.nodes[node.node];
  // A mail is sent by a program of the engine's own, of which nobody outside knows.
  const bool outside = model::runs_program(what) && what.type != "email";
  json out;
  out["id"] = workflow_id + "@" + what.name;
  out["name"] = what.name;
  out["cred"] = nullptr;
  out["type"] = what.type;
  out["conf"] = conf_of(what);
  out["status"] = model::name(node.state);
  out["retries"] = node.lost;
  out["userRetryCount"] = node.retry.done;
  out["userRetryInterval"] = node.retry.max > 0 ? node.retry.interval : 10;
  out["userRetryMax"] = node.retry.max;
  out["startTime"] = date_or_null(node.started);
  out["endTime"] = date_or_null(node.ended);
  out["transition"] = transition_of(definition, node);
  out["data"] = text_or_null(node.data);
  out["stats"] = nullptr;
  out["externalChildIDs"] = nullptr;
  const bool below = model::is_sub_workflow(what);
  if (below)
    out["externalId"] = text_or_null(child.id);
  else if (outside)
    out["externalId"] =
        node.external_id != 0 ? json(std::to_string(node.external_id)) : json(nullptr);
  else
    out["externalId"] = "-";
  out["externalStatus"] = below ? text_or_null(child.status) : external_status(node.state, outside);
  if (what.kind == model::node_kind::decision && node.state == model::node_status::ok)
    out["externalStatus"] = out["transition"];
  out["trackerUri"] = outside || below ? json("local") : json("-");
  out["consoleUrl"] = child.id.empty() ? "-" : child.console_url;
  out["errorCode"] = text_or_null(node.error_code);
  out["errorMessage"] = text_or_null(node.error);
  out["toString"] =
      "Action name[" + what.name + "] status[" + std::string(model::name(node.state)) + "]";
  return out;
}

}  // namespace foliot::http
