// The properties that a command line gives a job.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "model/definition.hpp"
#include "tools/oozie/grammar.hpp"

namespace foliot::oozie {

/// Whether the line gives a job properties: a file that is there, or -D.
bool has_configuration(const command_line& line);

/// `user.name`, then the file that -config names, then -D. `user` is whose name that is. Fails as
/// Oozie's client ends: without a file (or with one that is not there) and without -D; with a file
/// that is neither .properties nor .xml, or that cannot be read.
result<model::configuration> job_configuration(const command_line& line, const std::string& user);

/// What a proxy job (`kind`: pig, hive, sqoop, mapreduce) is submitted with: `job_configuration`
/// and what Oozie's client adds of the command line. Fails as it does when something is missing.
result<model::configuration> proxy_configuration(const command_line& line, const std::string& kind,
                                                 const std::string& user);

}  // namespace foliot::oozie
