#include "actors/file_desk.hpp"

#include <algorithm>
#include <utility>

#include "actors/file_worker.hpp"
#include "actors/type_ids.hpp"

namespace foliot::actors {

namespace {

/// They wait for disks, not for processors; more of them would only divide a disk further.
constexpr size_t operators = 4;

bool same(const msg::run_address& one, const msg::run_address& other) {
  return one.who == other.who && one.node == other.node && one.attempt == other.attempt;
}

}  // namespace

void file_desk_state::take(msg::do_files order) {
  auto stop = std::make_shared<exec::stop_flag>(false);
  for (exec::file_operation& each : order.operations) each.stop = stop;
  waiting.push_back({std::move(order), std::move(stop)});
  hand_out();
}

void file_desk_state::hand_out() {
  while (!idle.empty() && !waiting.empty()) {
    errand next = std::move(waiting.front());
    waiting.pop_front();
    const file_worker_actor worker = std::move(idle.back());
    idle.pop_back();
    busy.push_back({next.order.to, next.stop});
    self->request(worker, caf::infinite, std::move(next.order))
        .then([this, worker, stop = next.stop] { over(worker, stop); },
              [this, worker, stop = next.stop](const caf::error&) { over(worker, stop); });
  }
}

void file_desk_state::over(const file_worker_actor& worker,
                           const std::shared_ptr<exec::stop_flag>& stop) {
  std::erase_if(busy, [&](const under_way& each) { return each.stop == stop; });
  idle.push_back(worker);
  hand_out();
}

void file_desk_state::kill(const msg::run_address& to) {
  for (const under_way& each : busy)
    if (same(each.to, to)) each.stop->store(true);
  const auto found = std::find_if(waiting.begin(), waiting.end(),
                                  [&](const errand& each) { return same(each.order.to, to); });
  if (found == waiting.end()) return;
  auto event = std::make_shared<model::workflow_event>(stopped(found->order, 0));
  waiting.erase(found);
  self->send(to.who, msg::stimulus{msg::workflow_told{std::move(event)}, {}});
}

file_worker_actor::behavior_type file_desk(
    file_worker_actor::stateful_pointer<file_desk_state> self, exec::file_port* files,
    const hadoop_clusters* clusters, const job_answers& jobs) {
  file_desk_state& state = self->state;
  state.self = self;
  state.reader = self->spawn<caf::linked + caf::detached>(file_worker, files, clusters, jobs);
  for (size_t i = 0; i < operators; ++i)
    state.idle.push_back(
        self->spawn<caf::linked + caf::detached>(file_worker, files, clusters, jobs));
  return {[self](const msg::do_files& order) { self->state.take(order); },
          [self](const msg::kill_run& order) { self->state.kill(order.to); },
          [self](const msg::answer& order) { self->send(self->state.reader, order); }};
}

}  // namespace foliot::actors
