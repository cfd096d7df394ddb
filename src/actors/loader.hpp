// LOADER: reads and understands applications; what it answers decides whether something is born.
#pragma once

#include <memory>
#include <optional>

#include "actors/protocols.hpp"
#include "actors/runtime.hpp"
#include "exec/remembered_files.hpp"

namespace foliot::actors {

struct loader_state {
  static inline const char* name = "loader";

  std::unique_ptr<exec::remembered_files> files;
  parse::read_text read;  ///< How parse/ gets at files: through the port, bounded.
  parse::understood_workflows workflows;
  /// The bundle whose coordinators were read last, and what it means: they come one after another,
  /// and a bundle of hundreds is not to be understood hundreds of times.
  std::shared_ptr<const model::definition_text> bundle_text;
  std::optional<model::bundle_definition> bundle;

  result<parse::submission> prepare(const msg::read_coordinator& order, const parse::options& how);
};

loader_actor::behavior_type loader(loader_actor::stateful_pointer<loader_state> self,
                                   const runtime* rt, caf::actor_addr engine);

/// Whether a failure to read an application may be gone at the next try: the disk, the descriptors.
/// What the user wrote is not of that kind.
bool may_pass(const failure& problem);

}  // namespace foliot::actors
