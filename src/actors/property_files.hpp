// What files of properties say that actions name: <job-xml>, config-default.xml,
// spark-defaults.conf.
#pragma once

#include <string>
#include <string_view>

#include "el/value.hpp"
#include "exec/file_port.hpp"

namespace foliot::actors {

/// The properties in the file at `path` as the text of a Java property file, at most
/// limits::definition_bytes_max of it. Answers el::unanswerable when the file is not there (unless
/// the question, one of model/kinds/action_conf.hpp, allows for that), cannot be read or is
/// malformed.
el::value properties_in(const exec::file_port& files, std::string_view question,
                        const std::string& path);

}  // namespace foliot::actors
