// When the job or action of a record was born. Only for this folder.
#pragma once

#include <variant>

#include "base/instant.hpp"
#include "model/reader.hpp"

namespace foliot::store {

inline instant created_of(const model::any_record& record) {
  return std::visit([](const auto& r) { return r.created; }, record);
}

}  // namespace foliot::store
