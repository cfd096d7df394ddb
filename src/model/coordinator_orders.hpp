// What stands between an order of a user and the step of a coordinator job: may it, and if not, why
// not (coordinator.md 5.6, 6; rulings 3.4).
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/instant.hpp"
#include "base/result.hpp"
#include "model/coordinator.hpp"
#include "model/orders.hpp"

namespace foliot::model {

/// The step that an order asks for. No event: the order is good and changes nothing, `note` says
/// why.
struct order_verdict {
  std::optional<coordinator_event> event;
  std::string note;
};

/// suspend, resume, kill of the whole job. Never refused: in a status where they mean nothing they
/// do nothing.
order_verdict judge_suspend(const coordinator_record& record);
order_verdict judge_resume(const coordinator_record& record);
order_verdict judge_kill(const coordinator_record& record);

/// Of action `number`: whether it may be taken away again. It is WAITING, or READY without a slot.
using may_vanish = std::function<bool(uint32_t number)>;

/// A change. Fails with conflict: E1016 (ended by a user, and more than its status is to change),
/// E1015 (that status not from here), E1022 (an action beyond the new time cannot be taken away).
result<order_verdict> judge_change(const coordinator_context& context,
                                   const coordinator_record& record,
                                   const coordinator_change& values, const may_vanish& vanishes);

/// An action that an order selected: its number and status; of a range of SKIPPED ones its ends.
struct selected_action {
  uint32_t number = 0;
  status state = status::none;
  std::pair<uint32_t, uint32_t> range{0, 0};  ///< {0, 0}: a record of its own.
};

/// A rerun of `selected`, ascending. Fails with conflict, E1018: of a job that has not started, an
/// action that has not ended, or none at all. `serial`: of the bundle's order, 0 for a user's; one
/// that was obeyed already changes nothing.
result<order_verdict> judge_rerun(const coordinator_record& record,
                                  const std::vector<selected_action>& selected,
                                  const rerun_options& options, uint32_t serial = 0);

/// An update from the definition `from` to `to`, which is understood and compared already. No event
/// when they are equal. Fails with conflict, E1023: the job has another definition than `from` by
/// now, or limits::former_definitions_max is reached. `same_concurrency`: both definitions have the
/// same; then one that was changed stays.
result<order_verdict> judge_update(const coordinator_record& record, const hash128& from,
                                   const coordinator_events::updated& to,
                                   bool same_concurrency = false);

/// Ignoring `selected`. Fails with conflict, E1024: of a job that has not started, an action that
/// is not FAILED, KILLED or TIMEDOUT, or none at all.
result<order_verdict> judge_ignore(const coordinator_record& record,
                                   const std::vector<selected_action>& selected);

/// Whether single actions of the job may be killed; else the note to give.
std::optional<std::string> no_kill_of_actions(const coordinator_record& record);

/// The status of a job in `before` whose end is changed; `ends_before_start`: to its start or
/// before that, so that it never has an action.
status after_end_change(status before, bool ends_before_start);

}  // namespace foliot::model
