// An application on this host with all that hangs on it, understood as a submission would.
#pragma once

#include <string>
#include <vector>

#include "base/ids.hpp"
#include "base/result.hpp"
#include "model/definition.hpp"
#include "parse/options.hpp"
#include "parse/submission.hpp"

namespace foliot::offline {

/// The definition file that `app_path` means: itself where it exists, otherwise the file below
/// `near` (a directory) or the two directories above it whose path ends most like it: applications
/// are written for another host, hdfs://nn/apps/retail/clean, and looked at in a checkout. What is
/// not found is given back as it was.
std::string locate(const std::string& app_path, entity_kind kind, const std::string& near);

/// The text of the definition in `file` with its configuration: `conf` and, beneath it, what the
/// file of defaults beside it says, resolved. Fails as `read`, or as a file of defaults can.
result<model::definition_text> read_definition(const std::string& file, entity_kind kind,
                                               const model::configuration& conf,
                                               const parse::read_text& read);

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

/// Understands the bundle or coordinator in `file`. Paths of a bundle's coordinators are found by
/// `locate`. Fails as parse::parse_bundle and parse::parse_coordinator, and with not_found and
/// E1001 where a coordinator's file is nowhere.
result<loaded_application> load_application(const std::string& file, entity_kind kind,
                                            const model::configuration& conf,
                                            const parse::options& how);

}  // namespace foliot::offline
