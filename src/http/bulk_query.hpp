// The query language of `jobs?bulk=` (rest.md 6.2, bundle.md 9): actions of the coordinators of
// bundles. Pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/instant.hpp"
#include "base/result.hpp"
#include "model/action.hpp"
#include "model/status.hpp"

namespace foliot::http {

/// Conditions of one member are alternatives, members are all to be met. Bounds are included.
struct bulk_query {
  std::vector<std::string> bundles;       ///< Names or wire ids, as the first one is; never empty.
  std::vector<std::string> coordinators;  ///< The same; empty: any.
  std::vector<model::status> states;      ///< Never empty; KILLED and FAILED unless given.
  std::optional<instant> created_from;
  std::optional<instant> created_until;
  std::optional<instant> nominal_from;
  std::optional<instant> nominal_until;

  bool takes(const model::action_record& action) const;
};

/// Reads "bundle=a,b;coordinators=c;actionstatus=KILLED;startcreatedtime=2026-01-05T00:00Z;
/// endcreatedtime=...;startscheduledtime=...;endscheduledtime=...;filterlevel=...". Names in any
/// case; a name given twice adds alternatives; filterlevel is read and has no meaning, as in Oozie.
/// Fails with E0420 for what is malformed or unknown, and then with E0305 without a bundle.
result<bulk_query> parse_bulk_query(std::string_view text);

}  // namespace foliot::http
