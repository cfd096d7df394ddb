// Files that actions find in their work directory, written for them.
#pragma once

#include <string>

#include "model/definition.hpp"

namespace foliot::model {

/// A Hadoop configuration document with `conf`, one property a line, as Java's client writes it.
/// What XML cannot hold (control characters) becomes '?'.
std::string configuration_document(const configuration& conf);

/// A Java property file with `conf`.
std::string properties_document(const configuration& conf);

/// What Java programs log: what is INFO and above, to standard error. For log4j 1 and 2.
std::string log4j_document();

}  // namespace foliot::model
