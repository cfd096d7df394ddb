// What an application would do: pure, from understood definitions.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/instant.hpp"
#include "model/action_preview.hpp"
#include "model/definition.hpp"
#include "tools/offline/application.hpp"

namespace foliot::offline {

using model::logic_text;
using model::previewed_action;
using model::previewed_event;

struct preview_window {
  std::optional<instant> from;
  std::optional<instant> to;  ///< Exclusive.
  uint32_t count = 10;
};

/// The first action of `of`; nothing when there is none.
std::optional<previewed_action> first_action(const model::coordinator_definition& of,
                                             const std::string& user);

/// The first actions of all coordinators of `of` in the window, by nominal time, then in the order
/// of the coordinators. `user` is who would submit.
std::vector<previewed_action> preview_actions(const loaded_application& of,
                                              const preview_window& window,
                                              const std::string& user);

}  // namespace foliot::offline
