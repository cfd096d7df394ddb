// <input-logic>: which input events an action needs, and how much of each (coordinator.md 8).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/dialect.hpp"
#include "base/instant.hpp"
#include "base/limits.hpp"
#include "base/result.hpp"

namespace foliot::model {

enum class logic_kind : uint8_t {
  input,   ///< <data-in dataset="...">: one input event.
  all,     ///< <and>
  any,     ///< <or>
  combine  ///< <combine>: instance by instance from the first event that has it.
};

/// One element below <input-logic>, as written: what `min` and `wait` an element inherits is not
/// filled in here.
struct logic_node {
  logic_kind kind = logic_kind::input;
  std::string name;                     ///< For coord:dataIn('name'); empty: none.
  uint16_t input = 0;                   ///< Of `input`: index into coordinator_definition::inputs.
  std::optional<int32_t> min;           ///< Instances that suffice; negative is as absent.
  std::optional<int32_t> wait_minutes;  ///< How long more than `min` is waited for.
  std::vector<logic_node> parts;        ///< Of `combine` only `input`s, at least two.

  friend bool operator==(const logic_node&, const logic_node&) = default;
};

struct input_logic {
  logic_node root;

  friend bool operator==(const input_logic&, const input_logic&) = default;
};

/// Whether `logic` is one for that many input events. Fails with bad_input E1028 on an operator
/// without parts, a <combine> of other things than two or more events, an event that does not
/// exist; with too_large below limits::xml_depth_max levels or beyond
/// limits::input_logic_nodes_max.
result<void> check(const input_logic& logic, size_t inputs);

/// In Oozie's notation, with what is inherited: "(A[min=3] && combine(B,C)[min=3])".
/// `names` are those of the events; the logic must have passed `check`.
std::string to_text(const logic_node& node, const std::vector<std::string>& names);

/// The node called `name`, or nullptr.
const logic_node* find_named(const input_logic& logic, std::string_view name);

/// An instance as the logic sees it.
struct logic_instance {
  std::string uri;
  std::optional<bool> there;  ///< Nothing: nobody looked yet.
};

/// An input event as the logic sees it.
struct logic_input {
  std::string name;
  std::vector<logic_instance> instances;  ///< In the order in which they are looked at.
  bool postponed = false;  ///< It has latest or future, which wait for all else to be decided.
};

struct logic_times {
  instant nominal;
  instant created;
  instant now;
};

enum class logic_verdict : uint8_t {
  no,       ///< Something that is needed is not there.
  yes,      ///< Satisfied.
  waiting,  ///< Perhaps satisfied, but a `wait` for more is not over.
  later     ///< As `yes`, but latest and future are to be resolved first.
};

struct logic_outcome {
  logic_verdict verdict = logic_verdict::no;
  std::vector<std::string> uris;  ///< Of `yes`: the instances that satisfy, in order.
  instant look_again = never;     ///< When the earliest `wait` that stands in the way is over.
  std::string why;                ///< What is missing or waited for; empty for `yes`.
  /// Instances that were looked at and are not known: (input, instance). The verdict counts only
  /// when there are none; at most as many as `evaluate` may ask.
  std::vector<std::pair<size_t, size_t>> unknown;
};

/// Evaluates the part called `name` (empty: the whole) over `inputs`, one for each event of the
/// definition (coordinator.md 8). dialect::oozie counts a <combine> of three or more events as
/// Oozie does, which adds every event that has an instance. Fails as `check`, with bad_input E1028
/// where a <combine> has events of different sizes or with latest or future, too_large where the
/// URIs exceed limits::instances_per_event_max.
result<logic_outcome> evaluate(const input_logic& logic, std::string_view name,
                               const std::vector<logic_input>& inputs, const logic_times& at,
                               dialect reading = dialect::lenient,
                               size_t ask_at_most = limits::probes_at_once_max);

}  // namespace foliot::model
