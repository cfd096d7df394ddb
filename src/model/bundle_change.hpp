// The value of `action=change` on a bundle: "pausetime=2026-01-05T00:00Z;endtime=" (bundle.md 6).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/dialect.hpp"
#include "base/instant.hpp"
#include "base/result.hpp"
#include "model/status.hpp"
#include "time/datetime.hpp"

namespace foliot::model {

/// A time that is given, or taken away.
struct time_change {
  std::optional<instant> to;  ///< Nothing: the time is reset.

  friend bool operator==(const time_change&, const time_change&) = default;
};

/// What is asked for; at least one of the two is there.
struct bundle_change {
  std::optional<time_change> pause;
  std::optional<time_change> end;
  /// What every coordinator is told. In Oozie's dialect it may say more than the members above.
  std::string for_coordinators;

  friend bool operator==(const bundle_change&, const bundle_change&) = default;
};

/// What the value is held against.
struct bundle_change_context {
  instant now;
  std::optional<instant> kick_off;  ///< The bundle's.
  time::processing_zone zone;
  dialect reading = dialect::lenient;
};

/// Reads "name=value;name=value" with the names pausetime and endtime; an empty value resets. Fails
/// with E1603 for an empty text, with E1015 for blanks only, a pair without '=' or with two, and a
/// name given twice, and with E1317 for no known name or more than two names, for what is no
/// datetime and for a pause time before `now`.
/// The lenient dialect also refuses, with E1317, a name that is unknown beside a known one and an
/// end before the kick-off time; in Oozie's the unknown name is left to the coordinators, the end
/// is taken (a running 5.2.1 does), and beside a pause time it is for the coordinators alone.
result<bundle_change> parse_bundle_change(std::string_view text, const bundle_change_context& in);

/// Whether a bundle in status `state` may be changed so: a pause time not once it is terminal, an
/// end time not once it is KILLED. Fails with E1312, which Oozie's client never sees.
result<void> check_bundle_change(const bundle_change& change, status state);

/// A coordinator that did not take the change.
struct unchanged_coordinator {
  std::string id;  ///< Wire id, or the name of one that does not exist yet.
  std::string why;
};

/// Why a coordinator that is KILLED, or not there yet, is not changed: Oozie's words, which its
/// users look for.
inline constexpr std::string_view coordinator_is_killed = "Coord is in killed state";

/// The answer once every coordinator was asked: E1320 with the list of those that were not changed;
/// the bundle and the others have been.
result<void> report_bundle_change(const std::vector<unchanged_coordinator>& unchanged);

}  // namespace foliot::model
