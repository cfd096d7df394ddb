// /api/backlog: how many starts are coming, by coordinator, and what the governor makes of them.
#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "http/api.hpp"
#include "http/api_call.hpp"
#include "http/errors.hpp"
#include "http/job_search.hpp"
#include "http/own_call.hpp"
#include "http/views.hpp"
#include "model/backlog.hpp"

namespace foliot::http {

using nlohmann::json;

namespace {

/// What stands before the governor.
struct queue_view {
  model::start_rate limit;
  uint32_t at_hand = 0;
  uint64_t waiting = 0;
  std::map<entity_id, uint64_t> by_coordinator;
};

class backlog_search {
 public:
  backlog_search(const catalogue& from, instant now, bool with_held)
      : from_(from), now_(now), with_held_(with_held) {}

  result<json> run(const queue_view& queue) {
    auto jobs = unfinished_coordinators(from_.reader());
    if (!jobs) return std::move(jobs).error();
    truncated_ = jobs->total > jobs->rows.size();
    for (const model::job_row& row : jobs->rows) {
      const auto found = queue.by_coordinator.find(row.id);
      const uint64_t waiting = found == queue.by_coordinator.end() ? 0 : found->second;
      if (auto added = add(row, waiting); !added) return std::move(added).error();
    }
    json minutes = json::array();
    for (const model::forecast_minute& one : model::forecast(queue.limit, queue.at_hand, due_))
      minutes.push_back({{"due", one.due}, {"released", one.released}, {"left", one.left}});
    json limit = nullptr;
    if (queue.limit.limited())
      limit = {{"perMinute", queue.limit.per_minute},
               {"burst", queue.limit.at_once()},
               {"atHand", queue.at_hand}};
    json body;
    body["now"] = date_or_null(now_);
    body["limit"] = std::move(limit);
    body["waiting"] = queue.waiting;
    body["coordinators"] = std::move(rows_);
    body["minutes"] = std::move(minutes);
    body["truncated"] = truncated_;
    return body;
  }

 private:
  result<void> add(const model::job_row& row, uint64_t waiting) {
    const auto& record = std::get<model::coordinator_record>(row.record);
    const auto definition = from_.coordinator_of_tree(row.id, record.definition);
    if (!definition || !*definition) return {};  // not understood any more: it starts nothing
    model::action_tally tally;
    auto seen = from_.reader().actions(row.id, 1, UINT32_MAX,
                                       [&](uint32_t, const model::action_record& action) {
                                         if (++looked_at_ > limits::backlog_actions_max)
                                           return !(truncated_ = true);
                                         tally.add(action);
                                         return true;
                                       });
    if (!seen) return seen;
    const model::coordinator_backlog one = backlog_of(**definition, record, tally, now_);
    const uint64_t coming = *std::max_element(one.due.begin(), one.due.end());
    if (!one.held || with_held_)
      for (size_t i = 0; i < due_.size(); ++i) due_[i] += one.due[i];
    if (coming + one.behind + waiting == 0) return {};
    const auto rule = model::start_rule_of((*definition)->conf);
    json out;
    out["id"] = from_.reader().ids().text(row.id);
    out["name"] = record.name;
    out["bundle"] = row.id.root == row.id.job
                        ? json(nullptr)
                        : json(from_.reader().ids().job(entity_kind::bundle, row.id.root));
    out["status"] = model::name(record.state);
    out["held"] = one.held;
    out["priority"] = model::priority_name(rule ? rule->priority : model::start_priority::normal);
    out["perMinute"] = rule && rule->own.limited() ? json(rule->own.per_minute) : json(nullptr);
    out["waiting"] = waiting;
    out["ready"] = one.ready;
    out["overdue"] = one.overdue;
    out["now"] = one.now;
    out["behind"] = one.behind;
    out["due"] = one.due;
    rows_.push_back(std::move(out));
    return {};
  }

  const catalogue& from_;
  instant now_;
  bool with_held_;
  json rows_ = json::array();
  std::array<uint64_t, model::backlog_minutes> due_{};
  uint64_t looked_at_ = 0;
  bool truncated_ = false;
};

}  // namespace

response api::backlog(const api_call& call) const {
  own_reading in(call.query);
  const bool with_held = in.truth("held").value_or(false);
  if (in.wrong()) return api_error(*in.wrong());
  const instant now = clock_.now();
  queue_view queue;
  options_.starts([&](const model::start_governor& governor) {
    queue.limit = governor.limit();
    queue.at_hand = governor.at_hand(now);
    queue.waiting = governor.waiting();
    governor.visit(
        [&](const model::waiting_start& one) { ++queue.by_coordinator[coordinator_of(one.id)]; });
  });
  auto body = backlog_search(catalogue_, now, with_held).run(queue);
  return body ? json_answer(json_text(*body)) : api_error(body.error());
}

}  // namespace foliot::http
