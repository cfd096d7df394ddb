// Where applications are: paths as users write them, and the files that they mean.
#pragma once

#include <string>
#include <string_view>

#include "base/ids.hpp"
#include "base/result.hpp"
#include "parse/options.hpp"

namespace foliot::parse {

/// `path` spelled so that the functions below take it for a file, whatever its name ends in:
/// "/apps/./flow". A directory of that name cannot be meant by that spelling.
std::string as_definition_file(std::string_view path);

/// The file that application path `app_path` means, as a local path where it is one: the path
/// itself when it ends in ".xml" or is spelled as above, otherwise bundle.xml, coordinator.xml or
/// workflow.xml inside it.
std::string definition_file(std::string_view app_path, entity_kind kind);

/// The directory of that file, without a trailing '/', spelled as the user wrote it.
std::string definition_directory(std::string_view app_path);

/// The file of defaults beside the definition: bundle-config-default.xml, coord-config-default.xml
/// or config-default.xml.
std::string default_configuration_file(std::string_view app_path, entity_kind kind);

/// Fails when `app_path` is not where `rule` says: unsupported for other schemes, bad_input (E0307)
/// for relative paths.
result<void> check_location(std::string_view app_path, path_rule rule = path_rule::this_host);

/// As check_location, for the data at `uri_template`: unsupported, E0904.
result<void> check_data_location(std::string_view uri_template, path_rule rule);

/// "clean" of "file:///apps/clean/", without a trailing ".xml".
std::string last_segment(std::string_view path);

}  // namespace foliot::parse
