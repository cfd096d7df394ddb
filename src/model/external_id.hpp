// The name that a user gives a job, to find it again (rulings 3.10).
#pragma once

#include <string_view>

#include "base/ids.hpp"

namespace foliot::model {

/// The property that holds the external id of a job of that kind; empty for actions.
constexpr std::string_view external_id_property(entity_kind kind) {
  switch (kind) {
    case entity_kind::bundle: return "oozie.bundle.external.id";
    case entity_kind::coordinator: return "oozie.coord.external.id";
    case entity_kind::workflow: return "oozie.wf.external.id";
    default: return {};
  }
}

}  // namespace foliot::model
