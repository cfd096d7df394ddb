// A coordinator job and its actions as vectors tell of them, moved by the pure steps alone.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "model/coordinator.hpp"
#include "model/coordinator_orders.hpp"
#include "model/orders.hpp"
#include "model/roster.hpp"

namespace foliot::vectors {

/// The status of that name; throws where there is none.
model::status status_told(std::string_view name);

/// "1,3-5"; throws where it cannot be read.
model::action_scope numbers_told(const std::string& text);
/// "2009-12-15T01:00Z::2009-12-16T01:00Z"
model::action_scope times_told(const std::string& text);

class played_job {
 public:
  static constexpr entity_id id{0, entity_kind::coordinator, 0, 1, 1};

  /// Daily from `start` on, for a year. Nothing is made yet; one that has ended is done.
  played_job(model::status state, instant start);

  model::coordinator_definition definition;
  model::coordinator_record record;
  std::map<uint32_t, model::action_record> actions;
  instant now;
  std::string note;  ///< Of the last order.

  model::coordinator_context context() const { return {id, definition}; }
  model::timetable plan() const { return model::timetable_of(definition, record); }

  /// The job has made action `number`, which has come to `state`; one that has run has a workflow.
  void has(uint32_t number, model::status state, bool pending = false);

  /// Whether the step was accepted; what is born with it is there then.
  bool take(const model::coordinator_event& event);
  bool take(uint32_t number, const model::action_event& event);

  /// Judged and done, until every workflow has confirmed. Oozie's code of the refusal, or empty.
  std::string order(const model::order& what);
  /// The same, but the actions have not heard of it yet.
  std::string order_quietly(const model::order& what);

  /// The status transition: the step over the actions as they are.
  void transit();
  /// Whether the status transition has to look at the job.
  bool is_looked_at() const;

  /// The READY actions that start with the job's concurrency, in their order.
  std::vector<uint32_t> starts() const;
  /// The statuses of actions 1, 2, ...: "RUNNING WAITING".
  std::string states() const;

 private:
  std::vector<model::selected_action> selected(const model::action_scope& scope) const;
  model::roster known() const;
  std::string settle(const result<model::order_verdict>& judged);
  std::string kill_actions(const model::action_scope& scope);
  void tell_actions();
  void let_workflows_confirm();
};

}  // namespace foliot::vectors
