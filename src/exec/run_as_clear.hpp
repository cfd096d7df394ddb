// Deleting the work directory of another user's run.
#pragma once

#include <string>

#include "base/result.hpp"

namespace foliot::exec {

/// Deletes everything in the directory `top`, whose owner this process acts as: also where that
/// owner has made directories that nobody may enter, and however deep they lie. Links are deleted,
/// never followed. Fails with errc::io where something stays.
result<void> empty_directory(int top);

/// Deletes the directory `name` in `root` with the rights of whoever owns it, who has to be of a
/// number of `uid_min` or more; one of root's has to be empty. That there is none is no failure.
/// Fails with errc::forbidden or errc::io.
result<void> clear_work(int root, const std::string& name, unsigned uid_min);

}  // namespace foliot::exec
