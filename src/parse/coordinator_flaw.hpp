// What Oozie finds out only when it makes a coordinator's first action. Only for this folder.
#pragma once

#include <optional>

#include "model/definition.hpp"

namespace foliot::parse {

/// Why the first action of `made`, read in the oozie dialect, cannot be made: the instances of an
/// event cannot be resolved (a range that runs backwards or mixes functions, a lone coord:absolute
/// or coord:endOf..., latest in an output), or the data's address has no meaning. The code is
/// E1012, the sentence begins with the code of the cause. Nothing for coord:latest and coord:future
/// with numbers of the wrong sign: Oozie waits for those in vain (coordinator.md, found later).
std::optional<model::definition_flaw> find_flaw(const model::coordinator_definition& made);

}  // namespace foliot::parse
