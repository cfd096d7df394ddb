// Applications in the compact form of scenarios, turned into the XML that the engine reads.
#pragma once

#include <map>
#include <string>
#include <variant>

#include "base/instant.hpp"
#include "rehearsal/script.hpp"

namespace foliot::rehearsal {

/// Paths and contents of the files of an application.
using application_files = std::map<std::string, std::string>;

/// `from` is a statement `coordinator`, `bundle` or `workflow` with its indented lines; short times
/// are of the day of `beginning`. The application NAME lies in /apps/NAME.
std::variant<application_files, problem> application_of(const statement& from, instant beginning);

}  // namespace foliot::rehearsal
