// The two filter languages of the query parameter `filter` (rest.md 6.1 and 7). Pure.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/dialect.hpp"
#include "base/ids.hpp"
#include "base/instant.hpp"
#include "base/result.hpp"
#include "model/reader.hpp"
#include "model/status.hpp"

namespace foliot::http {

/// Which jobs of a kind are listed. What the reader cannot tell by itself is in `text` and below.
struct list_filter {
  model::job_filter jobs;
  bool matches_nothing = false;     ///< No job can match.
  std::optional<std::string> text;  ///< In the name or the user, or the id. '%' and '_' stand for
                                    ///< any text and any character.
  std::optional<instant> created_from;
  std::optional<instant> created_until;
  std::optional<std::string> frequency;  ///< Of coordinators, as their rows show it.
  std::string unit = "MINUTE";           ///< Of `frequency`.
  bool newest_change_first = false;      ///< Instead of the newest job.

  /// Whether every row has to be looked at.
  bool looks_at_rows() const {
    return text || created_from || created_until || frequency || newest_change_first;
  }
  /// Whether it takes a job, as far as `text` and the times say.
  bool takes(const std::string& wire_id, const std::string& name, const std::string& user,
             instant created) const;
};

/// Reads the filter of a list of jobs of `kind`: "name=value;name=value", same name: alternatives
/// (rest.md 6.1). Times may be relative to `now`. In Oozie's dialect a status means what is shown
/// with it: RUNNING also RUNNINGWITHERROR, and the latter nothing. Fails with E0420 for anything
/// malformed or unknown, E0603 for what Oozie finds in its query: a time that is none, or what may
/// stand there once only.
result<list_filter> parse_list_filter(std::string_view text, entity_kind kind, const wire_ids& ids,
                                      dialect reading = dialect::lenient, instant now = {});

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
