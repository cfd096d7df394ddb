// What a submission is made of: the application's kind, its properties, its user.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "model/definition.hpp"

namespace foliot::client {

/// The property that names the application at `path`, by the file's root element or, for a
/// directory, by the file in it (bundle.xml before coordinator.xml before workflow.xml):
/// "oozie.bundle.application.path". Fails with not_found or bad_input.
result<std::string> application_property(const std::string& path);

/// The text of a file of at most limits::definition_bytes_max bytes. Fails with not_found, io,
/// bad_input (a directory) or too_large.
result<std::string> file_text(const std::string& path);

/// "file:///absolute/path" of `path`, which must exist.
result<std::string> file_uri(const std::string& path);

/// Job properties: the file (Java properties, or a configuration document when it ends in .xml),
/// then `definitions`, then user.name and the application's path where they are not given.
result<model::configuration> job_properties(const std::string& application, const std::string& file,
                                            const std::vector<std::string>& definitions,
                                            const std::string& user);

/// The same for a job that is there already: without the application's path, where nothing gives
/// it.
result<model::configuration> next_properties(const std::string& application,
                                             const std::string& file,
                                             const std::vector<std::string>& definitions,
                                             const std::string& user);

/// Properties for a job that exists: the file (may be empty), then `definitions`.
result<model::configuration> given_properties(const std::string& file,
                                              const std::vector<std::string>& definitions);

}  // namespace foliot::client
