// As whom the work of an action is done (docs/runs.md, "Users").
#pragma once

#include <string>
#include <string_view>

#include "base/result.hpp"
#include "model/definition.hpp"

namespace foliot::model {

/// A job's demand: whom its programs have to run as, or not at all.
inline constexpr std::string_view run_as_property = "foliot.run.as";

/// What the server does about users.
struct run_users {
  bool separate = false;  ///< Programs run as the job's user (run_as).
  std::string engine;     ///< The engine's own user.
};

/// Who does it: the program of an action, or the engine itself (fs, <prepare>, email, ssh, git).
enum class doer : uint8_t { program, engine };

/// Whom the work of a job of `user` with that configuration is done as; empty: the engine's user.
/// Fails with JA002 where the server keeps users apart and the engine would do it for another one,
/// or where the job demands somebody else.
result<std::string> run_user(const run_users& server, const std::string& user,
                             const configuration& conf, doer by);

}  // namespace foliot::model
