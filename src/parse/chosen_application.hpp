// Which application a job's properties name.
#pragma once

#include <string>
#include <vector>

#include "base/dialect.hpp"
#include "base/ids.hpp"
#include "base/result.hpp"
#include "model/definition.hpp"

namespace foliot::parse {

struct application {
  entity_kind kind = entity_kind::none;
  std::string path;
};

/// The property that names an application of that kind: "oozie.wf.application.path".
const char* path_property(entity_kind kind);

/// The one application that `conf` names, or that it brings along (name_generated). In the lenient
/// dialect the seed's spelling of a bundle's property becomes Oozie's in `conf`, and `warnings`
/// says so. Fails with bad_input: E0302 where there is more than one, E0307 where there is none.
result<application> choose_application(model::configuration& conf, dialect reading,
                                       std::vector<std::string>& warnings);

}  // namespace foliot::parse
