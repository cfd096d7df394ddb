// What the readers of parse/ say of one definition, with stand-ins for what nobody defines.
#pragma once

#include <map>
#include <vector>

#include "parse/options.hpp"
#include "parse/submission.hpp"
#include "tools/offline/knowledge.hpp"
#include "tools/offline/lint_unit.hpp"

namespace foliot::offline {

/// Which element each place belongs to: an element's own, its attributes' and its text's.
using element_places = std::map<parse::outline_place, const parse::outline_element*>;

struct reading {
  lint_unit unit;
  element_places places;
  std::vector<finding> refused;  ///< Without what a stand-in may be the reason of.
  std::vector<finding> warned;   ///< "lenient", "not-offered", "included-datasets".
};

/// Understands `file` as a submission of its job would. `read` reads included files; one that is
/// not at hand gives the warning "include-not-here", and the coordinator is not judged further.
reading read_definition_file(const definition_file& file, const estate_links& links,
                             const parse::read_text& read, const parse::options& how);

}  // namespace foliot::offline
