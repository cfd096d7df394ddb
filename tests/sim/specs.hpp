// What a simulated world is asked to run: the facts behind the XML, from which the checkers compute
// what must happen without asking the code under test.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/ids.hpp"
#include "base/instant.hpp"
#include "model/definition.hpp"

namespace foliot::sim {

/// "2026-01-05T00:10Z", and the same without punctuation: "20260105T0010".
std::string date_text(instant at);
std::string date_digits(instant at);

struct dataset_spec {
  std::string name;
  int64_t every_minutes = 5;
  instant initial;
  std::optional<std::string> flag;  ///< Nothing: the default _SUCCESS. Empty: the directory itself.

  /// The instance's directory, and what tells that it is there.
  std::string path_of(instant instance) const;
  std::string ready_of(instant instance) const;
  /// The newest instance that is not after `nominal`, moved by `offset` instances.
  std::optional<instant> instance(instant nominal, int offset) const;
};

/// coord:current(from) to coord:current(to).
struct input_spec {
  size_t dataset = 0;
  int from = 0;
  int to = 0;
};

struct coordinator_spec {
  std::string name;
  int64_t every_minutes = 5;
  instant start;
  instant end;
  int32_t timeout_written = 120;  ///< -1 means the most that there is.
  int32_t timeout_minutes = 120;
  int32_t concurrency = 1;
  int32_t throttle = 12;
  model::execution_order order = model::execution_order::fifo;
  std::vector<input_spec> inputs;
  std::optional<size_t> output;  ///< A dataset.
  size_t workflow = 0;
  bool missing = false;  ///< Its file is not there.
  bool critical = false;

  uint32_t total() const;
  instant nominal(uint32_t number) const;
};

struct workflow_spec {
  std::string name;
  bool makes_output = true;  ///< Whenever it succeeds.
};

struct app_spec {
  entity_kind kind = entity_kind::bundle;
  std::string name;
  std::vector<size_t> coordinators;  ///< Of a bundle, or the one of a coordinator job.
  size_t workflow = 0;               ///< Of a workflow job.
  instant submit_at;
  bool run = true;  ///< A workflow that is not run waits for its start order.
  std::string conf_xml;
};

/// What the world itself makes: a path and when.
struct arrival {
  instant at;
  std::string path;
};

struct population {
  std::vector<dataset_spec> datasets;
  std::vector<coordinator_spec> coordinators;
  std::vector<workflow_spec> workflows;
  std::vector<app_spec> apps;
  std::vector<arrival> arrivals;

  const coordinator_spec* coordinator_named(const std::string& name) const;
  const workflow_spec* workflow_named(const std::string& name) const;
  /// Everything that must exist before that action may start.
  std::vector<std::string> inputs_of(const coordinator_spec& coordinator, instant nominal) const;
  /// What exists when it has SUCCEEDED; empty: nothing is promised.
  std::string output_of(const coordinator_spec& coordinator, instant nominal) const;
};

}  // namespace foliot::sim
