// From the instance texts of a data event to instants (coordinator.md 4.2).
#pragma once

#include <string_view>
#include <vector>

#include "base/instant.hpp"
#include "base/result.hpp"
#include "el/evaluate.hpp"
#include "el/open_instances.hpp"
#include "el/parser.hpp"
#include "time/datetime.hpp"

namespace foliot::el {

/// What instance texts mean: dates, and ranges that depend on which data is there.
struct instance_set {
  std::vector<instant> dates;
  std::vector<open_range> open;  ///< At most one.
};

/// Takes the text of evaluated instances ("2009-01-02T00:00Z#2009-01-01T00:00Z", newest first)
/// apart; an empty text has none. Fails as time::parse_datetime, or with too_large beyond
/// limits::instances_per_event_max.
result<std::vector<instant>> split_instances(std::string_view text,
                                             const time::processing_zone& zone,
                                             dialect reading = dialect::lenient);

/// The instances of one <instance>, newest first. `in.where` must be phase::action_create and its
/// context must give dataset() and nominal_time(). Instances before the dataset's first are left
/// out, so that the answer may be empty. Fails as text_of, split_instances and open_range_of, and
/// in dialect::oozie on a lone coord:absolute or coord:endOf..., which Oozie never resolves.
result<instance_set> instances_of(const expression& instance, const environment& in);

/// The instances from <start-instance> to <end-instance>, newest first; `in` as for instances_of.
/// Both must use the same function, except that absolute, endOfDays, endOfWeeks and endOfMonths may
/// start what current ends. Fails with bad_input E1010 when they do not fit together, are out of
/// order, or start off the dataset's instances; else as instances_of.
result<instance_set> instance_range(const expression& start, const expression& end,
                                    const environment& in);

}  // namespace foliot::el
