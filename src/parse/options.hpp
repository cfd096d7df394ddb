// How definitions are read: the server's settings that parsing depends on.
#pragma once

#include "base/dialect.hpp"
#include "model/definition.hpp"
#include "time/datetime.hpp"

namespace foliot::parse {

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
};

/// `base` as the properties of one job change it: `foliot.compat` = oozie or default,
/// `oozie.wf.validate.ForkJoin` = false.
options options_for(const options& base, const model::configuration& conf);

}  // namespace foliot::parse
