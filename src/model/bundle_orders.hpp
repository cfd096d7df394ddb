// What stands between an order of a user and the step of a bundle: may it, and if not, why not
// (bundle.md 5, 6; rulings 3.4).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/instant.hpp"
#include "base/result.hpp"
#include "model/bundle.hpp"
#include "model/orders.hpp"
#include "time/datetime.hpp"

namespace foliot::model {

/// A coordinator that an order does not reach, and why.
struct unreached_member {
  uint16_t member = 0;
  std::string why;

  friend bool operator==(const unreached_member&, const unreached_member&) = default;
};

/// The step that an order asks for. No event: the order is good and changes nothing, `note` says
/// why.
struct bundle_verdict {
  std::optional<bundle_event> event;
  std::string note;
  std::vector<unreached_member> unreached;
};

/// Never refused: in a status where they mean nothing they do nothing. A kill of a bundle that has
/// ended gives up its retry.
bundle_verdict judge_suspend(const bundle_record& record);
bundle_verdict judge_resume(const bundle_record& record);
bundle_verdict judge_kill(const bundle_record& record);

/// A change (bundle.md 6). `members`: the status of each member's coordinator, none where there is
/// none. Fails as parse_bundle_change does.
result<bundle_verdict> judge_change(const bundle_context& context, const bundle_record& record,
                                    const std::string& text, const std::vector<status>& members,
                                    const time::processing_zone& zone, instant now);

/// A rerun (bundle.md 6): names that are unknown and coordinators that do not exist are passed
/// over. Fails with conflict, E1018, while a coordinator has not answered an earlier rerun.
result<bundle_verdict> judge_rerun(const bundle_context& context, const bundle_record& record,
                                   const orders::rerun_bundle& asked);

}  // namespace foliot::model
