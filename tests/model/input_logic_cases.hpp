// Oozie's own expectations of input logic. Logic and inputs stand there partly in words; they are
// read as the file's notes explain them.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>

namespace foliot::model::vectors {

/// What is wrong with our answer to vector `index` of coordinator/input_logic.json, whose list is
/// `all`; empty when it is right.
std::string input_logic_fault(const nlohmann::json& all, size_t index);

}  // namespace foliot::model::vectors
