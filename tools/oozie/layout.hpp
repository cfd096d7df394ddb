// The layouts that Oozie's client prints answers in. Pure: the server's JSON in, text out.
//
// A member that is absent, null or empty is "-"; columns are padded and never cut, blanks at the
// end of a line stay, so that scripts find what they look for where they always found it.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "tools/oozie/dates.hpp"

namespace foliot::oozie {

/// How the user wants to see things.
struct view {
  display_zone zone;   ///< What dates are shown in.
  display_zone local;  ///< This machine's own, for what Oozie always shows in it.
  bool verbose = false;
};

/// 132 dashes and a line break.
const std::string& ruler();

/// The member `name` of `of` as text; "-" where there is none.
std::string shown(const nlohmann::json& of, const char* name);
/// The same, "null" where there is none.
std::string or_null(const nlohmann::json& of, const char* name);
/// The date in the member `name`; "-" where there is none that Oozie's client can read.
std::string date(const nlohmann::json& of, const char* name, const display_zone& zone,
                 bool seconds);
/// The list in the member `name`; an empty one where there is none.
const nlohmann::json& list(const nlohmann::json& of, const char* name);

/// Cells padded to `widths` (in UTF-16 units, as Java counts), and a line break.
std::string row(const std::vector<std::string>& cells, const std::vector<size_t>& widths);
/// Cells with tabs between them, and a line break.
std::string tabbed(const std::vector<std::string>& cells);

/// `job -info` of each kind of id.
std::string bundle_text(const nlohmann::json& job, const view& how);
std::string coordinator_text(const nlohmann::json& job, const view& how);
std::string coordinator_action_text(const nlohmann::json& action, const view& how);
std::string workflow_text(const nlohmann::json& job, const view& how);
std::string workflow_action_text(const nlohmann::json& action, const view& how);
/// `job -info ID@n -allruns`.
std::string runs_text(const nlohmann::json& answer, const view& how);

/// The actions that an order changed; with their status where `status`.
std::string changed_actions_text(const nlohmann::json& answer, const view& how, bool status);
/// `job -retries`.
std::string retries_text(const std::string& id, const nlohmann::json& answer);
/// `job -missingdeps`.
std::string missing_text(const nlohmann::json& answer);
/// `job -dryrun`, of the member `id` of the answer.
std::string dry_run_text(const std::string& answer);

/// `jobs`: one page of each kind of job.
std::string workflows_text(const nlohmann::json& answer, const view& how);
std::string coordinators_text(const nlohmann::json& answer, const view& how);
std::string bundles_text(const nlohmann::json& answer, const view& how);
/// `jobs -bulk`.
std::string bulk_text(const nlohmann::json& answer, const view& how);
/// `jobs -kill` and the like; `done` is "killed", "suspended", "resumed".
std::string modified_text(const nlohmann::json& answer, const view& how, const std::string& done);

/// `admin`: a flat object as sorted lines "name : value".
std::string pairs_text(const nlohmann::json& answer);
std::string queue_text(const nlohmann::json& answer);
std::string metrics_text(const nlohmann::json& answer);
std::string instrumentation_text(const nlohmann::json& answer);
std::string libraries_text(const nlohmann::json& answer);
std::string library_update_text(const nlohmann::json& answer);
/// The server's build as one line of JSON, members in Java's order.
std::string build_text(const nlohmann::json& answer);

}  // namespace foliot::oozie
