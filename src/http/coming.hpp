// The actions that coordinators will make, as JSON.
#pragma once

#include <cstdint>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/ids.hpp"
#include "base/instant.hpp"
#include "base/result.hpp"
#include "model/coordinator.hpp"
#include "model/definition.hpp"

namespace foliot::http {

/// A coordinator whose actions are asked for: a job, or one that was not submitted.
struct coming_coordinator {
  entity_id id = {};  ///< Kind none: no job.
  std::string name;
  std::string user;
  std::shared_ptr<const model::coordinator_definition> definition;
  std::optional<model::coordinator_record> record = std::nullopt;  ///< Of a job.
};

struct coming_window {
  std::optional<instant> from;  ///< Nominal time, included; nothing: from the first not made.
  std::optional<instant> to;    ///< Not included.
  uint64_t count = 0;           ///< Most actions.
};

/// {"coordinators": [...], "actions": [...], "more"}: the first actions of all of them in the
/// window that are not made yet, by nominal time, then in the order of the coordinators. One that
/// has ended makes none; one that is suspended or paused is shown as if it went on.
nlohmann::json coming_json(const wire_ids& ids, const std::vector<coming_coordinator>& of,
                           const coming_window& window);

/// {"code", "sentence", "place", "remedy"}
nlohmann::json failure_json(const failure& of);

}  // namespace foliot::http
