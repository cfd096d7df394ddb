// The properties that say where the libraries of actions are (workflow.md 1, 6).
#pragma once

#include <string>
#include <string_view>

#include "model/definition.hpp"

namespace foliot::model {

/// Directories and jars, separated by commas.
inline constexpr std::string_view libraries_property = "oozie.libpath";
/// Where the sharelib is, a directory for each of its parts; the server says it, for jobs that ask
/// for it with the other one.
inline constexpr std::string_view system_libraries_property =
    "oozie.service.WorkflowAppService.system.libpath";
inline constexpr std::string_view use_system_property = "oozie.use.system.libpath";
/// With a type of actions behind it: the parts of the sharelib that they use.
inline const std::string shared_property = "oozie.action.sharelib.for.";
/// Of a sub-workflow: whether the libraries of those above it are its own, too.
inline constexpr std::string_view inherit_libraries_property =
    "oozie.wf.subworkflow.classpath.inheritance";
/// Where it finds them: each workflow's lib/ above it, the nearest first.
inline constexpr std::string_view handed_libraries_property = "oozie.wf.application.lib";

bool inherits_libraries(const configuration& conf);

/// What a workflow in `app_path`, a directory, with the properties `conf` hands down.
std::string handed_libraries(const std::string& app_path, const configuration& conf);

}  // namespace foliot::model
