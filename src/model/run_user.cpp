#include "model/run_user.hpp"

#include <utility>

#include "base/text.hpp"

namespace foliot::model {

namespace {

failure refused(std::string sentence, std::string remedy) {
  return {errc::forbidden, std::move(sentence), "JA002", "", std::move(remedy)};
}

std::string quoted(const std::string& name) { return "'" + name.substr(0, 100) + "'"; }

}  // namespace

result<std::string> run_user(const run_users& server, const std::string& user,
                             const configuration& conf, doer by) {
  const bool other = server.separate && user != server.engine;
  if (other && user.empty()) return refused("the job has no user", "Submit it with user.name");
  if (other && by == doer::engine)
    return refused("it would be done as the engine's user, not as " + quoted(user) +
                       ", and run_as keeps them apart",
                   "Let a program do it, such as a shell action");
  std::string as = other ? user : std::string{};
  const auto found = conf.find(run_as_property);
  if (found == conf.end()) return as;
  const std::string wanted{trim(found->second)};
  if (wanted == (other ? user : server.engine)) return as;
  const std::string demand =
      "the job demands by " + std::string{run_as_property} + " to run as " + quoted(wanted);
  if (wanted == user && !server.separate)
    return refused(demand + ", but everything runs as the engine's user: run_as is off",
                   "Set run_as to sudo, or leave the property out");
  return refused(demand + ", but it runs as " + quoted(other ? user : server.engine),
                 "Leave the property out");
}

}  // namespace foliot::model
