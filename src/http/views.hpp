// Entities as Oozie's JSON objects: exact member names and null rules. Pure functions over values.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "base/dialect.hpp"
#include "base/ids.hpp"
#include "model/action.hpp"
#include "model/bundle.hpp"
#include "model/coordinator.hpp"
#include "model/definition.hpp"
#include "model/workflow.hpp"

namespace foliot::http {

/// Whether an object stands alone or is a row: rows leave some members null (Oozie's list queries).
enum class view_form : uint8_t { single, row };

/// Text of `body` as UTF-8; bytes that are none become U+FFFD.
std::string json_text(const nlohmann::json& body);

/// "Fri, 02 Jan 2009 00:00:00 GMT"; null for the epoch (unset) and for `never`.
nlohmann::json date_or_null(instant at);
/// The same of a time that is there: null for `never` only.
nlohmann::json date_of(instant at);
/// The text, or null when it is empty.
nlohmann::json text_or_null(const std::string& text);

/// What Oozie's objects do not tell and users ask for, only where it is so: `errorCode` and
/// `errorMessage`, and that an order is `pending`.
void add_trouble(nlohmann::json& out, const std::string& code, const std::string& sentence,
                 bool pending);

/// Job properties as a Hadoop configuration document, in Oozie's layout and order.
std::string configuration_xml(const model::configuration& conf);

/// The status that a job of these properties is shown with. In Oozie's dialect (the server's, or
/// the job's by foliot.compat) errors show in DONEWITHERROR only (bundle.md 5).
model::status shown_status(model::status state, const model::configuration& conf, dialect server);

/// BundleJob. `definition` may be null (it cannot be understood any more): its members are null
/// then. `coordinators`: an array of CoordinatorJob.
nlohmann::json bundle_json(const std::string& id, const model::bundle_record& record,
                           const model::bundle_definition* definition,
                           const model::configuration& conf, nlohmann::json coordinators);

/// CoordinatorJob without actions; `bundle_id` is empty outside of bundles.
nlohmann::json coordinator_json(const std::string& id, const model::coordinator_record& record,
                                const model::coordinator_definition* definition,
                                const model::configuration& conf, const std::string& bundle_id,
                                view_form form);

/// What of an action is known only elsewhere.
struct action_links {
  std::string id;  ///< Wire id.
  uint32_t number = 0;
  std::string coordinator;             ///< Wire id.
  std::string workflow;                ///< Wire id; empty before the start.
  std::optional<std::string> missing;  ///< '#'-separated URIs, when they were looked for.
};

/// CoordinatorAction.
nlohmann::json action_json(const action_links& links, const model::action_record& record);

/// The three parts of a row of a bulk answer: whole objects of which few members are filled
/// (rest.md 6.2).
nlohmann::json bulk_bundle_json(const std::string& id, const model::bundle_record& record);
nlohmann::json bulk_coordinator_json(const std::string& id,
                                     const model::coordinator_record& record);
nlohmann::json bulk_action_json(const action_links& links, const model::action_record& record);

/// WorkflowJob without actions; `parent_id` is empty for roots; `console_url` is put before the id.
nlohmann::json workflow_json(const std::string& id, const model::workflow_record& record,
                             const model::configuration& conf, const std::string& parent_id,
                             const std::string& console_url, view_form form);

/// The workflow below a node.
struct child_link {
  std::string id;           ///< Wire id; empty: there is none.
  std::string console_url;  ///< Of that job.
  std::string status;       ///< Empty: it is not made yet.
};

/// WorkflowAction. `definition` must hold the node.
nlohmann::json node_json(const std::string& workflow_id,
                         const model::workflow_definition& definition,
                         const model::node_state& node, const child_link& child = {});

}  // namespace foliot::http
