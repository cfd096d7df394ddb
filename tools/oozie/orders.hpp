// From a command line to the one request that it means. Pure, but for the files that it names.
#pragma once

#include <string>

#include "tools/oozie/call.hpp"
#include "tools/oozie/grammar.hpp"
#include "tools/oozie/layout.hpp"

namespace foliot::oozie {

/// Who asks, and how the answer is to be seen.
struct asker {
  std::string user;        ///< The name of the process's user.
  std::string do_as = {};  ///< Empty: the user's own name.
  view how;

  /// In whose name.
  const std::string& name() const { return do_as.empty() ? user : do_as; }
};

/// All of `job` but -poll. Fails with what Oozie's client says before it asks the server.
result<order> job_order(const command_line& line, const asker& who);

/// `jobs`; a call without a path means that nothing is asked.
result<order> jobs_order(const command_line& line, const asker& who);

/// `admin`; a call without a path when no option says what.
result<order> admin_order(const command_line& line);

/// `validate`, `sla`, and proxy jobs.
result<order> validate_order(const command_line& line, const asker& who);
result<order> sla_order(const command_line& line);
result<order> proxy_order(const command_line& line, const asker& who);

/// A whole number as java.lang.Integer.parseInt reads it. Fails as Oozie's client ends.
result<int64_t> whole_number(const std::string& text);

/// What -poll looks at, how often and how long.
struct polling {
  call what;
  int64_t minutes = 30;  ///< Below 1: no end.
  int64_t interval = 5;
  bool verbose = false;
};
result<polling> poll_order(const command_line& line);
/// Whether a job or action of that id, with that status, has ended.
bool has_ended(const std::string& id, const std::string& status);

}  // namespace foliot::oozie
