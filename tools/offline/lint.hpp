// Everything lint has to say about an estate. Pure but for the files of defaults beside
// definitions.
#pragma once

#include <vector>

#include "parse/submission.hpp"
#include "tools/offline/estate.hpp"
#include "tools/offline/finding.hpp"
#include "tools/offline/reading.hpp"

namespace foliot::offline {

/// What all rules and the readers have to say of one definition.
std::vector<finding> findings_of(const reading& of);

/// The findings of all files of `in`, sorted. A definition is judged with the properties of the
/// *.properties file that names it (or lies beside it), and with what the bundle or coordinator
/// that starts it passes on; where there is none, undefined properties are taken as given at
/// submission. `read` reads the files of defaults.
std::vector<finding> lint_estate(const estate& in, const parse::read_text& read);

}  // namespace foliot::offline
