// What a submission would be, understood as a whole with nothing kept of it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/ids.hpp"
#include "base/instant.hpp"
#include "model/definition.hpp"

namespace foliot::model {

struct understood_member {
  std::string name;
  std::shared_ptr<const coordinator_definition> definition;  ///< Null: it was refused.
  std::string refusal_code;                                  ///< Oozie's, or empty.
  std::string refusal;                                       ///< One sentence.
};

struct understood_application {
  entity_kind kind = entity_kind::none;
  std::string name;
  std::string user;
  std::optional<instant> kick_off;  ///< Of a bundle.
  /// The coordinator itself, the enabled ones of a bundle, none of a workflow.
  std::vector<understood_member> coordinators;
  bool truncated = false;             ///< The bundle has more than were read.
  std::vector<std::string> warnings;  ///< "file:line:column: sentence. Remedy."
};

}  // namespace foliot::model
