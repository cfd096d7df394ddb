// What functions may ask about the job that a text belongs to. model/ implements these.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/instant.hpp"
#include "base/result.hpp"
#include "el/facts.hpp"
#include "el/value.hpp"
#include "time/datetime.hpp"
#include "time/instances.hpp"
#include "time/zone.hpp"

namespace foliot::el {

/// The variables of a text: job properties by name.
class variables {
 public:
  virtual ~variables() = default;
  /// The value of `name`, or nullptr when there is no such property. Valid until the next call.
  virtual const std::string* find(std::string_view name) const = 0;
};

/// The URIs of one data event.
struct event_uris {
  std::string uris;      ///< Joined by commas, newest first, without done flags.
  bool resolved = true;  ///< False: latest or future instances are still open.
};

/// Where instances of a period lie: when the question is answered by no, none of them is there.
struct instance_holder {
  probe question;
  instant since;  ///< When the period begins; it holds the instance that was asked about.
};

/// A coordinator job or action, for the coord: functions. Everything has a default of "not known
/// here", so that an implementation gives only what its phases need.
class coordinator_context {
 public:
  virtual ~coordinator_context() = default;

  /// Job property (coord:conf), or nullptr.
  virtual const std::string* conf(std::string_view name) const = 0;
  /// coord:user
  virtual std::string user() const = 0;
  /// coord:name: of the application.
  virtual std::optional<std::string> name() const { return std::nullopt; }
  /// coord:actionId
  virtual std::optional<std::string> action_id() const { return std::nullopt; }
  virtual std::optional<instant> nominal_time() const { return std::nullopt; }
  /// coord:actualTime: when the action was created.
  virtual std::optional<instant> actual_time() const { return std::nullopt; }
  /// What coord:latest looks back from: the actual time, or, where the server says so
  /// (latest-el.use-current-time), the time of the check.
  virtual std::optional<instant> latest_base() const { return actual_time(); }
  /// The zone of the coordinator (coord:tzOffset).
  virtual std::optional<time::zone> job_zone() const { return std::nullopt; }
  /// The dataset whose instance is being evaluated (coord:current and its like), or nullptr.
  virtual const time::dataset_calendar* dataset() const { return nullptr; }
  /// The question whether the instance of dataset() at that time is there, for coord:latest and
  /// coord:future: {"fs:exists", {uri with done flag}} or {"hcat:exists", {uri}}.
  virtual std::optional<probe> presence(instant) const { return std::nullopt; }
  /// The directories that hold the instance at that time beside others, outermost first: how
  /// coord:latest passes over long gaps.
  virtual std::vector<instance_holder> holders(instant) const { return {}; }
  /// Whether an input (output) event of that name exists: checked at submission.
  virtual bool has_input(std::string_view) const { return false; }
  virtual bool has_output(std::string_view) const { return false; }
  /// coord:dataIn, coord:dataOut: nothing when there is no such event.
  virtual std::optional<event_uris> data_in(std::string_view) const { return std::nullopt; }
  virtual std::optional<event_uris> data_out(std::string_view) const { return std::nullopt; }
};

/// A workflow job, for the wf: functions and timestamp(). `node` is an action's name.
class workflow_context {
 public:
  virtual ~workflow_context() = default;

  /// Job property (wf:conf), or nullptr.
  virtual const std::string* conf(std::string_view name) const = 0;
  virtual std::string id() const = 0;
  virtual std::string name() const = 0;
  virtual std::string app_path() const = 0;
  virtual std::string user() const = 0;
  virtual std::string group() const { return {}; }
  /// 0 for the first run.
  virtual int32_t run() const { return 0; }
  /// When the step that evaluates happens: timestamp().
  virtual instant now() const = 0;
  /// The name of the last action that ended in ERROR; empty when none did.
  virtual std::string last_error_node() const { return {}; }
  /// wf:errorCode, wf:errorMessage: nothing when the node has none.
  virtual std::optional<std::string> error_code(std::string_view /*node*/) const { return {}; }
  virtual std::optional<std::string> error_message(std::string_view /*node*/) const { return {}; }
  /// wf:transition: where the node went, "*" for a fork; nothing when it was not left.
  virtual std::optional<std::string> transition(std::string_view /*node*/) const { return {}; }
  /// wf:actionData: captured output, empty when there is none.
  virtual value_map action_data(std::string_view /*node*/) const { return {}; }
  /// hadoop:counters: group -> counter -> number; nothing when the node has none.
  virtual std::optional<value_map> counters(std::string_view /*node*/) const { return {}; }
  virtual std::optional<std::string> external_id(std::string_view /*node*/) const { return {}; }
  virtual std::optional<std::string> tracker_uri(std::string_view /*node*/) const { return {}; }
  virtual std::optional<std::string> external_status(std::string_view /*node*/) const { return {}; }
  /// wf:callback: the URL with which the running action reports the status `token`.
  virtual std::string callback(std::string_view /*token*/) const { return {}; }
};

/// A bundle, for the bundle: functions.
class bundle_context {
 public:
  virtual ~bundle_context() = default;
  virtual const std::string* conf(std::string_view name) const = 0;
  /// The submitting user: ${wf:user()} in bundle.xml is read leniently (rulings 4.3).
  virtual std::string user() const { return {}; }
};

}  // namespace foliot::el
