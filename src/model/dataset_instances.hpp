// The instances that an action's input and output events mean (coordinator.md 1.3, 4.2).
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/instant.hpp"
#include "base/limits.hpp"
#include "base/result.hpp"
#include "el/evaluate.hpp"
#include "el/facts.hpp"
#include "el/open_instances.hpp"
#include "model/action.hpp"
#include "model/definition.hpp"

namespace foliot::model {

/// One instance of a dataset.
struct dataset_instance {
  std::string uri;         ///< As coord:dataIn shows it.
  std::string dependency;  ///< What must be there: the URI with the dataset's done-flag; of
                           ///< HCatalog the table or partition itself.

  friend bool operator==(const dataset_instance&, const dataset_instance&) = default;
};

/// The instance of `of` at that time.
dataset_instance instance_at(const dataset& of, instant at);

/// The question whether an instance is there: {"fs:exists", {dependency}}, or "hcat:exists".
el::probe presence_of(const dataset_instance& of);

/// What an event means as far as the calendar tells.
struct event_instances {
  std::vector<dataset_instance> fixed;  ///< Newest first in each <instance>, in document order.
  std::vector<el::open_range> open;     ///< latest and future, in document order.
};

/// Fails with Oozie's code and the event's name as place: E1010 for ranges, E1004 for expressions,
/// E1006 for latest and future in an output event; too_large beyond
/// limits::instances_per_event_max.
result<event_instances> instances_of(const coordinator_definition& definition,
                                     const data_event& event, const action_identity& identity);

/// Whether the times of the definition's ranges may cross as actions go on: they begin with a date.
bool may_run_backwards(const coordinator_definition& definition);

/// Why the action of that nominal time cannot be made (coordinator.md 5.2), if so: an event means
/// no instances, whatever data there is.
std::optional<failure> cannot_be_made(const coordinator_definition& definition, instant nominal);

/// The failure beyond limits::instances_per_action_max.
failure too_many_instances();

/// A latest or future that cannot be told yet: not all that it wants is there.
struct open_gap {
  std::string text;  ///< "${coord:latest(-1)}"
  std::string why;   ///< One sentence for people.
  /// What was looked at and is not there, nearest first: instances, and directories of many.
  std::vector<el::probe> absent;
};

/// What is known of an event's latest and future.
struct open_instances {
  std::vector<dataset_instance> there;  ///< Those wanted that are there, in document order.
  std::vector<open_gap> gaps;           ///< In document order.
  instant look_again = never;           ///< When time alone gives latest another instance.
};

/// Resolves `ranges` over the facts, or asks at most `ask_at_most` more. Facts are answers to
/// presence_of; what was not there may be there later, so whoever looks again drops those facts
/// first.
std::variant<open_instances, el::needs, failure> resolve_open(
    const coordinator_definition& definition, const data_event& event,
    const std::vector<el::open_range>& ranges, const action_identity& identity,
    const el::facts& known, size_t ask_at_most = limits::probes_at_once_max);

}  // namespace foliot::model
