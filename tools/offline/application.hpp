// An application on this host with all that hangs on it, understood as a submission would.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/ids.hpp"
#include "base/instant.hpp"
#include "base/result.hpp"
#include "model/definition.hpp"

namespace foliot::offline {

/// A coordinator as it was understood.
struct loaded_coordinator {
  std::string file;
  model::coordinator_definition definition;
};

/// An application: one coordinator, or a bundle's enabled ones.
struct loaded_application {
  entity_kind kind = entity_kind::none;
  std::string name;
  std::optional<instant> kick_off;  ///< Of a bundle.
  std::vector<loaded_coordinator> coordinators;
  std::vector<std::string> warnings;
};

/// Prepares the job with properties `conf` by parse::prepare and, for what a bundle starts,
/// parse::prepare_coordinator, as a server does. `file`: the definition on this host that its path
/// names. Applications and data may be on another host; definitions that are not where their path
/// says are looked for near `file`, with a warning. Fails as these, and with E1318 for a bundle
/// that starts nothing.
result<loaded_application> load_application(const std::string& file,
                                            const model::configuration& conf);

}  // namespace foliot::offline
