// What an action to come would be about, worked out before it is made: pure.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/instant.hpp"
#include "base/result.hpp"
#include "model/action.hpp"
#include "model/definition.hpp"

namespace foliot::model {

/// One data event of one action.
struct previewed_event {
  std::string name;
  std::string dataset;
  std::vector<std::string> uris;  ///< Newest first, as coord:dataIn gives them.
  /// What must be there: the URIs with their done flag.
  std::vector<std::string> waits_for;
  std::string open;  ///< "${coord:latest(0)}" where the data itself decides; else empty.
};

struct previewed_action {
  size_t coordinator =
      0;                ///< Position among the coordinators that are shown; whoever asks sets it.
  uint64_t number = 0;  ///< Whoever asks sets it.
  instant nominal;
  std::vector<previewed_event> inputs;
  std::vector<previewed_event> outputs;
  std::vector<std::pair<std::string, std::string>> configuration;  ///< As written, evaluated.
  std::optional<failure> refused;  ///< The action would fail when it is made.
  /// Of `configuration`: those that cannot be evaluated. `refused` is the first of them, if no
  /// event is to blame.
  std::vector<std::pair<std::string, failure>> bad_properties;
};

/// What <input-logic> asks for: "sales or (a and b)"; empty without any.
std::string logic_text(const coordinator_definition& of);

/// The action of `of` that `identity` says, with `refused` where it could not be made.
previewed_action preview_action(const coordinator_definition& of, const action_identity& identity);

}  // namespace foliot::model
