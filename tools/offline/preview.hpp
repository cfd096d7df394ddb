// What an application would do: pure, from understood definitions.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/instant.hpp"
#include "base/result.hpp"
#include "model/definition.hpp"
#include "tools/offline/application.hpp"

namespace foliot::offline {

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
  size_t coordinator = 0;  ///< Index into loaded_application::coordinators.
  uint64_t number = 0;
  instant nominal;
  std::vector<previewed_event> inputs;
  std::vector<previewed_event> outputs;
  std::vector<std::pair<std::string, std::string>> configuration;  ///< As written, evaluated.
  std::optional<failure> refused;  ///< The action would fail when it is made.
  /// Of `configuration`: those that cannot be evaluated. `refused` is the first of them, if no
  /// event is to blame.
  std::vector<std::pair<std::string, failure>> bad_properties;
};

struct preview_window {
  std::optional<instant> from;
  std::optional<instant> to;  ///< Exclusive.
  uint32_t count = 10;
};

/// What <input-logic> asks for: "sales or (a and b)"; empty without any.
std::string logic_text(const model::coordinator_definition& of);

/// The first action of `of`; nothing when there is none.
std::optional<previewed_action> first_action(const model::coordinator_definition& of,
                                             const std::string& user);

/// The first actions of all coordinators of `of` in the window, by nominal time, then in the order
/// of the coordinators. `user` is who would submit.
std::vector<previewed_action> preview_actions(const loaded_application& of,
                                              const preview_window& window,
                                              const std::string& user);

}  // namespace foliot::offline
