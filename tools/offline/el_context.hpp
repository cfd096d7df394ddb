// The JSON description of a job that an expression is evaluated in, as the vectors write it, and
// the evaluation over it. Pure: what is asked of the world is answered from the description.
#pragma once

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "base/dialect.hpp"
#include "base/result.hpp"
#include "el/evaluate.hpp"
#include "model/definition.hpp"

namespace foliot::offline {

/// The phase called `text` ("coord-action-create", "workflow"); nothing when there is none.
std::optional<el::phase> phase_named(std::string_view text);
/// All names that evaluate_in takes, with those that are no phase of the language: "uri-template",
/// "materialize start/end-instance", "start-instance only".
std::string phase_list();

/// A coordinator job or action as described by `dataset`, `action`, `vars` and `existing_paths`;
/// its properties are the variables of every phase, and those of a bundle.
class described_coordinator final : public el::coordinator_context,
                                    public el::bundle_context,
                                    public el::variables {
 public:
  struct dataset_text {
    std::string uri_template;
    std::string done_flag;
  };

  const std::string* find(std::string_view name) const override { return conf(name); }
  const std::string* conf(std::string_view name) const override;
  std::string user() const override { return user_name; }
  std::optional<std::string> name() const override { return app_name; }
  std::optional<std::string> action_id() const override { return action; }
  std::optional<instant> nominal_time() const override { return nominal; }
  std::optional<instant> actual_time() const override { return actual; }
  std::optional<time::zone> job_zone() const override { return zone; }
  const time::dataset_calendar* dataset() const override { return calendar ? &*calendar : nullptr; }
  bool has_input(std::string_view event) const override { return inputs.contains(event); }
  bool has_output(std::string_view event) const override { return outputs.contains(event); }
  std::optional<el::event_uris> data_in(std::string_view event) const override;
  std::optional<el::event_uris> data_out(std::string_view event) const override;
  std::optional<el::probe> presence(instant at) const override;

  model::configuration properties;
  std::string user_name;
  std::optional<std::string> app_name;
  std::optional<std::string> action;
  std::optional<instant> nominal;
  std::optional<instant> actual;
  std::optional<time::zone> zone;
  std::optional<time::dataset_calendar> calendar;
  dataset_text data;
  std::map<std::string, el::event_uris, std::less<>> inputs;
  std::map<std::string, el::event_uris, std::less<>> outputs;
};

/// A workflow job as described by `wf`, `conf` (or `vars`) and one `action` or several `actions`.
class described_workflow final : public el::workflow_context {
 public:
  struct node {
    std::optional<std::string> error_code;
    std::optional<std::string> error_message;
    std::optional<std::string> transition;
    std::optional<std::string> external_id;
    std::optional<std::string> tracker_uri;
    std::optional<std::string> external_status;
    el::value_map data;
    std::optional<el::value_map> counters;
  };

  const std::string* conf(std::string_view name) const override;
  std::string id() const override { return job_id; }
  std::string name() const override { return job_name; }
  std::string app_path() const override { return path; }
  std::string user() const override { return user_name; }
  std::string group() const override { return group_name; }
  int32_t run() const override { return runs; }
  instant now() const override { return at; }
  std::string last_error_node() const override { return failed_node; }
  std::optional<std::string> error_code(std::string_view of) const override;
  std::optional<std::string> error_message(std::string_view of) const override;
  std::optional<std::string> transition(std::string_view of) const override;
  el::value_map action_data(std::string_view of) const override;
  std::optional<std::string> external_id(std::string_view of) const override;
  std::optional<std::string> tracker_uri(std::string_view of) const override;
  std::optional<std::string> external_status(std::string_view of) const override;
  std::optional<el::value_map> counters(std::string_view of) const override;
  std::string callback(std::string_view token) const override;

  model::configuration properties;
  std::string job_id;
  std::string job_name;
  std::string path;
  std::string user_name;
  std::string group_name;
  std::string action_id;  ///< Of the running action, for wf:callback.
  std::string failed_node;
  int32_t runs = 0;
  instant at;
  std::map<std::string, node, std::less<>> nodes;

 private:
  const node* find(std::string_view of) const;
};

/// What stands in the world of a description.
struct described_world {
  std::set<std::string, std::less<>> existing;        ///< `existing_paths` and the keys of `files`.
  std::map<std::string, int64_t, std::less<>> sizes;  ///< `files`: bytes; -1 for a directory.
};

/// A description, read.
class el_context {
 public:
  /// Reads the members that are known and ignores all others: `vars` or `conf` (properties),
  /// `dataset` {frequency, unit, end_of_duration, timezone, initial_instance, uri_template,
  /// done_flag}, `action` {nominal, actual, timezone, id, name} or a workflow's {name, errorCode,
  /// errorMessage, data, externalId, trackerUri, externalStatus, status, transition,
  /// counters}, `wf` {id,
  /// name, appPath, user, group, run}, `existing_paths`, `files`, `instance`, `start_instance`,
  /// `end_instance`, `now`. Fails with bad_input naming the member.
  static result<el_context> read(const nlohmann::json& description);

  /// Everything an evaluation in `where` needs but facts; valid as long as this is not moved.
  el::environment environment(el::phase where, dialect reading) const;
  /// The answer to a question, from the description.
  el::value answer(const el::probe& question) const;

  described_coordinator coordinator;
  described_workflow workflow;
  described_world world;
  std::optional<instant> instance;  ///< Of phase "uri-template".
  std::string start_instance;       ///< Of phase "materialize start/end-instance".
  std::string end_instance;
};

/// The value of `expression` in the phase called `phase_name`: text in coordinators and bundles,
/// any value in workflows. Fails with the phase's code, or bad_input for an unknown phase.
result<el::value> evaluate_in(const el_context& in, std::string_view phase_name,
                              const std::string& expression, dialect reading);

}  // namespace foliot::offline
