// The two filter languages of the query parameter `filter` (rest.md 6.1 and 7). Pure.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/dialect.hpp"
#include "base/ids.hpp"
#include "base/instant.hpp"
#include "base/result.hpp"
#include "model/reader.hpp"
#include "model/status.hpp"
#include "time/calendar.hpp"

namespace foliot::http {

/// Which jobs of a kind are listed.
struct list_filter {
  model::job_filter jobs;
  bool matches_nothing = false;  ///< No job can match.
  /// How often a coordinator repeats: alternatives; empty: any. Whoever lists sees to it.
  std::vector<std::pair<int64_t, time::time_unit>> every;
  bool sorted = false;               ///< It says in which order.
  bool newest_change_first = false;  ///< Instead of the newest job.
};

/// Reads the filter of a list of jobs of `kind`: "name=value;name=value", same name: alternatives
/// (rest.md 6.1). Times may be relative to `now`. In Oozie's dialect a status means what is shown
/// with it: RUNNING also RUNNINGWITHERROR, and the latter nothing. Fails with E0420 for anything
/// malformed or unknown, E0603 for what Oozie finds in its query: a time that is none, or what may
/// stand there once only.
result<list_filter> parse_list_filter(std::string_view text, entity_kind kind, const wire_ids& ids,
                                      instant now = {}, dialect reading = dialect::lenient);

/// Which actions of a coordinator are shown.
struct action_filter {
  std::vector<model::status> only;  ///< Alternatives; empty: any.
  std::vector<model::status> without;
  std::optional<instant> from;    ///< Nominal time >= this.
  std::optional<instant> after;   ///< Nominal time > this.
  std::optional<instant> until;   ///< Nominal time <= this.
  std::optional<instant> before;  ///< Nominal time < this.
  std::vector<instant> at;        ///< Alternatives; empty: any.
  std::vector<instant> not_at;

  bool takes_all() const;
  bool takes(model::status state, instant nominal) const;
};

/// Reads "status=KILLED;nominaltime>=2009-01-01T00:00Z". Fails with E0421.
result<action_filter> parse_action_filter(std::string_view text);

}  // namespace foliot::http
