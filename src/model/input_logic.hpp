// <input-logic>: which input events an action needs, and how much of each (coordinator.md 8).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

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

}  // namespace foliot::model
