// How definitions are read: the server's settings that parsing depends on.
#pragma once

#include <vector>

#include "base/dialect.hpp"
#include "base/result.hpp"
#include "model/definition.hpp"
#include "time/datetime.hpp"

namespace foliot::parse {

/// Which paths of applications and data are accepted.
enum class path_rule : uint8_t {
  unchecked,  ///< Any: a text that was accepted once. A submission takes it for `this_host`.
  this_host,  ///< Absolute paths and file:///...
  any_host    ///< And those of other schemes, hdfs://...: for tools that only look.
};

/// Of one text. Who sees so many mends these first.
inline constexpr size_t refusals_told_max = 20;

struct options {
  dialect reading = dialect::lenient;  ///< The job property `foliot.compat` overrides it.
  time::processing_zone zone;
  bool fork_join_checks = true;  ///< oozie.validate.ForkJoin of the server.
  /// oozie.service.coord.check.maximum.frequency: in the oozie dialect, whether a coordinator may
  /// not run more often than every 5 minutes.
  bool frequency_checks = true;
  /// The text was accepted once and is understood again: what the lenient dialect refuses of its
  /// own accord is let pass, since the other one may have accepted it.
  bool accepted_before = false;
  /// For a dry run: refuses a workflow's undefined variables, and in the oozie dialect what is
  /// otherwise found out when actions of a coordinator are made.
  bool dry_run = false;
  path_rule paths = path_rule::unchecked;
  /// For tools: where given (it must be empty), everything that is refused is put here, at most
  /// refusals_told_max times, and reading goes on as far as that makes sense. It still
  /// fails, with the first of them.
  std::vector<failure>* all_refusals = nullptr;
};

/// `base` as the properties of one job change it: `foliot.compat` = oozie or default,
/// `oozie.wf.validate.ForkJoin` = false.
options options_for(const options& base, const model::configuration& conf);

}  // namespace foliot::parse
