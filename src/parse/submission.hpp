// From what a user submits to what is stored of it. Pure, given a function that reads files.
#pragma once

#include <compare>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "model/definition.hpp"
#include "parse/options.hpp"
#include "parse/understood.hpp"

namespace foliot::parse {

/// The text of the file at local path `path`, at most limits::definition_bytes_max bytes. Fails
/// with errc::not_found when there is none; other failures are passed on.
using read_text = std::function<result<std::string>(const std::string& path)>;

struct submission {
  model::definition_text text;
  std::string user;
  std::string name;                   ///< The job's, evaluated.
  std::vector<std::string> warnings;  ///< "file:line:column: sentence. Remedy."
  /// Of prepare_workflow: what config-default.xml adds to the configuration that was given, and the
  /// defaults of <parameters>. Empty otherwise, there `text.conf` holds it.
  model::configuration defaults;
};

/// Understands a submission: exactly one of oozie.bundle.application.path,
/// oozie.coord.application.path and oozie.wf.application.path in `conf` says what it is
/// (rulings 3.1 adds an alias). Values are trimmed and resolved, the defaults beside the definition
/// are merged in (the job wins), and the definition is read and checked. A coordinator that the
/// server reads in the oozie dialect gets the property `foliot.compat` if it has none. Fails with
/// bad_input or unsupported: E1603 (no user.name), E0302 (several applications), E0307 (none, or no
/// such file), E0803 or E1310 around E0808 (reserved name), E0803 or E1310 (external id too long),
/// and all that parse_bundle, parse_coordinator and parse_workflow report, E0738 and, for a
/// workflow's name, E0803.
result<submission> prepare(const model::configuration& conf, const read_text& read,
                           const options& how);

/// The external id that a submission bears, under which it is one job (rulings 3.10).
struct external_name {
  entity_kind kind = entity_kind::none;
  std::string user;
  std::string id;

  friend auto operator<=>(const external_name&, const external_name&) = default;
};

/// The name that a submission of `conf` bears; none without an external id, without a user or
/// without exactly one application, and none for a workflow in the oozie dialect, where many may
/// bear one name. No application is read.
std::optional<external_name> external_name_of(const model::configuration& conf, const options& how);

/// Understands what a coordinator that is `job` now shall be with all the properties `conf`, which
/// name its path: its name in a bundle stays. Fails as prepare.
result<submission> prepare_next_coordinator(const model::definition_text& job,
                                            const model::configuration& conf, const read_text& read,
                                            const options& how);

/// Understands coordinator number `index` (into bundle_definition::coordinators) of a stored bundle
/// whose wire id is `bundle_id`. Its configuration is the bundle's, overridden by its own, and its
/// name is the bundle's name for it (bundle.md 4). Fails as prepare, and with E1001 when there is
/// no such file and E1303 when its configuration names another user.
result<submission> prepare_coordinator(const model::definition_text& bundle, size_t index,
                                       const std::string& bundle_id, const read_text& read,
                                       const options& how);
/// The same where `parent` is what `parse_bundle` made of `bundle`, for bundles of many.
result<submission> prepare_coordinator(const model::definition_text& bundle,
                                       const model::bundle_definition& parent, size_t index,
                                       const std::string& bundle_id, const read_text& read,
                                       const options& how);

/// Understands the workflow at `app_path` that a coordinator action starts with configuration
/// `conf`; `known` spares understanding a text twice. The text is stored without configuration, but
/// for the <global> of a workflow above it.
/// Fails as prepare, and with E1005 when there is no such file.
result<submission> prepare_workflow(const std::string& app_path, const model::configuration& conf,
                                    const read_text& read, const options& how,
                                    understood_workflows& known);

}  // namespace foliot::parse
