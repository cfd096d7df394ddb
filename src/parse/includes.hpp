// <include> of datasets: the files it names are read when a coordinator is submitted, and what they
// define is written into its text, so that the stored text needs no other file.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "model/definition.hpp"
#include "parse/options.hpp"
#include "parse/submission.hpp"

namespace foliot::parse {

/// Replaces every <include> of the coordinator in `text.xml` by the datasets of the file it names
/// and of the files that one includes (coordinator.md 1.3); line numbers stay. An inline dataset
/// of the same name wins. Datasets that carry a namespace are dropped as in Oozie, with a warning
/// (rulings 0.16). At most limits::included_files_max files, limits::include_depth_max deep. Texts
/// without <include> stay as they are, without being checked.
///
/// Fails as the coordinator's schema (E0701), with E1004 for a path that cannot be evaluated, E0700
/// for a file that is not well-formed, E0803 for one that cannot be read, that includes itself, or
/// that defines a dataset a second time; with too_large beyond the limits.
result<void> expand_includes(model::definition_text& text, const read_text& read,
                             const options& how, std::vector<std::string>& warnings);

}  // namespace foliot::parse
